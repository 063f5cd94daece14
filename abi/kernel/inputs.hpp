// SPDX-License-Identifier: MIT
// What the functions of the kernel side are asked with: every input by name, in one table.
#pragma once
#include "abi/kernarg/types.hpp"
#include "abi/span.hpp"
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>
#include <limits>

namespace kernabi::kernel {

/// The functions under TensileLite's and the line protocol's names. Numbers are fixed: vectors carry them.
enum class Function : std::uint8_t { wait, tdm_wait, sync_threads, acc_map, acc_regs, mul_alpha, move };
inline constexpr std::size_t function_count = 7;
inline constexpr const char* function_names[function_count] = {"wait",     "tdm_wait",  "sync_threads", "acc_map",
                                                               "acc_regs", "mul_alpha", "move"};

/// Inputs under TensileLite's names, its `.` and `[ ]` as `_`. Numbers are fixed: vectors carry them.
// clang-format off
enum class Input : std::uint8_t {
    skipGlobalRead, skipLocalWrite, skipLocalRead, skipGlobalReadInst, conservativeWaitCnt, BufferLoad, Sparse, DirectToVgprSparseMetadata,
    NumLoadsPerpendicularMetadata, NumLoadsCoalescedMetadata, numReadsPerIterMetadata,
    DirectToLdsA, DirectToVgprA, DirectToVgprMXSA, MXBlockA, NumLoadsPerpendicularA, NumLoadsPerpendicularMXSA, NumLoadsCoalescedA,
    NumLoadsCoalescedMXSA, numReadsPerIterA, numReadsPerIterMXSA, tPA_is_sparse, tPA_blockWidth,
    tPA_nrp, tPA_nrc, tPA_nwcv, tPA_nwpv, tPA_nwcvpi, tPA_MX_nrp, tPA_MX_nrc, tPA_MX_nwcv, tPA_MX_nwpv, tPA_MX_nwcvpi,
    tPA_tpsMetadata_nrp, tPA_tpsMetadata_nrc, tPA_tpsMetadata_nwcv, tPA_tpsMetadata_nwpv, tPA_tpsMetadata_nwcvpi,
    DirectToLdsB, DirectToVgprB, DirectToVgprMXSB, MXBlockB, NumLoadsPerpendicularB, NumLoadsPerpendicularMXSB, NumLoadsCoalescedB,
    NumLoadsCoalescedMXSB, numReadsPerIterB, numReadsPerIterMXSB, tPB_is_sparse, tPB_blockWidth,
    tPB_nrp, tPB_nrc, tPB_nwcv, tPB_nwpv, tPB_nwcvpi, tPB_MX_nrp, tPB_MX_nrc, tPB_MX_nwcv, tPB_MX_nwpv, tPB_MX_nwcvpi,
    tPB_tpsMetadata_nrp, tPB_tpsMetadata_nrc, tPB_tpsMetadata_nwcv, tPB_tpsMetadata_nwpv, tPB_tpsMetadata_nwcvpi,
    tensorcnt,
    NumThreads, WavefrontSize, ScheduleIterAlg, PrefetchGlobalRead, SeparateVscnt, Waitcnt0Disabled, skipForceWaitcnt0,
    MatrixInstM, MatrixInstN, MatrixInstBM, MatrixInstBN, VectorWidthA, VectorWidthB, MIWaveTile_0, MIWaveTile_1, SourceSwap, MIRegPerOut,
    EnableMatrixInstruction, DataType, MIArchVgpr, CompactLoopStore, maxAgpr, write, spilledVgprBase,
    ComputeDataType, HighPrecisionAccumulate, startVgprAlphaTmp,
    target, valuC, valuCBase, alpha,
};
// clang-format on
inline constexpr std::size_t input_count = 97;

/// `spilledVgprBase` where there is none: 0 is a base.
inline constexpr std::int64_t no_base = std::numeric_limits<std::int64_t>::min();

/// What an input's number means beside itself.
enum class Meaning : std::uint8_t {
    number,
    flag,      ///< 0 or 1
    type,      ///< a kernabi::DataType
    quarters,  ///< quarters of a register: tPA.blockWidth 0.25 is 1, and 6 is 24
    base,      ///< a register number, or `no_base`
    processor, ///< a position in `targets`, one up; 0 none
};

struct InputRow {
    Input input;
    const char* name; ///< TensileLite's spelling, flat
    Meaning meaning = Meaning::number;
    std::uint8_t functions = 0; ///< a bit for each Function that takes it
    bool optional = false;      ///< may be left out; `otherwise` then holds
    std::int64_t otherwise = 0;
};

namespace detail {
[[nodiscard]] constexpr std::uint8_t bit(Function f) noexcept {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(f));
}
inline constexpr std::uint8_t by_wait = bit(Function::wait), by_tdm = bit(Function::tdm_wait),
                              by_sync = bit(Function::sync_threads), by_map = bit(Function::acc_map),
                              by_regs = bit(Function::acc_regs),
                              by_alpha = bit(Function::mul_alpha) | bit(Function::move),
                              by_shape = by_map | by_regs | by_alpha;
} // namespace detail

// clang-format off
inline constexpr InputRow inputs[input_count] = {
    {Input::skipGlobalRead, "skipGlobalRead", Meaning::number, detail::by_wait},
    {Input::skipLocalWrite, "skipLocalWrite", Meaning::number, detail::by_wait},
    {Input::skipLocalRead, "skipLocalRead", Meaning::number, detail::by_wait},
    {Input::skipGlobalReadInst, "skipGlobalReadInst", Meaning::number, detail::by_wait, true, -1},
    {Input::conservativeWaitCnt, "conservativeWaitCnt", Meaning::number, detail::by_wait, true},
    {Input::BufferLoad, "BufferLoad", Meaning::flag, detail::by_wait},
    {Input::Sparse, "Sparse", Meaning::number, detail::by_wait},
    {Input::DirectToVgprSparseMetadata, "DirectToVgprSparseMetadata", Meaning::flag, detail::by_wait},
    {Input::NumLoadsPerpendicularMetadata, "NumLoadsPerpendicularMetadata", Meaning::number, detail::by_wait},
    {Input::NumLoadsCoalescedMetadata, "NumLoadsCoalescedMetadata", Meaning::number, detail::by_wait},
    {Input::numReadsPerIterMetadata, "numReadsPerIterMetadata", Meaning::number, detail::by_wait},
    {Input::DirectToLdsA, "DirectToLdsA", Meaning::flag, detail::by_wait},
    {Input::DirectToVgprA, "DirectToVgprA", Meaning::flag, detail::by_wait},
    {Input::DirectToVgprMXSA, "DirectToVgprMXSA", Meaning::flag, detail::by_wait},
    {Input::MXBlockA, "MXBlockA", Meaning::number, detail::by_wait},
    {Input::NumLoadsPerpendicularA, "NumLoadsPerpendicularA", Meaning::number, detail::by_wait},
    {Input::NumLoadsPerpendicularMXSA, "NumLoadsPerpendicularMXSA", Meaning::number, detail::by_wait},
    {Input::NumLoadsCoalescedA, "NumLoadsCoalescedA", Meaning::number, detail::by_wait},
    {Input::NumLoadsCoalescedMXSA, "NumLoadsCoalescedMXSA", Meaning::number, detail::by_wait},
    {Input::numReadsPerIterA, "numReadsPerIterA", Meaning::number, detail::by_wait},
    {Input::numReadsPerIterMXSA, "numReadsPerIterMXSA", Meaning::number, detail::by_wait},
    {Input::tPA_is_sparse, "tPA.is_sparse", Meaning::flag, detail::by_wait},
    {Input::tPA_blockWidth, "tPA.blockWidth", Meaning::quarters, detail::by_wait},
    {Input::tPA_nrp, "tPA.nrp", Meaning::number, detail::by_wait},
    {Input::tPA_nrc, "tPA.nrc", Meaning::number, detail::by_wait},
    {Input::tPA_nwcv, "tPA.nwcv", Meaning::number, detail::by_wait},
    {Input::tPA_nwpv, "tPA.nwpv", Meaning::number, detail::by_wait},
    {Input::tPA_nwcvpi, "tPA.nwcvpi", Meaning::number, detail::by_wait},
    {Input::tPA_MX_nrp, "tPA.MX.nrp", Meaning::number, detail::by_wait},
    {Input::tPA_MX_nrc, "tPA.MX.nrc", Meaning::number, detail::by_wait},
    {Input::tPA_MX_nwcv, "tPA.MX.nwcv", Meaning::number, detail::by_wait},
    {Input::tPA_MX_nwpv, "tPA.MX.nwpv", Meaning::number, detail::by_wait},
    {Input::tPA_MX_nwcvpi, "tPA.MX.nwcvpi", Meaning::number, detail::by_wait},
    {Input::tPA_tpsMetadata_nrp, "tPA.tpsMetadata.nrp", Meaning::number, detail::by_wait},
    {Input::tPA_tpsMetadata_nrc, "tPA.tpsMetadata.nrc", Meaning::number, detail::by_wait},
    {Input::tPA_tpsMetadata_nwcv, "tPA.tpsMetadata.nwcv", Meaning::number, detail::by_wait},
    {Input::tPA_tpsMetadata_nwpv, "tPA.tpsMetadata.nwpv", Meaning::number, detail::by_wait},
    {Input::tPA_tpsMetadata_nwcvpi, "tPA.tpsMetadata.nwcvpi", Meaning::number, detail::by_wait},
    {Input::DirectToLdsB, "DirectToLdsB", Meaning::flag, detail::by_wait},
    {Input::DirectToVgprB, "DirectToVgprB", Meaning::flag, detail::by_wait},
    {Input::DirectToVgprMXSB, "DirectToVgprMXSB", Meaning::flag, detail::by_wait},
    {Input::MXBlockB, "MXBlockB", Meaning::number, detail::by_wait},
    {Input::NumLoadsPerpendicularB, "NumLoadsPerpendicularB", Meaning::number, detail::by_wait},
    {Input::NumLoadsPerpendicularMXSB, "NumLoadsPerpendicularMXSB", Meaning::number, detail::by_wait},
    {Input::NumLoadsCoalescedB, "NumLoadsCoalescedB", Meaning::number, detail::by_wait},
    {Input::NumLoadsCoalescedMXSB, "NumLoadsCoalescedMXSB", Meaning::number, detail::by_wait},
    {Input::numReadsPerIterB, "numReadsPerIterB", Meaning::number, detail::by_wait},
    {Input::numReadsPerIterMXSB, "numReadsPerIterMXSB", Meaning::number, detail::by_wait},
    {Input::tPB_is_sparse, "tPB.is_sparse", Meaning::flag, detail::by_wait},
    {Input::tPB_blockWidth, "tPB.blockWidth", Meaning::quarters, detail::by_wait},
    {Input::tPB_nrp, "tPB.nrp", Meaning::number, detail::by_wait},
    {Input::tPB_nrc, "tPB.nrc", Meaning::number, detail::by_wait},
    {Input::tPB_nwcv, "tPB.nwcv", Meaning::number, detail::by_wait},
    {Input::tPB_nwpv, "tPB.nwpv", Meaning::number, detail::by_wait},
    {Input::tPB_nwcvpi, "tPB.nwcvpi", Meaning::number, detail::by_wait},
    {Input::tPB_MX_nrp, "tPB.MX.nrp", Meaning::number, detail::by_wait},
    {Input::tPB_MX_nrc, "tPB.MX.nrc", Meaning::number, detail::by_wait},
    {Input::tPB_MX_nwcv, "tPB.MX.nwcv", Meaning::number, detail::by_wait},
    {Input::tPB_MX_nwpv, "tPB.MX.nwpv", Meaning::number, detail::by_wait},
    {Input::tPB_MX_nwcvpi, "tPB.MX.nwcvpi", Meaning::number, detail::by_wait},
    {Input::tPB_tpsMetadata_nrp, "tPB.tpsMetadata.nrp", Meaning::number, detail::by_wait},
    {Input::tPB_tpsMetadata_nrc, "tPB.tpsMetadata.nrc", Meaning::number, detail::by_wait},
    {Input::tPB_tpsMetadata_nwcv, "tPB.tpsMetadata.nwcv", Meaning::number, detail::by_wait},
    {Input::tPB_tpsMetadata_nwpv, "tPB.tpsMetadata.nwpv", Meaning::number, detail::by_wait},
    {Input::tPB_tpsMetadata_nwcvpi, "tPB.tpsMetadata.nwcvpi", Meaning::number, detail::by_wait},
    {Input::tensorcnt, "tensorcnt", Meaning::number, detail::by_tdm},
    {Input::NumThreads, "NumThreads", Meaning::number, detail::by_sync},
    {Input::WavefrontSize, "WavefrontSize", Meaning::number, detail::by_sync | detail::by_shape},
    {Input::ScheduleIterAlg, "_ScheduleIterAlg", Meaning::number, detail::by_sync},
    {Input::PrefetchGlobalRead, "PrefetchGlobalRead", Meaning::number, detail::by_sync},
    {Input::SeparateVscnt, "SeparateVscnt", Meaning::flag, detail::by_sync},
    {Input::Waitcnt0Disabled, "Waitcnt0Disabled", Meaning::flag, detail::by_sync},
    {Input::skipForceWaitcnt0, "skipForceWaitcnt0", Meaning::flag, detail::by_sync, true},
    {Input::MatrixInstM, "MatrixInstM", Meaning::number, detail::by_shape},
    {Input::MatrixInstN, "MatrixInstN", Meaning::number, detail::by_shape},
    {Input::MatrixInstBM, "MatrixInstBM", Meaning::number, detail::by_shape},
    {Input::MatrixInstBN, "MatrixInstBN", Meaning::number, detail::by_shape},
    {Input::VectorWidthA, "VectorWidthA", Meaning::number, detail::by_shape},
    {Input::VectorWidthB, "VectorWidthB", Meaning::number, detail::by_shape},
    {Input::MIWaveTile_0, "MIWaveTile[0]", Meaning::number, detail::by_shape},
    {Input::MIWaveTile_1, "MIWaveTile[1]", Meaning::number, detail::by_shape},
    {Input::SourceSwap, "SourceSwap", Meaning::flag, detail::by_shape},
    {Input::MIRegPerOut, "MIRegPerOut", Meaning::number, detail::by_shape, true, 1},
    {Input::EnableMatrixInstruction, "EnableMatrixInstruction", Meaning::flag, detail::by_map, true, 1},
    {Input::DataType, "DataType", Meaning::type, detail::by_regs},
    {Input::MIArchVgpr, "MIArchVgpr", Meaning::flag, detail::by_regs},
    {Input::CompactLoopStore, "CompactLoopStore", Meaning::flag, detail::by_regs, true},
    {Input::maxAgpr, "maxAgpr", Meaning::number, detail::by_regs, true, 256},
    {Input::write, "write", Meaning::flag, detail::by_regs, true},
    {Input::spilledVgprBase, "spilledVgprBase", Meaning::base, detail::by_regs, true, no_base},
    {Input::ComputeDataType, "ComputeDataType", Meaning::type, detail::by_alpha},
    {Input::HighPrecisionAccumulate, "HighPrecisionAccumulate", Meaning::flag, detail::by_alpha, true},
    {Input::startVgprAlphaTmp, "startVgprAlphaTmp", Meaning::number, detail::by_alpha},
    {Input::target, "target", Meaning::processor, 0, true},
    {Input::valuC, "valuC", Meaning::number, 0, true},
    {Input::valuCBase, "valuCBase", Meaning::number, 0, true},
    {Input::alpha, "alpha", Meaning::number, 0, true},
};
// clang-format on

[[nodiscard]] constexpr const InputRow& row_of(Input input) noexcept { return inputs[static_cast<std::size_t>(input)]; }

namespace detail {
consteval bool inputs_in_order() noexcept {
    for (std::size_t i = 0; i < input_count; ++i)
        if (static_cast<std::size_t>(inputs[i].input) != i) return false;
    return true;
}
static_assert(inputs_in_order());
} // namespace detail

/// Whether a function is asked with an input. Those of assembly (target and register numbers) go with any.
[[nodiscard]] constexpr bool takes(Function function, Input input) noexcept {
    return (row_of(input).functions & detail::bit(function)) != 0;
}

/// A number for each input; those that a function does not take are not looked at.
struct Inputs {
    std::int64_t value[input_count] = {};

    constexpr Inputs() noexcept {
        for (std::size_t i = 0; i < input_count; ++i) value[i] = inputs[i].otherwise;
    }
    [[nodiscard]] constexpr std::int64_t& operator[](Input i) noexcept { return value[static_cast<std::size_t>(i)]; }
    [[nodiscard]] constexpr std::int64_t operator[](Input i) const noexcept {
        return value[static_cast<std::size_t>(i)];
    }
};

/// Characters that somebody else owns; any bytes.
using Text = Span<const char>;

/// The two inputs that are no number: a comment for what is emitted, and for sync_threads the barrier's memory tokens.
struct Extra {
    Text comment{};
    bool has_tokens = false; ///< an empty list of tokens is a list
    Span<const std::int64_t> tokens{};
};

/// How a function ended and, on a refusal, the input that is at fault. A refusal comes before anything is emitted.
struct [[nodiscard]] Outcome {
    Status status = Status::ok;
    Input input = Input::skipGlobalRead;
    std::int64_t value = 0;

    [[nodiscard]] constexpr bool ok() const noexcept { return status == Status::ok; }
};

namespace detail {
[[nodiscard]] constexpr Outcome refuse(Status status, Input input, const Inputs& in) noexcept {
    return {status, input, in[input]};
}

/// Flags are 0 or 1 and types are types, in every input that the function takes.
[[nodiscard]] constexpr Outcome check_forms(Function function, const Inputs& in) noexcept {
    for (const InputRow& row : inputs) {
        if (!takes(function, row.input)) continue;
        const std::int64_t value = in[row.input];
        if (row.meaning == Meaning::flag && value != 0 && value != 1)
            return refuse(Status::value_out_of_range, row.input, in);
        const bool no_type = value < 0 || value >= static_cast<std::int64_t>(data_type_count) ||
                             value == static_cast<std::int64_t>(DataType::None);
        if (row.meaning == Meaning::type && no_type) return refuse(Status::value_out_of_range, row.input, in);
    }
    return {};
}
} // namespace detail

} // namespace kernabi::kernel
