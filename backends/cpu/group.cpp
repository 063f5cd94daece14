// SPDX-License-Identifier: MIT
#include "backends/cpu/group.hpp"
#include "abi/kernarg/side_tables.hpp"
#include "abi/kernarg/unpack.hpp"
#include "abi/kernarg/user_layout.hpp"
#include <cstdint>

namespace kernabi::cpu {

namespace {

using Slot = kernabi::Argument;

/// A short block's values.
[[nodiscard]] constexpr BlockOutcome read_short_block(ConstBytes args, const Form& form, bool user,
                                                      Values& values) noexcept {
    const SideForm side = short_block_form(form, user);
    BlockOutcome outcome{};
    for_each_entry(side, [&](const SideRow&, const Entry& entry) {
        if (outcome.status != Status::ok) return;
        if (args.size < std::size_t{entry.offset} + entry.size)
            outcome = at_slot(Status::source_too_short, entry.argument);
        else
            values.at(entry.argument) = load_entry(entry, args.data + entry.offset);
    });
    return outcome;
}

/// The words of a block that holds its own arguments.
[[nodiscard]] constexpr BlockOutcome read_own_words(ConstBytes args, Group& group) noexcept {
    group.form.type.groupedGemm = false;
    if (const Status sound = make_layout(group.form, group.layout); sound != Status::ok) return {sound};
    for (std::size_t w = 0; w < word_count; ++w) {
        const Entry* const entry = group.layout.find(static_cast<Slot>(w));
        if (entry == nullptr) continue;
        if (args.size < std::size_t{entry->offset} + entry->size)
            return at_slot(Status::source_too_short, entry->argument);
        group.words.value[w] = static_cast<std::uint32_t>(load_entry(*entry, args.data + entry->offset));
    }
    return {};
}

/// Where the records are, `bytes` a problem with what stands before them.
[[nodiscard]] constexpr BlockOutcome place_records(Slot slot, std::uint64_t address, std::uint64_t bytes,
                                                   Group& group) noexcept {
    if (group.count == 0) return at_slot(Status::value_out_of_range, Slot::gemm_count);
    const Count all = Count{group.count}.times(bytes);
    if (all.is_past_all) return at_slot(Status::value_out_of_range, Slot::gemm_count);
    group.memory.slot = slot;
    group.memory.reads = true;
    group.memory.type = DataType::Int8;
    group.memory.rows = all.value;
    group.memory.address = address;
    return {};
}

[[nodiscard]] constexpr BlockOutcome read_records(ConstBytes args, Group& group) noexcept {
    const bool legacy = group.form.dialect.header == Header::none;
    group.form.type.groupedGemm = true;
    Values values{};
    if (const BlockOutcome o = read_short_block(args, group.form, group.records == Records::user, values);
        o.status != Status::ok)
        return o;
    for (std::size_t w = 0; w < word_count; ++w)
        group.words.value[w] = static_cast<std::uint32_t>(values.at(static_cast<Slot>(w)));
    group.count = legacy ? values.at(Slot::gemm_count) : values.at(Slot::gemm_count) & 0x3fffffffu;
    const std::uint64_t user_address = values.at(Slot::DeviceUserArguments);
    if (legacy && user_address != 0) group.records = Records::user;
    if (group.records == Records::user) {
        const Status status = make_user_layout(group.form, group.layout);
        if (status != Status::ok) return at_slot(status, Slot::DeviceUserArguments);
        return place_records(Slot::DeviceUserArguments, user_address, user_record_size, group);
    }
    if (const Status sound = make_layout(group.form, group.layout); sound != Status::ok) return {sound};
    return place_records(Slot::argsPtr, values.at(Slot::argsPtr), 4u + group.layout.size, group);
}

} // namespace

BlockOutcome read_group(ConstBytes args, const Form& form, Group& group) noexcept {
    group = Group{};
    group.form = form;
    if (const Status sound = check(form); sound != Status::ok) return {sound};
    if (form.dialect.header == Header::none) {
        if (!form.type.groupedGemm) return read_own_words(args, group);
        group.records = Records::table;
        return read_records(args, group);
    }
    if (args.size < 4) return at_slot(Status::source_too_short, Slot::gemm_count);
    const std::uint64_t type = load_le(args.data, 4) >> 30;
    // Kernels of 2024 take every type but 0 for arguments in device memory.
    if (type == 3 && form.dialect.enums == Enums::y2024) return at_slot(Status::unsupported, Slot::gemm_count);
    if (type == 0 || type == 3) return read_own_words(args, group);
    group.records = type == 1 ? Records::table : Records::user;
    return read_records(args, group);
}

ConstBytes member_of(const Group& group, ConstBytes args, std::uint64_t number, const MemoryMap& memory) noexcept {
    if (group.records == Records::none) return args;
    const std::uint8_t* const all = memory.find(group.memory.address, group.memory.rows, true, false);
    if (all == nullptr || number >= group.count) return {};
    const std::uint64_t before = group.records == Records::table ? 4 * group.count : 0;
    return {all + before + number * group.layout.size, group.layout.size};
}

} // namespace kernabi::cpu
