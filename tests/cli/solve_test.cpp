// SPDX-License-Identifier: MIT
#include "tests/cli/program.hpp"
#include <doctest/doctest.h>

using test::has;
using test::kernabi;

namespace {

/// The error of a request, given on standard input, that must not be read.
std::string error_of(const std::string& request) {
    const test::Ran ran = kernabi("solve --abi 2 -", request);
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(test::is_one_line(ran.err));
    return ran.err;
}

} // namespace

TEST_CASE("solve refuses a key that nothing reads, and names the one that was meant") {
    CHECK(has(error_of(R"({"problem": {"M": 512}})"), "problem.M: no such key in a request; problem.m was meant?"));
    CHECK(has(error_of(R"({"m": 512})"), "m: no such key in a request; problem.m was meant?"));
    CHECK(has(error_of(R"({"problems": {"m": 512}})"), "problems: no such key in a request; problem was meant?"));
    CHECK(has(error_of(R"({"problem": {"useBias": 1}})"), "problemType.useBias was meant?"));
    CHECK(has(error_of(R"({"problemType": {"colour": 1}})"), "problemType.colour: no such key in a request (kernabi"));
    CHECK(has(error_of(R"({"call": "grouped", "gemms": [{}, {"problem": {"nn": 1}}]})"),
              "gemms[1].problem.nn: no such key"));
    CHECK(has(error_of(R"({"": 1})"), "no such key"));
}

TEST_CASE("solve --keys lists the keys by group") {
    const test::Ran keys = kernabi("solve --keys");
    CHECK(keys.status == 0);
    CHECK(has(keys.out, "problem: sizes"));
    CHECK(has(keys.out, "    m n k batch lda"));
}

TEST_CASE("a wrong key of --set is refused by every command that takes it") {
    for (const char* command : {"solve --abi 2", "layout --abi 2", "gemm make", "decode"}) {
        const test::Ran ran = kernabi(std::string(command) + " --set problem.M=4", "00");
        INFO(command);
        CHECK(ran.status == 2);
        CHECK(has(ran.err, "problem.m was meant?"));
    }
}

TEST_CASE("solve takes its file after --set, or none") {
    CHECK(kernabi("solve --abi 2 --set problem.m=512 -", R"({"problem": {"n": 256}})").status == 0);
    CHECK(has(kernabi("solve --abi 2 --set problem.m=512").out, "4 x 1 x 1"));
    CHECK(has(kernabi("solve --abi 2").err, "FILE: wanted, a solve request such as {"));
    CHECK(has(kernabi("solve --set problem.m=512").err, "which version? name it with --abi N"));
}

TEST_CASE("the log that solve writes is one that decode reads") {
    const test::Ran log = kernabi("solve --abi 2 --set problem.m=512 --dump");
    const test::Ran read = kernabi("decode", log.out);
    CHECK(read.status == 0);
    CHECK(has(read.out, "[16..19]   size_0         00 02 00 00              512\n"));
}
