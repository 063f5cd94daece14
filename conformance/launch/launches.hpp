// SPDX-License-Identifier: MIT
// The launches that a host makes for a task, each with all that a runtime needs.
#pragma once
#include "backends/hip/runtime.hpp"
#include "conformance/launch/task.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace kernabi::launch {

struct Launch {
    std::string kernel;
    bool is_helper = false;
    hip::Extent grid{}, group{}; ///< workgroups; threads
    std::vector<std::uint8_t> bytes;
    Form form{};       ///< of the GEMM's block
    std::string lines; ///< of a helper's block, as the host logs them
};

struct Launches {
    std::vector<Launch> all;
    std::uint64_t workspace = 0; ///< bytes that the host asks for
};

/// Throws Wrong where a grid is larger than a runtime takes, a helper's kernel is not in the code object, or the policy
/// refuses (protocol::Refusal).
[[nodiscard]] Launches launches_of(const ChosenKernel& kernel, const Request& request);

} // namespace kernabi::launch
