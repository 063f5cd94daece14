// SPDX-License-Identifier: MIT
// Header records: fields to words, words to fields, refusals.
#pragma once
#include "conformance/judge/subject.hpp"
#include "conformance/judge/verdict.hpp"
#include "vectors/reader/record.hpp"

namespace kernabi::judge {

namespace detail {

/// A destination between two guards. Run twice with different poisons, a byte that was never written cannot look right
/// by chance.
template <std::size_t Size>
struct Guarded {
    static constexpr std::size_t guard = 16;
    std::uint8_t memory[Size + 2 * guard] = {};
    std::uint8_t poison = 0;

    constexpr explicit Guarded(std::uint8_t p) noexcept : poison(p) {
        for (std::uint8_t& byte : memory) byte = p;
    }
    [[nodiscard]] constexpr Bytes bytes(std::size_t size = Size) noexcept { return {memory + guard, size}; }
    /// Whether everything but the first `size` bytes is as it was.
    [[nodiscard]] constexpr bool untouched_past(std::size_t size) const noexcept {
        for (std::size_t i = 0; i < sizeof(memory); ++i)
            if ((i < guard || i >= guard + size) && memory[i] != poison) return false;
        return true;
    }
};

[[nodiscard]] constexpr Verdict compare_bytes(ConstBytes wanted, ConstBytes first, ConstBytes second,
                                              std::size_t written) noexcept {
    if (written != wanted.size) return failed(Miss::size, wanted.size, written);
    for (std::size_t i = 0; i < wanted.size; ++i) {
        if (first[i] == wanted[i] && second[i] == wanted[i]) continue;
        Verdict v = failed(first[i] != second[i] ? Miss::unwritten : Miss::bytes, wanted[i], first[i]);
        v.offset = i;
        return v;
    }
    return {};
}

template <Subject S>
[[nodiscard]] constexpr Verdict judge_encode(const vectors::Record& record, const Form& form, S& subject) noexcept {
    Guarded<16> first(0xaa), second(0x55);
    Guarded<16>* const both[] = {&first, &second};
    std::size_t written = 0;
    for (Guarded<16>* const to : both) {
        FieldFault fault{};
        const Status status =
            record.host_inputs() != 0
                ? subject.host_header(form, vectors::to_host_inputs(record), to->bytes(), written)
                : subject.encode(form, record.policy(), vectors::to_header_fields(record), to->bytes(), written, fault);
        if (status == Status::unsupported) return skipped();
        if (status != Status::ok) {
            Verdict v =
                failed(Miss::status, static_cast<std::uint64_t>(Status::ok), static_cast<std::uint64_t>(status));
            v.field = fault.field;
            return v;
        }
        if (written <= 16 && !to->untouched_past(written)) return failed(Miss::wrote_outside, written, written);
    }
    return compare_bytes(record.block(), first.bytes(), second.bytes(), written);
}

template <Subject S>
[[nodiscard]] constexpr Verdict judge_decode(const vectors::Record& record, const Form& form, S& subject) noexcept {
    HeaderFields back{};
    const Status status = subject.decode(form, record.block(), back);
    if (status == Status::unsupported) return skipped();
    if (status != Status::ok)
        return failed(Miss::status, static_cast<std::uint64_t>(Status::ok), static_cast<std::uint64_t>(status));
    for (std::size_t i = 0; i < record.fields(); ++i) {
        const vectors::FieldValue row = record.field(i);
        const Field field = static_cast<Field>(row.field);
        if (back[field] == row.value) continue;
        Verdict v = failed(Miss::field, static_cast<std::uint64_t>(row.value), static_cast<std::uint64_t>(back[field]));
        v.field = field;
        return v;
    }
    return {};
}

template <Subject S>
[[nodiscard]] constexpr Verdict judge_refuse_header(const vectors::Record& record, const Form& form,
                                                    S& subject) noexcept {
    Guarded<16> to(0xaa);
    std::size_t written = 0;
    FieldFault fault{};
    const Status status =
        subject.encode(form, record.policy(), vectors::to_header_fields(record), to.bytes(), written, fault);
    if (status == Status::unsupported) return skipped();
    if (status != record.expected_status())
        return failed(Miss::status, static_cast<std::uint64_t>(record.expected_status()),
                      static_cast<std::uint64_t>(status));
    if (!to.untouched_past(0)) return failed(Miss::wrote_on_refusal, 0, 0);
    if (record.fault_space() == vectors::FaultSpace::field &&
        static_cast<std::uint16_t>(fault.field) != record.fault_number()) {
        Verdict v = failed(Miss::fault_field, record.fault_number(), static_cast<std::uint64_t>(fault.field));
        v.field = static_cast<Field>(record.fault_number());
        return v;
    }
    return {};
}

} // namespace detail

/// Records of the kinds header, decode and refuse_header.
template <Subject S>
[[nodiscard]] constexpr Verdict judge_header(const vectors::Record& record, S& subject) noexcept {
    const Form form = vectors::to_form(record);
    if (record.kind() == vectors::RecordKind::refuse_header) return detail::judge_refuse_header(record, form, subject);
    if (record.kind() == vectors::RecordKind::decode) return detail::judge_decode(record, form, subject);
    const Verdict packed = detail::judge_encode(record, form, subject);
    // What the host cut does not read back as it was given.
    if (!packed.passed() || record.host_inputs() != 0 || record.policy() != Policy::strict) return packed;
    return detail::judge_decode(record, form, subject);
}

} // namespace kernabi::judge
