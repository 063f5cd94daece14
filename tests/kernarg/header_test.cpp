// SPDX-License-Identifier: MIT
// Header words that people met, both ways.
#include "abi/kernarg/header.hpp"
#include "tests/kernarg/rows.hpp"
#include <doctest/doctest.h>
#include <initializer_list>

using namespace kernabi;

namespace {

Dialect with(const char* name, Args1 args1) {
    Dialect dialect = test::preset(name).dialect;
    dialect.args1 = args1;
    return dialect;
}

Words encoded(const char* name, const HeaderFields& fields, Policy policy = Policy::strict) {
    const Preset& row = test::preset(name);
    Words words{};
    FieldFault fault{};
    REQUIRE(encode(row.version, row.dialect, policy, fields, words, fault) == Status::ok);
    return words;
}

HeaderFields decoded(const char* name, std::uint32_t internalArgs, std::uint32_t internalArgs1) {
    const Preset& row = test::preset(name);
    Words words{};
    words[Word::gemm_count] = 1;
    words[Word::internalArgs] = internalArgs;
    words[Word::internalArgs1] = internalArgs1;
    return decode(row.version, row.dialect, words);
}

HeaderFields mapped(std::int64_t wgm, std::int64_t xcc, std::int64_t group) {
    HeaderFields fields{};
    fields[Field::wgm] = wgm;
    fields[Field::wgmxcc] = xcc;
    fields[Field::wgmxccg] = group;
    return fields;
}

} // namespace

TEST_CASE("header: a packaged bf16 kernel's opaque words read as StaggerU 8 by mapping 1 and a group of 304") {
    const HeaderFields fields = decoded("v2", 0x20080001, 0x4c010000);
    CHECK(fields[Field::gsu] == 1);
    CHECK(fields[Field::gsuc] == 0);
    CHECK(fields[Field::gsuwgmrr] == 0);
    CHECK(fields[Field::staggerU] == 8);
    CHECK(fields[Field::staggerStrideShift] == 0);
    CHECK(fields[Field::staggerUMapping] == 1);
    CHECK(fields[Field::wgm] == 0);
    CHECK(fields[Field::wgmxcc] == 1);
    CHECK(fields[Field::wgmxccg] == 304);
}

TEST_CASE("header: the group holds the CU count: 304 gives 0x4c010000, 38 gives 0x09810000") {
    CHECK(encoded("v2", mapped(0, 1, 304))[Word::internalArgs1] == 0x4c010000u);
    CHECK(encoded("v2", mapped(0, 1, 38))[Word::internalArgs1] == 0x09810000u);
}

TEST_CASE("header: a runner's version 1 constants 35651585 and 8") {
    const HeaderFields fields = decoded("v1", 35651585, 8);
    CHECK(fields[Field::gsu] == 1);
    CHECK(fields[Field::staggerU] == 32);
    CHECK(fields[Field::staggerStrideShift] == 2);
    CHECK(fields[Field::staggerUMapping] == 0);
    CHECK(fields[Field::wgm] == 8);
}

TEST_CASE("header: the same runner's version 2 constant 1275592712 is WGM 8, XCC 8, group 304") {
    const HeaderFields fields = decoded("v2", 1, 1275592712);
    CHECK(fields[Field::wgm] == 8);
    CHECK(fields[Field::wgmxcc] == 8);
    CHECK(fields[Field::wgmxccg] == 304);
    CHECK(encoded("v2", mapped(8, 8, 304))[Word::internalArgs1] == 1275592712u);
}

TEST_CASE("header: WGM -1 keeps its sign in versions 1 and 2") {
    HeaderFields fields{};
    fields[Field::wgm] = -1;
    CHECK(encoded("v1", fields)[Word::internalArgs1] == 0xffffffffu);
    CHECK(encoded("v2", mapped(-1, 8, 304))[Word::internalArgs1] == 0x4c08ffffu);
    CHECK(decoded("v2", 1, 0x4c08ffff)[Field::wgm] == -1);
}

TEST_CASE("header: WGM -8 with XCC 1 is 0xffc1fff8 with the group unresolved, 0x4c01fff8 on 304 CUs") {
    CHECK(encoded("v2", mapped(-8, 1, 1023))[Word::internalArgs1] == 0xffc1fff8u);
    CHECK(encoded("v2", mapped(-8, 1, 304))[Word::internalArgs1] == 0x4c01fff8u);
    CHECK(encoded("v2", mapped(8, 1, 1023))[Word::internalArgs1] == 0xffc10008u);
}

TEST_CASE("header: a group left at -1 beside XCC 0 reads as 1023 CUs") {
    const HeaderFields fields = decoded("v2", 1, 0xffc00008);
    CHECK(fields[Field::wgmxcc] == 0);
    CHECK(fields[Field::wgmxccg] == 1023);
}

TEST_CASE("header: XCC 86 runs into the group on the published host and is refused by a careful one") {
    CHECK(encoded("v2", mapped(8, 86, 304), Policy::host_2024)[Word::internalArgs1] == 0x4c560008u);
    const HeaderFields read = decoded("v2", 1, 0x4c560008);
    CHECK(read[Field::wgmxcc] == 22);
    CHECK(read[Field::wgmxccg] == 305);
    Words words{};
    FieldFault fault{};
    CHECK(encode(Version::v2, test::preset("v2").dialect, Policy::strict, mapped(8, 86, 304), words, fault) ==
          Status::value_out_of_range);
    CHECK(fault.field == Field::wgmxcc);
    CHECK(fault.value == 86);
    CHECK(fault.bits == 6);
}

TEST_CASE("header: a space-filling word is four bytes, which read as WGM 264, XCC 4, group 12 by mistake") {
    HeaderFields fields{};
    fields[Field::sfc] = 0x03040108;
    Words words{};
    FieldFault fault{};
    REQUIRE(encode(Version::v2, with("v2", Args1::sfc), Policy::strict, fields, words, fault) == Status::ok);
    CHECK(words[Word::internalArgs1] == 0x03040108u);
    const HeaderFields wrong = decoded("v2", 1, 0x03040108);
    CHECK(wrong[Field::wgm] == 264);
    CHECK(wrong[Field::wgmxcc] == 4);
    CHECK(wrong[Field::wgmxccg] == 12);
}

TEST_CASE("header: StaggerU 64, shift 31, mapping 4 give the upper half 0x9f40") {
    HeaderFields fields{};
    fields[Field::staggerU] = 64;
    fields[Field::staggerStrideShift] = 31;
    fields[Field::staggerUMapping] = 4;
    for (const char* name : {"v0", "v1", "v2", "v3"})
        CHECK((encoded(name, fields)[Word::internalArgs] >> 16) == 0x9f40u);
}

TEST_CASE("header: the published host loses StaggerU 256, shift 32 and mapping 8") {
    HeaderFields fields{};
    fields[Field::staggerU] = 256;
    fields[Field::staggerStrideShift] = 32;
    fields[Field::staggerUMapping] = 8;
    CHECK((encoded("v2", fields, Policy::host_2024)[Word::internalArgs] >> 16) == 0u);
}

TEST_CASE("header: version 0 clamps GSU 300 at 255 and leaves WGM alone: 0x08ff") {
    HeaderFields fields{};
    fields[Field::gsu] = 300;
    fields[Field::wgm] = 8;
    CHECK((encoded("v0", fields, Policy::host_2024)[Word::internalArgs] & 0xffffu) == 0x08ffu);
}

TEST_CASE("header: versions 1 and 2 mask GSU to 14 bits: 16384 reads 0, 16385 reads 1") {
    for (const char* name : {"v1", "v2"}) {
        HeaderFields fields{};
        fields[Field::gsu] = 16384;
        CHECK((encoded(name, fields, Policy::host_2024)[Word::internalArgs] & 0xffffu) == 0u);
        fields[Field::gsu] = 16385;
        CHECK((encoded(name, fields, Policy::host_2024)[Word::internalArgs] & 0xffffu) == 1u);
    }
}

TEST_CASE("header: GSUC is bit 15 and GSUWGMRR bit 14 from version 2 on") {
    HeaderFields fields{};
    fields[Field::gsu] = 5;
    fields[Field::gsuc] = 1;
    CHECK(encoded("v2", fields)[Word::internalArgs] == 0x8005u);
    CHECK(encoded("v3", fields)[Word::internalArgs] == 0x8005u);
    fields[Field::gsuc] = 0;
    fields[Field::gsuwgmrr] = 1;
    CHECK(encoded("v2", fields)[Word::internalArgs] == 0x4005u);
}

TEST_CASE("header: version 3 takes bits 13 and 12 for NTB and NTA and leaves GSU 12 bits") {
    HeaderFields fields{};
    fields[Field::gsu] = 4095;
    fields[Field::ntb] = 1;
    CHECK(encoded("v3", fields)[Word::internalArgs] == 0x2fffu);
    fields[Field::ntb] = 0;
    fields[Field::nta] = 1;
    CHECK(encoded("v3", fields)[Word::internalArgs] == 0x1fffu);
    CHECK(decoded("v3", 0x3001, 0x4c010000)[Field::nta] == 1);
    CHECK(decoded("v3", 0x3001, 0x4c010000)[Field::ntb] == 1);
    CHECK(decoded("v2", 0x3001, 0x4c010000)[Field::gsu] == 0x3001);
}

TEST_CASE("header: the argument type is in the two top bits of gemm_count") {
    HeaderFields fields{};
    fields[Field::gemmCount] = 3;
    fields[Field::argType] = 2;
    for (const char* name : {"v0", "v1", "v2", "v3"}) CHECK(encoded(name, fields)[Word::gemm_count] == 0x80000003u);
}

TEST_CASE("header: kernels built with XCC -1 in 2026 read split-K 10, chunk 8, XCC 4, WGM 10 bits") {
    HeaderFields fields{};
    fields[Field::splitK] = 5;
    fields[Field::chunk] = 0xa5;
    fields[Field::wgmxcc] = 8;
    fields[Field::wgm] = -3;
    Words words{};
    FieldFault fault{};
    const Dialect dialect = with("v2-2026", Args1::split_k);
    REQUIRE(encode(Version::v2, dialect, Policy::strict, fields, words, fault) == Status::ok);
    CHECK(words[Word::internalArgs1] == ((5u << 22) | (0xa5u << 14) | (8u << 10) | 0x3fdu));
    CHECK(decode(Version::v2, dialect, words)[Field::wgm] == -3);
}

TEST_CASE("header: kernels built with XCC -1 in mid-2025 hold a chunk where the group was") {
    HeaderFields fields{};
    fields[Field::chunk] = 4;
    fields[Field::wgmxcc] = 8;
    fields[Field::wgm] = 7;
    Words words{};
    FieldFault fault{};
    REQUIRE(encode(Version::v2, with("v2", Args1::chunk), Policy::strict, fields, words, fault) == Status::ok);
    CHECK(words[Word::internalArgs1] == 0x01080007u);
}

TEST_CASE("header: version 2 of the first weeks holds a WGM of 32 bits") {
    HeaderFields fields{};
    fields[Field::wgm] = -70000;
    CHECK(encoded("v2-wgm32", fields)[Word::internalArgs1] == 0xfffeee90u);
    CHECK(decoded("v2-wgm32", 1, 0xfffeee90)[Field::wgm] == -70000);
}

TEST_CASE("header: 8 bytes in version 0, 16 from 1 on, 4 and 12 without universal arguments") {
    const struct {
        const char* name;
        std::size_t size;
    } all[] = {{"v0", 8},  {"v0-legacy", 4},        {"v1", 16},      {"v1-nonuniversal", 12},
               {"v2", 16}, {"v2-nonuniversal", 12}, {"v2-2026", 16}, {"v3", 16}};
    for (const auto& row : all)
        CHECK(header_size(test::preset(row.name).version, test::preset(row.name).dialect) == row.size);
}

TEST_CASE("header: reading needs every byte, writing into too few writes none") {
    const std::uint8_t bytes[16] = {1, 0, 0, 0, 1, 0, 0, 0, 8, 0, 8, 0x4c, 44, 1, 0, 0};
    const Preset& row = test::preset("v2");
    Words words{};
    words[Word::internalArgs] = 0x55555555;
    CHECK(read_words(row.version, row.dialect, {bytes, 15}, words) == Status::source_too_short);
    CHECK(words[Word::internalArgs] == 0x55555555u);
    REQUIRE(read_words(row.version, row.dialect, bytes, words) == Status::ok);
    std::uint8_t to[15];
    for (std::uint8_t& byte : to) byte = 0xaa;
    std::size_t written = 0;
    CHECK(write_words(row.version, row.dialect, words, to, written) == Status::destination_too_small);
    CHECK(written == 16);
    for (const std::uint8_t byte : to) CHECK(byte == 0xaa);
    CHECK(write_words(row.version, row.dialect, words, {}, written) == Status::ok);
    CHECK(written == 16);
}

TEST_CASE("header: 256 patterns of each byte survive decode and encode in every dialect") {
    for (const Preset& row : presets)
        for (unsigned byte = 0; byte < 16; ++byte)
            for (unsigned pattern = 0; pattern < 256; ++pattern) {
                std::uint8_t bytes[16] = {}, back[16] = {};
                bytes[byte] = static_cast<std::uint8_t>(pattern);
                const std::size_t size = header_size(row.version, row.dialect);
                if (byte >= size) continue;
                Words words{}, again{};
                FieldFault fault{};
                REQUIRE(read_words(row.version, row.dialect, bytes, words) == Status::ok);
                REQUIRE(encode(row.version, row.dialect, Policy::strict, decode(row.version, row.dialect, words), again,
                               fault) == Status::ok);
                std::size_t written = 0;
                REQUIRE(write_words(row.version, row.dialect, again, back, written) == Status::ok);
                for (std::size_t i = 0; i < 16; ++i) REQUIRE(back[i] == bytes[i]);
            }
}
