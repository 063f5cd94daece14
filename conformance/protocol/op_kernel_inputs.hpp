// SPDX-License-Identifier: MIT
// The kernel side's inputs in the line protocol's shapes, both ways.
#pragma once
#include "abi/kernel/inputs.hpp"
#include "abi/kernel/target.hpp"
#include "conformance/protocol/object.hpp"

namespace kernabi::protocol {

/// A function's inputs, with the text and tokens that `extra` views.
struct KernelRequest {
    kernel::Inputs inputs{};
    std::string comment;
    bool has_tokens = false;
    std::vector<std::int64_t> tokens;

    [[nodiscard]] kernel::Extra extra() const {
        return {{comment.data(), comment.size()}, has_tokens, {tokens.data(), tokens.size()}};
    }
};

/// Reads the `in` of a function's op. Refusal: a key that is missing or of another type. An optional `target` (for what
/// depends on it) may stand beside the others.
[[nodiscard]] KernelRequest kernel_request(kernel::Function function, const Object& in);
/// The same back: what another subject is to be asked with.
[[nodiscard]] Json kernel_json(kernel::Function function, const kernel::Inputs& inputs, const kernel::Extra& extra);

/// The function of a name; Refusal.
[[nodiscard]] kernel::Function function_from(const Object& in, const char* key);
/// A target's number as inputs hold it; Refusal names those that there are.
[[nodiscard]] std::int64_t target_from(const Object& in, const char* key);

} // namespace kernabi::protocol
