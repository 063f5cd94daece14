// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/dump/recorder.hpp"

using kernabi::test::Events;
using kernabi::test::read_dump;
using kernabi::test::read_dump_in_chunks;

namespace {

const Events one_launch = {"launch 1 kernel", "arg 2 size_0 16 4 00050000 (1280)", "arg 3 size_1 20 4 c0030000 (960)",
                           "end"};

} // namespace

TEST_CASE("the three ends of line read alike") {
    CHECK(read_dump("Kernel kernel\n[16..19] size_0: 00 05 00 00 (1280)\n[20..23] size_1: c0 03 00 00 (960)\n") ==
          one_launch);
    CHECK(read_dump("Kernel kernel\r\n[16..19] size_0: 00 05 00 00 (1280)\r\n[20..23] size_1: c0 03 00 00 (960)\r\n") ==
          one_launch);
    CHECK(read_dump("Kernel kernel\r[16..19] size_0: 00 05 00 00 (1280)\r[20..23] size_1: c0 03 00 00 (960)\r") ==
          one_launch);
}

TEST_CASE("the last line needs no end") {
    CHECK(read_dump("Kernel kernel\n[16..19] size_0: 00 05 00 00 (1280)\n[20..23] size_1: c0 03 00 00 (960)") ==
          one_launch);
}

TEST_CASE("a byte order mark, tabs and trailing blanks do not matter") {
    CHECK(read_dump("\xef\xbb\xbfKernel\tkernel \t\n\t[16..19]\tsize_0:\t00\t05\t00\t00\t(1280)  \n"
                    "[20..23]  size_1:  c0  03  00  00  (960)\t\n") == one_launch);
}

TEST_CASE("quoted, prefixed and coloured lines are read") {
    CHECK(
        read_dump("> Kernel kernel\n> > [16..19] size_0: 00 05 00 00 (1280)\n| [20..23] size_1: c0 03 00 00 (960)\n") ==
        one_launch);
    CHECK(read_dump("[2026-01-01 12:00:00] Kernel kernel\n"
                    "[2026-01-01 12:00:00] [16..19] size_0: 00 05 00 00 (1280)\n"
                    "[2026-01-01 12:00:00] [20..23] size_1: c0 03 00 00 (960)\n") == one_launch);
    CHECK(read_dump("rank0: Kernel kernel\nrank0: [16..19] size_0: 00 05 00 00 (1280)\n"
                    "[1,0]<stdout>:[20..23] size_1: c0 03 00 00 (960)\n") == one_launch);
    CHECK(
        read_dump("\x1b[1;32mKernel\x1b[0m kernel\n\x1b[33m[16..19]\x1b[0m size_0: 00 05 00 00 (\x1b[36m1280\x1b[0m)\n"
                  "\x1b]0;title\a[20..23] size_1: c0 03 00 00 (960)\x1b[K\n") == one_launch);
    CHECK(
        read_dump("- `Kernel kernel\n- `[16..19] size_0: 00 05 00 00 (1280)`\n+[20..23] size_1: c0 03 00 00 (960)\n") ==
        one_launch);
}

TEST_CASE("lines of the log between those of the dump are passed over") {
    CHECK(read_dump("OCCUPANCY: 2\nWGM: 8, WGMXCC: 1, WGMXCCCHUNK: 0, WGMXCCSPLITK: 0\n"
                    "StaggerUMapping: 0, StaggerU: 32, StaggerUStrideShift: 3\n"
                    "Running kernel: Cijk_B [MatchingTag: x]\n```\nKernel Cijk_A\napplication says hello [1/2] (fine)\n"
                    " l(1, 1, 1) x g(1, 1, 1) = (1, 1, 1)\n[0..3] a: 01 00 00 00 (1)\n# [4..7] comment: 00 (0)\n"
                    "> # [4..7] comment: zz\n```\ncopied [0..3] in: 10 ms\ntook [0..10] done: 5 items\n"
                    "[4..7] b: 02 00 00 00 (2)\n") == Events{"launch 6 Cijk_A", "geometry 8 1,1,1 1,1,1 1,1,1",
                                                             "arg 9 a 0 4 01000000 (1)", "arg 15 b 4 4 02000000 (2)",
                                                             "end"});
}

TEST_CASE("sentences with the word Kernel begin no launch") {
    CHECK(
        read_dump("Kernel launch failed\nKernel started.\nERROR: Kernel panic\nRunning kernel: x\nLaunching Kernel x\n")
            .empty());
}

TEST_CASE("a comment line between universal and other arguments, as on the signature page") {
    CHECK(read_dump("[12..15] numWorkGroups: 2c 01 00 00 (300)\n# Above are universal args\n"
                    "# Below are problem type specific parameters\n[16..19] size_0: 00 05 00 00 (1280)\n") ==
          Events{"launch 1 ", "arg 1 numWorkGroups 12 4 2c010000 (300)", "arg 4 size_0 16 4 00050000 (1280)", "end"});
}

TEST_CASE("arguments that lost their line breaks are read one by one") {
    CHECK(read_dump("[0..3] a: 01 00 00 00 (1) [4..5] <padding> [6..7] b: 00 3c (1) [8..15] c: <unbound>\n") ==
          Events{"launch 1 ", "arg 1 a 0 4 01000000 (1)", "padding 1 4 5", "arg 1 b 6 2 003c (1)",
                 "arg 1 c 8 8 unbound", "end"});
}

TEST_CASE("the value in brackets is carried, not trusted") {
    CHECK(
        read_dump("[0..7] z: 00 00 80 3f 00 00 00 40 ((1,2))\n[8..11] p: 10 00 00 00 (0x10)\n[12..13] n: 00 fe (-nan)\n"
                  "[14..15] v: 01 02\n") == Events{"launch 1 ", "arg 1 z 0 8 0000803f00000040 ((1,2))",
                                                   "arg 2 p 8 4 10000000 (0x10)", "arg 3 n 12 2 00fe (-nan)",
                                                   "arg 4 v 14 2 0102 ()", "end"});
}

TEST_CASE("an int8 prints as any character at all") {
    for (unsigned byte = 0; byte < 256; ++byte) {
        const std::string hex = {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15U]};
        const std::string character(1, static_cast<char>(byte));
        const std::string text = "[4..4] alpha: " + hex + " (" + character + ")\n[5..5] beta: 01 (x)\n";
        const bool splits = byte == '\n' || byte == '\r';
        CAPTURE(byte);
        CHECK(read_dump(text) == Events{"launch 1 ", "arg 1 alpha 4 1 " + hex + " (" + character + ")",
                                        splits ? "arg 3 beta 5 1 01 (x)" : "arg 2 beta 5 1 01 (x)", "end"});
    }
}

TEST_CASE("an int8 above 0x7f may have become a UTF-8 character") {
    CHECK(read_dump("[4..4] alpha: e9 (\xc3\xa9)\n") == Events{"launch 1 ", "arg 1 alpha 4 1 e9 (\xc3\xa9)", "end"});
}

TEST_CASE("where the chunks are cut does not show") {
    const std::string text =
        "\xef\xbb\xbfOCCUPANCY: 2\r\n\x1b[1mKernel\x1b[0m Cijk_A\r\n l(1, 1, 1) x g(2, 1, 1) = (2, 1, 1)\r"
        "> [0..3] a: 01 00\n>  00 00 (1)\n[4..4] b: 0a (\n)\n[5..5] c: 0d (\r)\r\n[6..7] <padding>\n"
        "rank0: [8..15] d: <unbound>\n[16..17] e: 0 1\n[18..19] f: 01 02\n\nGemm 3:\n   m: 5\n"
        "Grouped gemm argsPtr kernels: \nCijk_A\n[0..3] wgTable: 01 00 00 00 (1)\n[4..7] x: 01";
    const Events whole = read_dump(text);
    CHECK(whole == Events{"launch 2 Cijk_A", "geometry 3 1,1,1 2,1,1 2,1,1", "arg 4 a 0 4 01000000 (1)",
                          "arg 6 b 4 1 0a (\n)", "arg 8 c 5 1 0d (\r)", "padding 10 6 7", "arg 11 d 8 8 unbound",
                          "error 12 bad_digit", "arg 13 f 18 2 0102 ()", "note 16 gemm 3 m=5", "end", "table 17 Cijk_A",
                          "arg 19 wgTable 0 4 01000000 (1)", "error 20 truncated", "end"});
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        kernabi::test::Recorder recorder;
        kernabi::dump::Reader reader(recorder);
        reader.feed(std::string_view(text).substr(0, cut));
        reader.feed(std::string_view(text).substr(cut));
        reader.finish();
        CAPTURE(cut);
        CHECK(recorder.events == whole);
    }
    for (std::size_t size = 1; size < 40; ++size) CHECK(read_dump_in_chunks(text, size) == whole);
}
