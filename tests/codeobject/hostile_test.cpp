// SPDX-License-Identifier: MIT
// Damaged and hostile files: each gives kernels or problems, and nothing else happens. Run under the sanitizers.
#include "abi/bytes.hpp"
#include "tests/codeobject/collect.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using fixture::Buffer;
using fixture::Pack;

namespace {

Buffer small_bundle() {
    return fixture::bundle({{"hipv4-amdgcn-amd-amdhsa--gfx942", fixture::elf({fixture::plain_kernel()})}}, 8);
}

std::vector<Buffer> every_format() {
    return {fixture::elf({fixture::plain_kernel()}), small_bundle(), fixture::compressed(small_bundle(), 1, Pack::zlib),
            fixture::compressed(small_bundle(), 2, Pack::zstd), fixture::compressed(small_bundle(), 3, Pack::zlib)};
}

Buffer with_metadata(const Buffer& text) { return fixture::elf_with_notes(fixture::note(text)); }

} // namespace

TEST_CASE("a file cut at any byte gives a problem, or all that it had") {
    for (const Buffer& whole : every_format()) {
        const auto good = test::collected(whole);
        REQUIRE(good.kernels.size() == 1);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto all = test::collected({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
            CAPTURE(size);
            CHECK_FALSE(all.problems.empty());
        }
    }
}

TEST_CASE("a host program cut at any byte of its fat binary or behind it gives a problem") {
    const Buffer whole = fixture::host_elf(small_bundle());
    for (std::size_t size = 4096; size < whole.size(); ++size)
        CHECK_FALSE(
            test::collected({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}).problems.empty());
}

TEST_CASE("no flipped bit of a header or of metadata does harm") {
    for (Buffer whole : every_format()) {
        const std::size_t end = std::min<std::size_t>(whole.size(), 2400);
        for (std::size_t bit = 0; bit < end * 8; ++bit) {
            whole[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
            const auto all = test::collected(whole);
            CHECK(all.kernels.size() <= 64);
            whole[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        }
    }
}

TEST_CASE("no flipped bit of section headers and symbols does harm") {
    Buffer whole = fixture::elf({fixture::plain_kernel()});
    for (std::size_t bit = (whole.size() - 580) * 8; bit < whole.size() * 8; ++bit) {
        whole[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        CHECK(test::collected(whole).kernels.size() == 1); // the notes are sound
        whole[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
    }
}

TEST_CASE("MessagePack nested a million deep is passed") {
    Buffer text;
    fixture::pack_map(text, 1);
    fixture::pack_text(text, "deep");
    for (int i = 0; i < 1000000; ++i) fixture::pack_array(text, 1);
    fixture::pack_number(text, 1);
    const auto all = test::collected(with_metadata(text));
    CHECK(all.problems.empty());
    CHECK(all.kernels.empty());
    text.pop_back();
    CHECK(test::collected(with_metadata(text)).problems.at(0).find("metadata: damaged MessagePack") == 0);
}

TEST_CASE("YAML nested a million deep is refused") {
    const std::string deep(1000000, '[');
    const auto all =
        test::collected(fixture::elf_with_notes(fixture::note(Buffer(deep.begin(), deep.end()), "AMD", 10)));
    REQUIRE(all.problems.size() == 1);
    CHECK(all.problems[0].find("metadata: ") == 0);
}

TEST_CASE("counts that lie make no list") {
    Buffer text;
    fixture::pack_map(text, 1);
    fixture::pack_text(text, "amdhsa.kernels");
    fixture::pack_array(text, 0xffffffff);
    CHECK(test::collected(with_metadata(text)).problems.at(0).find("damaged MessagePack") != std::string::npos);
    text.clear();
    fixture::pack_map(text, 1);
    fixture::pack_text(text, "amdhsa.kernels");
    fixture::pack_array(text, 1);
    fixture::pack_map(text, 1);
    fixture::pack_text(text, ".args");
    fixture::pack_array(text, 0x10000000);
    CHECK(test::collected(with_metadata(text)).problems.at(0).find("a kernel with 268435456 arguments") !=
          std::string::npos);
}

TEST_CASE("numbers at their ends are compared, not wrapped") {
    fixture::Kernel k = fixture::plain_kernel();
    k.args[3].offset = ~std::uint64_t{0} - 1;
    k.args[4].size = ~std::uint64_t{0};
    k.segment_size = ~std::uint64_t{0};
    const test::Seen seen = test::judged(k);
    CHECK(seen.report.verdict == inference::Verdict::differs);
    CHECK(seen.has(inference::Code::segment_size));
}

TEST_CASE("metadata of other types than it should have leaves those values out") {
    Buffer text;
    fixture::pack_map(text, 2);
    fixture::pack_text(text, "amdhsa.kernels");
    fixture::pack_array(text, 2);
    fixture::pack_number(text, 5); // a kernel that is no map
    fixture::pack_map(text, 3);
    fixture::pack_text(text, ".name");
    fixture::pack_number(text, 7);
    fixture::pack_text(text, ".args");
    fixture::pack_map(text, 0);
    fixture::pack_number(text, 9); // a key that is no text
    fixture::pack_array(text, 0);
    fixture::pack_text(text, "custom.config");
    fixture::pack_array(text, 0);
    const auto all = test::collected(with_metadata(text));
    CHECK(all.problems.empty());
    REQUIRE(all.kernels.size() == 2);
    CHECK(all.kernels[1].name.empty());
    CHECK(all.kernels[1].report.verdict == inference::Verdict::foreign);
}

TEST_CASE("a name of megabytes is not repeated in what is said of its neighbours") {
    fixture::Kernel k = fixture::plain_kernel();
    k.args.clear();
    k.args.push_back({std::string(std::size_t{4} << 20, 'n'), 0, 1000});
    for (std::uint64_t i = 0; i < 1000; ++i) k.args.push_back({"SizesFree0", i, 4});
    const test::Seen seen = test::judged(k);
    CHECK(seen.report.findings.size() > 1000);
    for (const inference::Finding& finding : seen.report.findings) REQUIRE(finding.message.size() < 1000);
}

TEST_CASE("string tables without an end are looked at once, not once a section or symbol") {
    // 20 000 sections whose names all begin in one string of 8 MiB.
    Buffer file = fixture::host_elf(Buffer(std::size_t{8} << 20, 'x'), "name");
    const std::size_t table = file.size();
    file.resize(table + std::size_t{20000} * 64);
    for (std::size_t i = 0; i < 20000; ++i) file[table + i * 64 + 1] = static_cast<std::uint8_t>(i % 251);
    store_le(file.data() + table + 24, 4096, 8); // the first section holds the names
    store_le(file.data() + table + 32, std::size_t{8} << 20, 8);
    store_le(file.data() + 40, table, 8);
    store_le(file.data() + 60, 20000, 2);
    store_le(file.data() + 62, 0, 2);
    CHECK(test::collected(file).problems.at(0).find("without a .hip_fatbin") != std::string::npos);
}
