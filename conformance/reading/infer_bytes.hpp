// SPDX-License-Identifier: MIT
#pragma once
#include "abi/span.hpp"
#include "conformance/reading/reading.hpp"

namespace kernabi::reading {

/// Version and form of a block without names, by what its words would be in each: plausible sizes, addresses, strides
/// and alpha. `type` is the problem type where the caller knows it; without one a plain f32 GEMM is tried, with the
/// single-kernel tail where 20 bytes are left. `unknown` where nothing fits and `told` says nothing.
[[nodiscard]] Reading infer(ConstBytes bytes, const Told& told, const ProblemType* type);

} // namespace kernabi::reading
