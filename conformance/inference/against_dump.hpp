// SPDX-License-Identifier: MIT
// Whether a block that was sent fits the kernel that got it.
#pragma once
#include "conformance/inference/findings.hpp"
#include <string>
#include <vector>

namespace kernabi::inference {

struct SentArgument {
    std::string name; ///< the host's
    std::uint64_t offset = 0, size = 0;

    bool operator==(const SentArgument&) const = default;
};

/// One launch of a dump, without its bytes.
struct SentBlock {
    std::string kernel;
    std::vector<SentArgument> args;
    std::uint64_t line = 0;

    [[nodiscard]] bool same_shape(const SentBlock& other) const { return args == other.args; }
};

/// Adds findings where the block and the kernel's metadata part: names are held against names where both are this
/// ABI's, places always. The verdict becomes `differs` with any, also for a foreign kernel.
void compare_sent(const codeobject::Kernel& kernel, const Inference& inference, const SentBlock& block, Report& report);

} // namespace kernabi::inference
