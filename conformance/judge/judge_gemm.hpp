// SPDX-License-Identifier: MIT
// GEMM records: a launch on memory that the caller lends, then every buffer by its rule.
#pragma once
#include "conformance/judge/bands.hpp"
#include "conformance/judge/judge_block.hpp"

namespace kernabi::judge {

/// Bytes around each buffer that nothing may write.
inline constexpr std::size_t guard_bytes = 64;
inline constexpr std::uint8_t guard_byte = 0xc3;
/// Most buffers of one record: every pointer argument and the matrices behind arrays of pointers.
inline constexpr std::size_t max_buffers = 64;

/// Memory that a launch needs: its buffers, each between two guards and on its own 64 bytes.
[[nodiscard]] constexpr std::uint64_t memory_needed(const vectors::Record& record) noexcept {
    std::uint64_t size = guard_bytes;
    for (std::size_t i = 0; i < record.buffers(); ++i)
        size += ((record.buffer(i).length + 63) & ~std::uint64_t{63}) + guard_bytes;
    return size;
}

namespace detail {

/// The lent memory laid out: regions in the order of the buffers.
struct Arena {
    Bytes memory{};
    cpu::Region regions[max_buffers] = {};
    std::size_t count = 0;
};

[[nodiscard]] constexpr bool lay_out(const vectors::Record& record, Bytes memory, Arena& arena) noexcept {
    if (record.buffers() > max_buffers || memory.size < memory_needed(record)) return false;
    arena.memory = memory;
    arena.count = record.buffers();
    for (std::uint8_t& byte : memory) byte = guard_byte;
    std::size_t at = guard_bytes;
    for (std::size_t i = 0; i < arena.count; ++i) {
        const vectors::Buffer buffer = record.buffer(i);
        const std::size_t length = static_cast<std::uint32_t>(buffer.length);
        for (std::size_t b = 0; b < length; ++b) memory[at + b] = vectors::initial_byte(buffer, b);
        // What may not be read is in memory all the same: a subject that reads it shows a NaN, it does not fault.
        arena.regions[i] = {buffer.address, {memory.data + at, length}, true, true};
        at += ((length + 63) & ~std::size_t{63}) + guard_bytes;
    }
    return true;
}

[[nodiscard]] constexpr Verdict at_buffer(Miss miss, std::size_t number, std::size_t offset, std::uint64_t wanted,
                                          std::uint64_t got) noexcept {
    Verdict v = failed(miss, wanted, got);
    v.buffer = number;
    v.offset = offset;
    return v;
}

[[nodiscard]] constexpr Verdict judge_unchanged(const vectors::Buffer& buffer, std::size_t number,
                                                ConstBytes now) noexcept {
    for (std::size_t b = 0; b < now.size; ++b)
        if (now[b] != vectors::initial_byte(buffer, b))
            return at_buffer(Miss::buffer, number, b, vectors::initial_byte(buffer, b), now[b]);
    return {};
}

[[nodiscard]] constexpr Verdict judge_contents(const vectors::Buffer& buffer, std::size_t number,
                                               ConstBytes now) noexcept {
    const unsigned size = number_bytes(buffer.type);
    for (std::size_t b = 0; b + size <= now.size; b += size) {
        const std::uint64_t low = load_le(buffer.expected.data + b, size), got = load_le(now.data + b, size);
        const bool good = buffer.rule == vectors::Rule::band
                              ? matches(buffer.type, low, load_le(buffer.expected_high.data + b, size), got)
                              : matches(buffer.type, low, got);
        if (!good) return at_buffer(Miss::buffer, number, b, low, got);
    }
    for (std::size_t b = now.size / size * size; b < now.size; ++b)
        if (now[b] != buffer.expected[b]) return at_buffer(Miss::buffer, number, b, buffer.expected[b], now[b]);
    return {};
}

/// Everything between the buffers is a guard.
[[nodiscard]] constexpr Verdict judge_guards(const Arena& arena) noexcept {
    std::size_t at = 0;
    for (std::size_t i = 0; i <= arena.count; ++i) {
        const std::size_t end = i == arena.count
                                    ? arena.memory.size
                                    : static_cast<std::size_t>(arena.regions[i].bytes.data - arena.memory.data);
        for (; at < end; ++at)
            if (arena.memory[at] != guard_byte)
                return at_buffer(Miss::guard, i == 0 ? 0 : i - 1, at, guard_byte, arena.memory[at]);
        if (i < arena.count) at += arena.regions[i].bytes.size;
    }
    return {};
}

[[nodiscard]] constexpr Verdict judge_memory(const vectors::Record& record, const Arena& arena, bool refused) noexcept {
    if (const Verdict v = judge_guards(arena); !v.passed()) return v;
    for (std::size_t i = 0; i < arena.count; ++i) {
        const vectors::Buffer buffer = record.buffer(i);
        const ConstBytes now = arena.regions[i].bytes;
        if (!refused && buffer.rule == vectors::Rule::scratch) continue;
        const bool as_before = refused || buffer.rule == vectors::Rule::unchanged;
        const Verdict v = as_before ? judge_unchanged(buffer, i, now) : judge_contents(buffer, i, now);
        if (!v.passed()) return v;
    }
    return {};
}

} // namespace detail

/// Records of the kinds gemm and refuse_gemm. `memory` must have `memory_needed` bytes, or the record is skipped.
template <Subject S>
[[nodiscard]] constexpr Verdict judge_gemm(const vectors::Record& record, S& subject, Bytes memory) noexcept {
    detail::Arena arena{};
    if (!detail::lay_out(record, memory, arena)) return skipped();
    const Form form = vectors::to_form(record);
    const cpu::MemoryMap map{{arena.regions, arena.count}};
    Argument slot = Argument::gemm_count;
    const Status status = subject.run(form, record.block(), map, slot);
    if (status == Status::unsupported && record.expected_status() != Status::unsupported) return skipped();
    if (status != record.expected_status()) {
        Verdict v = failed(Miss::status, static_cast<std::uint64_t>(record.expected_status()),
                           static_cast<std::uint64_t>(status));
        v.entry.argument = slot;
        return v;
    }
    const bool refused = status != Status::ok;
    if (refused && record.fault_space() == vectors::FaultSpace::argument &&
        static_cast<std::uint16_t>(slot) != record.fault_number()) {
        Verdict v = failed(Miss::fault_argument, record.fault_number(), static_cast<std::uint64_t>(slot));
        v.entry.argument = slot;
        return v;
    }
    return detail::judge_memory(record, arena, refused);
}

} // namespace kernabi::judge
