// SPDX-License-Identifier: MIT
// Bundles, compressed bundles and fat binaries.
#include "tests/codeobject/collect.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using fixture::Buffer;
using fixture::Pack;

namespace {

constexpr const char* id = "hipv4-amdgcn-amd-amdhsa--gfx942";

fixture::Kernel named(std::string name) {
    fixture::Kernel k = fixture::plain_kernel();
    k.name = std::move(name);
    return k;
}

Buffer bundle_of(std::initializer_list<const char*> names) {
    std::vector<fixture::Entry> entries = {{"host-x86_64-unknown-linux--", {}}};
    for (const char* name : names) entries.push_back({id, fixture::elf({named(name)})});
    return fixture::bundle(entries);
}

Buffer joined(std::initializer_list<Buffer> parts, std::size_t align) {
    Buffer out;
    for (const Buffer& p : parts) {
        out.resize((out.size() + align - 1) / align * align);
        out.insert(out.end(), p.begin(), p.end());
    }
    return out;
}

std::vector<std::string> names_in(const test::Collector& all) {
    std::vector<std::string> names;
    for (const test::Seen& seen : all.kernels) names.push_back(seen.name);
    return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("an offload bundle gives each entry's kernels, and passes the host's") {
    const auto all = test::collected(bundle_of({"one", "two"}));
    CHECK(all.problems.empty());
    CHECK(all.format_name == "offload-bundle");
    CHECK(names_in(all) == Names{"one", "two"});
    CHECK(all.objects[0].bundle_id == id);
}

TEST_CASE("entries may lie at any byte") {
    const auto all = test::collected(fixture::bundle({{id, fixture::elf({named("odd")})}}, 1));
    CHECK(all.problems.empty());
    CHECK(names_in(all) == Names{"odd"});
}

TEST_CASE("bundles one after another, with zeros between or without") {
    for (const std::size_t align : {std::size_t{1}, std::size_t{4096}})
        CHECK(names_in(test::collected(joined({bundle_of({"one"}), bundle_of({"two", "three"})}, align))) ==
              Names{"one", "two", "three"});
}

TEST_CASE("compressed bundles of versions 1 to 3, by zlib and zstd") {
    for (unsigned version = 1; version <= 3; ++version)
        for (const Pack method : {Pack::zlib, Pack::zstd}) {
            CAPTURE(version);
            const auto all = test::collected(fixture::compressed(bundle_of({"packed"}), version, method));
            CHECK(all.problems.empty());
            CHECK(all.format_name == "compressed-bundle");
            CHECK(names_in(all) == Names{"packed"});
        }
}

TEST_CASE("several compressed bundles in one file, of any versions") {
    Buffer file = joined({fixture::compressed(bundle_of({"a"}), 1, Pack::zlib),
                          fixture::compressed(bundle_of({"b"}), 1, Pack::zstd),
                          fixture::compressed(bundle_of({"c"}), 2, Pack::zstd),
                          fixture::compressed(bundle_of({"d"}), 3, Pack::zlib), bundle_of({"e"})},
                         1);
    CHECK(names_in(test::collected(file)) == Names{"a", "b", "c", "d", "e"});
}

TEST_CASE("the magic inside of a payload begins no bundle") {
    // A payload that does not shrink keeps the letters as they are.
    fixture::Kernel k = named("CCOB_inside");
    k.code.clear();
    for (std::uint32_t i = 0; i < 300; ++i) k.code.push_back(i * 0x9e3779b9u ^ i << 13);
    for (std::uint32_t i = 0; i < 8; ++i) k.code[i * 30] = 0x424f4343; // CCOB
    const Buffer content = fixture::bundle({{id, fixture::elf({k})}});
    for (unsigned version = 1; version <= 3; ++version) {
        const Buffer packed = fixture::compressed(content, version, Pack::zstd);
        const std::string_view text(static_cast<const char*>(static_cast<const void*>(packed.data())), packed.size());
        REQUIRE(text.find("CCOB", 4) != std::string_view::npos);
        const auto all = test::collected(joined({packed, packed}, 1));
        CHECK(all.problems.empty());
        CHECK(names_in(all) == Names{"CCOB_inside", "CCOB_inside"});
    }
}

TEST_CASE("a host program's fat binaries, several and compressed, at multiples of 4096") {
    const auto all = test::collected(fixture::host_elf(joined(
        {bundle_of({"one"}), fixture::compressed(bundle_of({"two"}), 2, Pack::zstd), bundle_of({"three"})}, 4096)));
    CHECK(all.problems.empty());
    CHECK(all.format_name == "fat-binary");
    CHECK(names_in(all) == Names{"one", "two", "three"});
}

TEST_CASE("a bomb is refused before it unpacks, and so is the sum of small ones") {
    codeobject::Limits limits{};
    limits.max_unpacked = 1 << 20;
    const Buffer bomb = fixture::compressed(Buffer(std::size_t{8} << 20), 3, Pack::zstd);
    CHECK(test::collected(bomb, limits).problems.at(0).find("over the 1048576 left of --max-size") !=
          std::string::npos);
    const Buffer lies = fixture::compressed(Buffer(std::size_t{8} << 20), 3, Pack::zlib, 4096);
    CHECK(test::collected(lies, limits).problems.at(0).find("larger than the header says") != std::string::npos);
    const Buffer one = fixture::compressed(bundle_of({"x"}), 3, Pack::zstd);
    const std::uint64_t content = bundle_of({"x"}).size();
    limits.max_unpacked = content * 2;
    const auto all = test::collected(joined({one, one, one}, 1), limits);
    CHECK(all.kernels.size() == 2);
    REQUIRE(all.problems.size() == 1);
    CHECK(all.problems[0].find("--max-size") != std::string::npos);
}

TEST_CASE("claims of 2^60 bytes are lies, told as such") {
    Buffer claims = bundle_of({"k"});
    claims[24 + 7] = 0x10; // 2^60 entries
    CHECK(test::collected(claims).problems.at(0).find("a bundle that claims 1152921504606846978 entries") == 0);
    claims = bundle_of({"k"});
    const std::size_t second = 32 + 24 + std::string_view("host-x86_64-unknown-linux--").size();
    claims[second + 8 + 7] = 0x10; // an entry of 2^60 bytes
    CHECK(test::collected(claims).problems.at(0).find("past the bundle's end") != std::string::npos);
    Buffer packed = fixture::compressed(bundle_of({"k"}), 3, Pack::zstd, std::uint64_t{1} << 60);
    CHECK(test::collected(packed).problems.at(0).find("claims to unpack to 1152921504606846976 bytes") !=
          std::string::npos);
    packed = fixture::compressed(bundle_of({"k"}), 3, Pack::zstd);
    packed[8 + 7] = 0x10; // a file of 2^60 bytes
    CHECK(test::collected(packed).problems.at(0).find("the file is cut or the header lies") != std::string::npos);
}

TEST_CASE("a damaged entry does not hide the others") {
    std::vector<fixture::Entry> entries = {
        {id, fixture::elf({named("one")})}, {id, Buffer(100, 'x')}, {id, fixture::elf({named("two")})}};
    const auto all = test::collected(fixture::bundle(entries));
    CHECK(names_in(all) == Names{"one", "two"});
    REQUIRE(all.problems.size() == 1);
    CHECK(all.problems[0] == "entry hipv4-amdgcn-amd-amdhsa--gfx942: not an ELF file");
}
