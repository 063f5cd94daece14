// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernel/lint.hpp"
#include "abi/kernel/result.hpp"
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace kernabi::test {

using kernel::Function;
using kernel::Input;
using kernel::Inputs;

constexpr Inputs with(Inputs in, std::initializer_list<std::pair<Input, std::int64_t>> changes) {
    for (const auto& [input, value] : changes) in[input] = value;
    return in;
}

/// A 16x16x1 matrix instruction on 64 lanes, one block, one output tile.
constexpr Inputs mfma(std::initializer_list<std::pair<Input, std::int64_t>> changes = {}) {
    Inputs in;
    in = with(in, {{Input::MatrixInstM, 16},
                   {Input::MatrixInstN, 16},
                   {Input::MatrixInstBM, 1},
                   {Input::MatrixInstBN, 1},
                   {Input::WavefrontSize, 64},
                   {Input::VectorWidthA, 1},
                   {Input::VectorWidthB, 1},
                   {Input::MIWaveTile_0, 1},
                   {Input::MIWaveTile_1, 1}});
    return with(in, changes);
}

inline std::int64_t number(DataType type) { return static_cast<std::int64_t>(type); }

/// A function's lines; empty on a refusal.
inline std::string lines(Function function, const Inputs& in, std::string_view comment = {},
                         std::vector<std::int64_t> tokens = {}, bool has_tokens = false) {
    const kernel::Extra extra{{comment.data(), comment.size()}, has_tokens, {tokens.data(), tokens.size()}};
    std::string text;
    const auto put = [&text](kernel::Text piece) { text.append(piece.data, piece.size); };
    return kernel::write_result(function, in, extra, put).ok() ? text : std::string();
}

/// Names of what lint finds, blanks between them.
inline std::string found(Function function, const Inputs& in, bool has_tokens = false) {
    std::string text;
    const auto put = [&text](const kernel::Finding& f) {
        text += (text.empty() ? "" : " ") + std::string(kernel::lint_names[static_cast<std::size_t>(f.code)]);
    };
    (void)kernel::lint(function, in, {{}, has_tokens, {}}, put);
    return text;
}

} // namespace kernabi::test
