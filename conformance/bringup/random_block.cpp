// SPDX-License-Identifier: MIT
#include "conformance/bringup/random_block.hpp"
#include "abi/bytes.hpp"
#include "abi/kernarg/names.hpp"
#include "abi/kernarg/pack.hpp"
#include "conformance/judge/judge_block.hpp"
#include <fmt/format.h>

namespace kernabi::bringup {

namespace {

constexpr std::uint64_t mask_of(unsigned bits) noexcept {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// Bits of one part of a value of a kind.
constexpr unsigned part_bits(Kind kind) noexcept {
    return kind == Kind::c32 ? 32u : kind == Kind::c64 ? 64u : size_of(kind) * 8u;
}

bool is_pair(Kind kind) noexcept { return kind == Kind::c32 || kind == Kind::c64; }

} // namespace

std::uint64_t mixed(std::uint64_t x) noexcept {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

void known_block(const KnownForm& known, const HeaderFields& fields, const Values& given, KnownBlock& block) {
    const Form& form = known.form;
    Values values = given;
    Words words{};
    FieldFault field{};
    if (encode(form.version, form.dialect, Policy::strict, fields, words, field) != Status::ok)
        throw hip::RuntimeError("a header field of ours does not fit");
    for (std::size_t w = 0; w < word_count; ++w)
        if (has_word(static_cast<Word>(w), form.version, form.dialect))
            values.at(static_cast<Argument>(w)) = words.value[w];
    block.bytes.resize(known.layout.size);
    std::size_t written = 0;
    ArgumentFault fault{};
    if (pack(known.layout, values, Policy::host_2024, {block.bytes.data(), block.bytes.size()}, written, fault) !=
        Status::ok)
        throw hip::RuntimeError("a block of ours does not pack");
    block.slots.assign(device::slots_of_layout(known.layout), 0);
    // A field that this version does not have keeps its default. With no header in front, the fields are those of
    // whatever stands there; a grouped record has none.
    HeaderFields seen{};
    for (const BitField& row : bit_fields)
        if (holds(row, form.version, form.dialect.args1) && has_word(row.word, form.version, form.dialect))
            seen[row.field] = fields[row.field];
    if (form.dialect.header == Header::none || form.type.groupedGemm) {
        (void)read_words(form.version, form.dialect, {block.bytes.data(), block.bytes.size()}, words);
        seen = decode(form.version, form.dialect, words);
    }
    for (std::size_t f = 0; f < field_count; ++f)
        block.slots[device::first_field_slot + f] = static_cast<std::uint64_t>(seen.value[f]);
    for (std::size_t i = 0; i < known.layout.count; ++i) {
        const Entry& entry = known.layout.entries[i];
        const std::size_t at = slot_of(entry), to = device::first_entry_slot + 2 * i;
        block.slots[to] = is_pair(entry.kind) ? values.slot[at] : judge::detail::as_stored(entry, values.slot[at]);
        if (is_pair(entry.kind)) block.slots[to + 1] = values.slot[at + 1];
    }
}

void random_block(const KnownForm& known, std::uint64_t number, KnownBlock& block) {
    std::uint64_t state = mixed(number);
    const auto next = [&] { return state = mixed(state); };
    HeaderFields fields{};
    for (const BitField& row : bit_fields) {
        if (!holds(row, known.form.version, known.form.dialect.args1) ||
            !has_word(row.word, known.form.version, known.form.dialect))
            continue;
        const std::uint64_t raw = next() & mask_of(width_of(row));
        fields[row.field] = row.is_signed ? sign_extend(raw, width_of(row)) : static_cast<std::int64_t>(raw);
    }
    Values values{};
    for (const Entry& entry : known.layout) {
        if (static_cast<std::size_t>(entry.argument) < word_count) continue;
        const std::size_t at = slot_of(entry);
        values.slot[at] = next() & mask_of(part_bits(entry.source));
        if (is_pair(entry.kind)) values.slot[at + 1] = next() & mask_of(part_bits(entry.source));
    }
    known_block(known, fields, values, block);
}

std::string difference(const KnownForm& known, const KnownBlock& block, const Slots& got) {
    for (std::size_t s = 0; s < block.slots.size(); ++s) {
        if (got[s] == block.slots[s]) continue;
        const std::size_t entry = s < device::first_entry_slot ? 0 : (s - device::first_entry_slot) / 2;
        std::string name = "the status";
        if (s >= device::first_entry_slot) {
            const Entry& e = known.layout.entries[entry];
            name = fmt::format("argument {} at byte {}", dump_name(e, known.form).text, e.offset);
        } else if (s >= device::first_field_slot) {
            name = fmt::format("field {}", field_names[s - device::first_field_slot]);
        }
        return fmt::format("{} reads {:#x}, sent {:#x}", name, got[s], block.slots[s]);
    }
    return {};
}

} // namespace kernabi::bringup
