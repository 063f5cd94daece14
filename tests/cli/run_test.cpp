// SPDX-License-Identifier: MIT
#include "tests/cli/program.hpp"
#include <doctest/doctest.h>
#include <random>

namespace fs = std::filesystem;
using test::has;
using test::kernabi;

namespace {

/// A copy of the vectors that a test may damage.
struct Copy : test::TemporaryFolder {
    fs::path vectors = path / "vectors";
    Copy() {
        fs::create_directories(vectors);
        fs::copy_file(fs::path(KERNABI_VECTORS) / "MANIFEST", vectors / "MANIFEST");
        for (const auto& entry : fs::recursive_directory_iterator(KERNABI_VECTORS))
            if (entry.path().extension() == ".kav") {
                const fs::path to = vectors / fs::relative(entry.path(), KERNABI_VECTORS);
                fs::create_directories(to.parent_path());
                fs::copy_file(entry.path(), to);
            }
    }
    std::string option() const { return " --vectors " + vectors.string(); }
};

} // namespace

TEST_CASE("run passes every vector of the reference and counts them") {
    const test::Ran ran = kernabi("run");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "failed 0, skipped 0\n"));
    CHECK(has(ran.out, "version"));
}

TEST_CASE("run --filter that matches nothing is never 0") {
    const test::Ran ran = kernabi("run --filter no_such_vector");
    CHECK(ran.status == 2);
    CHECK(test::is_one_line(ran.err));
}

TEST_CASE("run --abi and --filter narrow what is run") {
    const test::Ran ran = kernabi("run --list --abi 1 --filter 'v1.gemm.*'");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "v1.gemm."));
    CHECK_FALSE(has(ran.out, "v2."));
    CHECK_FALSE(has(ran.out, "header"));
}

TEST_CASE("run --subject holds our own server against the vectors") {
    const test::Ran ran = kernabi(std::string("run --abi 0 --subject '") + KERNABI_PROGRAM + " serve'");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "failed 0"));
}

TEST_CASE("run --json gives a line a vector and the counts last") {
    const test::Ran ran = kernabi("run --json --filter v2.block.signature_page");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, R"({"id":"v2.block.signature_page","result":"passed"})"));
    CHECK(has(ran.out, R"("planned":1)"));
}

TEST_CASE("a subject that does not answer, or answers nonsense, is an error") {
    for (const char* subject : {"false", "echo hello", "echo '{}'", "/nonexistent/subject"}) {
        const test::Ran ran = kernabi(std::string("run --abi 0 --subject \"") + subject + "\"");
        INFO(subject);
        CHECK(ran.status == 2);
    }
}

TEST_CASE("a subject that skips everything is not a pass") {
    const test::Ran ran = kernabi("run --filter v0.gemm --subject '" + std::string(KERNABI_PROGRAM) + " serve'");
    CHECK(ran.status == 77);
}

TEST_CASE("vectors verify passes as shipped and names the set") {
    const test::Ran ran = kernabi("vectors verify");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "as listed"));
}

TEST_CASE("any one changed byte of any file fails verify and run") {
    const Copy copy;
    std::mt19937 random(20261129);
    for (const auto& entry : fs::recursive_directory_iterator(copy.vectors)) {
        if (entry.path().extension() != ".kav") continue;
        const std::string good = test::slurp(entry.path());
        std::string bad = good;
        const std::size_t at = std::uniform_int_distribution<std::size_t>(0, good.size() - 1)(random);
        bad[at] = static_cast<char>(bad[at] ^ (1 << (random() % 8)));
        std::ofstream(entry.path(), std::ios::binary) << bad;
        INFO(entry.path().string() << " byte " << at);
        CHECK(kernabi("vectors verify" + copy.option()).status == 1);
        CHECK(kernabi("run" + copy.option()).status == 2);
        std::ofstream(entry.path(), std::ios::binary) << good;
    }
    CHECK(kernabi("vectors verify" + copy.option()).status == 0);
}

TEST_CASE("a truncated, a missing and an unlisted file are each refused") {
    const Copy copy;
    const fs::path file = copy.vectors / "v1" / "block.kav";
    const std::string good = test::slurp(file);
    fs::resize_file(file, good.size() / 2);
    CHECK(kernabi("run" + copy.option()).status == 2);
    fs::remove(file);
    CHECK(has(kernabi("vectors verify" + copy.option()).err, "v1/block.kav"));
    std::ofstream(file, std::ios::binary) << good;
    fs::copy_file(file, copy.vectors / "v1" / "extra.kav");
    const test::Ran ran = kernabi("vectors verify" + copy.option());
    CHECK(ran.status == 1);
    CHECK(has(ran.err, "extra.kav: not listed in MANIFEST"));
}

TEST_CASE("a folder without vectors says which option to use") {
    const test::Ran ran = kernabi("run --vectors /nonexistent");
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "--vectors"));
}

TEST_CASE("vectors show prints a record and refuses an unknown id") {
    CHECK(has(kernabi("vectors show v2.block.signature_page").out, R"("bytes": "0100000002002020f8ffffff)"));
    CHECK(kernabi("vectors show v9.no.such").status == 2);
}

TEST_CASE("vectors export writes JSON and its schema, and never over a file") {
    const test::TemporaryFolder folder;
    const std::string file = (folder.path / "vectors.json").string();
    CHECK(kernabi("vectors export --abi 0 --out " + file).status == 0);
    CHECK(has(test::slurp(file), R"("id":"v0.)"));
    CHECK(kernabi("vectors export --abi 0 --out " + file).status == 2);
    CHECK(has(kernabi("vectors export --schema").out, "json-schema.org"));
}

TEST_CASE("vectors list names each record once") {
    const test::Ran ran = kernabi("vectors list --abi 3");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "v3.header."));
    CHECK_FALSE(has(ran.out, "v2.header."));
}

TEST_CASE("a broken pipe is an error, not a success") {
    const int raw = std::system((std::string(KERNABI_PROGRAM) + " vectors export >/dev/full 2>/dev/null").c_str());
    CHECK(WEXITSTATUS(raw) == 2);
}

TEST_CASE("a subject that knows no op passes nothing, not even what must be refused") {
    const test::Ran ran =
        kernabi(R"(run --subject 'echo "{\"id\":1,\"ok\":{\"name\":\"mine\",\"ops\":[\"hello\"]}}"; cat >/dev/null')");
    CHECK(ran.status == 77);
    CHECK(has(ran.out, "ran 0, passed 0, failed 0"));
}

TEST_CASE("run counts launch sequences apart from refusals") {
    const test::Ran ran = kernabi("run --suite invocation --abi 3");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "version  header   block  launch  refuse    gemm"));
    CHECK(has(ran.out, "3             -       -   "));
}

TEST_CASE("a subject that cannot be started says what to look at") {
    const test::Ran ran = kernabi("run --abi 0 --subject /nonexistent/subject");
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "does the command run by itself"));
}
