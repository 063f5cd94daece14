// SPDX-License-Identifier: MIT
#include "backends/cpu/run_block.hpp"
#include "backends/cpu/batch_of.hpp"
#include "backends/cpu/block.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/extent.hpp"
#include "backends/cpu/needs.hpp"
#include "backends/cpu/operands.hpp"
#include "backends/cpu/partial_sums.hpp"
#include <cstdint>

namespace kernabi::cpu {

namespace {

using Slot = kernabi::Argument;

/// A refusal of the definition's as one of the block's.
[[nodiscard]] constexpr BlockOutcome of_definition(const Outcome& o) noexcept {
    struct Row {
        Argument argument;
        Slot slot, leading_dimension;
    };
    constexpr Row rows[] = {
        {Argument::a, Slot::a, Slot::strideA},
        {Argument::b, Slot::b, Slot::strideB},
        {Argument::c, Slot::c, Slot::strideC},
        {Argument::d, Slot::d, Slot::strideD},
        {Argument::e, Slot::e, Slot::strideE},
        {Argument::alpha, Slot::alpha, Slot::alpha},
        {Argument::beta, Slot::beta, Slot::beta},
        {Argument::scaleA, Slot::scaleA, Slot::scaleA},
        {Argument::scaleB, Slot::scaleB, Slot::scaleB},
        {Argument::scaleC, Slot::scaleC, Slot::scaleC},
        {Argument::scaleD, Slot::scaleD, Slot::scaleD},
        {Argument::scaleAlphaVec, Slot::scaleAlphaVec, Slot::scaleAlphaVec},
        {Argument::bias, Slot::bias, Slot::bias},
        {Argument::biasType, Slot::bias_type, Slot::bias_type},
        {Argument::activation, Slot::activationType, Slot::activationType},
        {Argument::activationArgs, Slot::activation, Slot::activation},
        {Argument::amaxD, Slot::AddrAmaxOut, Slot::AddrAmaxOut},
        {Argument::gsu, Slot::internalArgs, Slot::internalArgs},
    };
    for (const Row& row : rows) {
        if (row.argument != o.argument) continue;
        const bool is_number = o.status == Status::value_out_of_range && row.slot != row.leading_dimension;
        BlockOutcome outcome = is_number ? at_slot(o.status, row.leading_dimension, 1) : at_slot(o.status, row.slot);
        outcome.argument = o.argument;
        return outcome;
    }
    return {o.status, false, Slot::gemm_count, 0, o.argument};
}

/// A launch that has been checked.
struct Launch {
    Block block;
    Operands operands;
    const MemoryMap& memory;

    [[nodiscard]] constexpr Gemm batch(std::uint64_t number) const noexcept {
        return batch_of(block, operands, number, memory);
    }

    /// This batch's first partial sum.
    [[nodiscard]] constexpr std::uint8_t* partial_sums(std::uint64_t number) const noexcept {
        return view_of(operands[Role::workspace], number, memory).data;
    }
};

/// Multiply-adds, counting k 0 as 1.
[[nodiscard]] constexpr Count steps_of(const Gemm& g) noexcept {
    return Count{g.m}.times(g.n).times(g.batch).times(g.k == 0 ? 1 : g.k);
}

/// What the definition, asked for one batch, would not see.
[[nodiscard]] constexpr BlockOutcome check_numbers(const Gemm& g, std::uint64_t most_steps) noexcept {
    if (!steps_of(g).fits(most_steps)) return at_slot(Status::value_out_of_range, Slot::size);
    const bool touches_e = writes_e(g) || reads_e(g);
    if (touches_e && g.e.ld == 0 && g.n > 1) // 0 means "packed" to the definition, and nothing of the kind to a kernel
        return at_slot(Status::value_out_of_range, Slot::strideE, 1);
    return {};
}

/// Types and switches by the definition, before any address is looked at.
[[nodiscard]] BlockOutcome check_definition(Gemm g) noexcept {
    g.m = 0;
    g.outputAmaxD = false; // looked for with the memory
    if (writes_bias(g)) g.biasSrc = BiasSource::b, g.n = 0;
    const Outcome defined = check(g);
    return defined.status == Status::ok ? BlockOutcome{} : of_definition(defined);
}

/// Reads problem `number` of the launch's group.
[[nodiscard]] BlockOutcome prepare(ConstBytes args, std::uint64_t number, const KernelProperties& kernel,
                                   std::uint64_t most_steps, Launch& launch) noexcept {
    const ConstBytes own = member_of(launch.block, args, number, launch.memory);
    if (own.data == nullptr && launch.block.records != Records::none)
        return at_slot(Status::outside_memory, launch.block.memory.slot);
    if (const BlockOutcome o = read_block(own, kernel, launch.block); o.status != Status::ok) return o;
    if (const BlockOutcome o = check_numbers(launch.block.gemm, most_steps); o.status != Status::ok) return o;
    if (const BlockOutcome o = check_definition(launch.block.gemm); o.status != Status::ok) return o;
    const BlockOutcome found = find_operands(launch.block, kernel, launch.memory, launch.operands);
    if (found.status != Status::ok) return found;
    if (const BlockOutcome o = check_overlap(launch.operands); o.status != Status::ok) return o;
    // Every batch has the same types and the same lengths.
    const Outcome defined = check(launch.batch(0));
    return defined.status == Status::ok ? BlockOutcome{} : of_definition(defined);
}

/// The larger of two amaxD, of which a NaN is the larger, as bits of the compute type.
[[nodiscard]] constexpr std::uint64_t larger(DataType type, std::uint64_t x, std::uint64_t y) noexcept {
    return with_arithmetic(type, [&](auto arithmetic) {
        using R = decltype(arithmetic);
        const auto a = load_bits<R>(type, x), b = load_bits<R>(type, y);
        return !R::is_nan(a) && (R::is_nan(b) || b > a) ? y : x;
    });
}

[[nodiscard]] BlockOutcome run(const Launch& launch) noexcept {
    const Block& block = launch.block;
    const std::uint64_t batches = is_empty(block.gemm) ? 1 : block.gemm.batch;
    std::uint64_t amax = 0;
    for (std::uint64_t b = 0; b < batches; ++b) {
        const Gemm g = launch.batch(b);
        if (!is_empty(g) && block.leaves != Leaves::d)
            store_partial_sums(g, launch.partial_sums(b), g.m * g.n * block.gemm.batch);
        if (block.leaves == Leaves::partial_sums) continue;
        if (const Outcome o = compute(g); o.status != Status::ok) return of_definition(o);
        if (!g.outputAmaxD) continue;
        // Every batch stores its own; the one value is of all of them.
        amax = b == 0 ? load_le(g.amaxD.data, g.amaxD.size)
                      : larger(g.computeType, amax, load_le(g.amaxD.data, g.amaxD.size));
        store_le(g.amaxD.data, amax, g.amaxD.size);
    }
    return {};
}

/// From the first to the last byte of any array of addresses of the group, as one operand.
[[nodiscard]] BlockOutcome find_arrays(ConstBytes args, const KernelProperties& kernel, Launch& launch,
                                       Operand& all) noexcept {
    std::uint64_t low = unlimited, high = 0;
    for (std::uint64_t i = 0; i < launch.block.count; ++i) {
        if (const BlockOutcome o = prepare(args, i, kernel, unlimited, launch); o.status != Status::ok) return o;
        for (std::size_t role = first_array; role < role_count; ++role) {
            const Operand& array = launch.operands.of[role];
            if (!array.is_used()) continue;
            const std::uint64_t first = array.address_of(0), end = first + array.matrix_bytes().value;
            low = first < low ? first : low;
            high = end > high ? end : high;
        }
    }
    all.reads = true;
    all.type = DataType::Int8;
    all.rows = high > low ? high - low : 0;
    all.address = low;
    return {};
}

/// Addresses are read again when a GEMM's turn comes: no other of the group may have written them by then. GEMMs that
/// write between arrays are held against each other, which takes time by their number times the group's.
[[nodiscard]] BlockOutcome check_arrays(ConstBytes args, const KernelProperties& kernel, Launch& launch) noexcept {
    if (launch.block.count == 1 || launch.block.form.type.stridedBatched) return {};
    Operand all{};
    if (const BlockOutcome o = find_arrays(args, kernel, launch, all); o.status != Status::ok) return o;
    for (std::uint64_t writer = 0; writer < launch.block.count; ++writer) {
        if (const BlockOutcome o = prepare(args, writer, kernel, unlimited, launch); o.status != Status::ok) return o;
        if (!writes_into(launch.operands, all)) continue;
        const Operands written = launch.operands;
        for (std::uint64_t reader = 0; reader < launch.block.count; ++reader) {
            if (reader == writer) continue;
            BlockOutcome o = prepare(args, reader, kernel, unlimited, launch);
            if (o.status == Status::ok) o = check_arrays_of(launch.operands, written);
            if (o.status != Status::ok) return o;
        }
    }
    return {};
}

/// Reads every problem of the group; `most_steps` counts those of all.
[[nodiscard]] BlockOutcome prepare_all(ConstBytes args, const Form& form, const KernelProperties& kernel,
                                       std::uint64_t most_steps, Launch& launch) noexcept {
    if (const BlockOutcome o = read_group(args, form, launch.block); o.status != Status::ok) return o;
    for (std::uint64_t i = 0; i < launch.block.count; ++i) {
        if (const BlockOutcome o = prepare(args, i, kernel, most_steps, launch); o.status != Status::ok) return o;
        most_steps -= steps_of(launch.block.gemm).value;
    }
    return check_arrays(args, kernel, launch);
}

} // namespace

BlockOutcome check_block(ConstBytes args, const Form& form, const MemoryMap& memory, const KernelProperties& kernel,
                         std::uint64_t most_steps) noexcept {
    Launch launch{{}, {}, memory};
    return prepare_all(args, form, kernel, most_steps, launch);
}

BlockOutcome run_block(ConstBytes args, const Form& form, const MemoryMap& memory, const KernelProperties& kernel,
                       std::uint64_t most_steps) noexcept {
    Launch launch{{}, {}, memory};
    BlockOutcome outcome = prepare_all(args, form, kernel, most_steps, launch);
    if (outcome.status != Status::ok || launch.block.count == 1)
        return outcome.status == Status::ok ? run(launch) : outcome;
    for (std::uint64_t i = 0; i < launch.block.count && outcome.status == Status::ok; ++i) {
        outcome = prepare(args, i, kernel, unlimited, launch);
        if (outcome.status == Status::ok) outcome = run(launch);
    }
    return outcome;
}

} // namespace kernabi::cpu
