// SPDX-License-Identifier: MIT
// Each cause with its expected lines; what differs otherwise is named bit by bit.
#include "conformance/diff/compare.hpp"
#include "conformance/protocol/refusal.hpp"
#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace kernabi;
using diff::Block;

namespace {

/// A block of version 2 with a tail, so that something stands behind the usual arguments.
nlohmann::json request(int version = 2) {
    return nlohmann::json::parse(fmt::format(
        R"({{"call": "single", "internalArgsSupport": {{"version": {}}},
             "sizeMapping": {{"workGroupMapping": 8, "workGroupMappingXCC": 8, "staggerU": 32, "globalAccumulation": 0}},
             "problem": {{"m": 1024, "n": 768, "k": 512, "batch": 2, "lda": 1031, "ldb": 521, "ldc": 1033, "ldd": 1039}},
             "inputs": {{"alpha": 1.5, "beta": 0.5}}, "hardware": {{"cuCount": 304}},
             "pointers": {{"a": "0x7f1210010080", "b": "0x7f1220020100", "c": "0x7f1230030180", "d": "0x7f1240040200"}}}})",
        version));
}

diff::Side side(const nlohmann::json& in) { return diff::read_side("request", in.dump(), {}); }
Block block(const nlohmann::json& in) { return side(in).blocks.at(0); }

std::string hex(const std::vector<std::uint8_t>& bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x} ", byte);
    return text;
}

/// The same bytes as somebody's block without names.
Block unnamed(const std::vector<std::uint8_t>& bytes) {
    Block result;
    result.bytes = bytes;
    return result;
}

std::string lines(const Block& before, const Block& after) { return diff::as_text(diff::compare(before, after)); }

std::string cause(const Block& before, const Block& after) {
    const auto found = diff::find_cause(before, after);
    return found ? found->code + ": " + found->sentence : "none";
}

} // namespace

TEST_CASE("diff: the same block twice") {
    CHECK(diff::compare(block(request()), block(request())).same());
    CHECK(lines(block(request()), block(request())).empty());
}

TEST_CASE("diff: an argument, its offset, its bits and both values") {
    nlohmann::json other = request();
    other["problem"]["lda"] = 1033; // 1031 is 0b10000000111, 1033 0b10000001001
    other["problem"]["strideA"] = 1031 * 512;
    nlohmann::json first = request();
    first["problem"]["strideA"] = 1031 * 512;
    CHECK(lines(block(first), block(other)) == "  [80..83] strideA1: 1031 became 1033 (bits 1..3)\n");
}

TEST_CASE("diff: a header word by its fields") {
    nlohmann::json other = request();
    other["sizeMapping"]["workGroupMapping"] = -8;
    other["sizeMapping"]["staggerU"] = 16;
    CHECK(lines(block(request()), block(other)) == "  [4..7] internalArgs bits 23..16 staggerU: 32 became 16\n"
                                                   "  [8..11] internalArgs1 bits 15..0 wgm: 8 became -8\n");
}

TEST_CASE("diff: arguments that one side lacks") {
    nlohmann::json other = request();
    other["problemType"]["useScaleAlphaVec"] = 1;
    other["pointers"]["scaleAlphaVec"] = "0x7f1310110880";
    CHECK(lines(block(request()), block(other)) ==
          "  [104..111] scaleAlphaVec: 0x7f1310110880 on the other side alone\n  104 bytes became 112\n");
}

TEST_CASE("diff: shifted by 2, 4 and 8 bytes from an argument on") {
    const Block good = block(request());
    for (const std::size_t by : {std::size_t{2}, std::size_t{4}, std::size_t{8}}) {
        std::vector<std::uint8_t> bytes = good.bytes;
        bytes.insert(bytes.begin() + 64, by, 0xee);
        CHECK(cause(good, unnamed(bytes)) ==
              fmt::format("shifted: everything from strideD1 on stands {} bytes later", by));
    }
    std::vector<std::uint8_t> bytes = good.bytes;
    bytes.erase(bytes.begin() + 60, bytes.begin() + 64);
    bytes.erase(bytes.begin() + 56, bytes.begin() + 60);
    CHECK(cause(good, unnamed(bytes)) == "shifted: everything from strideD1 on stands 8 bytes earlier");
}

TEST_CASE("diff: two arguments swapped") {
    nlohmann::json other = request();
    std::swap(other["pointers"]["a"], other["pointers"]["b"]);
    CHECK(lines(block(request()), block(other)) ==
          "  [48..55] a: 0x7f1210010080 became 0x7f1220020100 (bits 7..8, 16..17, 28..29)\n"
          "  [56..63] b: 0x7f1220020100 became 0x7f1210010080 (bits 7..8, 16..17, 28..29)\n"
          "  cause: a and b changed places\n");
}

TEST_CASE("diff: another version") {
    nlohmann::json old = request(1);
    CHECK(cause(block(request()), unnamed(block(old).bytes)) ==
          "version: another version: one side is packed as version 2, the other as v1");
    CHECK(cause(block(request()), unnamed(block(request(0)).bytes)) ==
          "version: another version: one side is packed as version 2, the other as v0");
    nlohmann::json newer = request(3);
    newer["pointers"]["ws"] = "0x0";
    CHECK(cause(block(request()), block(newer)) ==
          "version: another version: one side is packed as version 2, the other as v3");
}

TEST_CASE("diff: another device's CU count") {
    nlohmann::json other = request();
    other["hardware"]["cuCount"] = 256;
    CHECK(lines(block(request()), block(other)) ==
          "  [8..11] internalArgs1 bits 31..22 wgmxccg: 304 became 256\n"
          "  cause: another device's CU count in wgmxccg: 304 CUs on one side, 256 CUs on the other\n");
}

TEST_CASE("diff: natural alignment") {
    nlohmann::json in = request();
    in["problemType"] = {{"useBias", 1}, {"useE", true}, {"useScaleAlphaVec", 3}};
    in["pointers"]["bias"] = "0x7f12c00c0600";
    in["pointers"]["scaleAlphaVec"] = "0x7f1310110880";
    in["pointers"]["e"] = "0x7f1250050280";
    const Block good = block(in);
    std::vector<std::uint8_t> bytes;
    for (const diff::Place& place : good.places) {
        while (bytes.size() % place.size != 0) bytes.push_back(0);
        bytes.insert(bytes.end(), good.bytes.begin() + place.offset, good.bytes.begin() + place.offset + place.size);
    }
    CHECK(bytes.size() == good.bytes.size() + 4);
    CHECK(cause(good, unnamed(bytes)) ==
          "natural_alignment: natural alignment: from e on each argument stands at a multiple of its size, as in a C "
          "struct; the block is packed");
}

TEST_CASE("diff: widened and packed scalars") {
    nlohmann::json in = request();
    in["problem"]["alphaType"] = in["problem"]["betaType"] = "Half";
    in["dialect"] = "v2";
    nlohmann::json widened = in;
    widened["dialect"] = "v2,scalars=widened";
    CHECK(cause(block(in), block(widened)) ==
          "scalars: alpha and beta are packed on one side and widened to 4 bytes on the other");
    CHECK(cause(block(widened), unnamed(block(in).bytes)) ==
          "scalars: alpha and beta are widened to 4 bytes on one side and packed on the other");
}

TEST_CASE("diff: Stream-K words elsewhere") {
    nlohmann::json in = request();
    in["sizeMapping"]["streamK"] = 3;
    in["problemType"]["useScaleAlphaVec"] = 1;
    in["pointers"]["scaleAlphaVec"] = "0x7f1310110880";
    in["dialect"] = "v2-2026";
    const Block good = block(in);
    std::vector<std::uint8_t> bytes = good.bytes;
    const diff::Place* const first = good.find("itersPerTile");
    const diff::Place* const vec = good.find("scaleAlphaVec");
    REQUIRE(first != nullptr);
    REQUIRE(vec != nullptr);
    std::rotate(bytes.begin() + first->offset, bytes.begin() + vec->offset, bytes.begin() + vec->offset + 8);
    CHECK(cause(good, unnamed(bytes)) == "stream_k_words: the Stream-K words stand elsewhere: behind beta on one side, "
                                         "behind scaleAlphaVec on the other");
}

TEST_CASE("diff: a dump against what solve says, and a block in hexadecimal against either") {
    const std::string dump = "Kernel kernel\n l(256, 1, 1) x g(96, 1, 1) = (24576, 1, 1)\n"
                             "[0..3] gemm_count: 01 00 00 00 (1)\n[4..7] internalArgs: 02 00 00 00 (2)\n";
    const diff::Side logged = diff::read_side("log", dump, {});
    REQUIRE(logged.blocks.size() == 1);
    CHECK(logged.blocks[0].kernel == "kernel");
    CHECK(lines(logged.blocks[0], block(request()))
              .rfind("  [4..7] internalArgs bits 23..16 staggerU: 0 became 32\n", 0) == 0);
    const diff::Side bytes = diff::read_side("hex", hex(block(request()).bytes), {});
    CHECK(diff::compare(bytes.blocks.at(0), block(request())).same());
    CHECK(diff::compare(block(request()), bytes.blocks.at(0)).same());
}

TEST_CASE("diff: a request with a misspelt key is no side") {
    nlohmann::json misspelt = request();
    misspelt["problem"]["M"] = 2048;
    CHECK_THROWS_AS((void)side(misspelt), kernabi::protocol::Refusal);
}

TEST_CASE("diff: what is no side") {
    for (const char* const text :
         {"", "  \n", "{\"call\": \"solve\"}", "{\"internalArgsSupport\": {\"version\": 9}}", "0g 12"})
        CHECK_THROWS((void)diff::read_side("x", text, {}));
}
