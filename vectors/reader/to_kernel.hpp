// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernel/inputs.hpp"
#include "vectors/reader/record.hpp"

namespace kernabi::vectors {

/// A kernel record's question as the contract's own types; `extra` views this value's own text and tokens.
struct KernelQuestion {
    kernel::Function function = kernel::Function::wait;
    kernel::Inputs inputs{};
    char comment[most_comment] = {};
    std::int64_t token[most_tokens] = {};
    std::size_t characters = 0, tokens = 0;
    bool has_tokens = false;

    [[nodiscard]] constexpr kernel::Extra extra() const noexcept {
        return {{comment, characters}, has_tokens, {token, tokens}};
    }
};

[[nodiscard]] constexpr KernelQuestion to_kernel(const Record& record) noexcept {
    KernelQuestion question{};
    for (std::size_t i = 0; i < record.kernel_values(); ++i) {
        const KernelValue row = record.kernel_value(i);
        if (row.input == kernel_function)
            question.function = static_cast<kernel::Function>(row.value);
        else if (row.input == kernel_comment)
            question.comment[question.characters++] = static_cast<char>(row.value);
        else if (row.input == kernel_token_count)
            question.has_tokens = true;
        else if (row.input == kernel_token)
            question.token[question.tokens++] = row.value;
        else
            question.inputs.value[row.input] = row.value;
    }
    return question;
}

} // namespace kernabi::vectors
