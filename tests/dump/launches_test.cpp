// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/dump/recorder.hpp"

using kernabi::test::Events;
using kernabi::test::read_dump;

TEST_CASE("a launch is its name, its geometry and its arguments") {
    CHECK(read_dump("Kernel Cijk_Ailk\n"
                    " l(256, 1, 1) x g(304, 2, 1) = (77824, 2, 1)\n"
                    "[0..3] gemm_count: 01 00 00 00 (1)\n"
                    "[4..7] internalArgs: 02 00 20 20 (538968066)\n"
                    "[8..11] internalArgs1: f8 ff ff ff (-8)\n") ==
          Events{"launch 1 Cijk_Ailk", "geometry 2 256,1,1 304,2,1 77824,2,1", "arg 3 gemm_count 0 4 01000000 (1)",
                 "arg 4 internalArgs 4 4 02002020 (538968066)", "arg 5 internalArgs1 8 4 f8ffffff (-8)", "end"});
}

TEST_CASE("unbound arguments have no bytes and padding is no argument") {
    CHECK(read_dump("Kernel kernel\n[0..7] debugBuffer: <unbound>\n[8..9] alpha: 00 3c (1)\n[10..15] <padding>\n"
                    "[16..23] d: 00 00 00 00 00 00 00 00 (0)\n") ==
          Events{"launch 1 kernel", "arg 2 debugBuffer 0 8 unbound", "arg 3 alpha 8 2 003c (1)", "padding 4 10 15",
                 "arg 5 d 16 8 0000000000000000 (0)", "end"});
}

TEST_CASE("padding with its offsets reversed or beyond 32 bits is no error") {
    CHECK(read_dump("Kernel k\n[270..273] beta: 00 00 00 00 (0)\n[274..99] <padding>\n[100..101] alpha_2: 00 3c (1)\n"
                    "[99999999999..3] <padding>\n") == Events{"launch 1 k", "arg 2 beta 270 4 00000000 (0)",
                                                              "padding 3 274 99", "arg 4 alpha_2 100 2 003c (1)",
                                                              "padding 5 4294967295 3", "end"});
}

TEST_CASE("a repeated record and a repeated name stay as printed") {
    CHECK(read_dump("Kernel k\n[96..97] alpha_2: 00 3c (1)\n[98..101] size_0_1: 01 00 00 00 (1)\n"
                    "[96..97] alpha_2: 00 3c (1)\n") == Events{"launch 1 k", "arg 2 alpha_2 96 2 003c (1)",
                                                               "arg 3 size_0_1 98 4 01000000 (1)",
                                                               "arg 4 alpha_2 96 2 003c (1)", "end"});
}

TEST_CASE("an offset of zero begins a launch without a name") {
    CHECK(read_dump("[0..0] a: 01 (x)\n[1..1] b: 02 (y)\n[0..0] a: 03 (z)\n") ==
          Events{"launch 1 ", "arg 1 a 0 1 01 (x)", "arg 2 b 1 1 02 (y)", "end", "launch 3 ", "arg 3 a 0 1 03 (z)",
                 "end"});
}

TEST_CASE("a damaged line at offset zero begins a launch too") {
    CHECK(read_dump("[0..0] a: 01 (x)\n[0..0] a: 0g (x)\n[1..1] b: 02 (y)\n") ==
          Events{"launch 1 ", "arg 1 a 0 1 01 (x)", "end", "launch 2 ", "error 2 bad_digit", "arg 3 b 1 1 02 (y)",
                 "end"});
}

TEST_CASE("a launch without arguments counts, and so does an empty name") {
    CHECK(read_dump("Kernel first\n l(1, 1, 1) x g(0, 1, 1) = (0, 1, 1)\nKernel second\nKernel \n"
                    " l(1, 1, 1) x g(1, 1, 1) = (1, 1, 1)\n") ==
          Events{"launch 1 first", "geometry 2 1,1,1 0,1,1 0,1,1", "end", "launch 3 second", "end", "launch 4 ",
                 "geometry 5 1,1,1 1,1,1 1,1,1", "end"});
}

TEST_CASE("a geometry line whose Kernel line is lost begins a launch") {
    CHECK(read_dump("[4..4] a: 01 (x)\n l(1, 1, 1) x g(2, 1, 1) = (2, 1, 1)\n[0..0] a: 01 (x)\n") ==
          Events{"launch 1 ", "arg 1 a 4 1 01 (x)", "end", "launch 2 ", "geometry 2 1,1,1 2,1,1 2,1,1",
                 "arg 3 a 0 1 01 (x)", "end"});
}

TEST_CASE("an uninitialised grid of 64 bits is read, a longer number is an error") {
    CHECK(read_dump(" l(1, 1, 1) x g(1, 1, 18446744073709551615) = (1, 1, 1)\n") ==
          Events{"launch 1 ", "geometry 1 1,1,1 1,1,18446744073709551615 1,1,1", "end"});
    CHECK(read_dump(" l(1, 1, 1) x g(1, 1, 18446744073709551616) = (1, 1, 1)\n") == Events{"error 1 bad_geometry"});
}

TEST_CASE("the grouped table is a launch marked as a table") {
    CHECK(read_dump("Grouped gemm argsPtr kernels: \nCijk_A\n[0..3] wgTable: 01 00 00 00 (1)\n"
                    "[4..7] wgTable_1: 02 00 00 00 (2)\nKernel Cijk_A\n l(1, 1, 1) x g(1, 1, 1) = (1, 1, 1)\n"
                    "[0..3] gemm_count: 01 00 00 40 (1073741825)\n") ==
          Events{"table 1 Cijk_A", "arg 3 wgTable 0 4 01000000 (1)", "arg 4 wgTable_1 4 4 02000000 (2)", "end",
                 "launch 5 Cijk_A", "geometry 6 1,1,1 1,1,1 1,1,1", "arg 7 gemm_count 0 4 01000040 (1073741825)",
                 "end"});
}

TEST_CASE("the names of a grouped table are kept one per line") {
    CHECK(read_dump("Grouped gemm argsPtr kernels: \nCijk_A\nCijk_B\n[0..3] wgTable: 01 00 00 00 (1)\n") ==
          Events{"table 1 Cijk_A\nCijk_B", "arg 4 wgTable 0 4 01000000 (1)", "end"});
}

TEST_CASE("a block of user arguments gives notes") {
    CHECK(read_dump("Gemm 0:\n   m: 128\n   n: 64\n   activationType: None\nGemm 1:\n   alpha: 1.5\nm: 5\n   k: 6\n") ==
          Events{"note 2 gemm 0 m=128", "note 3 gemm 0 n=64", "note 4 gemm 0 activationType=None",
                 "note 6 gemm 1 alpha=1.5"});
}

TEST_CASE("after a stop the handler hears nothing more") {
    kernabi::test::Recorder recorder;
    recorder.stop_after = 1;
    kernabi::dump::Reader reader(recorder);
    CHECK_FALSE(reader.feed("Kernel k\n[0..0] a: 01 (x)\n[1..1] b: zz (x)\n[2..2] c: 01 (x)\n"));
    CHECK_FALSE(reader.feed("[3..3] d: 01 (x)\n"));
    CHECK_FALSE(reader.finish());
    CHECK(recorder.events == Events{"launch 1 k", "arg 2 a 0 1 01 (x)", "error 3 bad_digit"});
}

TEST_CASE("after finish the reader takes another input") {
    kernabi::test::Recorder recorder;
    kernabi::dump::Reader reader(recorder);
    reader.feed("Kernel k\n[0..0] a: 01");
    reader.finish();
    reader.feed("\n[1..1] b: 02 (y)");
    reader.finish();
    CHECK(recorder.events ==
          Events{"launch 1 k", "arg 2 a 0 1 01 ()", "end", "launch 2 ", "arg 2 b 1 1 02 (y)", "end"});
}
