// SPDX-License-Identifier: MIT
// From a kernel's metadata and a problem to a request that both agree on.
#pragma once
#include "abi/kernarg/request.hpp"
#include "backends/cpu/gemm.hpp"
#include "conformance/launch/kernel_file.hpp"
#include <nlohmann/json.hpp>
#include <string>

namespace kernabi::launch {

struct Task {
    Request request; ///< no pointers yet
    cpu::Gemm gemm;  ///< what D must come out as; no views yet
};

/// Lays the problem (a `solve` request) over what metadata says. Metadata decides version, dialect, and which arguments
/// there are; the kernel's name the macro tile and the workgroup where the problem is silent; the problem all types
/// that metadata does not tell. What the problem leaves out has the defaults of `kernabi gemm`, call is solve and
/// policy strict. Throws Wrong where kernel and problem contradict each other, with the argument's name, and
/// protocol::Refusal for a problem that is wrong in itself.
[[nodiscard]] Task make_task(const ChosenKernel& kernel, nlohmann::json problem);

} // namespace kernabi::launch
