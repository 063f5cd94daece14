// SPDX-License-Identifier: MIT
// From argument bytes to the GEMM that they ask for, before any address is followed.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/values.hpp"
#include "abi/span.hpp"
#include "backends/cpu/gemm.hpp"
#include "backends/cpu/group.hpp"
#include "backends/cpu/run_block.hpp"
#include <cstdint>

namespace kernabi::cpu {

/// What a launch of the GEMM kernel leaves behind.
enum class Leaves : std::uint8_t { d, d_and_partial_sums, partial_sums };

/// One GEMM of a block's.
struct Block : Group {
    Values values;           ///< of its arguments and the header's words
    bool has_arrays = false; ///< D, C, A, B and bias slots hold addresses of arrays of addresses
    Leaves leaves = Leaves::d;
    Gemm gemm; ///< with no view yet; where only partial sums are left, without what follows them
};

/// Fills what `block` has besides its group, for the GEMM with these arguments, or refuses.
BlockOutcome read_block(ConstBytes args, const KernelProperties& kernel, Block& block) noexcept;

} // namespace kernabi::cpu
