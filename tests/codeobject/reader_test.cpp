// SPDX-License-Identifier: MIT
// Code objects as bare ELF files: notes, versions, targets, descriptors.
#include "conformance/codeobject/target.hpp"
#include "tests/codeobject/collect.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using fixture::Buffer;
using fixture::Kernel;

namespace {

Kernel named(std::string name) {
    Kernel k = fixture::plain_kernel();
    k.name = std::move(name);
    return k;
}

Buffer yaml_note(std::string_view text) { return fixture::note(Buffer(text.begin(), text.end()), "AMD", 10); }

} // namespace

TEST_CASE("every metadata note is read, not only the first") {
    const auto all = test::collected(fixture::elf({named("one"), named("two"), named("three")}));
    REQUIRE(all.problems.empty());
    REQUIRE(all.kernels.size() == 3);
    CHECK(all.kernels[0].name == "one");
    CHECK(all.kernels[2].name == "three");
    CHECK(all.format_name == "elf");
}

TEST_CASE("a note with more kernels than are held at once gives the same as short ones") {
    std::vector<Kernel> many;
    for (int i = 0; i < 40; ++i) many.push_back(named("kernel_" + std::to_string(i)));
    fixture::ElfFacts facts;
    facts.one_note = true;
    const auto all = test::collected(fixture::elf(many, facts));
    REQUIRE(all.kernels.size() == 40);
    CHECK(all.kernels[39].name == "kernel_39");
    for (const test::Seen& seen : all.kernels) {
        CHECK(seen.layout == "v2-universal"); // custom.config stands behind the kernels
        CHECK(seen.report.verdict == inference::Verdict::conforms);
    }
}

TEST_CASE("the ABI version tells the code object version") {
    constexpr unsigned versions[] = {2, 3, 4, 5, 6};
    for (std::uint8_t abi = 0; abi < 5; ++abi) {
        fixture::ElfFacts facts;
        facts.abi_version = abi;
        const auto all = test::collected(fixture::elf({named("k")}, facts));
        REQUIRE(all.objects.size() == 1);
        CHECK(all.objects[0].version == versions[abi]);
    }
    fixture::ElfFacts facts;
    facts.abi_version = 9;
    const auto all = test::collected(fixture::elf({named("k")}, facts));
    CHECK(all.kernels.size() == 1);
    REQUIRE(all.problems.size() == 1);
    CHECK(all.problems[0] == "ABI version 9 belongs to no code object version from 2 to 6");
}

TEST_CASE("e_flags tell processor and features") {
    CHECK(codeobject::target_of(0x54c, 4) == "gfx942");
    CHECK(codeobject::target_of(0xf3f, 5) == "gfx90a:sramecc+:xnack+");
    CHECK(codeobject::target_of(0xa3f, 4) == "gfx90a:sramecc-:xnack-");
    CHECK(codeobject::target_of(0x549, 6) == "gfx1250");
    CHECK(codeobject::target_of(0x32f, 3) == "gfx906:sramecc+:xnack+");
    CHECK(codeobject::target_of(0x41, 4) == "gfx1100");
    CHECK(codeobject::target_of(0x01000059, 6) == "gfx12-generic");
    CHECK(codeobject::target_of(0x5c, 4) == "mach-0x5c");
}

TEST_CASE("the descriptor gives sizes, user SGPRs and preload") {
    Kernel k = named("k");
    k.kernarg_size = 104;
    k.user_sgprs = 13;
    k.preload_length = 11;
    const auto all = test::collected(fixture::elf({named("other"), k}));
    REQUIRE(all.kernels.size() == 2);
    const auto& descriptor = all.kernels[1].descriptor;
    REQUIRE(descriptor);
    CHECK(descriptor->kernarg_size == 104);
    CHECK(descriptor->user_sgpr_count == 13);
    CHECK(descriptor->preload_length == 11);
    CHECK(descriptor->preload_offset == 0);
    CHECK(all.kernels[0].descriptor->kernarg_size == 0);
}

TEST_CASE("without sections kernels are read and descriptors are not there") {
    fixture::ElfFacts facts;
    facts.sections = false;
    const test::Seen seen = test::judged(named("k"), facts);
    CHECK(seen.name == "k");
    CHECK_FALSE(seen.descriptor);
    CHECK(seen.has(inference::Code::descriptor_missing));
    CHECK(seen.report.verdict == inference::Verdict::conforms);
}

TEST_CASE("code object version 2: YAML, offsets from sizes and alignments") {
    fixture::ElfFacts facts;
    facts.abi_version = 0;
    Buffer notes = fixture::note(
        {7, 0, 7, 0, 9, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 'A', 'M', 'D', 0, 'A', 'M', 'D', 'G', 'P', 'U', 0}, "AMD", 3);
    const Buffer yaml = yaml_note(
        "---\nVersion: [ 1, 0 ]\nKernels:\n  - Name: vecadd\n    SymbolName: 'vecadd@kd'\n    Args:\n"
        "      - Name: n\n        TypeName: int\n        Size: 4\n        Align: 4\n        ValueKind: ByValue\n       "
        " ValueType: I32\n"
        "      - Name: out\n        Size: 8\n        Align: 8\n        ValueKind: GlobalBuffer\n        ValueType: "
        "F32\n"
        "      - Size: 8\n        Align: 8\n        ValueKind: HiddenGlobalOffsetX\n        ValueType: I64\n"
        "    CodeProps:\n      KernargSegmentSize: 24\n      KernargSegmentAlign: 8\n      WavefrontSize: 64\n...\n");
    notes.insert(notes.end(), yaml.begin(), yaml.end());
    const auto all = test::collected(fixture::elf_with_notes(notes, facts));
    CHECK(all.problems.empty());
    REQUIRE(all.kernels.size() == 1);
    CHECK(all.kernels[0].name == "vecadd");
    CHECK(all.kernels[0].target == "gfx906");
    CHECK(all.kernels[0].segment_size == 24);
    CHECK(all.kernels[0].args == std::vector<std::string>{"n", "out", ""});
    CHECK(all.kernels[0].report.verdict == inference::Verdict::foreign);
}

TEST_CASE("files that hold no code object say what they are, in one line") {
    const auto line = [](std::string_view text) {
        const auto all = test::collected(Buffer(text.begin(), text.end()));
        REQUIRE(all.problems.size() == 1);
        CHECK(all.kernels.empty());
        return all.problems[0];
    };
    CHECK(line("") == "an empty file");
    CHECK(line("hello").find("neither an ELF nor an offload bundle") == 0);
    CHECK(line("!<arch>\nxx").find("ar x") != std::string::npos);
    CHECK(line("\177ELF").find("the ELF header needs 64 bytes and has 4") == 0);
    CHECK(test::collected(fixture::host_elf({1, 2, 3}, ".text"))
              .problems.at(0)
              .find("an ELF of machine 62 without a .hip_fatbin") == 0);
    Buffer narrow = fixture::elf({named("k")});
    narrow[4] = 1;
    CHECK(test::collected(narrow).problems.at(0).find("not a 64-bit little-endian one") != std::string::npos);
}
