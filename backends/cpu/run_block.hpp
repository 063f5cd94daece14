// SPDX-License-Identifier: MIT
// A GEMM driven by an argument block, as a kernel is: bytes in, addresses followed, results in memory.
#pragma once
#include "abi/kernarg/arguments.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/span.hpp"
#include "abi/status.hpp"
#include "backends/cpu/gemm.hpp"
#include "backends/cpu/memory_map.hpp"
#include <cstdint>
#include <limits>

namespace kernabi::cpu {

/// What a kernel is built with and neither the block nor the form says.
struct KernelProperties {
    std::uint32_t depthU = 1;        ///< k in one step; a split over k is cut between steps
    std::uint32_t macroTile[2] = {}; ///< elements; 0: not known, and what is there once a tile counts as one tile
};

/// A status and, where it is not ok, what is at fault.
struct [[nodiscard]] BlockOutcome {
    Status status = Status::ok;
    bool names_slot = false; ///< whether `slot` and `index` say something
    kernabi::Argument slot = kernabi::Argument::gemm_count;
    /// A repeated argument's index as in `Entry`; in an array of addresses the batch plus 1; else 0.
    std::uint64_t index = 0;
    Argument argument = Argument::none; ///< where the definition itself refuses
};

[[nodiscard]] constexpr BlockOutcome at_slot(Status status, kernabi::Argument slot, std::uint64_t index = 0) noexcept {
    return {status, true, slot, index, Argument::none};
}

inline constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// Runs one launch: `form` is the kernel's side of the contract, `args` the bytes that it was sent, at least as
/// long as the layout. Parts of k are counted by the header's GSU; `form.type.gsu` is not read. On anything but ok
/// nothing was written.
///
/// With one part of k, D goes to the D slot. With more, by globalAccumulation:
/// - multiple_buffer_single_kernel: the result goes to dstD with the block's D strides, and the D slot's workspace gets
///   the partial sums, as scratch that no result depends on;
/// - multiple_buffer: the workspace gets the partial sums and nothing else is written, for alpha and all that follows
///   belongs to the conversion launch;
/// - any other: unsupported, since such a kernel adds onto what a launch before it left in D.
/// Partial sums are in the compute type; part p's are at element p * m * n * batch, packed (this kit's reading).
///
/// With stridedBatched false (or argument type 3) the D, C, A, B and bias slots hold the address of an array of 8-byte
/// addresses, one a batch. batchOffsetD, C, A and B count elements and move every matrix of their tensor (this kit's
/// reading: no fact says what they count).
///
/// With argument type 1 or 2 the GEMMs are those of the table or of the user's records that the block points to. All
/// are checked before the first is run, and they run one after another; whether one writes what another reads is not
/// looked at, but none may write the records or another's arrays of addresses. GEMMs that write between such arrays
/// take time by their number times the group's to check.
///
/// A slot is looked at only where a kernel would access it: C not with beta 0, A and B not with alpha 0 or k 0, nothing
/// of D with no elements.
///
/// source_too_short: the block, at the first argument that it lacks. outside_memory: a slot whose bytes do not all lie
/// in one region that allows the access. overlap: an output that shares a byte with anything else that is accessed, C
/// being D in place excepted; the slot is the output's. contradiction: a half scalar that is not there twice.
/// unsupported: the argument by which the kernel would do what is not built (MX, sparse, gate, Stream-K, stochastic
/// rounding, a debug buffer, a bias gradient of D or of a split k, a user's record with a split k or in version 3's
/// order), or what the definition does not have. value_out_of_range: a number without a meaning, a group of none, a
/// leading dimension below the rows, or more than `most_steps` multiply-adds, counting k 0 as 1 (then the slot is the
/// sizes').
BlockOutcome run_block(ConstBytes args, const Form& form, const MemoryMap& memory, const KernelProperties& kernel = {},
                       std::uint64_t most_steps = unlimited) noexcept;

/// The same without computing: whether `run_block` would.
BlockOutcome check_block(ConstBytes args, const Form& form, const MemoryMap& memory,
                         const KernelProperties& kernel = {}, std::uint64_t most_steps = unlimited) noexcept;

} // namespace kernabi::cpu
