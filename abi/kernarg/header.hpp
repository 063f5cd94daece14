// SPDX-License-Identifier: MIT
// Header fields to words and back.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/bit_fields.hpp"
#include "abi/kernarg/host_2024.hpp"
#include "abi/span.hpp"
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// What a packer does with a value that its field cannot hold.
enum class Policy : std::uint8_t {
    strict,    ///< refuses and names it
    host_2024, ///< does what the published host of October 2024 does: masks, clamps, wraps
};

/// A value for each field. The defaults are a single GEMM with nothing mapped: wgmxcc 1 and wgmxccg 0 mean no remap.
struct HeaderFields {
    std::int64_t value[field_count] = {1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};

    [[nodiscard]] constexpr std::int64_t& operator[](Field field) noexcept {
        return value[static_cast<std::size_t>(field)];
    }
    [[nodiscard]] constexpr std::int64_t operator[](Field field) const noexcept {
        return value[static_cast<std::size_t>(field)];
    }
};

/// Where an encode failed: the field, its value and the bits that it has (0: the version has no such field).
struct FieldFault {
    Field field = Field::gemmCount;
    std::int64_t value = 0;
    unsigned bits = 0;
};

/// The words of a header by number; those that a dialect lacks are 0.
struct Words {
    std::uint32_t value[word_count] = {};

    [[nodiscard]] constexpr std::uint32_t& operator[](Word word) noexcept {
        return value[static_cast<std::size_t>(word)];
    }
    [[nodiscard]] constexpr std::uint32_t operator[](Word word) const noexcept {
        return value[static_cast<std::size_t>(word)];
    }
};

/// Whether `value` fits `bits` bits (1 to 32).
[[nodiscard]] constexpr bool fits(std::int64_t value, unsigned bits, bool is_signed) noexcept {
    if (is_signed) {
        const std::int64_t half = std::int64_t{1} << (bits - 1);
        return value >= -half && value < half;
    }
    return value >= 0 && value < (std::int64_t{1} << bits);
}

/// A value that says nothing: what a field without a place may hold under `strict`.
[[nodiscard]] constexpr bool is_neutral(Field field, std::int64_t value) noexcept {
    if (field == Field::wgmxcc) return value == 0 || value == 1;
    if (field == Field::wgmxccg) return value == 0 || value == -1;
    return value == 0;
}

/// Fields to words, each checked against its width. `value_out_of_range` or `no_place` with `fault` set; then `words`
/// is untouched.
[[nodiscard]] constexpr Status encode_strict(Version version, const Dialect& dialect, const HeaderFields& fields,
                                             Words& words, FieldFault& fault) noexcept {
    if (const Status sound = check(version, dialect); sound != Status::ok) return sound;
    Words result{};
    for (std::size_t i = 0; i < field_count; ++i) {
        const Field field = static_cast<Field>(i);
        const std::int64_t value = fields.value[i];
        const BitField* row = find(field, version, dialect.args1);
        if (row == nullptr || !has_word(row->word, version, dialect)) {
            const bool counted = field == Field::gemmCount || field == Field::numWorkGroups || field == Field::wgm;
            if (counted || is_neutral(field, value))
                continue; // a plain block's count and grid say nothing that could be lost
            fault = {field, value, 0};
            return Status::no_place;
        }
        const unsigned width = width_of(*row);
        if (!fits(value, width, row->is_signed)) {
            fault = {field, value, width};
            return Status::value_out_of_range;
        }
        const std::uint32_t mask = static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
        result[row->word] |= (static_cast<std::uint32_t>(value) & mask) << row->low;
    }
    words = result;
    return Status::ok;
}

/// Fields to words as the published host packs values that are already chosen. Forms that it did not know are masked
/// field by field.
[[nodiscard]] constexpr Status encode_host_2024(Version version, const Dialect& dialect, const HeaderFields& fields,
                                                Words& words) noexcept {
    if (const Status sound = check(version, dialect); sound != Status::ok) return sound;
    Words result{};
    for (const BitField& row : bit_fields) {
        if (!holds(row, version, dialect.args1) || !has_word(row.word, version, dialect)) continue;
        const std::uint32_t mask = static_cast<std::uint32_t>((std::uint64_t{1} << width_of(row)) - 1);
        result[row.word] |= (static_cast<std::uint32_t>(fields[row.field]) & mask) << row.low;
    }
    HostWordValues chosen{};
    chosen.gsu = fields[Field::gsu];
    chosen.wgm = fields[Field::wgm];
    chosen.wgmxcc = fields[Field::wgmxcc];
    chosen.wgmxccg = fields[Field::wgmxccg];
    if (version <= Version::v2) {
        result[Word::internalArgs] &= 0xffffc000u & (version == Version::v2 ? 0xffffffffu : 0xffff0000u);
        result[Word::internalArgs] |= host_2024_gsu_and_wgm(version, true, chosen);
    }
    if (dialect.args1 == Args1::xccg) result[Word::internalArgs1] = host_2024_xccg_word(chosen);
    words = result;
    return Status::ok;
}

[[nodiscard]] constexpr Status encode(Version version, const Dialect& dialect, Policy policy,
                                      const HeaderFields& fields, Words& words, FieldFault& fault) noexcept {
    return policy == Policy::strict ? encode_strict(version, dialect, fields, words, fault)
                                    : encode_host_2024(version, dialect, fields, words);
}

/// One field's value in its word.
[[nodiscard]] constexpr std::int64_t value_in(const BitField& row, std::uint32_t word) noexcept {
    const unsigned width = width_of(row);
    const std::uint64_t raw = (std::uint64_t{word} >> row.low) & ((std::uint64_t{1} << width) - 1);
    return row.is_signed ? sign_extend(raw, width) : static_cast<std::int64_t>(raw);
}

/// Words to fields; never fails. Fields without a place keep their defaults.
[[nodiscard]] constexpr HeaderFields decode(Version version, const Dialect& dialect, const Words& words) noexcept {
    HeaderFields fields{};
    for (const BitField& row : bit_fields) {
        if (!holds(row, version, dialect.args1) || !has_word(row.word, version, dialect)) continue;
        fields[row.field] = value_in(row, words[row.word]);
    }
    return fields;
}

/// The dialect's words from bytes. `source_too_short` when there are fewer than `header_size`; more are not looked at.
[[nodiscard]] constexpr Status read_words(Version version, const Dialect& dialect, ConstBytes from,
                                          Words& words) noexcept {
    if (const Status sound = check(version, dialect); sound != Status::ok) return sound;
    if (from.size < header_size(version, dialect)) return Status::source_too_short;
    Words result{};
    for (std::size_t w = 0; w < word_count; ++w) {
        const Word word = static_cast<Word>(w);
        if (!has_word(word, version, dialect)) continue;
        result[word] = static_cast<std::uint32_t>(load_le(from.data + word_offset(word, version, dialect), 4));
    }
    words = result;
    return Status::ok;
}

/// The dialect's words to bytes; a null destination measures. `written` is the size in every case but an unsound
/// dialect.
[[nodiscard]] constexpr Status write_words(Version version, const Dialect& dialect, const Words& words, Bytes to,
                                           std::size_t& written) noexcept {
    if (const Status sound = check(version, dialect); sound != Status::ok) return sound;
    written = header_size(version, dialect);
    if (to.data == nullptr) return Status::ok;
    if (to.size < written) return Status::destination_too_small;
    for (std::size_t w = 0; w < word_count; ++w) {
        const Word word = static_cast<Word>(w);
        if (has_word(word, version, dialect)) store_le(to.data + word_offset(word, version, dialect), words[word], 4);
    }
    return Status::ok;
}

} // namespace kernabi
