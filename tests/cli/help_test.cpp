// SPDX-License-Identifier: MIT
#include "tests/cli/program.hpp"
#include <doctest/doctest.h>
#include <sstream>

using test::has;
using test::kernabi;

TEST_CASE("no help text has a line over 80 columns") {
    for (const char* command :
         {"",        "run",          "decode",       "diff",           "layout",         "solve",  "inspect",
          "check",   "gemm",         "gemm make",    "gemm compute",   "gemm judge",     "launch", "accmap",
          "vectors", "vectors list", "vectors show", "vectors verify", "vectors export", "serve"}) {
        const test::Ran ran = kernabi(std::string(command) + " --help");
        CHECK(ran.status == 0);
        std::istringstream lines(ran.out);
        for (std::string line; std::getline(lines, line);) {
            INFO(command << ": " << line);
            CHECK(line.size() <= 80);
        }
    }
}

TEST_CASE("what goes on in the next line of a help text stands under its beginning") {
    CHECK(has(kernabi("decode --help").out,
              "FILE TEXT                   a log with dumps (TENSILE_DB=0x40), hexadecimal\n"
              "                              text or raw bytes;"));
}

TEST_CASE("a word that is no command is named") {
    CHECK(kernabi("frob").err == "kernabi: no command 'frob' (see kernabi --help)\n");
    CHECK(kernabi("vectors frob").err == "kernabi vectors: no command 'frob' (see kernabi vectors --help)\n");
    CHECK(kernabi("--frob").err == "kernabi: no option '--frob' (see kernabi --help)\n");
    CHECK(kernabi("").err == "kernabi: A subcommand is required (see kernabi --help)\n");
}
