// SPDX-License-Identifier: MIT
// The signature page's three dumps: offsets as constants, then names, values and bytes.
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/unpack.hpp"
#include "tests/kernarg/rows.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using test::Row;

namespace {

constexpr Row version_1_and_2[] = {
    {"gemm_count", 0, 4, 1},
    {"internalArgs", 4, 4, 538968066},
    {"internalArgs1", 8, 4, 0xfffffff8},
    {"numWorkGroups", 12, 4, 300},
    {"size_0", 16, 4, 1280},
    {"size_1", 20, 4, 960},
    {"size_2", 24, 4, 1},
    {"size_3", 28, 4, 8192},
    {"ws_d", 32, 8, 0x7f68b9800000},
    {"c", 40, 8, 0x7f68c498be00},
    {"a", 48, 8, 0x7f68c2600000},
    {"b", 56, 8, 0x7f68c3a4ff00},
    {"strideW_D1", 64, 4, 1280},
    {"strideW_D2", 68, 4, 1228800},
    {"strideW_C1", 72, 4, 1280},
    {"strideW_C2", 76, 4, 1228800},
    {"strideA1", 80, 4, 8320},
    {"strideA2", 84, 4, 10649600},
    {"strideB1", 88, 4, 8320},
    {"strideB2", 92, 4, 7987200},
    {"alpha", 96, 4, 0x3f800000},
    {"beta", 100, 4, 0},
    {"dstD", 104, 8, 0x7f68c4be3e00},
    {"Synchronizer", 112, 8, 0x7f68c4e3be00},
    {"GSUSync", 120, 4, 0},
};
constexpr std::uint8_t version_1_and_2_bytes[] = {
    0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x20, 0x20, 0xf8, 0xff, 0xff, 0xff, 0x2c, 0x01, 0x00, 0x00, 0x00, 0x05,
    0x00, 0x00, 0xc0, 0x03, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00, 0x00, 0x00, 0x80, 0xb9,
    0x68, 0x7f, 0x00, 0x00, 0x00, 0xbe, 0x98, 0xc4, 0x68, 0x7f, 0x00, 0x00, 0x00, 0x00, 0x60, 0xc2, 0x68, 0x7f,
    0x00, 0x00, 0x00, 0xff, 0xa4, 0xc3, 0x68, 0x7f, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0xc0, 0x12, 0x00,
    0x00, 0x05, 0x00, 0x00, 0x00, 0xc0, 0x12, 0x00, 0x80, 0x20, 0x00, 0x00, 0x00, 0x80, 0xa2, 0x00, 0x80, 0x20,
    0x00, 0x00, 0x00, 0xe0, 0x79, 0x00, 0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x00, 0x00, 0x00, 0x3e, 0xbe, 0xc4,
    0x68, 0x7f, 0x00, 0x00, 0x00, 0xbe, 0xe3, 0xc4, 0x68, 0x7f, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};

constexpr Row version_0[] = {
    {"gemm_count", 0, 4, 1},
    {"internalArgs", 4, 4, 18876417},
    {"size_0", 8, 4, 255},
    {"size_1", 12, 4, 255},
    {"size_2", 16, 4, 1},
    {"size_3", 20, 4, 255},
    {"d", 24, 8, 0x7f469ca40000},
    {"c", 32, 8, 0x7f469cfc2000},
    {"a", 40, 8, 0x7f469cf00000},
    {"b", 48, 8, 0x7f469cf61000},
    {"strideD1", 56, 4, 255},
    {"strideD2", 60, 4, 65025},
    {"strideC1", 64, 4, 255},
    {"strideC2", 68, 4, 65025},
    {"strideA1", 72, 4, 255},
    {"strideA2", 76, 4, 65025},
    {"strideB1", 80, 4, 255},
    {"strideB2", 84, 4, 65025},
    {"alpha", 88, 4, 0x3f800000},
    {"beta", 92, 4, 0},
    {"scaleAlphaVec", 96, 8, 0x7f469cfe8000},
    {"bias", 104, 8, 0x7f469cfe4000},
    {"bias_type", 112, 4, 0},
    {"strideBias", 116, 4, 0},
    {"activation_0", 120, 4, 0x40000000},
    {"activation_1", 124, 4, 0x40000000},
    {"activationType", 128, 4, 5},
};
constexpr std::uint8_t version_0_bytes[] = {
    0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x20, 0x01, 0xff, 0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00,
    0x00, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0xa4, 0x9c, 0x46, 0x7f, 0x00, 0x00, 0x00, 0x20, 0xfc, 0x9c, 0x46, 0x7f,
    0x00, 0x00, 0x00, 0x00, 0xf0, 0x9c, 0x46, 0x7f, 0x00, 0x00, 0x00, 0x10, 0xf6, 0x9c, 0x46, 0x7f, 0x00, 0x00, 0xff,
    0x00, 0x00, 0x00, 0x01, 0xfe, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00, 0x01, 0xfe, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00,
    0x01, 0xfe, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00, 0x01, 0xfe, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x80, 0xfe, 0x9c, 0x46, 0x7f, 0x00, 0x00, 0x00, 0x40, 0xfe, 0x9c, 0x46, 0x7f, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x40, 0x05, 0x00, 0x00, 0x00,
};
static_assert(sizeof(version_1_and_2_bytes) == 124);
static_assert(sizeof(version_0_bytes) == 132);

constexpr ProblemType single_kernel_gsu_2() {
    ProblemType type{};
    type.gsu = 2;
    type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    return type;
}
constexpr ProblemType page_0() {
    ProblemType type{};
    type.useScaleAlphaVec = 1;
    type.useBias = 1;
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    return type;
}

static_assert(test::stands(test::form_of(test::preset("v2"), single_kernel_gsu_2()), version_1_and_2));
static_assert(test::stands(test::form_of(test::preset("v1"), single_kernel_gsu_2()), version_1_and_2));
static_assert(test::stands(test::form_of(test::preset("v0"), page_0()), version_0));

/// Packs the rows' values and compares with the page's bytes, then reads the bytes back.
template <std::size_t N, std::size_t Size>
void same_both_ways(const Form& form, const Row (&rows)[N], const std::uint8_t (&bytes)[Size]) {
    CHECK(test::first_difference(form, rows) == N);
    Layout layout{};
    REQUIRE(make_layout(form, layout) == Status::ok);
    REQUIRE(layout.size == Size);
    Values values{};
    for (std::size_t i = 0; i < N; ++i) values.slot[slot_of(layout.entries[i])] = rows[i].value;
    values.at(Argument::internalArgs1) =
        static_cast<std::uint64_t>(sign_extend(values.at(Argument::internalArgs1), 32));

    std::uint8_t packed[Size] = {};
    std::size_t written = 0;
    ArgumentFault fault{};
    REQUIRE(pack(form, values, Policy::strict, packed, written, fault) == Status::ok);
    CHECK(written == Size);
    for (std::size_t i = 0; i < Size; ++i) CHECK_MESSAGE(packed[i] == bytes[i], "byte " << i);

    Values back{};
    REQUIRE(unpack(layout, bytes, back) == Status::ok);
    for (std::size_t i = 0; i < N; ++i) {
        const Entry& entry = layout.entries[i];
        CHECK_MESSAGE((back.slot[slot_of(entry)] & (entry.size == 4 ? 0xffffffffu : ~std::uint64_t{0})) ==
                          rows[i].value,
                      rows[i].name);
    }
}

HeaderFields header_of(const char* name, ConstBytes bytes) {
    const Preset& row = test::preset(name);
    Words words{};
    REQUIRE(read_words(row.version, row.dialect, bytes, words) == Status::ok);
    return decode(row.version, row.dialect, words);
}

} // namespace

TEST_CASE("page: version 2's dump comes out byte for byte") {
    same_both_ways(test::form_of(test::preset("v2"), single_kernel_gsu_2()), version_1_and_2, version_1_and_2_bytes);
}

TEST_CASE("page: version 1's dump comes out byte for byte") {
    same_both_ways(test::form_of(test::preset("v1"), single_kernel_gsu_2()), version_1_and_2, version_1_and_2_bytes);
}

TEST_CASE("page: version 0's dump comes out byte for byte") {
    same_both_ways(test::form_of(test::preset("v0"), page_0()), version_0, version_0_bytes);
}

TEST_CASE("page: version 1's header reads GSU 2, StaggerU 32 by mapping 1, WGM -8") {
    const HeaderFields fields = header_of("v1", version_1_and_2_bytes);
    CHECK(fields[Field::gemmCount] == 1);
    CHECK(fields[Field::argType] == 0);
    CHECK(fields[Field::gsu] == 2);
    CHECK(fields[Field::staggerU] == 32);
    CHECK(fields[Field::staggerStrideShift] == 0);
    CHECK(fields[Field::staggerUMapping] == 1);
    CHECK(fields[Field::wgm] == -8);
    CHECK(fields[Field::numWorkGroups] == 300);
}

TEST_CASE("page: version 2's header is what no host of version 2 writes: XCC 63, group 1023") {
    const HeaderFields fields = header_of("v2", version_1_and_2_bytes);
    CHECK(fields[Field::wgm] == -8);
    CHECK(fields[Field::wgmxcc] == 63);
    CHECK(fields[Field::wgmxccg] == 1023);
    CHECK(fields[Field::gsuc] == 0);
    CHECK(fields[Field::gsuwgmrr] == 0);
}

TEST_CASE("page: version 0's header reads GSU 1, WGM 8, StaggerU 32 by shift 1") {
    const HeaderFields fields = header_of("v0", version_0_bytes);
    CHECK(fields[Field::gsu] == 1);
    CHECK(fields[Field::wgm] == 8);
    CHECK(fields[Field::staggerU] == 32);
    CHECK(fields[Field::staggerStrideShift] == 1);
    CHECK(fields[Field::staggerUMapping] == 0);
}
