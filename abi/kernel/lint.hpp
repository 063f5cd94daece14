// SPDX-License-Identifier: MIT
// What is doubtful about a kernel function's result though the function is right to give it. Codes only.
#pragma once
#include "abi/kernel/assembly.hpp"
#include "abi/kernel/lists.hpp"
#include "abi/severity.hpp"

namespace kernabi::kernel {

/// Numbers are fixed: reports carry them.
enum class LintCode : std::uint8_t {
    vlcnt_dropped = 0,          ///< loads are waited for too, and the result does not
    wait_is_empty = 1,          ///< nothing is waited for: an instruction without operands, or none
    below_minus_one = 2,        ///< a count of -2 is ignored, and makes the wait conservative all the same
    count_over_limit = 3,       ///< past what the target's counter holds: must be clamped
    tensorcnt_drains_loads = 4, ///< tensorcnt past 0 waits for all vector loads
    tensorcnt_negative = 5,     ///< "do not wait" is emitted, as a 16-bit number
    barrier_without_wait = 6,   ///< nothing is waited for in front of the barrier
    token_dropped = 7,          ///< one wave: the memory token goes nowhere
    vector_half_filled = 8,     ///< the wave tile is no multiple of the vector width: its last outputs are lost
    outputs_truncated = 9,      ///< the wavefront does not divide M * N: outputs are lost
    length_mismatch = 10,       ///< getAccToArchLen is not the number of entries
    odd_instruction = 11,       ///< only one side of a 4 x N instruction is folded
    type_without_branch = 12,   ///< all items stay empty
    registers_mismatch = 13,    ///< MIRegPerOut is not what the type takes: outputs overlap, or registers are skipped
    odd_pair = 14,              ///< a 64-bit operand at an odd register
    instruction_missing = 15,   ///< the target does not have it
    movrelsd_moves_source = 16, ///< M0's low half moves the source, not the destination
    spill_overlaps_holder = 17, ///< spilled registers and the holder have the same names
    half_alpha_twice = 18,      ///< packed half: alpha must stand in both halves
    register_past_end = 19,     ///< more registers than an instruction can name
};
inline constexpr std::size_t lint_code_count = 20;
// clang-format off
inline constexpr const char* lint_names[lint_code_count] = {
    "vlcnt_dropped", "wait_is_empty", "below_minus_one", "count_over_limit", "tensorcnt_drains_loads", "tensorcnt_negative",
    "barrier_without_wait", "token_dropped", "vector_half_filled", "outputs_truncated", "length_mismatch", "odd_instruction",
    "type_without_branch", "registers_mismatch", "odd_pair", "instruction_missing", "movrelsd_moves_source", "spill_overlaps_holder",
    "half_alpha_twice", "register_past_end",
};
// clang-format on

/// What was found at which input, and what was expected where a number says it.
struct Finding {
    LintCode code = LintCode::vlcnt_dropped;
    Severity severity = Severity::warning;
    Input input = Input::skipGlobalRead;
    std::int64_t found = 0, expected = 0;
};

namespace detail {

template <typename Sink>
constexpr Outcome lint_wait(const Inputs& in, Sink& sink) noexcept {
    WaitCounts counts{};
    if (const Outcome o = count_wait(in, counts); !o.ok()) return o;
    constexpr Input local[] = {Input::skipLocalWrite, Input::skipLocalRead};
    constexpr unsigned triggers[] = {4, 8};
    for (std::size_t i = 0; i < 2; ++i)
        if (in[local[i]] < -1 && (static_cast<std::uint64_t>(in[Input::conservativeWaitCnt]) & triggers[i]) != 0)
            sink(Finding{LintCode::below_minus_one, Severity::warning, local[i], in[local[i]], -1});
    if (counts.conservative) return {};
    const std::int64_t ds = counts.dscnt.value, vl = counts.vlcnt.value;
    const Input global = in[Input::skipGlobalRead] >= 0 ? Input::skipGlobalRead : Input::skipGlobalReadInst;
    if (ds >= 0 && vl >= 0) sink(Finding{LintCode::vlcnt_dropped, Severity::error, global, -1, vl});
    if (ds < 0 && vl < 0) sink(Finding{LintCode::wait_is_empty, Severity::note, Input::skipGlobalRead, -1, 0});
    const Target* const target = target_of(in[Input::target]);
    if (target == nullptr) return {};
    if (ds > target->lds)
        sink(Finding{LintCode::count_over_limit, Severity::warning,
                     in[Input::skipLocalWrite] >= 0 ? Input::skipLocalWrite : Input::skipLocalRead, ds, target->lds});
    if (ds < 0 && vl > target->loads)
        sink(Finding{LintCode::count_over_limit, Severity::warning, global, vl, target->loads});
    return {};
}

template <typename Sink>
constexpr Outcome lint_tdm_wait(const Inputs& in, Sink& sink) noexcept {
    const std::int64_t count = in[Input::tensorcnt];
    if (count > 0) sink(Finding{LintCode::tensorcnt_drains_loads, Severity::warning, Input::tensorcnt, count, 0});
    if (count < 0) sink(Finding{LintCode::tensorcnt_negative, Severity::warning, Input::tensorcnt, count, 0});
    const Target* const target = target_of(in[Input::target]);
    if (target != nullptr && !target->tensorcnt)
        sink(Finding{LintCode::instruction_missing, Severity::error, Input::target, in[Input::target], 0});
    return {};
}

template <typename Sink>
constexpr Outcome lint_sync_threads(const Inputs& in, const Extra& extra, Sink& sink) noexcept {
    bool waits = false, barrier = false;
    const auto look = [&](const Instruction& i) noexcept {
        waits = waits || i.opcode == Opcode::SWaitCnt;
        barrier = barrier || i.opcode == Opcode::SBarrier;
    };
    if (const Outcome o = sync_threads(in, extra, look); !o.ok()) return o;
    if (barrier && !waits)
        sink(Finding{LintCode::barrier_without_wait, Severity::note, Input::PrefetchGlobalRead,
                     in[Input::PrefetchGlobalRead], 0});
    if (!barrier && extra.has_tokens)
        sink(Finding{LintCode::token_dropped, Severity::note, Input::NumThreads, in[Input::NumThreads],
                     in[Input::WavefrontSize]});
    return {};
}

template <typename Sink>
constexpr Outcome lint_shape(const Inputs& in, AccMap& map, Sink& sink) noexcept {
    if (const Outcome o = make_acc_map(in, map); !o.ok()) return o;
    constexpr Input tiles[] = {Input::MIWaveTile_0, Input::MIWaveTile_1},
                    widths[] = {Input::VectorWidthA, Input::VectorWidthB};
    for (std::size_t i = 0; i < 2; ++i)
        if (in[widths[i]] > 0 && in[tiles[i]] % in[widths[i]] != 0)
            sink(Finding{LintCode::vector_half_filled, Severity::error, tiles[i], in[tiles[i]],
                         in[tiles[i]] / in[widths[i]] * in[widths[i]]});
    const std::int64_t m = in[Input::MatrixInstM], n = in[Input::MatrixInstN], wave = in[Input::WavefrontSize];
    // The map was made, so these products fit.
    const std::int64_t outputs =
        (m == 4 ? m * in[Input::MatrixInstBM] : m) * (n == 4 ? n * in[Input::MatrixInstBN] : n);
    if (outputs % wave != 0)
        sink(Finding{LintCode::outputs_truncated, Severity::error, Input::WavefrontSize, wave, outputs % wave});
    if (map.acc_to_arch_length != static_cast<std::int64_t>(map.size))
        sink(Finding{LintCode::length_mismatch, Severity::warning,
                     in[Input::VectorWidthA] < 0 ? Input::VectorWidthA : Input::VectorWidthB, map.acc_to_arch_length,
                     static_cast<std::int64_t>(map.size)});
    if ((m == 4) != (n == 4))
        sink(Finding{LintCode::odd_instruction, Severity::warning, m == 4 ? Input::MatrixInstN : Input::MatrixInstM,
                     m == 4 ? n : m, 4});
    return {};
}

/// What a target refuses of a list, each kind once.
template <typename Sink>
struct TargetLint {
    const Inputs& in;
    Sink& sink;
    const Target& target;
    bool said[6] = {};

    constexpr void operator()(const Instruction& i) noexcept {
        if (i.opcode == Opcode::none || i.opcode == Opcode::module_begin || i.opcode == Opcode::module_end) return;
        const LineFault f = check_line(i, target, placement_of(in));
        bool& once = said[static_cast<std::size_t>(f.why)];
        if (f.ok() || once) return;
        once = true;
        if (f.why == Unwritten::lacks_instruction)
            sink(Finding{LintCode::instruction_missing, Severity::error, Input::target, in[Input::target], 0});
        else if (f.why == Unwritten::odd_pair)
            sink(Finding{LintCode::odd_pair, Severity::error, odd_input(i), f.number, f.number + 1});
        else if (f.why == Unwritten::register_past_end)
            sink(Finding{LintCode::register_past_end, Severity::error, Input::MIWaveTile_0, f.number, 255});
    }

  private:
    [[nodiscard]] constexpr Input odd_input(const Instruction& i) const noexcept {
        if (i.operand[0].form == Form::number) return Input::startVgprAlphaTmp;
        return in[Input::MIRegPerOut] % 2 != 0 ? Input::MIRegPerOut : Input::valuC;
    }
};

/// Where no target is told: what some of them would refuse.
template <typename Sink>
constexpr void lint_pairs_anywhere(const Inputs& in, const AlphaRow& row, bool temporaries, Sink& sink) noexcept {
    if (row.registers != 2) return;
    if (temporaries && row.complex && in[Input::startVgprAlphaTmp] % 2 != 0)
        sink(Finding{LintCode::odd_pair, Severity::warning, Input::startVgprAlphaTmp, in[Input::startVgprAlphaTmp],
                     in[Input::startVgprAlphaTmp] + 1});
    if (in[Input::MIRegPerOut] % 2 != 0)
        sink(Finding{LintCode::odd_pair, Severity::warning, Input::MIRegPerOut, in[Input::MIRegPerOut], 2});
}

template <typename Sink>
constexpr Outcome lint_alpha(Function function, const Inputs& in, Sink& sink) noexcept {
    if (const Outcome o = check_alpha(function, in); !o.ok()) return o;
    AccMap map{};
    if (const Outcome o = lint_shape(in, map, sink); !o.ok()) return o;
    const AlphaRow* const row = alpha_row(in);
    if (row == nullptr) {
        sink(Finding{LintCode::type_without_branch, Severity::error, Input::ComputeDataType, in[Input::ComputeDataType],
                     0});
        return {};
    }
    if (in[Input::MIRegPerOut] != row->registers)
        sink(Finding{LintCode::registers_mismatch, Severity::error, Input::MIRegPerOut, in[Input::MIRegPerOut],
                     row->registers});
    const bool packed = row->type == DataType::Half && in[Input::HighPrecisionAccumulate] == 0;
    if (packed && function == Function::mul_alpha)
        sink(
            Finding{LintCode::half_alpha_twice, Severity::note, Input::ComputeDataType, in[Input::ComputeDataType], 0});
    const Target* const target = target_of(in[Input::target]);
    if (target == nullptr) {
        lint_pairs_anywhere(in, *row, function == Function::mul_alpha, sink);
        return {};
    }
    return alpha_items(function, map, in, TargetLint<Sink>{in, sink, *target});
}

template <typename Sink>
constexpr Outcome lint_acc_regs(const Inputs& in, Sink& sink) noexcept {
    if (const Outcome o = check_acc_regs(in); !o.ok()) return o;
    AccMap map{};
    if (const Outcome o = lint_shape(in, map, sink); !o.ok()) return o;
    std::uint64_t count = 0;
    if (const Outcome o = acc_register_count(map, in, count); !o.ok()) return o;
    const bool arch = in[Input::MIArchVgpr] != 0;
    if (arch && in[Input::CompactLoopStore] != 0 && in[Input::write] == 0)
        sink(Finding{LintCode::movrelsd_moves_source, Severity::warning, Input::CompactLoopStore, 1, 0});
    if (!arch && count > static_cast<std::uint64_t>(in[Input::maxAgpr]) && in[Input::spilledVgprBase] == no_base)
        sink(Finding{LintCode::spill_overlaps_holder, Severity::warning, Input::spilledVgprBase,
                     static_cast<std::int64_t>(count) - in[Input::maxAgpr], 0});
    const Target* const target = target_of(in[Input::target]);
    return target == nullptr ? Outcome{} : acc_regs(map, in, TargetLint<Sink>{in, sink, *target});
}

} // namespace detail

/// Gives each finding about a function's result to `sink(const Finding&)`. `Input::target` 0: what depends on the
/// target is left out or a warning. The outcome is the function's own; on a refusal there may have been findings before
/// it.
template <typename Sink>
constexpr Outcome lint(Function function, const Inputs& in, const Extra& extra, Sink&& sink) noexcept {
    switch (function) {
    case Function::wait: return detail::lint_wait(in, sink);
    case Function::tdm_wait: return detail::lint_tdm_wait(in, sink);
    case Function::sync_threads: return detail::lint_sync_threads(in, extra, sink);
    case Function::acc_map: {
        if (in[Input::EnableMatrixInstruction] == 0) return detail::check_forms(function, in);
        AccMap map{};
        return detail::lint_shape(in, map, sink);
    }
    case Function::acc_regs: return detail::lint_acc_regs(in, sink);
    case Function::mul_alpha:
    case Function::move: return detail::lint_alpha(function, in, sink);
    }
    return {Status::unsupported, Input::target, 0};
}

} // namespace kernabi::kernel
