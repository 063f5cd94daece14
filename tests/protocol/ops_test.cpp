// SPDX-License-Identifier: MIT
// Each op on good requests, reply by reply.
#include "conformance/protocol/server.hpp"
#include <doctest/doctest.h>
#include <string>

using kernabi::protocol::answer;

namespace {

/// `{"id":7,"op":OP,"in":IN}`; replies have their keys in alphabetical order.
std::string ask(const std::string& op, const std::string& in) {
    return answer("{\"id\":7,\"op\":\"" + op + "\",\"in\":" + in + "}");
}

std::string ok(const std::string& result) { return "{\"id\":7,\"ok\":" + result + "}"; }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The ordinary request of the recorded cases, version 2.
const std::string base =
    R"("internalArgsSupport":{"version":2},"sizeMapping":{"macroTile":[128,128,1],"depthU":32,"staggerU":32,"staggerStrideShift":1,"workGroupMapping":8,)"
    R"("workGroupMappingXCC":1,"workGroupMappingXCCGroup":-1},"problem":{"m":1024,"n":768,"k":512},"inputs":{"alpha":1.5,"beta":0.5},)"
    R"("pointers":{"a":"0x7f1210010080","b":"0x7f1220020100","c":"0x7f1230030180","d":"0x7f1240040200"})";
const std::string base_bytes =
    "01000000010020010800c1ff300000000004000000030000010000000002000000020440127f000080010330127f000080000110127f0000"
    "00010220127f00000004000000000c000004000000000c00000400000000080000020000000006000000c03f0000003f";

} // namespace

TEST_CASE("hello: names itself, its ops, versions and dialects") {
    const std::string reply = ask("hello", "{}");
    CHECK(contains(reply, R"("abi_versions":[0,1,2,3])"));
    CHECK(contains(
        reply,
        R"("dialects":["v0","v0-legacy","v1","v1-nonuniversal","v2","v2-wgm32","v2-nonuniversal","v2-2026","v3-early","v3"])"));
    CHECK(contains(reply, R"("name":"kernabi")"));
    for (const char* op : {"encode", "decode", "host_header", "layout", "unpack", "lint", "read_dump", "solve"})
        CHECK(contains(reply, "\"" + std::string(op) + "\""));
}

TEST_CASE("encode: WGM -8 on 304 CUs") {
    CHECK(
        ask("encode",
            R"({"version":2,"gsu":2,"wgm":-8,"wgmxcc":1,"wgmxccg":304,"staggerU":32,"staggerUMapping":1,"numWorkGroups":300})") ==
        ok(R"({"bytes":"0100000002002020f8ff014c2c010000"})"));
}

TEST_CASE("encode: version 0 has 8 bytes") {
    CHECK(ask("encode", R"({"version":0,"gsu":1,"wgm":8,"staggerU":32,"staggerStrideShift":1})") ==
          ok(R"({"bytes":"0100000001082001"})"));
}

TEST_CASE("encode: the published host's policy cuts GSU 16385 to 1") {
    CHECK(ask("encode", R"({"version":1,"policy":"host_2024","gsu":16385,"wgm":8})") ==
          ok(R"({"bytes":"01000000010000000800000000000000"})"));
}

TEST_CASE("decode: a packaged kernel's opaque header") {
    CHECK(
        ask("decode", R"({"version":2,"bytes":"01000000010008200000014c00010000"})") ==
        ok(R"({"argType":0,"gemmCount":1,"gsu":1,"gsuc":0,"gsuwgmrr":0,"numWorkGroups":256,"staggerStrideShift":0,"staggerU":8,"staggerUMapping":1,"wgm":0,"wgmxcc":1,"wgmxccg":304})"));
}

TEST_CASE("host_header: an override of wgm -8 is read as 248") {
    CHECK(
        ask("host_header",
            R"({"version":2,"gemmCount":1,"argType":0,"map.gsu":1,"map.wgm":8,"map.wgmxcc":1,"map.wgmxccg":-1,"param.wgm":-8,"cuCount":304,"numWorkGroups":48})") ==
        ok(R"({"bytes":"0100000001000000f800c1ff30000000"})"));
}

TEST_CASE("layout: version 3's plain one begins with A and ends with the batch offsets") {
    const std::string reply = ask("layout", R"({"internalArgsSupport":{"version":3}})");
    CHECK(contains(reply, R"(["a","A",32,8,"pointer"])"));
    CHECK(contains(reply, R"(["strideA1","strideA0",48,4,"u32"])"));
    CHECK(contains(reply, R"(["d","D",72,8,"pointer"])"));
    CHECK(contains(reply, R"(["batchOffsetB","batchOffsetB",128,8,"i64"])"));
    CHECK(contains(reply, R"("segmentSize":136,"size":136)"));
}

TEST_CASE("unpack: values and header of an ordinary block") {
    const std::string reply = ask("unpack", "{" + base + ",\"bytes\":\"" + base_bytes + "\"}");
    CHECK(contains(reply, R"("d":"0x7f1240040200")"));
    CHECK(contains(reply, R"("alpha":1.5)"));
    CHECK(contains(reply, R"("size_3":512)"));
    CHECK(contains(reply, R"("wgmxccg":1023)"));
}

TEST_CASE("lint: the page's version 2 header is told") {
    const std::string reply = ask("lint", R"({"version":2,"bytes":"0100000002002020f8ffffff2c010000"})");
    CHECK(contains(reply, R"("code":"v2_reads_as_v1")"));
    CHECK(contains(reply, R"("severity":"error")"));
    CHECK(ask("lint", R"({"version":2,"bytes":"0100000002002020f8ff014c2c010000"})") == ok(R"({"findings":[]})"));
}

TEST_CASE("read_dump: one launch of two arguments") {
    CHECK(
        ask("read_dump",
            R"({"text":"Kernel k\n[0..3] gemm_count: 01 00 00 00 (1)\n[4..11] d: 00 00 a4 9c 46 7f 00 00 (0x7f469ca40000)\n"})") ==
        ok(R"({"launches":[{"args":[["gemm_count",0,4,"01000000"],["d",4,8,"0000a49c467f0000"]],"kernel":"k"}]})"));
}

TEST_CASE("solve: the ordinary launch, with bytes, dump and grid") {
    const std::string reply = ask("solve", "{" + base + "}");
    CHECK(contains(reply, "\"bytes\":\"" + base_bytes + "\""));
    CHECK(contains(reply, R"("numWorkGroups":[48,1,1])"));
    CHECK(contains(reply, R"([96..99] alpha: 00 00 c0 3f (1.5)\n)"));
}

TEST_CASE("solve: a dialect of another version, or one that contradicts the support, is refused") {
    CHECK(contains(ask("solve", R"({"internalArgsSupport":{"version":2},"dialect":"v3"})"), R"("code":"refused")"));
    CHECK(contains(ask("solve", R"({"internalArgsSupport":{"version":2,"useUniversalArgs":false},"dialect":"v2"})"),
                   R"("code":"refused")"));
    CHECK(contains(ask("layout", R"({"internalArgsSupport":{"version":3,"useUniversalArgs":false}})"),
                   R"("code":"refused")"));
}
