// SPDX-License-Identifier: MIT
// A GEMM by its argument block, one element of D a thread. Everything that a number depends on is the definition's own
// code: a thread's element is asked of it as a GEMM of one row and one column.
#pragma once
#include "backends/cpu/batch_of.hpp"
#include "backends/cpu/block.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/gemm.hpp"
#include "backends/cpu/needs.hpp"
#include "backends/cpu/operands.hpp"
#include "backends/cpu/partial_sums.hpp"
#include "backends/device/bodies.hpp"
#include <cstdint>

namespace kernabi::device {

/// Any address is memory to a kernel.
[[nodiscard]] KERNABI_DEVICE inline cpu::Region all_memory() noexcept {
    return {1, {at_address<std::uint8_t>(1), ~std::size_t{0} - 1}, true, true};
}

template <typename Byte>
constexpr void drop(Span<Byte>& bytes, std::uint64_t count) noexcept {
    if (bytes.data == nullptr) return;
    bytes = {bytes.data + count, bytes.size - count};
}
template <typename Byte>
constexpr void move_to(cpu::Matrix<Byte>& x, std::uint64_t row, std::uint64_t column) noexcept {
    drop(x.bytes, (row + column * x.ld) * cpu::size_of(x.type));
}

/// Element (i, j) of a GEMM of batch 1 as a GEMM of its own.
[[nodiscard]] constexpr cpu::Gemm element_of(const cpu::Gemm& all, std::uint64_t i, std::uint64_t j) noexcept {
    cpu::Gemm g = all;
    g.e = cpu::packed_e(all);
    g.m = g.n = 1;
    move_to(g.a, all.transA ? 0 : i, all.transA ? i : 0);
    move_to(g.b, all.transB ? j : 0, all.transB ? 0 : j);
    move_to(g.c, i, j);
    move_to(g.d, i, j);
    move_to(g.e, i, j);
    const auto move_vector = [&](ConstBytes& x, DataType type, bool along_n) {
        drop(x, (along_n ? j : i) * cpu::size_of(type));
    };
    move_vector(g.bias, all.biasType, cpu::along_n(all, all.useBias));
    move_vector(g.scaleAlphaVec, cpu::scale_ab_type_of(all), cpu::along_n(all, all.useScaleAlphaVec));
    if (all.useScaleAB == cpu::ScaleAB::vector) {
        move_vector(g.scaleA, cpu::scale_ab_type_of(all), false);
        move_vector(g.scaleB, cpu::scale_ab_type_of(all), true);
    }
    if (cpu::writes_bias(all)) {
        // One thread a row (or a column) leaves its sum.
        const bool of_b = all.biasSrc == cpu::BiasSource::b;
        drop(g.biasGradient, (of_b ? j : i) * cpu::size_of(all.biasType));
        if ((of_b ? i : j) != 0) g.useBias = 0;
    }
    return g;
}

/// An amaxD as a number that the largest of is also the largest amaxD: none is negative but |INT_MIN|, which never
/// wins, and a NaN is stored as the positive one.
[[nodiscard]] constexpr std::uint64_t rank_of(DataType type, std::uint64_t bits) noexcept {
    return type == DataType::Int32 && bits >> 31 != 0 ? 0 : bits;
}

/// Computes the thread's elements.
KERNABI_DEVICE inline void compute_elements(const cpu::Block& block, const cpu::Operands& operands,
                                            const cpu::MemoryMap& memory, const Thread& t, Job& job) noexcept {
    const std::uint64_t m = block.gemm.m, n = block.gemm.n, batches = block.gemm.batch;
    const std::size_t size = cpu::size_of(block.gemm.computeType);
    for (std::uint64_t e = t.number(); e < m * n * batches; e += t.count()) {
        const std::uint64_t batch = e / (m * n), j = e % (m * n) / m, i = e % m;
        const cpu::Gemm all = cpu::batch_of(block, operands, batch, memory);
        cpu::Gemm g = element_of(all, i, j);
        std::uint8_t largest[8] = {};
        if (g.outputAmaxD) g.amaxD = {largest, size};
        if (block.leaves != cpu::Leaves::d) {
            std::uint8_t* const sums = cpu::view_of(operands[cpu::Role::workspace], batch, memory).data;
            cpu::store_partial_sums(g, sums + (i + j * m) * size, m * n * batches);
        }
        if (block.leaves == cpu::Leaves::partial_sums) continue;
        const cpu::Outcome outcome = cpu::compute(g);
        if (outcome.status != Status::ok)
            at_address<std::uint64_t>(job.output)[1] = static_cast<std::uint64_t>(outcome.status);
        if (!g.outputAmaxD) continue;
        raise_to(&job.amax, rank_of(g.computeType, load_le(largest, size)));
    }
}

/// The last thread of the grid stores what needs all of D.
KERNABI_DEVICE inline void finish(const cpu::Block& block, const cpu::Operands& operands, const cpu::MemoryMap& memory,
                                  const Thread& t, Job& job) noexcept {
    if (!block.gemm.outputAmaxD || block.leaves == cpu::Leaves::partial_sums) return;
    fence();
    if (__atomic_fetch_add(&job.done, 1, __ATOMIC_RELAXED) + 1 != t.count()) return;
    fence();
    std::uint8_t* const to = cpu::view_of(operands[cpu::Role::amaxD], 0, memory).data;
    store_le(to, __atomic_load_n(&job.amax, __ATOMIC_RELAXED), cpu::size_of(block.gemm.computeType));
}

/// One GEMM of the launch, whose arguments `own` are.
[[nodiscard]] KERNABI_DEVICE inline cpu::BlockOutcome
run_member(ConstBytes own, cpu::Block& block, const cpu::MemoryMap& memory, const Thread& t, Job& job) noexcept {
    const cpu::KernelProperties kernel{job.depthU, {}};
    cpu::Operands operands{};
    cpu::BlockOutcome outcome = cpu::read_block(own, kernel, block);
    if (outcome.status == Status::ok) outcome = cpu::find_operands(block, kernel, memory, operands);
    if (outcome.status != Status::ok) return outcome;
    // The grid has one place to gather an amaxD in.
    if (block.gemm.outputAmaxD && block.count != 1)
        return cpu::at_slot(Status::unsupported, kernabi::Argument::AddrAmaxOut);
    if (cpu::is_empty(block.gemm)) {
        if (t.number() == 0 && block.leaves != cpu::Leaves::partial_sums)
            (void)cpu::compute(cpu::batch_of(block, operands, 0, memory));
        return outcome;
    }
    compute_elements(block, operands, memory, t, job);
    finish(block, operands, memory, t, job);
    return outcome;
}

/// The kernel: block in, D out, and a status where the block asks for what is not built.
KERNABI_DEVICE inline void gemm(const std::uint8_t* segment, std::size_t size, Thread t) noexcept {
    Job& job = *at_address<Job>(last_address(segment, size));
    t.group_size = group_size;
    t.groups = job.groups;
    const ConstBytes args{segment, job.block_bytes};
    const cpu::Region region = all_memory();
    const cpu::MemoryMap memory{{&region, 1}};
    cpu::Block block{};
    cpu::BlockOutcome outcome = cpu::read_group(args, job.form, block);
    for (std::uint64_t i = 0; i < block.count && outcome.status == Status::ok; ++i)
        outcome = run_member(cpu::member_of(block, args, i, memory), block, memory, t, job);
    if (t.number() == 0) at_address<std::uint64_t>(job.output)[0] = static_cast<std::uint64_t>(outcome.status);
}

} // namespace kernabi::device
