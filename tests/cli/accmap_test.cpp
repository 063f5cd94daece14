// SPDX-License-Identifier: MIT
#include "tests/cli/program.hpp"
#include <doctest/doctest.h>

using test::has;
using test::kernabi;

TEST_CASE("accmap prints a row an output, with its digits and lane 0's element") {
    const test::Ran ran = kernabi("accmap --tile 2 1 --swap");
    CHECK(ran.status == 0);
    CHECK(ran.out.starts_with(
        "16 x 16, blocks 1 x 1, 64 lanes, widths 1 1, wave tile 2 x 1, SourceSwap on: 8 outputs, not sequential\n"));
    CHECK(has(ran.out, "\n       4       1       0    0    0    0    1    0    0         16,   0\n"));
}

TEST_CASE("accmap --json is the protocol's answer") {
    CHECK(
        kernabi("accmap --json").out ==
        R"({"acc2arch":[0,1,2,3],"arch2acc":[0,1,2,3],"imagOffset":4,"info":[1,1,4,1,1,1,1],"len":4,"sequential":1})" +
            std::string("\n"));
}

TEST_CASE("accmap --svg draws registers by lane, to standard output or a new file") {
    const test::Ran ran = kernabi("accmap --instruction 4 4 --blocks 4 4 --tile 2 2 --widths 2 1 --svg -");
    CHECK(ran.status == 0);
    CHECK(ran.out.starts_with("<svg "));
    CHECK(has(ran.out, "<title>lane 63, acc 15, arch "));
    const test::TemporaryFolder folder;
    const std::string file = folder.file("map.svg", "mine");
    CHECK(kernabi("accmap --svg " + file).status == 2);
    CHECK(test::slurp(file) == "mine");
}

TEST_CASE("accmap refuses by name, and says what is doubtful") {
    const test::Ran zero = kernabi("accmap --widths 0 1");
    CHECK(zero.status == 2);
    CHECK(has(zero.err, "VectorWidthA is 0"));
    CHECK(has(kernabi("accmap --widths 2 1 --tile 3 1").err, "2 of it are covered"));
    CHECK(has(kernabi("accmap --instruction 32 8 --svg -").err, "mfma-32x32"));
    CHECK(has(kernabi("accmap --layout mfma").err, "there are mfma-32x32"));
    CHECK(has(kernabi("accmap --tile 1048576 512").err, "2147483648 entries"));
    CHECK(kernabi("accmap --swap --svg - --json").status == 2);
}

TEST_CASE("run --suite holds one set alone and counts by function") {
    const std::string vectors = std::string(" --vectors ") + KERNABI_VECTORS;
    const test::Ran ran = kernabi("run --suite kernel" + vectors);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "\nacc_map            159     159     159       0        0\n"));
    CHECK(has(ran.out, "planned 538, ran 538, passed 538, failed 0, skipped 0\n"));
    CHECK_FALSE(has(ran.out, "version "));
    CHECK(kernabi("run --suite nothing" + vectors).status == 2);
    CHECK(
        has(kernabi("vectors show kernel.wait.both" + vectors).out, "SWaitCnt dscnt 0 vlcnt -1 vscnt -1 // wait both"));
}
