// SPDX-License-Identifier: MIT
// Every field of every version at its limits and one past them. The widths are written down here, not taken from the
// table.
#include "abi/kernarg/header.hpp"
#include "tests/kernarg/rows.hpp"
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>

using namespace kernabi;

namespace {

struct Limits {
    const char* dialect;
    Args1 args1;
    Field field;
    Word word;
    unsigned low, bits; ///< the lowest bit and how many
    std::int64_t least, most;
};

constexpr Args1 absent = Args1::absent, wgm32 = Args1::wgm32, xccg = Args1::xccg, chunk = Args1::chunk,
                split_k = Args1::split_k, sfc = Args1::sfc;

constexpr Limits all[] = {
    {"v0", absent, Field::gemmCount, Word::gemm_count, 0, 30, 0, 1073741823},
    {"v0", absent, Field::argType, Word::gemm_count, 30, 2, 0, 3},
    {"v0", absent, Field::gsu, Word::internalArgs, 0, 8, 0, 255},
    {"v0", absent, Field::wgm, Word::internalArgs, 8, 8, 0, 255},
    {"v0", absent, Field::staggerU, Word::internalArgs, 16, 8, 0, 255},
    {"v0", absent, Field::staggerStrideShift, Word::internalArgs, 24, 5, 0, 31},
    {"v0", absent, Field::staggerUMapping, Word::internalArgs, 29, 3, 0, 7},
    {"v1", wgm32, Field::gemmCount, Word::gemm_count, 0, 30, 0, 1073741823},
    {"v1", wgm32, Field::argType, Word::gemm_count, 30, 2, 0, 3},
    {"v1", wgm32, Field::gsu, Word::internalArgs, 0, 16, 0, 65535},
    {"v1", wgm32, Field::staggerU, Word::internalArgs, 16, 8, 0, 255},
    {"v1", wgm32, Field::staggerStrideShift, Word::internalArgs, 24, 5, 0, 31},
    {"v1", wgm32, Field::staggerUMapping, Word::internalArgs, 29, 3, 0, 7},
    {"v1", wgm32, Field::wgm, Word::internalArgs1, 0, 32, -2147483648, 2147483647},
    {"v1", wgm32, Field::numWorkGroups, Word::numWorkGroups, 0, 32, 0, 4294967295},
    {"v2", xccg, Field::gemmCount, Word::gemm_count, 0, 30, 0, 1073741823},
    {"v2", xccg, Field::argType, Word::gemm_count, 30, 2, 0, 3},
    {"v2", xccg, Field::gsu, Word::internalArgs, 0, 14, 0, 16383},
    {"v2", xccg, Field::gsuwgmrr, Word::internalArgs, 14, 1, 0, 1},
    {"v2", xccg, Field::gsuc, Word::internalArgs, 15, 1, 0, 1},
    {"v2", xccg, Field::staggerU, Word::internalArgs, 16, 8, 0, 255},
    {"v2", xccg, Field::staggerStrideShift, Word::internalArgs, 24, 5, 0, 31},
    {"v2", xccg, Field::staggerUMapping, Word::internalArgs, 29, 3, 0, 7},
    {"v2", xccg, Field::wgm, Word::internalArgs1, 0, 16, -32768, 32767},
    {"v2", xccg, Field::wgmxcc, Word::internalArgs1, 16, 6, 0, 63},
    {"v2", xccg, Field::wgmxccg, Word::internalArgs1, 22, 10, 0, 1023},
    {"v2", xccg, Field::numWorkGroups, Word::numWorkGroups, 0, 32, 0, 4294967295},
    {"v2", chunk, Field::wgm, Word::internalArgs1, 0, 16, -32768, 32767},
    {"v2", chunk, Field::wgmxcc, Word::internalArgs1, 16, 6, 0, 63},
    {"v2", chunk, Field::chunk, Word::internalArgs1, 22, 10, 0, 1023},
    {"v2-2026", split_k, Field::wgm, Word::internalArgs1, 0, 10, -512, 511},
    {"v2-2026", split_k, Field::wgmxcc, Word::internalArgs1, 10, 4, 0, 15},
    {"v2-2026", split_k, Field::chunk, Word::internalArgs1, 14, 8, 0, 255},
    {"v2-2026", split_k, Field::splitK, Word::internalArgs1, 22, 10, 0, 1023},
    {"v2", sfc, Field::sfc, Word::internalArgs1, 0, 32, 0, 4294967295},
    {"v2-wgm32", wgm32, Field::wgm, Word::internalArgs1, 0, 32, -2147483648, 2147483647},
    {"v3", xccg, Field::gsu, Word::internalArgs, 0, 12, 0, 4095},
    {"v3", xccg, Field::nta, Word::internalArgs, 12, 1, 0, 1},
    {"v3", xccg, Field::ntb, Word::internalArgs, 13, 1, 0, 1},
    {"v3", xccg, Field::gsuwgmrr, Word::internalArgs, 14, 1, 0, 1},
    {"v3", xccg, Field::gsuc, Word::internalArgs, 15, 1, 0, 1},
    {"v3", xccg, Field::wgm, Word::internalArgs1, 0, 16, -32768, 32767},
    {"v3", xccg, Field::wgmxcc, Word::internalArgs1, 16, 6, 0, 63},
    {"v3", xccg, Field::wgmxccg, Word::internalArgs1, 22, 10, 0, 1023},
    {"v3-early", xccg, Field::gsu, Word::internalArgs, 0, 12, 0, 4095},
};

Dialect dialect_of(const Limits& row) {
    Dialect dialect = test::preset(row.dialect).dialect;
    dialect.args1 = row.args1;
    return dialect;
}

/// Fields all 0, so that a word shows the one field alone.
HeaderFields only(Field field, std::int64_t value) {
    HeaderFields fields{};
    for (std::int64_t& v : fields.value) v = 0;
    fields[field] = value;
    return fields;
}

} // namespace

TEST_CASE("limits: each field's least and most are written at their bits and read back") {
    for (const Limits& row : all) {
        INFO(std::string(row.dialect) << " " << std::string(field_names[static_cast<std::size_t>(row.field)]));
        const Version version = test::preset(row.dialect).version;
        for (const std::int64_t value : {row.least, row.most, row.least / 2, row.most / 3}) {
            Words words{};
            FieldFault fault{};
            REQUIRE(encode(version, dialect_of(row), Policy::strict, only(row.field, value), words, fault) ==
                    Status::ok);
            const std::uint64_t mask = (std::uint64_t{1} << row.bits) - 1;
            CHECK(words[row.word] == static_cast<std::uint32_t>((static_cast<std::uint64_t>(value) & mask) << row.low));
            CHECK(decode(version, dialect_of(row), words)[row.field] == value);
        }
    }
}

TEST_CASE("limits: one past either end is refused, names the field and its bits, and writes nothing") {
    for (const Limits& row : all) {
        INFO(std::string(row.dialect) << " " << std::string(field_names[static_cast<std::size_t>(row.field)]));
        const Version version = test::preset(row.dialect).version;
        for (const std::int64_t value : {row.least - 1, row.most + 1, INT64_MIN, INT64_MAX}) {
            Words words{};
            words[row.word] = 0xa5a5a5a5;
            FieldFault fault{};
            CHECK(encode(version, dialect_of(row), Policy::strict, only(row.field, value), words, fault) ==
                  Status::value_out_of_range);
            CHECK(fault.field == row.field);
            CHECK(fault.value == value);
            CHECK(fault.bits == row.bits);
            CHECK(words[row.word] == 0xa5a5a5a5u);
        }
    }
}

TEST_CASE("limits: the published host cuts what does not fit and refuses nothing") {
    for (const Limits& row : all)
        for (const std::int64_t value : {row.least - 1, row.most + 1, INT64_MIN, INT64_MAX}) {
            Words words{};
            FieldFault fault{};
            CHECK(encode(test::preset(row.dialect).version, dialect_of(row), Policy::host_2024, only(row.field, value),
                         words, fault) == Status::ok);
        }
}

TEST_CASE("limits: a value for a field that the version does not have is refused as having no place") {
    const struct {
        const char* dialect;
        Field field;
        std::int64_t value;
    } misplaced[] = {{"v0", Field::gsuc, 1},
                     {"v0", Field::gsuwgmrr, 1},
                     {"v0", Field::wgmxcc, 2},
                     {"v0", Field::wgmxccg, 304},
                     {"v0", Field::nta, 1},
                     {"v1", Field::gsuc, 1},
                     {"v1", Field::wgmxcc, 8},
                     {"v1", Field::wgmxccg, 304},
                     {"v1", Field::ntb, 1},
                     {"v1", Field::sfc, 1},
                     {"v2", Field::nta, 1},
                     {"v2", Field::ntb, 1},
                     {"v2", Field::chunk, 1},
                     {"v2", Field::splitK, 1},
                     {"v2", Field::sfc, 1},
                     {"v3", Field::chunk, 1},
                     {"v3", Field::splitK, 2},
                     {"v2-wgm32", Field::wgmxcc, 8},
                     {"v2-nonuniversal", Field::argType, 1}};
    for (const auto& row : misplaced) {
        INFO(std::string(row.dialect) << " " << std::string(field_names[static_cast<std::size_t>(row.field)]));
        HeaderFields fields{};
        fields[row.field] = row.value;
        Words words{};
        FieldFault fault{};
        CHECK(encode(test::preset(row.dialect).version, test::preset(row.dialect).dialect, Policy::strict, fields,
                     words, fault) == Status::no_place);
        CHECK(fault.field == row.field);
        CHECK(fault.bits == 0);
    }
}

TEST_CASE("limits: the defaults fit every dialect") {
    for (const Preset& row : presets) {
        Words words{};
        FieldFault fault{};
        CHECK(encode(row.version, row.dialect, Policy::strict, HeaderFields{}, words, fault) == Status::ok);
    }
}
