// SPDX-License-Identifier: MIT
// The bit fields of the header words, one table for all versions: hold it beside the signature page.
#pragma once
#include "abi/kernarg/dialect.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// Header fields under the protocol's names. Numbers are fixed: vectors carry them.
enum class Field : std::uint8_t {
    gemmCount = 0,
    argType = 1,
    gsu = 2,
    gsuc = 3,
    gsuwgmrr = 4,
    nta = 5,
    ntb = 6,
    wgm = 7,
    wgmxcc = 8,
    wgmxccg = 9,
    chunk = 10,
    splitK = 11,
    sfc = 12,
    staggerU = 13,
    staggerStrideShift = 14,
    staggerUMapping = 15,
    numWorkGroups = 16,
};
inline constexpr std::size_t field_count = 17;
// clang-format off
inline constexpr const char* field_names[field_count] = {
    "gemmCount", "argType", "gsu",      "gsuc",               "gsuwgmrr",        "nta",           "ntb", "wgm", "wgmxcc",
    "wgmxccg",   "chunk",   "splitK",   "sfc",                "staggerU",        "staggerStrideShift", "staggerUMapping", "numWorkGroups",
};
// clang-format on

/// The 32-bit words, in the order in which they are packed.
enum class Word : std::uint8_t { gemm_count, internalArgs, internalArgs1, numWorkGroups };
inline constexpr std::size_t word_count = 4;
inline constexpr const char* word_names[word_count] = {"gemm_count", "internalArgs", "internalArgs1", "numWorkGroups"};

enum class Unit : std::uint8_t { number, flag, gemms, workgroups, workgroups_signed, xccs, cus, iterations_log2, wrap };
inline constexpr const char* unit_names[] = {
    "number",
    "flag",
    "GEMMs",
    "workgroups",
    "workgroups, sign is the direction",
    "XCCs",
    "CUs",
    "log2 of DepthU steps",
    "workgroups a lap",
};

struct BitField {
    Field field;
    Word word;
    std::uint8_t high, low; ///< bits, both inside
    bool is_signed;
    Unit unit;
    Version since, until; ///< versions whose word reads so
    bool any_args1;       ///< false: only with the internalArgs1 of the next member
    Args1 args1;
};

namespace detail {
inline constexpr Version v0 = Version::v0, v1 = Version::v1, v2 = Version::v2, v3 = Version::v3;
} // namespace detail

/// Sources: signature page (which lists bits from the high end), abi-facts 1.2 to 1.4; the argument type is in
/// gemm_count, whatever the page says.
// clang-format off
inline constexpr BitField bit_fields[] = {
    // gemm_count
    {Field::argType, Word::gemm_count, 31, 30, false, Unit::number, detail::v0, detail::v3, true, Args1::absent},
    {Field::gemmCount, Word::gemm_count, 29, 0, false, Unit::gemms, detail::v0, detail::v3, true, Args1::absent},
    // internalArgs
    {Field::staggerUMapping, Word::internalArgs, 31, 29, false, Unit::number, detail::v0, detail::v3, true, Args1::absent},
    {Field::staggerStrideShift, Word::internalArgs, 28, 24, false, Unit::iterations_log2, detail::v0, detail::v3, true, Args1::absent},
    {Field::staggerU, Word::internalArgs, 23, 16, false, Unit::wrap, detail::v0, detail::v3, true, Args1::absent},
    {Field::wgm, Word::internalArgs, 15, 8, false, Unit::workgroups, detail::v0, detail::v0, true, Args1::absent},
    {Field::gsu, Word::internalArgs, 7, 0, false, Unit::number, detail::v0, detail::v0, true, Args1::absent},
    {Field::gsu, Word::internalArgs, 15, 0, false, Unit::number, detail::v1, detail::v1, true, Args1::absent},
    {Field::gsuc, Word::internalArgs, 15, 15, false, Unit::flag, detail::v2, detail::v3, true, Args1::absent},
    {Field::gsuwgmrr, Word::internalArgs, 14, 14, false, Unit::flag, detail::v2, detail::v3, true, Args1::absent},
    {Field::gsu, Word::internalArgs, 13, 0, false, Unit::number, detail::v2, detail::v2, true, Args1::absent},
    {Field::ntb, Word::internalArgs, 13, 13, false, Unit::flag, detail::v3, detail::v3, true, Args1::absent},
    {Field::nta, Word::internalArgs, 12, 12, false, Unit::flag, detail::v3, detail::v3, true, Args1::absent},
    {Field::gsu, Word::internalArgs, 11, 0, false, Unit::number, detail::v3, detail::v3, true, Args1::absent},
    // internalArgs1
    {Field::wgm, Word::internalArgs1, 31, 0, true, Unit::workgroups_signed, detail::v1, detail::v2, false, Args1::wgm32},
    {Field::wgmxccg, Word::internalArgs1, 31, 22, false, Unit::cus, detail::v2, detail::v3, false, Args1::xccg},
    {Field::wgmxcc, Word::internalArgs1, 21, 16, false, Unit::xccs, detail::v2, detail::v3, false, Args1::xccg},
    {Field::wgm, Word::internalArgs1, 15, 0, true, Unit::workgroups_signed, detail::v2, detail::v3, false, Args1::xccg},
    {Field::chunk, Word::internalArgs1, 31, 22, false, Unit::workgroups, detail::v2, detail::v3, false, Args1::chunk},
    {Field::wgmxcc, Word::internalArgs1, 21, 16, false, Unit::xccs, detail::v2, detail::v3, false, Args1::chunk},
    {Field::wgm, Word::internalArgs1, 15, 0, true, Unit::workgroups_signed, detail::v2, detail::v3, false, Args1::chunk},
    {Field::splitK, Word::internalArgs1, 31, 22, false, Unit::number, detail::v2, detail::v3, false, Args1::split_k},
    {Field::chunk, Word::internalArgs1, 21, 14, false, Unit::workgroups, detail::v2, detail::v3, false, Args1::split_k},
    {Field::wgmxcc, Word::internalArgs1, 13, 10, false, Unit::xccs, detail::v2, detail::v3, false, Args1::split_k},
    {Field::wgm, Word::internalArgs1, 9, 0, true, Unit::workgroups_signed, detail::v2, detail::v3, false, Args1::split_k},
    {Field::sfc, Word::internalArgs1, 31, 0, false, Unit::number, detail::v2, detail::v3, false, Args1::sfc},
    // numWorkGroups
    {Field::numWorkGroups, Word::numWorkGroups, 31, 0, false, Unit::workgroups, detail::v1, detail::v3, true, Args1::absent},
};
// clang-format on

[[nodiscard]] constexpr bool holds(const BitField& row, Version version, Args1 args1) noexcept {
    return version >= row.since && version <= row.until && (row.any_args1 || row.args1 == args1);
}

[[nodiscard]] constexpr unsigned width_of(const BitField& row) noexcept { return row.high - row.low + 1u; }

/// The row that holds `field` in this version's words; null where the version has no such field.
[[nodiscard]] constexpr const BitField* find(Field field, Version version, Args1 args1) noexcept {
    for (const BitField& row : bit_fields)
        if (row.field == field && holds(row, version, args1)) return &row;
    return nullptr;
}

/// Whether the dialect's block carries `word`: version 0 has no internalArgs1 and no numWorkGroups, a block without
/// header no gemm_count.
[[nodiscard]] constexpr bool has_word(Word word, Version version, const Dialect& dialect) noexcept {
    if (word == Word::gemm_count) return dialect.header == Header::universal;
    return word == Word::internalArgs || version >= Version::v1;
}

/// Where a word of the header stands, in bytes from the first; of one that is not there, where the next does.
[[nodiscard]] constexpr std::size_t word_offset(Word word, Version version, const Dialect& dialect) noexcept {
    std::size_t offset = 0;
    for (std::size_t w = 0; w < static_cast<std::size_t>(word); ++w)
        if (has_word(static_cast<Word>(w), version, dialect)) offset += 4;
    return offset;
}

/// Bytes of all the words together: 8 in version 0, 16 from version 1 on; 4 and 12 without gemm_count.
[[nodiscard]] constexpr std::size_t header_size(Version version, const Dialect& dialect) noexcept {
    return word_offset(static_cast<Word>(word_count), version, dialect);
}

namespace detail {
/// Each word's rows must cover its 32 bits once and once only, in every version and form.
consteval bool fields_tile_their_words() noexcept {
    constexpr Args1 forms[] = {Args1::absent, Args1::wgm32, Args1::xccg, Args1::chunk, Args1::split_k, Args1::sfc};
    for (unsigned v = 0; v < version_count; ++v)
        for (const Args1 form : forms) {
            const Version version = static_cast<Version>(v);
            Dialect dialect{};
            dialect.args1 = form;
            if (check(version, dialect) != Status::ok) continue;
            for (std::size_t w = 0; w < word_count; ++w) {
                std::uint64_t covered = 0;
                for (const BitField& row : bit_fields) {
                    if (row.word != static_cast<Word>(w) || !holds(row, version, form)) continue;
                    const std::uint64_t mask = ((std::uint64_t{1} << width_of(row)) - 1) << row.low;
                    if (covered & mask) return false;
                    covered |= mask;
                }
                if (covered != (has_word(static_cast<Word>(w), version, dialect) ? 0xffffffffu : 0u)) return false;
            }
        }
    return true;
}
} // namespace detail
static_assert(detail::fields_tile_their_words());

} // namespace kernabi
