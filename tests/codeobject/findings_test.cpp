// SPDX-License-Identifier: MIT
// A fixture for each finding and note.
#include "conformance/inference/against_dump.hpp"
#include "tests/codeobject/collect.hpp"
#include <doctest/doctest.h>
#include <set>

using namespace kernabi;
using fixture::Arg;
using fixture::Kernel;
using inference::Code;
using inference::Verdict;

namespace {

Kernel plain() { return fixture::plain_kernel(); }

Arg& arg(Kernel& k, std::string_view name) {
    return *std::find_if(k.args.begin(), k.args.end(), [&](const Arg& a) { return a.name == name; });
}

/// Version 2 with one activation argument, so that what follows is 4 bytes past a multiple of 8.
Kernel with_batch_offsets(std::uint64_t first) {
    Kernel k = plain();
    k.args.push_back({"activationType", 104, 4});
    for (const char* name : {"batchOffsetD", "batchOffsetC", "batchOffsetA", "batchOffsetB"}) {
        k.args.push_back({name, first, 8, "by_value", "u64"});
        first += 8;
    }
    k.segment_size = 144;
    return k;
}

/// Scalar loads, s_nop up to 256 bytes, and the end of the kernel behind them.
std::vector<std::uint32_t> code_with_prologue(std::uint32_t load) {
    std::vector<std::uint32_t> code = {load, 0x00000000};
    code.resize(64, 0xbf800000);
    code.push_back(0xbf810000);
    return code;
}

Kernel preloading() {
    Kernel k = plain();
    k.preload_length = 11;
    k.user_sgprs = 13;
    k.code = code_with_prologue(0xc00a0000); // s_load_dwordx4
    return k;
}

test::Seen expect(const Kernel& k, Code code, Verdict verdict = Verdict::differs) {
    const test::Seen seen = test::judged(k);
    CHECK(seen.report.verdict == verdict);
    CHECK_MESSAGE(seen.has(code), inference::text_of(code));
    return seen;
}

} // namespace

TEST_CASE("a plain kernel has no finding") {
    const test::Seen seen = test::judged(plain());
    CHECK(seen.report.verdict == Verdict::conforms);
    CHECK(seen.report.findings.empty());
}

TEST_CASE("version_missing: TensileLite's names without the version") {
    Kernel k = plain();
    k.version.reset();
    CHECK(expect(k, Code::version_missing).layout == "v2-universal");
    k.config = false;
    expect(k, Code::version_missing);
}

TEST_CASE("version_unknown: 4 does not exist") {
    Kernel k = plain();
    k.version = 4;
    CHECK(expect(k, Code::version_unknown).layout == "unknown");
}

TEST_CASE("header_contradiction: UseUniversalArgs false beside a header") {
    Kernel k = plain();
    k.universal = false;
    expect(k, Code::header_contradiction);
}

TEST_CASE("header_after_sizes: version 0's metadata is not what its code reads") {
    Kernel k = plain();
    k.version = 0;
    k.args = {{"SizesFree0", 0, 4}, {"SizesFree1", 4, 4}, {"SizesFree2", 8, 4},
              {"SizesSum0", 12, 4}, {"Gemm info", 16, 4}, {"kernel info", 20, 4}};
    const std::vector<Arg> rest = fixture::plain_v2();
    for (std::size_t i = 8; i < rest.size(); ++i) {
        k.args.push_back(rest[i]);
        k.args.back().offset -= 8;
    }
    k.segment_size = 96;
    const test::Seen seen = expect(k, Code::header_after_sizes);
    CHECK(seen.layout == "v0-universal");
    REQUIRE(seen.report.findings.size() == 6);
    CHECK(seen.report.findings[0].argument == "Gemm info");
    CHECK(seen.report.findings[0].wanted == 0);
    CHECK(seen.report.findings[0].found == 16);
    CHECK(seen.report.findings[2].argument == "SizesFree0");
    CHECK(seen.report.findings[2].wanted == 8);
}

TEST_CASE("natural_alignment: a C struct's offsets, with the same total size") {
    CHECK(test::judged(with_batch_offsets(108)).report.verdict == Verdict::conforms);
    const test::Seen seen = expect(with_batch_offsets(112), Code::natural_alignment);
    REQUIRE(seen.report.findings.size() == 4);
    CHECK(seen.report.findings[0].argument == "batchOffsetD");
    CHECK(seen.report.findings[0].wanted == 108);
    CHECK(seen.report.findings[0].found == 112);
}

TEST_CASE("stream_k_order: words of 2024 right behind beta, with an epilogue behind them") {
    Kernel k = plain();
    std::uint64_t at = 104;
    const char* const words[] = {"MagicNumberProblemNumGroupTiles0",
                                 "MagicShiftProblemNumGroupTiles0",
                                 "ItersPerTile",
                                 "MagicNumberItersPerTile",
                                 "MagicShiftItersPerTile",
                                 "MagicNumProblemNumGroupTiles0By1",
                                 "MagicShiftProblemNumGroupTiles0By1",
                                 "TotalIters",
                                 "SKItersPerWG"};
    for (const char* word : words) {
        k.args.push_back({word, at, 4});
        at += 4;
    }
    k.args.push_back({"bias", at, 8, "global_buffer", "void"});
    k.args.push_back({"biasType", at + 8, 4});
    k.args.push_back({"StrideBias", at + 12, 4});
    k.segment_size = 160;
    const test::Seen seen = expect(k, Code::stream_k_order);
    CHECK(seen.find(Code::stream_k_order)->argument == "MagicNumberProblemNumGroupTiles0");
    CHECK(seen.find(Code::stream_k_order)->wanted == 120);
    CHECK(seen.find(Code::stream_k_order)->found == 104);
}

TEST_CASE("scalar_of_2_bytes: alpha of a half, and of bf16") {
    for (const char* type : {"f16", "bf16"}) {
        Kernel k = plain();
        arg(k, "alpha") = {"alpha", 96, 2, "by_value", type};
        arg(k, "beta") = {"beta", 98, 2, "by_value", type};
        const test::Seen seen = expect(k, Code::scalar_of_2_bytes);
        CHECK(seen.report.findings[0].argument == "alpha");
        CHECK(seen.report.findings[0].wanted == 4);
        CHECK(seen.report.findings[0].found == 2);
        CHECK_FALSE(seen.has(Code::offset_differs)); // the shift follows from it
    }
}

TEST_CASE("a half's pkf16 of 4 bytes conforms") {
    Kernel k = plain();
    arg(k, "alpha").type = arg(k, "beta").type = "pkf16";
    CHECK(test::judged(k).report.verdict == Verdict::conforms);
}

TEST_CASE("offset_differs: two arguments change places") {
    Kernel k = plain();
    std::swap(arg(k, "A").offset, arg(k, "B").offset);
    const test::Seen seen = expect(k, Code::offset_differs);
    CHECK(seen.find(Code::offset_differs)->argument == "A");
    CHECK(seen.find(Code::offset_differs)->wanted == 48);
    CHECK(seen.find(Code::offset_differs)->found == 56);
}

TEST_CASE("size_differs: one argument is wider, and only it is told") {
    Kernel k = plain();
    arg(k, "strideD1").size = 8;
    for (std::size_t i = 14; i < k.args.size(); ++i) k.args[i].offset += 4;
    k.segment_size = 112;
    const test::Seen seen = expect(k, Code::size_differs);
    CHECK(seen.report.findings.size() == 1);
    CHECK(seen.report.findings[0].argument == "strideD1");
}

TEST_CASE("argument_missing: a stride is left out, and only it is told") {
    Kernel k = plain();
    k.args.erase(k.args.begin() + 13);
    for (std::size_t i = 13; i < k.args.size(); ++i) k.args[i].offset -= 4;
    const test::Seen seen = expect(k, Code::argument_missing);
    REQUIRE(seen.report.findings.size() == 1);
    CHECK(seen.report.findings[0].argument == "strideD1");
    CHECK(seen.report.findings[0].wanted == 68);
}

TEST_CASE("argument_unexpected: a grouped launch's pointer among a single GEMM's arguments") {
    Kernel k = plain();
    k.args.push_back({"argsPtr", 104, 8, "global_buffer", "void"});
    k.segment_size = 112;
    CHECK(expect(k, Code::argument_unexpected).report.findings.size() == 1);
}

TEST_CASE("argument_unknown, argument_repeated, argument_unmeasured") {
    Kernel k = plain();
    k.args.push_back({"recv_ptr_0", 104, 8, "global_buffer", "void"});
    k.segment_size = 112;
    expect(k, Code::argument_unknown);
    k.args.back().name = "alpha";
    expect(k, Code::argument_repeated);
    codeobject::Kernel bare;
    bare.config.has_version = true;
    bare.config.version = 2;
    bare.args.push_back({"Gemm info", "by_value", "u32", 0, 0, false, true});
    inference::Inferrer inferrer;
    inference::Report report;
    inference::judge(bare, inferrer.infer(bare), "gfx942", report);
    CHECK(report.findings[0].code == Code::argument_unmeasured);
}

TEST_CASE("arguments_overlap") {
    Kernel k = plain();
    arg(k, "beta").offset = 98;
    const test::Seen seen = expect(k, Code::arguments_overlap);
    CHECK(seen.find(Code::arguments_overlap)->argument == "beta");
    CHECK(seen.find(Code::arguments_overlap)->wanted == 100);
}

TEST_CASE("argument_past_segment and segment_size") {
    Kernel k = plain();
    k.segment_size = 96;
    CHECK(expect(k, Code::argument_past_segment).find(Code::argument_past_segment)->argument == "alpha");
    CHECK(expect(k, Code::segment_size).find(Code::segment_size)->wanted == 104);
    k.segment_size = 112;
    const test::Seen seen = expect(k, Code::segment_size);
    CHECK(seen.report.findings.size() == 1);
    CHECK(seen.report.findings[0].found == 112);
    k.segment_size.reset();
    expect(k, Code::segment_size);
}

TEST_CASE("descriptor_kernarg_size: 0 is a note, another number a finding") {
    Kernel k = plain();
    expect(k, Code::descriptor_kernarg_zero, Verdict::conforms);
    k.kernarg_size = 104;
    CHECK(test::judged(k).report.notes.empty());
    k.kernarg_size = 100;
    const test::Seen seen = expect(k, Code::descriptor_kernarg_size);
    CHECK(seen.report.findings[0].wanted == 104);
    CHECK(seen.report.findings[0].found == 100);
}

TEST_CASE("hidden_argument") {
    Kernel k = plain();
    k.args.push_back({"", 104, 8, "hidden_global_offset_x", "i64"});
    k.segment_size = 112;
    CHECK(expect(k, Code::hidden_argument).report.findings.size() == 1);
}

TEST_CASE("preload: longer than the segment, without its prologue, without its registers") {
    CHECK(test::judged(preloading()).report.verdict == Verdict::conforms);
    Kernel k = preloading();
    k.preload_length = 27;
    k.user_sgprs = 29;
    const test::Seen seen = expect(k, Code::preload_past_segment);
    CHECK(seen.find(Code::preload_past_segment)->wanted == 26);
    CHECK(seen.find(Code::preload_past_segment)->found == 27);
    k = preloading();
    k.code = {0xbf810000};
    expect(k, Code::preload_without_prologue);
    k.code = code_with_prologue(0xbf800000); // nothing is loaded
    expect(k, Code::preload_without_prologue);
    k = preloading();
    k.user_sgprs = 12;
    expect(k, Code::preload_user_sgprs);
    k = preloading();
    k.code = {0xbfb00000};
    fixture::ElfFacts gfx1250;
    gfx1250.flags = 0x549; // has no prologue
    CHECK(test::judged(k, gfx1250).report.verdict == Verdict::conforms);
}

TEST_CASE("form_contradiction: arguments that no version 2 has together") {
    Kernel k = plain();
    k.args.push_back({"ItersPerTile", 104, 4});
    k.args.push_back({"PersistentGrid", 108, 4});
    k.segment_size = 112;
    expect(k, Code::form_contradiction);
}

TEST_CASE("notes: they leave the verdict alone") {
    Kernel k = plain();
    k.grouped = true;
    expect(k, Code::grouped_record, Verdict::conforms);
    k = plain();
    arg(k, "D").kind = "by_value";
    expect(k, Code::value_kind, Verdict::conforms);
}

TEST_CASE("against a dump: the first parting of block and kernel") {
    const Kernel fixture_kernel = plain();
    codeobject::Kernel kernel;
    kernel.config.present = kernel.config.has_version = true;
    kernel.config.version = 2;
    kernel.segment_size = 104;
    for (const Arg& a : fixture_kernel.args)
        kernel.args.push_back({a.name, a.kind, a.type, a.offset, a.size, true, true});
    inference::Inferrer inferrer;
    const inference::Inference& inference = inferrer.infer(kernel);
    inference::SentBlock good;
    for (std::size_t i = 0; i < kernel.args.size(); ++i)
        good.args.push_back({std::string(inference.meaning(i)), kernel.args[i].offset, kernel.args[i].size});
    const auto codes = [&](const inference::SentBlock& block) {
        inference::Report report;
        inference::compare_sent(kernel, inference, block, report);
        std::set<Code> out;
        for (const inference::Finding& f : report.findings) out.insert(f.code);
        return out;
    };
    using Codes = std::set<Code>;
    CHECK(codes(good) == Codes{});
    inference::SentBlock block = good;
    block.args[8].name = "ws_d"; // another name of the same slot
    CHECK(codes(block) == Codes{});
    block.args[8].name = "a"; // version 3's order
    CHECK(codes(block) == Codes{Code::dump_offset});
    block = good;
    block.args.pop_back();
    CHECK(codes(block) == Codes{Code::dump_missing});
    block = good;
    block.args.push_back({"bias", 104, 8});
    CHECK(codes(block) == Codes{Code::dump_extra, Code::dump_past_segment});
    block.args = {{"gemm_count", 0, 4}, {"internalArgs", 4, 4},  {"internalArgs1", 8, 4}, {"numWorkGroups", 12, 4},
                  {"argsPtr", 16, 8},   {"Synchronizer", 24, 8}, {"Workspace", 32, 8}};
    CHECK(codes(block) == Codes{});
}

TEST_CASE("a half's two alphas in a dump fill metadata's one slot") {
    Kernel half = plain();
    arg(half, "alpha").type = arg(half, "beta").type = "pkf16";
    codeobject::Kernel kernel;
    kernel.config.has_version = true;
    kernel.config.version = 2;
    for (const Arg& a : half.args) kernel.args.push_back({a.name, a.kind, a.type, a.offset, a.size, true, true});
    inference::Inferrer inferrer;
    const inference::Inference& inference = inferrer.infer(kernel);
    inference::SentBlock block;
    for (std::size_t i = 0; i < 20; ++i)
        block.args.push_back({std::string(inference.meaning(i)), kernel.args[i].offset, kernel.args[i].size});
    for (const auto& [name, offset] : {std::pair{"alpha", 96u}, {"alpha_2", 98u}, {"beta", 100u}, {"beta_2", 102u}})
        block.args.push_back({name, offset, 2});
    inference::Report report;
    inference::compare_sent(kernel, inference, block, report);
    CHECK(report.findings.empty());
}
