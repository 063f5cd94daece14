// SPDX-License-Identifier: MIT
#pragma once
#include "backends/cpu/gemm.hpp"
#include <cstdint>

namespace kernabi::cpu {

/// Stores each part's sum over its own k: part p's m x n matrix is packed at element `p * part_stride` of `to`, in the
/// compute type, without alpha and what follows it. With alpha 0 A and B are not read and every sum is +0. The GEMM is
/// of batch 1 and has passed `check`; `to` holds `gsu` such matrices.
void store_partial_sums(const Gemm& gemm, std::uint8_t* to, std::uint64_t part_stride) noexcept;

} // namespace kernabi::cpu
