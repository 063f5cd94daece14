// SPDX-License-Identifier: MIT
// What a host hands to the `decode` and `gemm` kernels beside the block: a record in device memory, whose address
// stands in the last 8 bytes of the segment. It is private to this kit's two sides, both little-endian, and no part of
// the contract.
#pragma once
#include "abi/kernarg/bit_fields.hpp"
#include "abi/kernarg/layout.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::device {

/// Threads of a workgroup in every kernel but `geometry`.
inline constexpr std::uint32_t group_size = 64;

struct Job {
    std::uint64_t block_bytes = 0; ///< of the segment, from its start
    /// decode: the slots, where they are wanted; gemm: a word for the status, written at the end, and one for that of
    /// an element that was refused.
    std::uint64_t output = 0;
    std::uint64_t expected = 0; ///< decode: slots to compare with, or 0
    std::uint64_t failures = 0; ///< decode: `Failures`, where `expected` is given
    std::uint64_t number = 0;   ///< of this job, for the failures
    std::uint64_t amax = 0;     ///< gemm: 0; used by the workgroups
    std::uint64_t done = 0;     ///< gemm: 0; the same
    std::uint32_t groups = 1;   ///< gemm: workgroups that were launched
    std::uint32_t depthU = 1;   ///< gemm: as cpu::KernelProperties
    Form form{};
};

/// Where jobs that found a wrong slot say so.
struct Failures {
    std::uint64_t count = 0;
    std::uint64_t first_job = ~std::uint64_t{0}; ///< the least
};

// Host and device compilers must agree on where things are.
static_assert(offsetof(Job, groups) == 56 && offsetof(Job, form) == 64);
static_assert(sizeof(Form) == sizeof(ProblemType) + 8 && sizeof(Job) % 8 == 0);

/// The slots of `decode`, 8 bytes each: the status, the header fields by number, then two an entry of the layout in its
/// order: its raw value and, of complex scalars, the imaginary part.
inline constexpr std::size_t first_field_slot = 1;
inline constexpr std::size_t first_entry_slot = first_field_slot + field_count;
inline constexpr std::size_t max_slots = first_entry_slot + 2 * max_entries;

[[nodiscard]] constexpr std::size_t slots_of_layout(const Layout& layout) noexcept {
    return first_entry_slot + 2 * std::size_t{layout.count};
}

} // namespace kernabi::device
