// SPDX-License-Identifier: MIT
// Block records: values to bytes, bytes to values, refusals.
#pragma once
#include "conformance/judge/judge_header.hpp"

namespace kernabi::judge {

/// Longest block that a record may ask for, in bytes.
inline constexpr std::size_t max_block = 1024;

namespace detail {

[[nodiscard]] constexpr const Entry* entry_over(const Layout& layout, std::size_t offset) noexcept {
    for (const Entry& entry : layout)
        if (offset >= entry.offset && offset < std::size_t{entry.offset} + entry.size) return &entry;
    return nullptr;
}

template <Subject S>
[[nodiscard]] constexpr Verdict judge_pack(const vectors::Record& record, const Form& form, const Layout& layout,
                                           S& subject) noexcept {
    Guarded<max_block> first(0xaa), second(0x55);
    Guarded<max_block>* const both[] = {&first, &second};
    const Values values = vectors::to_values(record);
    std::size_t written = 0;
    for (Guarded<max_block>* const to : both) {
        ArgumentFault fault{};
        const Status status = subject.pack(form, values, record.policy(), to->bytes(), written, fault);
        if (status == Status::unsupported) return skipped();
        if (status != Status::ok) {
            Verdict v =
                failed(Miss::status, static_cast<std::uint64_t>(Status::ok), static_cast<std::uint64_t>(status));
            v.entry = fault.entry;
            return v;
        }
        if (written <= max_block && !to->untouched_past(written)) return failed(Miss::wrote_outside, written, written);
    }
    Verdict v = compare_bytes(record.block(), first.bytes(), second.bytes(), written);
    if (!v.passed())
        if (const Entry* const entry = entry_over(layout, v.offset)) v.entry = *entry;
    return v;
}

/// The value that an entry's bytes must read back as, given the one that was packed.
[[nodiscard]] constexpr std::uint64_t as_stored(const Entry& entry, std::uint64_t value) noexcept {
    value = entry.kind != entry.source ? widen(value, entry.source, entry.kind) : value;
    const unsigned bits = row_of(entry.kind).size * 8u;
    if (bits >= 64) return value;
    if (row_of(entry.kind).is_signed) return static_cast<std::uint64_t>(sign_extend(value, bits));
    return value & ((std::uint64_t{1} << bits) - 1);
}

template <Subject S>
[[nodiscard]] constexpr Verdict judge_unpack(const vectors::Record& record, const Form& form, const Layout& layout,
                                             S& subject) noexcept {
    const Values given = vectors::to_values(record);
    Values back{};
    const Status status = subject.unpack(form, record.block(), back);
    if (status == Status::unsupported) return skipped();
    if (status != Status::ok)
        return failed(Miss::status, static_cast<std::uint64_t>(Status::ok), static_cast<std::uint64_t>(status));
    for (const Entry& entry : layout) {
        if (row_of(entry.argument).times == Times::scalar && entry.index == 1) continue;
        const std::size_t at = slot_of(entry);
        const bool pair = entry.kind == Kind::c32 || entry.kind == Kind::c64;
        const std::uint64_t wanted = pair ? given.slot[at] : as_stored(entry, given.slot[at]);
        const std::size_t wrong = back.slot[at] != wanted                           ? at
                                  : pair && back.slot[at + 1] != given.slot[at + 1] ? at + 1
                                                                                    : value_slots;
        if (wrong == value_slots) continue;
        Verdict v = failed(Miss::value, wrong == at ? wanted : given.slot[wrong], back.slot[wrong]);
        v.entry = entry;
        v.offset = entry.offset;
        return v;
    }
    return {};
}

template <Subject S>
[[nodiscard]] constexpr Verdict judge_refuse_block(const vectors::Record& record, const Form& form,
                                                   S& subject) noexcept {
    Guarded<max_block> to(0xaa);
    std::size_t written = 0;
    ArgumentFault fault{};
    const Status status = subject.pack(form, vectors::to_values(record), record.policy(), to.bytes(), written, fault);
    if (status == Status::unsupported) return skipped();
    if (status != record.expected_status())
        return failed(Miss::status, static_cast<std::uint64_t>(record.expected_status()),
                      static_cast<std::uint64_t>(status));
    if (!to.untouched_past(0)) return failed(Miss::wrote_on_refusal, 0, 0);
    if (record.fault_space() != vectors::FaultSpace::argument) return {};
    if (static_cast<std::uint16_t>(fault.entry.argument) == record.fault_number() &&
        fault.entry.index == record.fault_index())
        return {};
    Verdict v = failed(Miss::fault_argument, record.fault_number(), static_cast<std::uint64_t>(fault.entry.argument));
    v.entry = fault.entry;
    return v;
}

} // namespace detail

/// Records of the kinds block and refuse_block. A block's header fields, where it lists them, must give its header
/// words.
template <Subject S>
[[nodiscard]] constexpr Verdict judge_block(const vectors::Record& record, S& subject) noexcept {
    const Form form = vectors::to_form(record);
    if (record.kind() == vectors::RecordKind::refuse_block) return detail::judge_refuse_block(record, form, subject);
    Layout layout{};
    if (const Status status = make_layout(form, layout); status != Status::ok)
        return failed(Miss::status, static_cast<std::uint64_t>(Status::ok), static_cast<std::uint64_t>(status));
    Verdict v = detail::judge_pack(record, form, layout, subject);
    if (v.result == Result::failed) return v;
    const Verdict back = detail::judge_unpack(record, form, layout, subject);
    if (!back.passed() || record.fields() == 0 || form.dialect.header == Header::none)
        return back.result == Result::skipped ? v : back;
    return detail::judge_decode(record, form, subject);
}

} // namespace kernabi::judge
