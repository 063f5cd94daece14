// SPDX-License-Identifier: MIT
// The published host's words: recorded rows of inputs and words, retyped.
#include "abi/kernarg/host_2024.hpp"
#include <doctest/doctest.h>

using namespace kernabi;

namespace {

struct Recorded {
    Version version;
    HostMap map;
    HostParams params;
    std::int64_t cus;
    std::uint32_t internalArgs, internalArgs1;
};

constexpr HostMap map(std::int64_t gsu, std::int64_t wgm, std::int64_t xcc = 1, std::int64_t group = -1) {
    HostMap result{};
    result.gsu = gsu;
    result.wgm = wgm;
    result.wgmxcc = xcc;
    result.wgmxccg = group;
    return result;
}

constexpr HostParams override_gsu(std::int64_t gsu) {
    HostParams params{};
    params.gsu = gsu;
    return params;
}
constexpr HostParams override_wgm(std::int64_t wgm) {
    HostParams params{};
    params.wgm = wgm;
    return params;
}
constexpr HostParams override_xcc(std::int64_t xcc, std::int64_t group = 0) {
    HostParams params{};
    params.wgmxcc = xcc;
    params.wgmxccg = group;
    return params;
}

void agrees(const Recorded& row) {
    InternalArgsSupport support{};
    support.version = row.version;
    const HostWordValues chosen = host_2024_choose(row.map, row.params, row.cus);
    CHECK(host_2024_internalArgs(support, row.map, row.params, chosen) == row.internalArgs);
    if (row.version != Version::v0) CHECK(host_2024_internalArgs1(support, chosen) == row.internalArgs1);
}

} // namespace

TEST_CASE("host 2024: an override of gsu is read as 8 bits: 256 is not set, 257 is 1, 300 is 44") {
    agrees({Version::v2, map(7, 8), override_gsu(256), 304, 7, 0xffc10008});
    agrees({Version::v2, map(7, 8), override_gsu(257), 304, 1, 0xffc10008});
    agrees({Version::v2, map(7, 8), override_gsu(300), 304, 44, 0xffc10008});
}

TEST_CASE("host 2024: an override of wgm -8 becomes 248, -32768 and 256 are not set") {
    agrees({Version::v2, map(1, 8), override_wgm(-8), 304, 1, 0xffc100f8});
    agrees({Version::v2, map(1, 8), override_wgm(-32768), 304, 1, 0xffc10008});
    agrees({Version::v2, map(1, 8), override_wgm(256), 304, 1, 0xffc10008});
}

TEST_CASE("host 2024: negative wgm survives from the kernel's property") {
    agrees({Version::v2, map(1, -8), {}, 304, 1, 0xffc1fff8});
    agrees({Version::v1, map(1, -8), {}, 304, 1, 0xfffffff8});
}

TEST_CASE("host 2024: version 0 clamps at 255 and wraps negatives to 8 bits") {
    agrees({Version::v0, map(300, 8), {}, 304, 0x08ff, 0});
    agrees({Version::v0, map(1, 256), {}, 304, 0xff01, 0});
    agrees({Version::v0, map(1, -8), {}, 304, 0xf801, 0});
    agrees({Version::v0, map(1, -32768), {}, 304, 0x0001, 0});
}

TEST_CASE("host 2024: version 0 without wgm support carries 14 bits of gsu") {
    InternalArgsSupport support{};
    support.version = Version::v0;
    support.wgm = false;
    const HostMap wide = map(300, 8);
    CHECK(host_2024_internalArgs(support, wide, {}, host_2024_choose(wide, {}, 304)) == 300u);
}

TEST_CASE("host 2024: versions 1 and 2 mask gsu: 16384 is 0, 65535 is 16383") {
    agrees({Version::v1, map(16384, 8), {}, 304, 0, 8});
    agrees({Version::v2, map(65535, 8), {}, 304, 16383, 0xffc10008});
}

TEST_CASE("host 2024: wgmxcc is not masked") {
    agrees({Version::v2, map(1, 8, 64, 0), {}, 304, 1, 0x00400008});
    agrees({Version::v2, map(1, 8, -1, 0), {}, 304, 1, 0xffff0008});
    agrees({Version::v2, map(1, 8, 64, -1), {}, 304, 1, 0x4c400008});
}

TEST_CASE("host 2024: a group of -1 becomes the CU count where more than one XCC is counted") {
    agrees({Version::v2, map(1, 8, 1, -1), {}, 304, 1, 0xffc10008});
    agrees({Version::v2, map(1, 8, 8, -1), {}, 304, 1, 0x4c080008});
    agrees({Version::v2, map(1, 8, 8, -1), {}, 1024, 1, 0x00080008});
    agrees({Version::v2, map(1, 8, 8, -1), {}, 2000, 1, 0xf4080008});
    agrees({Version::v2, map(1, 8), override_xcc(8), 64, 1, 0x10080008});
    agrees({Version::v2, map(1, 8), override_xcc(63, 1023), 304, 1, 0xffff0008});
}

TEST_CASE("host 2024: an override can set gsuc and gsuwgmrr and never clear them; version 1 has neither") {
    HostMap set = map(1, 8);
    set.gsuc = true;
    agrees({Version::v2, set, {}, 304, 0x8001, 0xffc10008});
    agrees({Version::v1, set, {}, 304, 0x0001, 8});
    HostParams params{};
    params.gsuwgmrr = true;
    agrees({Version::v2, set, params, 304, 0xc001, 0xffc10008});
}

TEST_CASE("host 2024: stagger 257, shift 31, mapping 7 keep what fits; 256, 32 and 8 are lost") {
    HostMap stagger = map(1, 8);
    stagger.staggerU = 257;
    stagger.staggerStrideShift = 31;
    stagger.staggerUMapping = 7;
    agrees({Version::v1, stagger, {}, 304, 0xff010001, 8});
    stagger.staggerU = 256;
    stagger.staggerStrideShift = 32;
    stagger.staggerUMapping = 8;
    agrees({Version::v1, stagger, {}, 304, 1, 8});
}

TEST_CASE("host 2024: without support the stagger half and internalArgs1 are 0") {
    HostMap stagger = map(1, 8, 8, 304);
    stagger.staggerU = 32;
    InternalArgsSupport support{};
    support.wgm = support.staggerU = false;
    const HostWordValues chosen = host_2024_choose(stagger, {}, 304);
    CHECK(host_2024_internalArgs(support, stagger, {}, chosen) == 1u);
    CHECK(host_2024_internalArgs1(support, chosen) == 0u);
}
