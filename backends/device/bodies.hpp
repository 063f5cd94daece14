// SPDX-License-Identifier: MIT
// What the kernels do, given the segment's bytes and which thread this is: plain functions, so that a host can run
// them too.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/unpack.hpp"
#include "backends/device/job.hpp"
#include "backends/device/machine.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::device {

template <typename T>
[[nodiscard]] KERNABI_DEVICE inline T* at_address(std::uint64_t address) noexcept {
#if defined(__AMDGCN__)
    // Said to be global memory, which saves the machine (and an emulator) the question which kind of memory it is.
    return (T*)(__attribute__((address_space(1))) T*)address;
#else
    return reinterpret_cast<T*>(std::uintptr_t{address});
#endif
}

/// The address in the last 8 bytes of a segment.
[[nodiscard]] constexpr std::uint64_t last_address(const std::uint8_t* segment, std::size_t size) noexcept {
    return load_le(segment + size - 8, 8);
}

/// Copies the whole segment to the address in its last 8 bytes.
KERNABI_DEVICE inline void echo(const std::uint8_t* segment, std::size_t size, const Thread& t) noexcept {
    std::uint8_t* const to = at_address<std::uint8_t>(last_address(segment, size));
    for (std::size_t i = t.item[0]; i < size; i += group_size) to[i] = segment[i];
}

/// The same with the address in the first 8 bytes, so that the last byte of the segment is one that a loader may lose.
KERNABI_DEVICE inline void echo_from_front(const std::uint8_t* segment, std::size_t size, const Thread& t) noexcept {
    std::uint8_t* const to = at_address<std::uint8_t>(load_le(segment, 8));
    for (std::size_t i = t.item[0]; i < size; i += group_size) to[i] = segment[i];
}

/// A job's slots are stored, compared, or both.
struct SlotSink {
    const Job& job;

    KERNABI_DEVICE void put(std::size_t slot, std::uint64_t value) const noexcept {
        if (job.output != 0) at_address<std::uint64_t>(job.output)[slot] = value;
        if (job.expected == 0 || at_address<const std::uint64_t>(job.expected)[slot] == value) return;
        Failures* const failures = at_address<Failures>(job.failures);
        (void)__atomic_fetch_add(&failures->count, 1, __ATOMIC_RELAXED);
        lower_to(&failures->first_job, job.number);
    }
};

/// In memory, not built on a thread's stack.
inline constexpr HeaderFields default_fields{};

/// A field of the header, or its default where the version has none; broken on purpose where that is to prove that the
/// ladder notices. Without a header the words stand after beta: the slots then hold what the first bytes would be as
/// words.
[[nodiscard]] constexpr std::uint64_t field_of(const std::uint8_t* segment, const Job& job, Field field) noexcept {
    const Form& form = job.form;
    // Not by `find`: what a pointer that may be null leads to, a device's compiler takes for any kind of memory.
    if (job.block_bytes >= header_size(form.version, form.dialect))
        for (const BitField& row : bit_fields) {
            if (row.field != field || !holds(row, form.version, form.dialect.args1) ||
                !has_word(row.word, form.version, form.dialect))
                continue;
            const std::size_t at = word_offset(row.word, form.version, form.dialect);
            auto word = static_cast<std::uint32_t>(load_le(segment + at, 4));
#ifdef KERNABI_BREAK_FIELD
            if (field == Field::staggerU) word >>= 1;
#endif
            return static_cast<std::uint64_t>(value_in(row, word));
        }
    return static_cast<std::uint64_t>(default_fields[field]);
}

/// Where an entry's bytes are looked for.
[[nodiscard]] constexpr std::size_t place_of(const Entry& entry) noexcept {
#ifdef KERNABI_BREAK_SLOTS // the same: B stands behind A in every version
    if (entry.argument == Argument::a) return entry.offset + 8u;
    if (entry.argument == Argument::b) return entry.offset - 8u;
#endif
    return entry.offset;
}

/// Each header field and each argument to a slot of its own, by the host's own tables. A thread takes every
/// `group_size`th slot. Nothing is kept in arrays: a thread then needs no memory of its own, which on the first day of
/// a device may not be there.
KERNABI_DEVICE inline void decode(const std::uint8_t* segment, std::size_t size, const Thread& t) noexcept {
    const Job& job = *at_address<const Job>(last_address(segment, size));
    const SlotSink sink{job};
    const std::size_t me = t.item[0];
    for (std::size_t f = me; f < field_count; f += group_size)
        sink.put(first_field_slot + f, field_of(segment, job, static_cast<Field>(f)));
    std::size_t slot = first_entry_slot;
    bool fits = true;
    Status status = for_each_entry(job.form, [&](const Entry& entry) {
        if (std::size_t{entry.offset} + entry.size > job.block_bytes || slot == max_slots) return fits = false;
        if ((slot - first_entry_slot) / 2 % group_size == me) {
            const std::uint8_t* const from = segment + place_of(entry);
            sink.put(slot, load_entry(entry, from));
            sink.put(slot + 1, imaginary_of(entry, from));
        }
        slot += 2;
        return true;
    });
    if (!fits) status = Status::source_too_short;
    if (me == 0) sink.put(0, static_cast<std::uint64_t>(status));
}

/// Eight words a thread, threads in order of x, y, z within the grid: workgroup id, work-item id, wavefront size as the
/// machine says it, and the number of the launch. The segment: workgroup sizes and grid
/// sizes in workgroups (six words), the launch number, a word unused, the address.
inline constexpr std::size_t geometry_words = 8;
KERNABI_DEVICE inline void geometry(const std::uint8_t* segment, const Thread& t, std::uint32_t wave) noexcept {
    const auto told = [&](std::size_t i) { return load_le(segment + 4 * i, 4); };
    const std::uint64_t x = t.group[0] * told(0) + t.item[0], y = t.group[1] * told(1) + t.item[1],
                        z = t.group[2] * told(2) + t.item[2];
    const std::uint64_t number = x + told(0) * told(3) * (y + told(1) * told(4) * z);
    std::uint32_t* const to = at_address<std::uint32_t>(load_le(segment + 32, 8)) + number * geometry_words;
    for (std::size_t i = 0; i < 3; ++i) {
        to[i] = t.group[i];
        to[3 + i] = t.item[i];
    }
    to[6] = wave;
    to[7] = static_cast<std::uint32_t>(told(6));
}

} // namespace kernabi::device
