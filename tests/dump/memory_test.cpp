// SPDX-License-Identifier: MIT
// Replaces the global allocation functions to count: built as an executable of its own.
#include <doctest/doctest.h>

#include "conformance/dump/reader.hpp"

#include <cstdlib>
#include <new>
#include <string>

namespace {

std::size_t allocations = 0;

} // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

class Counter final : public kernabi::dump::Handler {
  public:
    std::size_t begun = 0;
    std::size_t ended = 0;
    std::size_t arguments = 0;
    std::size_t problems = 0;

    void launch_begin(const kernabi::dump::Launch&) override { ++begun; }
    void launch_end() override { ++ended; }
    void argument(const kernabi::dump::Argument&) override { ++arguments; }
    bool problem(const kernabi::dump::Problem&) override {
        ++problems;
        return true;
    }
};

constexpr std::string_view launch = "OCCUPANCY: 2\n"
                                    "Kernel Cijk_Ailk_Bljk_HHS_BH_Bias_HAS_SAV_UserArgs_MT128x128x64\n"
                                    " l(256, 1, 1) x g(304, 1, 1) = (77824, 1, 1)\n"
                                    "\x1b[32m[0..3] gemm_count: 01 00 00 00 (1)\x1b[0m\n"
                                    "[4..7] <padding>\n"
                                    "[8..15] ws_d: 00 00 80 b9 68\n"
                                    " 7f 00 00 (0x7f68b9800000)\n"
                                    "[16..19] alpha: 00 00 0g 3f (1)\n";

/// Feeds `launch` over and over in chunks that do not fall on its ends.
void feed_launches(kernabi::dump::Reader& reader, std::size_t count) {
    constexpr std::size_t together = 20;
    constexpr std::size_t chunk = 1000;
    std::string text;
    for (std::size_t i = 0; i < together; ++i) text += launch;
    for (std::size_t i = 0; i < count / together; ++i)
        for (std::size_t at = 0; at < text.size(); at += chunk) reader.feed(std::string_view(text).substr(at, chunk));
}

} // namespace

TEST_CASE("a million launches need no more memory than the first ones") {
    Counter counter;
    kernabi::dump::Reader reader(counter);
    feed_launches(reader, 1000);
    const std::size_t before = allocations;
    feed_launches(reader, 1000000);
    // The text that is repeated is the test's own and grows in a few steps.
    CHECK(allocations - before < 32);
    reader.finish();
    CHECK(counter.begun == 1001000);
    CHECK(counter.ended == 1001000);
    CHECK(counter.arguments == 2002000);
    CHECK(counter.problems == 1001000);
}

TEST_CASE("one launch of a million arguments is delivered without being gathered") {
    Counter counter;
    kernabi::dump::Reader reader(counter);
    reader.feed("Kernel kernel\n[0..3] first: 01 00 00 00 (1)\n");
    const std::size_t before = allocations;
    for (int i = 0; i < 1000000; ++i) reader.feed("[4..7] wgTable: 01 00 00 00 (1)\n");
    CHECK(allocations - before < 32);
    reader.finish();
    CHECK(counter.begun == 1);
    CHECK(counter.arguments == 1000001);
}

TEST_CASE("a line without end needs no more memory than the limit") {
    Counter counter;
    kernabi::dump::Reader reader(counter);
    const std::string piece(kernabi::dump::max_line, 'x');
    reader.feed(piece);
    reader.feed("x");
    const std::size_t before = allocations;
    for (int i = 0; i < 1000; ++i) reader.feed(piece);
    CHECK(allocations == before);
    reader.finish();
    CHECK(counter.problems == 0);
}
