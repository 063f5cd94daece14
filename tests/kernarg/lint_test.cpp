// SPDX-License-Identifier: MIT
// Each lint fires on the bytes that people met and keeps quiet on their sound twin.
#include "abi/kernarg/lint.hpp"
#include "abi/kernarg/pack.hpp"
#include "tests/kernarg/rows.hpp"
#include <cstring>
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>

using namespace kernabi;

namespace {

struct Fired {
    unsigned count[lint_code_count] = {};
    Finding last[lint_code_count] = {};

    void operator()(const Finding& finding) {
        const std::size_t code = static_cast<std::size_t>(finding.code);
        ++count[code];
        last[code] = finding;
    }
    [[nodiscard]] bool has(LintCode code) const { return count[static_cast<std::size_t>(code)] != 0; }
    [[nodiscard]] const Finding& of(LintCode code) const { return last[static_cast<std::size_t>(code)]; }
    [[nodiscard]] unsigned total() const {
        unsigned sum = 0;
        for (const unsigned n : count) sum += n;
        return sum;
    }
};

Fired header(const char* name, std::uint32_t gemm_count, std::uint32_t internalArgs, std::uint32_t internalArgs1,
             std::uint32_t cus = 0) {
    const Preset& row = test::preset(name);
    Words words{};
    words[Word::gemm_count] = gemm_count;
    words[Word::internalArgs] = internalArgs;
    words[Word::internalArgs1] = internalArgs1;
    words[Word::numWorkGroups] = 300;
    LintContext context{};
    context.cuCount = cus;
    Fired fired;
    lint_header(row.version, row.dialect, words, context, fired);
    return fired;
}

/// A block of good values: ordinary header words, plausible pointers.
struct Block {
    Form form;
    Layout layout{};
    Values values{};
    std::uint8_t bytes[1024] = {};

    explicit Block(const Form& f) : form(f) {
        REQUIRE(make_layout(form, layout) == Status::ok);
        values.at(Argument::gemm_count) = 1;
        values.at(Argument::internalArgs) = 1;
        values.at(Argument::internalArgs1) = form.dialect.args1 == Args1::xccg ? 0x4c010008 : 8;
        values.at(Argument::numWorkGroups) = 48;
        std::uint64_t address = 0x7f1210010080;
        for (const Entry& entry : layout)
            if (entry.kind == Kind::pointer) values.slot[slot_of(entry)] = address += 0x10000080;
    }
    Fired lint(const LintContext& context = {}) {
        std::size_t written = 0;
        ArgumentFault fault{};
        REQUIRE(pack(layout, values, Policy::host_2024, bytes, written, fault) == Status::ok);
        return lint_packed(context);
    }
    Fired lint_packed(const LintContext& context = {}) {
        Fired fired;
        lint_block(form, layout, {bytes, layout.size}, context, fired);
        return fired;
    }
};

Form with(const char* name, void (*change)(ProblemType&)) {
    Form form = test::form_of(test::preset(name));
    change(form.type);
    return form;
}

Request ordinary_request() {
    Request request{};
    request.problem.m = 1024;
    request.problem.n = 768;
    request.problem.k = 512;
    request.problem.lda = 1024;
    return request;
}

} // namespace

TEST_CASE("lint: ordinary words and blocks of every preset give no finding") {
    CHECK(header("v0", 1, 0x01200801, 0).total() == 0);
    CHECK(header("v1", 1, 0x20200002, 0xfffffff8).total() == 0);
    CHECK(header("v2", 1, 0x20200002, 0x4c08fff8, 304).total() == 0);
    for (const Preset& row : presets) {
        INFO(std::string(row.name));
        CHECK(Block(test::form_of(row)).lint().total() == 0);
    }
}

TEST_CASE("lint v2_reads_as_v1: the page's own version 2 word") {
    CHECK(header("v2", 1, 0x20200002, 0xfffffff8).has(LintCode::v2_reads_as_v1));
    CHECK(header("v2", 1, 1, 8).has(LintCode::v2_reads_as_v1));
    CHECK_FALSE(header("v2", 1, 0x20200002, 0x4c01fff8).has(LintCode::v2_reads_as_v1));
    CHECK_FALSE(header("v2", 1, 1, 0).has(LintCode::v2_reads_as_v1)); // kernels without wgm support get 0
}

TEST_CASE("lint v1_reads_as_v2: XCC and group in a word that should be WGM alone") {
    CHECK(header("v1", 1, 1, 0x4c080008).has(LintCode::v1_reads_as_v2));
    CHECK_FALSE(header("v1", 1, 1, 8).has(LintCode::v1_reads_as_v2));
    CHECK_FALSE(header("v1", 1, 1, 0xfffffff8).has(LintCode::v1_reads_as_v2));
}

TEST_CASE("lint other_device_cu_count: group 304 on 38 and on 256 CUs") {
    CHECK(header("v2", 1, 1, 0x4c010000, 38).has(LintCode::other_device_cu_count));
    CHECK(header("v2", 1, 1, 0x4c080008, 256).has(LintCode::other_device_cu_count));
    CHECK_FALSE(header("v2", 1, 1, 0x4c080008, 304).has(LintCode::other_device_cu_count));
    CHECK_FALSE(header("v2", 1, 1, 0x4c080008).has(LintCode::other_device_cu_count));      // the count is not known
    CHECK_FALSE(header("v2", 1, 1, 0x00080008, 304).has(LintCode::other_device_cu_count)); // group 0 is the whole grid
}

TEST_CASE("lint group_unresolved: a group of all ones is a note while one XCC is counted, an error with eight") {
    CHECK(header("v2", 1, 1, 0xffc10008).of(LintCode::group_unresolved).severity == Severity::note);
    CHECK(header("v2", 1, 1, 0xffc10008).has(LintCode::group_unresolved));
    CHECK(header("v2", 1, 1, 0xffc80008).of(LintCode::group_unresolved).severity == Severity::error);
    CHECK_FALSE(header("v2", 1, 1, 0x4c010008).has(LintCode::group_unresolved));
}

TEST_CASE("lint xcc_zero: no host of version 2 writes XCC 0 with a group") {
    CHECK(header("v2", 1, 1, 0xffc00008).has(LintCode::xcc_zero));
    CHECK(header("v2", 1, 1, 0x4c000008).has(LintCode::xcc_zero));
    CHECK_FALSE(header("v2", 1, 1, 0x4c010008).has(LintCode::xcc_zero));
}

TEST_CASE("lint xcc_not_power_of_two: 6 is silently taken as 2") {
    const Fired fired = header("v2", 1, 1, 0x4c060008, 304);
    CHECK(fired.has(LintCode::xcc_not_power_of_two));
    CHECK(fired.of(LintCode::xcc_not_power_of_two).found == 6);
    CHECK(fired.of(LintCode::xcc_not_power_of_two).expected == 2);
    CHECK_FALSE(header("v2", 1, 1, 0x4c080008, 304).has(LintCode::xcc_not_power_of_two));
}

TEST_CASE("lint xcc_does_not_divide_cus: XCC 4 on a 38-CU partition") {
    CHECK(header("v2", 1, 1, 0x09840008, 38).has(LintCode::xcc_does_not_divide_cus));
    CHECK_FALSE(header("v2", 1, 1, 0x09820008, 38).has(LintCode::xcc_does_not_divide_cus));
    CHECK_FALSE(header("v2", 1, 1, 0x09840008).has(LintCode::xcc_does_not_divide_cus));
}

TEST_CASE("lint gsu_zero: a header of zeros") {
    const Fired fired = header("v2", 0, 0, 0);
    CHECK(fired.has(LintCode::gsu_zero));
    CHECK(fired.has(LintCode::gemm_count_zero));
    CHECK(fired.has(LintCode::xcc_zero));
    CHECK(header("v1", 1, 0x4000, 8).has(LintCode::gsu_zero)); // 14 bits of 0, whatever stands above
    CHECK_FALSE(header("v2", 1, 1, 0x4c010008).has(LintCode::gsu_zero));
}

TEST_CASE("lint gsu_bits_past_14: only version 1 reads them as GSU") {
    CHECK(header("v1", 1, 0x4001, 8).has(LintCode::gsu_bits_past_14));
    CHECK(header("v1", 1, 0x8001, 8).has(LintCode::gsu_bits_past_14));
    CHECK_FALSE(header("v1", 1, 0x3fff, 8).has(LintCode::gsu_bits_past_14));
    CHECK_FALSE(header("v2", 1, 0xc001, 0x4c010008).has(LintCode::gsu_bits_past_14));
}

TEST_CASE("lint stagger_not_power_of_two: 48 and 128, not 0 to 64") {
    CHECK(header("v2", 1, 0x00300001, 0x4c010008).has(LintCode::stagger_not_power_of_two));
    CHECK(header("v0", 1, 0x00800801, 0).has(LintCode::stagger_not_power_of_two));
    for (const std::uint32_t stagger : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 64u})
        CHECK_FALSE(header("v2", 1, stagger << 16 | 1, 0x4c010008).has(LintCode::stagger_not_power_of_two));
}

TEST_CASE("lint stagger_mapping_over_4") {
    CHECK(header("v2", 1, 0xa0200001, 0x4c010008).has(LintCode::stagger_mapping_over_4));
    CHECK_FALSE(header("v2", 1, 0x80200001, 0x4c010008).has(LintCode::stagger_mapping_over_4));
}

TEST_CASE("lint argument_type_unknown: 3 came in 2026") {
    CHECK(header("v2", 0xc0000001, 1, 0x4c010008).has(LintCode::argument_type_unknown));
    CHECK_FALSE(header("v2-2026", 0xc0000001, 1, 0x4c010008).has(LintCode::argument_type_unknown));
    CHECK_FALSE(header("v2", 0x80000001, 1, 0x4c010008).has(LintCode::argument_type_unknown));
}

TEST_CASE("lint gemm_count_zero") {
    CHECK(header("v1", 0x40000000, 1, 8).has(LintCode::gemm_count_zero));
    CHECK_FALSE(header("v1", 0x40000001, 1, 8).has(LintCode::gemm_count_zero));
}

TEST_CASE("lint workgroups_mismatch: ceil times ceil is not enough with GSU 4") {
    Request request = ordinary_request();
    LintContext context{};
    context.request = &request;
    Block block(Form{});
    block.values.at(Argument::numWorkGroups) = 48; // 8 x 6 tiles
    CHECK_FALSE(block.lint(context).has(LintCode::workgroups_mismatch));
    block.form.type.gsu = 4;
    CHECK(block.lint(context).has(LintCode::workgroups_mismatch));
    CHECK(block.lint(context).of(LintCode::workgroups_mismatch).expected == 192);
    block.values.at(Argument::numWorkGroups) = 192;
    CHECK_FALSE(block.lint(context).has(LintCode::workgroups_mismatch));
    CHECK_FALSE(block.lint().has(LintCode::workgroups_mismatch)); // no problem known
}

TEST_CASE("lint work_items_over_32_bits: 16777216 tiles of 256 threads") {
    Request request = ordinary_request();
    request.problem.m = 16777216;
    request.problem.n = 1;
    request.sizes.macroTile[0] = request.sizes.macroTile[1] = 1;
    LintContext context{};
    context.request = &request;
    Block block(Form{});
    block.values.at(Argument::numWorkGroups) = 16777216;
    CHECK(block.lint(context).has(LintCode::work_items_over_32_bits));
    request.problem.m = block.values.at(Argument::numWorkGroups) = 16777215;
    CHECK_FALSE(block.lint(context).has(LintCode::work_items_over_32_bits));
}

TEST_CASE("lint stride_over_32_bits: a batch stride of 2^32 packs as 0") {
    Request request = ordinary_request();
    request.problem.strideA = 0x100000000;
    LintContext context{};
    context.request = &request;
    Block block(Form{});
    const Fired fired = block.lint(context);
    CHECK(fired.has(LintCode::stride_over_32_bits));
    CHECK(fired.of(LintCode::stride_over_32_bits).argument == Argument::strideA);
    CHECK(fired.of(LintCode::stride_over_32_bits).index == 2);
    request.problem.strideA = 0xffffffff;
    CHECK_FALSE(block.lint(context).has(LintCode::stride_over_32_bits));
}

TEST_CASE("lint natural_alignment: a C struct puts E four bytes late") {
    Block block(with("v2", [](ProblemType& t) { t.useBias = t.useScaleAlphaVec = 3, t.useE = true; }));
    REQUIRE(block.layout.find(Argument::e)->offset == 132);
    CHECK_FALSE(block.lint().has(LintCode::natural_alignment));
    std::memmove(block.bytes + 136, block.bytes + 132, 8);
    std::memset(block.bytes + 132, 0, 4);
    const Fired fired = block.lint_packed();
    CHECK(fired.has(LintCode::natural_alignment));
    CHECK(fired.of(LintCode::natural_alignment).argument == Argument::e);
    CHECK(fired.of(LintCode::natural_alignment).found == 132);
    CHECK(fired.of(LintCode::natural_alignment).expected == 136);
}

TEST_CASE("lint half_alpha_not_doubled: 2 bytes in a slot of 4") {
    Block block(with("v2", [](ProblemType& t) { t.alphaType = t.betaType = DataType::Half; }));
    block.values.at(Argument::alpha) = 0x3ccd;
    CHECK_FALSE(block.lint().has(LintCode::half_alpha_not_doubled));
    store_le(block.bytes + block.layout.find(Argument::alpha, 1)->offset, 0, 2);
    CHECK(block.lint_packed().has(LintCode::half_alpha_not_doubled));
}

TEST_CASE("lint d_slot_is_workspace: new D pointers in a captured block would be written nowhere useful") {
    CHECK(Block(with("v2", [](ProblemType& t) { t.gsu = 4, t.globalAccumulation = Accumulation::multiple_buffer; }))
              .lint()
              .has(LintCode::d_slot_is_workspace));
    CHECK_FALSE(Block(with("v2", [](ProblemType& t) { t.globalAccumulation = Accumulation::multiple_buffer; }))
                    .lint()
                    .has(LintCode::d_slot_is_workspace));
}

TEST_CASE("lint bias_type_is_hip_number: 2 for half, 14 for bf16; right are 4 and 7") {
    Block block(with("v2", [](ProblemType& t) { t.useBias = 1; }));
    const struct {
        std::uint64_t wrong;
        std::int64_t right;
    } all[] = {{2, 4}, {14, 7}};
    for (const auto& row : all) {
        block.values.at(Argument::bias_type) = row.wrong;
        const Fired fired = block.lint();
        CHECK(fired.has(LintCode::bias_type_is_hip_number));
        CHECK(fired.of(LintCode::bias_type_is_hip_number).expected == row.right);
        block.values.at(Argument::bias_type) = static_cast<std::uint64_t>(row.right);
        CHECK_FALSE(block.lint().has(LintCode::bias_type_is_hip_number));
    }
}

TEST_CASE("lint enum_of_other_year: activation 14 in 2024, 11 and 12 name kinds of kernels") {
    Block old_block(with("v2", [](ProblemType& t) { t.activationType = Activation::All, t.activationArgLength = 2; }));
    for (const std::uint64_t wrong : {std::uint64_t{14}, std::uint64_t{16}, std::uint64_t{11}, std::uint64_t{12}}) {
        old_block.values.at(Argument::activationType) = wrong;
        CHECK(old_block.lint().has(LintCode::enum_of_other_year));
    }
    for (const std::uint64_t right : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{10}, std::uint64_t{13}}) {
        old_block.values.at(Argument::activationType) = right;
        CHECK_FALSE(old_block.lint().has(LintCode::enum_of_other_year));
    }
    Block new_block(with("v3", [](ProblemType& t) { t.activationType = Activation::All, t.activationArgLength = 2; }));
    new_block.values.at(Argument::activationType) = 11; // Silu
    CHECK_FALSE(new_block.lint().has(LintCode::enum_of_other_year));
    new_block.values.at(Argument::activationType) = 17;
    CHECK(new_block.lint().has(LintCode::enum_of_other_year));
}

TEST_CASE("lint enum_of_other_year: a bias type past the year's end") {
    Block block(with("v2", [](ProblemType& t) { t.useBias = 1; }));
    block.values.at(Argument::bias_type) = 15;
    CHECK(block.lint().has(LintCode::enum_of_other_year));
    Block later(with("v2-2026", [](ProblemType& t) { t.useBias = 1; }));
    later.values.at(Argument::bias_type) = 15;
    CHECK_FALSE(later.lint().has(LintCode::enum_of_other_year));
}

TEST_CASE("lint: a block shorter than its layout gives nothing") {
    Block block(Form{});
    Fired fired;
    lint_block(block.form, block.layout, {block.bytes, block.layout.size - 1u}, {}, fired);
    CHECK(fired.total() == 0);
}

TEST_CASE("lint: code names stand at their numbers") {
    CHECK(test::same_text(lint_names[static_cast<std::size_t>(LintCode::v2_reads_as_v1)], "v2_reads_as_v1"));
    CHECK(test::same_text(lint_names[static_cast<std::size_t>(LintCode::workgroups_mismatch)], "workgroups_mismatch"));
    CHECK(test::same_text(lint_names[static_cast<std::size_t>(LintCode::enum_of_other_year)], "enum_of_other_year"));
}
