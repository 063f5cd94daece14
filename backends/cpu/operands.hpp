// SPDX-License-Identifier: MIT
// Everything in memory that a block's launch accesses.
#pragma once
#include "backends/cpu/block.hpp"
#include "backends/cpu/memory_map.hpp"
#include "backends/cpu/operand.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu {

/// What an operand is to the launch. Outputs that a kernel has stand first, so that one is named when two overlap.
enum class Role : std::uint8_t {
    d,
    e,
    amaxD,
    biasGradient,
    workspace,
    Synchronizer,
    AmaxWS,
    AmaxSync, // all but E in gradient mode are written
    a,
    b,
    c,
    bias,
    scaleA,
    scaleB,
    scaleC,
    scaleD,
    scaleAlphaVec,
    records, ///< a group's
    array_d,
    array_a,
    array_b,
    array_c,
    array_bias, ///< of addresses
};
inline constexpr std::size_t role_count = 23;
inline constexpr std::size_t first_array = static_cast<std::size_t>(Role::array_d);

/// One operand a role; those that the launch does not access are not used.
struct Operands {
    Operand of[role_count];

    [[nodiscard]] constexpr Operand& operator[](Role role) noexcept { return of[static_cast<std::size_t>(role)]; }
    [[nodiscard]] constexpr const Operand& operator[](Role role) const noexcept {
        return of[static_cast<std::size_t>(role)];
    }
};

/// Lists the operands and finds every one in memory; no address is followed but those of arrays that were found.
/// outside_memory: at the slot, and in an array of addresses the batch.
BlockOutcome find_operands(const Block& block, const KernelProperties& kernel, const MemoryMap& memory,
                           Operands& operands) noexcept;

/// overlap: an output that shares a byte with another operand or, between matrices, with itself. The operands have been
/// found in memory. Takes time by the number of batches; where addresses come from arrays by its square.
BlockOutcome check_overlap(const Operands& operands) noexcept;

/// Whether an output shares a byte with this operand; both have been found in memory.
[[nodiscard]] bool writes_into(const Operands& operands, const Operand& other) noexcept;

/// overlap: an output that shares a byte with another GEMM's arrays of addresses.
BlockOutcome check_arrays_of(const Operands& reader, const Operands& writer) noexcept;

} // namespace kernabi::cpu
