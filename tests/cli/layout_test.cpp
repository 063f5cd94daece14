// SPDX-License-Identifier: MIT
#include "tests/cli/program.hpp"
#include <doctest/doctest.h>

using test::has;
using test::kernabi;

TEST_CASE("layout prints both names, offsets and kinds") {
    const test::Ran ran = kernabi("layout --abi 3");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "[72..79]    d                                   D                                   pointer"));
    CHECK(has(ran.out, "[48..51]    strideA1                            strideA0                            u32"));
}

TEST_CASE("layout --json is the protocol's answer") {
    const test::Ran ran = kernabi("layout --json --abi 2 --set sizeMapping.globalAccumulation=3 --set sizeMapping.globalSplitU=2");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, R"(["dstD","dstD",104,8,"pointer"])"));
    CHECK(has(ran.out, R"("segmentSize":128,"size":124)"));
}

TEST_CASE("layout --c-header compiles to offsets") {
    const test::Ran ran = kernabi("layout --c-header --abi 0");
    CHECK(has(ran.out, "kernarg_d_offset = 24,"));
    CHECK(has(ran.out, "kernarg_segment_size = 96"));
}

TEST_CASE("layout --svg draws to standard output or a new file") {
    CHECK(kernabi("layout --abi 2 --svg -").out.starts_with("<svg "));
    const test::TemporaryFolder folder;
    const std::string file = folder.file("map.svg", "mine");
    CHECK(kernabi("layout --abi 2 --svg " + file).status == 2);
    CHECK(test::slurp(file) == "mine");
}

TEST_CASE("layout without a version says what is missing") {
    const test::Ran ran = kernabi("layout");
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "--abi"));
}

TEST_CASE("a dialect of another version is a contradiction") {
    const test::Ran ran = kernabi("layout --abi 1 --dialect v2-2026");
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "belongs to version 2"));
}

TEST_CASE("a setting without a group, an unknown type and a member of no dialect are named") {
    for (const char* arguments : {"layout --abi 2 --set useBias=1", "layout --abi 2 --set problemType.aType=Float7",
                                  "layout --dialect v2,args1=wgm16", "layout --dialect v9", "layout --abi 2 --set problemType.useBias=9"}) {
        const test::Ran ran = kernabi(arguments);
        INFO(arguments);
        CHECK(ran.status == 2);
        CHECK(test::is_one_line(ran.err));
    }
}

TEST_CASE("--list-dialects names every preset") {
    const test::Ran ran = kernabi("layout --list-dialects");
    for (const char* name : {"v0-legacy", "v1-nonuniversal", "v2-wgm32", "v2-nonuniversal", "v2-2026", "v3-early"}) CHECK(has(ran.out, name));
}

TEST_CASE("--help and --version go to standard output with status 0") {
    for (const char* arguments : {"--help", "--version", "run --help", "decode --help", "layout --help", "vectors --help", "vectors show --help", "serve --help"}) {
        const test::Ran ran = kernabi(arguments);
        INFO(arguments);
        CHECK(ran.status == 0);
        CHECK(ran.err.empty());
        CHECK_FALSE(ran.out.empty());
    }
}

TEST_CASE("no command, an unknown command and an unknown option are exit 2 with one line") {
    for (const char* arguments : {"", "frobnicate", "decode --frobnicate", "vectors", "vectors show"}) {
        const test::Ran ran = kernabi(arguments);
        INFO(arguments);
        CHECK(ran.status == 2);
        CHECK(test::is_one_line(ran.err));
    }
}
