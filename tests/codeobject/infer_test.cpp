// SPDX-License-Identifier: MIT
// From metadata to a form: every form of the contract is recognised by its own metadata.
#include "abi/kernarg/names.hpp"
#include "tests/codeobject/collect.hpp"
#include "tests/kernarg/walk_forms.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using fixture::Arg;
using fixture::Kernel;
using inference::Code;
using inference::Verdict;

namespace {

/// A kernel as a generator of this form would describe it: a half's two alphas as one pkf16.
Kernel kernel_of(const Form& form, const Layout& layout) {
    Kernel k;
    for (const Entry& entry : layout) {
        const std::string name = metadata_name(entry, form).text;
        const bool pointer = entry.kind == Kind::pointer;
        if (!k.args.empty() && k.args.back().name == name) {
            k.args.back().size += entry.size;
            k.args.back().type = "pkf16";
            continue;
        }
        k.args.push_back({name, entry.offset, entry.size, pointer ? "global_buffer" : "by_value",
                          pointer ? "void" : row_of(entry.kind).name});
    }
    k.version = static_cast<int>(form.version);
    k.universal = form.dialect.header == Header::universal;
    k.segment_size = layout.segment_size();
    return k;
}

/// Forms that metadata cannot describe, or that are faults themselves.
bool has_metadata(const Form& form) {
    const ProblemType& type = form.type;
    const bool two_bytes = form.dialect.scalars == Scalars::packed && type.alphaType == DataType::BFloat16;
    const bool six_bytes = form.dialect.scalars == Scalars::widened &&
                           (type.alphaType == DataType::Half || type.betaType == DataType::Half);
    const bool both = type.persistentLoopArgsVersion == 1 && type.streamK != 0;
    return !two_bytes && !six_bytes && !both && !(type.groupedGemm && form.dialect.header == Header::universal);
}

Kernel from(std::initializer_list<Arg> args, int version) {
    Kernel k;
    k.args = args;
    k.version = version;
    return k;
}

/// Inserts behind an argument and moves what follows.
void insert_after(Kernel& k, std::string_view name, std::initializer_list<std::pair<const char*, std::uint64_t>> args) {
    auto at = std::find_if(k.args.begin(), k.args.end(), [&](const Arg& arg) { return arg.name == name; });
    REQUIRE(at != k.args.end());
    ++at;
    for (const auto& [added, size] : args) {
        const std::uint64_t offset = (at - 1)->offset + (at - 1)->size;
        at = k.args.insert(
                 at, {added, offset, size, size == 8 ? "global_buffer" : "by_value", size == 8 ? "void" : "u32"}) +
             1;
        for (auto later = at; later != k.args.end(); ++later) later->offset += size;
    }
    k.segment_size = (k.args.back().offset + k.args.back().size + 7) / 8 * 8;
}

} // namespace

TEST_CASE("every form's own metadata conforms, and gives back its layout") {
    std::size_t count = 0;
    test::for_each_form(300, [&](const Form& form, const Layout& layout) {
        if (!has_metadata(form)) return;
        ++count;
        const Kernel k = kernel_of(form, layout);
        const test::Seen seen = test::judged(k);
        CAPTURE(count);
        CAPTURE(static_cast<int>(form.version));
        if (!seen.report.findings.empty()) {
            CAPTURE(seen.report.findings[0].message);
            REQUIRE(seen.report.findings.empty());
        }
        REQUIRE(seen.report.verdict == Verdict::conforms);
    });
    CHECK(count > 2000);
}

TEST_CASE("layouts bear the names of version and header") {
    Kernel k = fixture::plain_kernel();
    CHECK(test::judged(k).layout == "v2-universal");
    k.version = 1;
    CHECK(test::judged(k).layout == "v1-universal");
    const auto named = [](Version version, bool universal, bool grouped) {
        Form form{version, default_preset(version, universal).dialect, {}};
        form.type.groupedGemm = grouped;
        Layout layout{};
        REQUIRE(make_layout(form, layout) == Status::ok);
        return test::judged(kernel_of(form, layout)).layout;
    };
    CHECK(named(Version::v0, true, false) == "v0-universal");
    CHECK(named(Version::v0, false, false) == "v0-legacy");
    CHECK(named(Version::v0, false, true) == "v0-grouped-legacy");
    CHECK(named(Version::v1, false, false) == "v1-nonuniversal");
    CHECK(named(Version::v2, false, false) == "v2-nonuniversal");
    CHECK(named(Version::v3, true, false) == "v3-universal");
}

TEST_CASE("the meaning of an argument is the host's name") {
    const test::Seen seen = test::judged(fixture::plain_kernel());
    REQUIRE(seen.meanings.size() == 22);
    CHECK(seen.meanings[0] == "gemm_count");
    CHECK(seen.meanings[3] == "numWorkGroups");
    CHECK(seen.meanings[7] == "size_3");
    CHECK(seen.meanings[8] == "d");
    CHECK(seen.meanings[12] == "strideD1");
    CHECK(seen.meanings[21] == "beta");
}

TEST_CASE("three strides a tensor are initial strides: the first is dimension 0") {
    Kernel k = fixture::plain_kernel();
    insert_after(k, "strideD1", {{"strideD2", 4}});
    insert_after(k, "strideC1", {{"strideC2", 4}});
    const test::Seen seen = test::judged(k);
    CHECK(seen.report.verdict == Verdict::conforms);
    CHECK(seen.meanings[12] == "strideD0");
}

TEST_CASE("both Stream-K generations of version 2, in either spelling") {
    Kernel k = fixture::plain_kernel();
    insert_after(k, "B", {{"AddressWS", 8}, {"AddressFlags", 8}});
    Kernel late = k;
    insert_after(late, "beta",
                 {{"MagicNumberProblemNumGroupTiles0", 4},
                  {"MagicShiftProblemNumGroupTiles0", 4},
                  {"ItersPerTile", 4},
                  {"MagicNumberItersPerTile", 4},
                  {"MagicShiftItersPerTile", 4},
                  {"MagicNumProblemNumGroupTiles0By1", 4},
                  {"MagicShiftProblemNumGroupTiles0By1", 4},
                  {"TotalIters", 4},
                  {"SKItersPerWG", 4},
                  {"skGrid", 4},
                  {"skTiles", 4},
                  {"skExtraIters", 4}});
    CHECK(test::judged(late).report.verdict == Verdict::conforms);
    Kernel early = k;
    insert_after(early, "beta",
                 {{"itersPerTile", 4},
                  {"magicNumberItersPerTile", 4},
                  {"magicShiftItersPerTile", 4},
                  {"SKItersPerWG", 4},
                  {"SKGrid", 4},
                  {"SKTiles", 4}});
    insert_after(early, "SKTiles", {{"bias", 8}, {"biasType", 4}, {"StrideBias", 4}});
    CHECK(test::judged(early).report.verdict == Verdict::conforms);
    Kernel custom = k; // named custom kernels keep totalIters
    insert_after(custom, "beta",
                 {{"itersPerTile", 4},
                  {"magicNumberItersPerTile", 4},
                  {"magicShiftItersPerTile", 4},
                  {"totalIters", 4},
                  {"SKItersPerWG", 4},
                  {"skGrid", 4},
                  {"skTiles", 4}});
    CHECK(test::judged(custom).report.verdict == Verdict::conforms);
    Kernel dynamic = k;
    insert_after(
        dynamic, "beta",
        {{"ItersPerTile", 4}, {"TotalItems", 4}, {"SKTiles", 4}, {"SKSplit", 4}, {"SKItersPerWI", 4}, {"SKGrid", 4}});
    CHECK(test::judged(dynamic).report.verdict == Verdict::conforms);
}

TEST_CASE("batch offsets are not tied to a version") {
    Kernel k = fixture::plain_kernel();
    insert_after(k, "beta", {{"batchOffsetD", 8}, {"batchOffsetC", 8}, {"batchOffsetA", 8}, {"batchOffsetB", 8}});
    for (int version : {1, 2}) {
        k.version = version;
        CHECK(test::judged(k).report.verdict == Verdict::conforms);
    }
    k.args.pop_back();
    k.segment_size = 128;
    const test::Seen seen = test::judged(k);
    REQUIRE(seen.find(Code::argument_missing) != nullptr);
    CHECK(seen.find(Code::argument_missing)->argument == "batchOffsetB");
    CHECK(seen.find(Code::argument_missing)->wanted == 128);
}

TEST_CASE("persistent loop arguments 1: two words, in version 3 only") {
    Form form{Version::v3, default_preset(Version::v3).dialect, {}};
    form.type.persistentLoopArgsVersion = 1;
    Layout layout{};
    REQUIRE(make_layout(form, layout) == Status::ok);
    Kernel k = kernel_of(form, layout);
    k.persistent_version = 1;
    CHECK(test::judged(k).report.verdict == Verdict::conforms);
    k.persistent_version = 2;
    CHECK(test::judged(k).has(Code::form_contradiction));
    Kernel old = fixture::plain_kernel();
    old.persistent_version = 1;
    CHECK(test::judged(old).has(Code::form_contradiction));
}

TEST_CASE("foreign kernels are said to be foreign, with the reason") {
    Kernel k = fixture::plain_kernel();
    k.custom_args = true;
    CHECK(test::judged(k).layout == "custom-kernel-args");
    CHECK(test::judged(k).report.reason.find("CustomKernel.args") != std::string::npos);
    k = from({{"D", 0, 8}, {"pad", 8, 8}, {"C", 16, 8}, {"alpha", 64, 4}}, 0);
    k.version.reset();
    CHECK(test::judged(k).report.verdict == Verdict::foreign);
    k.config = false;
    CHECK(test::judged(k).report.reason == "no custom.config, and other names than TensileLite's");
    k = from({{"Tensor2dSizeA", 0, 8}, {"AddressD", 8, 8}}, 0);
    k.config = false;
    CHECK(test::judged(k).report.reason == "no custom.config; the names are legacy Tensile's");
    k = from({{"", 0, 8}, {"", 8, 8}}, 0);
    k.config = false;
    CHECK(test::judged(k).report.reason == "no custom.config, and arguments without names");
}

TEST_CASE("a debug buffer stands where the host puts it") {
    Kernel k = fixture::plain_kernel();
    insert_after(k, "SizesSum0", {{"AddressDbg", 8}}); // the generator's place
    const test::Seen seen = test::judged(k);
    CHECK(seen.report.verdict == Verdict::differs);
    CHECK(seen.has(Code::offset_differs));
}

TEST_CASE("packed magic sizes have no place: no host sends them") {
    Kernel k = fixture::plain_kernel();
    insert_after(k, "strideB1", {{"MagicNumberSizeI", 4}, {"MagicShiftSizeI", 4}});
    const test::Seen seen = test::judged(k);
    CHECK(seen.report.verdict == Verdict::differs);
    REQUIRE(seen.report.findings.size() == 2); // and not what follows
    CHECK(seen.report.findings[0].code == Code::argument_unknown);
    CHECK(seen.report.findings[0].argument == "MagicNumberSizeI");
}
