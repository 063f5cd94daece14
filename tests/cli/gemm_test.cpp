// SPDX-License-Identifier: MIT
#include "tests/cli/program.hpp"
#include <doctest/doctest.h>

namespace fs = std::filesystem;
using test::has;
using test::kernabi;

namespace {

/// Inputs and a computed result of one small GEMM.
struct Computed : test::TemporaryFolder {
    std::string in = (path / "in").string(), out = (path / "out").string();
    std::string problem = " --set problem.m=33 --set problem.n=20 --set problem.k=40 --set problemType.aType=Half "
                          "--set problemType.bType=Half --set problemType.cType=Half --set problemType.dType=Half "
                          "--set problemType.computeType=Float --set inputs.alpha=1.5 --set inputs.beta=0.5";
    Computed() {
        fs::create_directory(in);
        fs::create_directory(out);
        REQUIRE(kernabi("gemm make --dir " + in + problem).status == 0);
        REQUIRE(kernabi("gemm compute --dir " + in + " --out " + out + problem).status == 0);
    }
    test::Ran judge(const std::string& more = "") const {
        return kernabi("gemm judge --dir " + in + " --results " + out + problem + more);
    }
};

} // namespace

TEST_CASE("a computed result is judged right by every method") {
    const Computed gemm;
    CHECK(fs::file_size(fs::path(gemm.out) / "d.bin") == 33 * 20 * 2);
    CHECK(gemm.judge().status == 0);
    CHECK(gemm.judge(" --method exact").status == 0);
    CHECK(gemm.judge(" --method bounds").status == 0);
}

TEST_CASE("one wrong element is found and makes exit 1") {
    const Computed gemm;
    const fs::path file = fs::path(gemm.out) / "d.bin";
    std::string bytes = test::slurp(file);
    bytes[2 * (7 * 33 + 5) + 1] = static_cast<char>(bytes[2 * (7 * 33 + 5) + 1] ^ 0x04);
    std::ofstream(file, std::ios::binary) << bytes;
    CHECK(gemm.judge().status == 1);
    CHECK(gemm.judge(" --json").status == 1);
}

TEST_CASE("a result file that is too short is refused before anything is judged") {
    const Computed gemm;
    fs::resize_file(fs::path(gemm.out) / "d.bin", 100);
    const test::Ran ran = gemm.judge();
    CHECK(ran.status == 2);
    CHECK(test::is_one_line(ran.err));
    CHECK(has(ran.err, "d.bin"));
}

TEST_CASE("inputs and results that exist are not written over") {
    const Computed gemm;
    const std::string before = test::slurp(fs::path(gemm.in) / "a.bin");
    CHECK(kernabi("gemm make --seed 2 --dir " + gemm.in + gemm.problem).status == 2);
    CHECK(kernabi("gemm compute --dir " + gemm.in + " --out " + gemm.out + gemm.problem).status == 2);
    CHECK(test::slurp(fs::path(gemm.in) / "a.bin") == before);
}

TEST_CASE("the same seed gives the same inputs, another seed others") {
    const test::TemporaryFolder folder;
    const auto made = [&](const std::string& name, const std::string& seed) {
        fs::create_directory(folder.path / name);
        REQUIRE(kernabi("gemm make --set problem.m=8 --set problem.n=8 --set problem.k=8 --seed " + seed + " --dir " +
                        (folder.path / name).string())
                    .status == 0);
        return test::slurp(folder.path / name / "a.bin");
    };
    const std::string one = made("one", "7");
    CHECK(made("two", "7") == one);
    CHECK(made("three", "8") != one);
}

TEST_CASE("a leading dimension too small and a size past memory name what is needed") {
    const test::TemporaryFolder folder;
    for (const char* setting : {"problem.lda=3", "problem.k=18446744073709551615"}) {
        const test::Ran ran = kernabi("gemm make --set problem.m=8 --set problem.n=8 --set " + std::string(setting) +
                                      " --dir " + folder.path.string());
        INFO(setting);
        CHECK(ran.status == 2);
        CHECK(test::is_one_line(ran.err));
        CHECK(fs::is_empty(folder.path));
    }
}
