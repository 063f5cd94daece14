// SPDX-License-Identifier: MIT
#include "conformance/diff/compare.hpp"
#include "abi/bytes.hpp"
#include "abi/kernarg/bit_fields.hpp"
#include "conformance/text/printed.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace kernabi::diff {

namespace {

std::string hex_of(const std::uint8_t* bytes, std::size_t size) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += fmt::format("{}{:02x}", i == 0 ? "" : " ", bytes[i]);
    return text;
}

std::string value_of(const Block& block, const Place& place) {
    const std::uint8_t* const at = block.bytes.data() + place.offset;
    if (std::size_t{place.offset} + place.size > block.bytes.size()) return "absent";
    if (place.entry && place.entry->size == place.size && place.entry->kind != Kind::i8)
        return text::printed_value(place.entry->kind, at);
    if (place.size == 4) return std::to_string(load_le(at, 4));
    if (place.size == 8) return fmt::format("{:#x}", load_le(at, 8));
    return hex_of(at, place.size);
}

/// Runs of differing bits from the lowest on: `0, 3..5`.
std::string bits_of(std::uint64_t difference) {
    std::string text;
    for (unsigned bit = 0; bit < 64; ++bit) {
        if (((difference >> bit) & 1u) == 0) continue;
        unsigned last = bit;
        while (last + 1 < 64 && ((difference >> (last + 1)) & 1u) != 0) ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(bit);
        if (last != bit) text += ".." + std::to_string(last);
        bit = last;
    }
    return text;
}

std::optional<Word> word_of(const Place& place) {
    for (std::size_t w = 0; w < word_count; ++w)
        if (place.name == word_names[w]) return static_cast<Word>(w);
    return std::nullopt;
}

/// A header word that both sides read alike: one difference a bit field.
bool add_fields(const Block& before, const Place& here, const Place& there, std::uint32_t x, std::uint32_t y,
                Comparison& result) {
    const std::optional<Word> word = word_of(here);
    if (!word || *word == Word::numWorkGroups || !before.form) return false;
    const Form& form = *before.form;
    const std::size_t had = result.differences.size();
    for (const BitField& row : bit_fields) {
        if (row.word != *word || !holds(row, form.version, form.dialect.args1)) continue;
        const unsigned width = width_of(row);
        const auto part = [&](std::uint32_t value) {
            const std::uint64_t raw = (std::uint64_t{value} >> row.low) & ((std::uint64_t{1} << width) - 1);
            return std::to_string(row.is_signed ? sign_extend(raw, width) : static_cast<std::int64_t>(raw));
        };
        if (part(x) == part(y)) continue;
        const std::string bits =
            row.high == row.low ? std::to_string(row.high) : fmt::format("{}..{}", row.high, row.low);
        result.differences.push_back({here.name, field_names[static_cast<std::size_t>(row.field)], here.offset,
                                      there.offset, here.size, bits, part(x), part(y)});
    }
    return result.differences.size() > had;
}

void compare_argument(const Block& before, const Place& here, const Block& after, const Place& there,
                      Comparison& result) {
    const bool same_size = here.size == there.size;
    const std::uint8_t *x = before.bytes.data() + here.offset, *y = after.bytes.data() + there.offset;
    const bool same_bytes = same_size && std::equal(x, x + here.size, y);
    if (same_bytes && here.offset == there.offset) return;
    if (same_size && here.size == 4 && !same_bytes &&
        add_fields(before, here, there, static_cast<std::uint32_t>(load_le(x, 4)),
                   static_cast<std::uint32_t>(load_le(y, 4)), result))
        return;
    Difference d{
        here.name, "", here.offset, there.offset, here.size, "", value_of(before, here), value_of(after, there)};
    if (same_size && here.size <= 8) d.bits = bits_of(load_le(x, here.size) ^ load_le(y, here.size));
    result.differences.push_back(std::move(d));
}

/// Bytes that no argument covers on either side.
void compare_rest(const Block& before, const Block& after, Comparison& result) {
    const auto end_of = [](const Block& block) {
        std::size_t end = 0;
        for (const Place& place : block.places) end = std::max(end, std::size_t{place.offset} + place.size);
        return end;
    };
    const std::size_t first = std::max(end_of(before), end_of(after));
    const std::size_t most = std::min(before.bytes.size(), after.bytes.size());
    for (std::size_t at = first; at < most; at += 4) {
        const std::size_t size = std::min<std::size_t>(4, most - at);
        const std::uint8_t *x = before.bytes.data() + at, *y = after.bytes.data() + at;
        if (std::equal(x, x + size, y)) continue;
        const auto offset = static_cast<std::uint32_t>(at);
        result.differences.push_back({fmt::format("rest_{}", at), "", offset, offset, static_cast<std::uint32_t>(size),
                                      bits_of(load_le(x, size) ^ load_le(y, size)), hex_of(x, size), hex_of(y, size)});
    }
}

} // namespace

Comparison compare(const Block& first, const Block& second) {
    Block before = first, after = second;
    if (!before.named && after.named) name_after(before, after);
    if (!after.named) name_after(after, before);
    Comparison result;
    result.kernel = before.kernel.empty() ? after.kernel : before.kernel;
    result.size_before = before.bytes.size();
    result.size_after = after.bytes.size();
    for (const Place& here : before.places) {
        if (const Place* there = after.find(here.name))
            compare_argument(before, here, after, *there, result);
        else
            result.differences.push_back(
                {here.name, "", here.offset, std::nullopt, here.size, "", value_of(before, here), ""});
    }
    for (const Place& there : after.places)
        if (before.find(there.name) == nullptr)
            result.differences.push_back(
                {there.name, "", std::nullopt, there.offset, there.size, "", "", value_of(after, there)});
    compare_rest(before, after, result);
    if (!result.same()) result.cause = find_cause(first, second);
    return result;
}

std::string as_text(const Comparison& c) {
    std::string text;
    for (const Difference& d : c.differences) {
        const std::uint32_t at = d.here ? *d.here : *d.there;
        std::string name = d.argument;
        if (!d.field.empty()) name += " bits " + d.bits + " " + d.field;
        text += fmt::format("  [{}..{}] {}: ", at, at + d.size - 1, name);
        if (!d.there) {
            text += d.before + ", not there on the other side\n";
        } else if (!d.here) {
            text += d.after + " on the other side alone\n";
        } else {
            text += d.before == d.after ? d.before : d.before + " became " + d.after;
            if (*d.here != *d.there) text += fmt::format(", at {} on the other side", *d.there);
            if (d.field.empty() && !d.bits.empty())
                text += fmt::format(" (bit{} {})", d.bits.find_first_of(",.") == std::string::npos ? "" : "s", d.bits);
            text += "\n";
        }
    }
    if (c.size_before != c.size_after) text += fmt::format("  {} bytes became {}\n", c.size_before, c.size_after);
    if (c.cause) text += "  cause: " + c.cause->sentence + "\n";
    return text;
}

nlohmann::json as_json(const Comparison& c) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Difference& d : c.differences) {
        nlohmann::json row = {
            {"argument", d.argument}, {"size", d.size}, {"bits", d.bits}, {"values", {d.before, d.after}}};
        row["offsets"] = {d.here ? nlohmann::json(*d.here) : nlohmann::json(nullptr),
                          d.there ? nlohmann::json(*d.there) : nlohmann::json(nullptr)};
        if (!d.field.empty()) row["field"] = d.field;
        rows.push_back(std::move(row));
    }
    nlohmann::json out = {
        {"kernel", c.kernel}, {"sizes", {c.size_before, c.size_after}}, {"differences", std::move(rows)}};
    out["cause"] =
        c.cause ? nlohmann::json{{"code", c.cause->code}, {"message", c.cause->sentence}} : nlohmann::json(nullptr);
    return out;
}

} // namespace kernabi::diff
