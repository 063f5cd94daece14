// SPDX-License-Identifier: MIT
// Blocks of each version, from their bytes to the result.
#include "tests/cpu/block.hpp"
#include <doctest/doctest.h>
#include <string>

using namespace kernabi;
using test::Device;
using test::floats;
using test::form_of;
using test::Memory;
using test::Words;
using Slot = kernabi::Argument;
using Numbers = std::vector<double>;

namespace {

constexpr std::uint64_t at_a = 0x7f00'1000'0000, at_b = 0x7f00'2000'0000, at_c = 0x7f00'3000'0000,
                        at_d = 0x7f00'4000'0000, at_ws = 0x7f00'5000'0000, at_sync = 0x7f00'6000'0000;

/// A = [1 2; 3 4], B = [1 0 2; 0 1 -1], C = [1 3 5; 2 4 6]; A B = [1 2 0; 3 4 2].
void add_inputs(Device& device) {
    device.add_floats(at_a, {1, 3, 2, 4});
    device.add_floats(at_b, {1, 0, 0, 1, 2, -1});
    device.add_floats(at_c, {1, 2, 3, 4, 5, 6});
}

/// The page's version 1 and 2 dumps on a small problem: A is 2 x 4, B 4 x 2, and k is cut into two parts.
Memory page_block(std::uint32_t gsu_word = 0x20200002) {
    return Words{}
        .u32({1, gsu_word, 0xfffffff8, 2, 2, 2, 1, 4})
        .pointers({at_ws, at_c, at_a, at_b})
        .u32({2, 4, 2, 4, 2, 8, 4, 8})
        .f32({1, 0})
        .pointers({at_d, at_sync})
        .u32({0})
        .bytes;
}

Form page_form(Version version, Accumulation accumulation = Accumulation::multiple_buffer_single_kernel) {
    Form form = form_of(version);
    form.type.globalAccumulation = accumulation;
    return form;
}

struct Page {
    Device device;
    Memory *ws, *d;

    Page() {
        device.add_floats(at_a, {1, 2, 3, 4, 5, 6, 7, 8});
        device.add_floats(at_b, {1, 1, 1, -1, 2, 0, 1, 0});
        ws = &device.add(at_ws, Memory(2 * 4 * 4, 0xaa));
        d = &device.add_output(at_d, 4 * 4);
        device.add(at_sync, Memory(4, 0));
    }
};

/// B has two columns as stored, A is multiplied by each batch's own.
Memory array_block(std::uint32_t gemm_count, std::uint64_t d, std::uint64_t a) {
    return Words{}
        .u32({gemm_count, 1, 0x10001, 2, 1, 1, 2, 2})
        .pointers({d, 0, a, at_b})
        .u32({1, 0, 1, 0, 1, 0, 2, 0})
        .f32({1, 0})
        .bytes;
}

} // namespace

TEST_CASE("a version 0 block is computed") {
    Device device;
    add_inputs(device);
    Memory& d = device.add_output(at_d, 6 * 4);
    const Memory block = Words{}
                             .u32({1, 0x01200801, 2, 3, 1, 2})
                             .pointers({at_d, at_c, at_a, at_b})
                             .u32({2, 6, 2, 6, 2, 4, 2, 6})
                             .f32({2, 3})
                             .bytes;
    REQUIRE(block.size() == 96);
    CHECK(device.run(block, form_of(Version::v0)).status == Status::ok);
    CHECK(floats(d) == Numbers{5, 12, 13, 20, 15, 22});
}

TEST_CASE("a version 3 block has A and B in front, and batch offsets count elements") {
    Device device;
    device.add_floats(at_a, {-77, 1, 3, 2, 4});
    device.add_floats(at_b, {-77, -77, 1, 0, 0, 1, 2, -1});
    device.add_floats(at_c, {1, 2, 3, 4, 5, 6});
    Memory& d = device.add_output(at_d, 7 * 4);
    const Memory block = Words{}
                             .u32({1, 0x3001, 0x10000, 1, 2, 3, 1, 2}) // ntb and nta are no part of GSU
                             .pointers({at_a, at_b})
                             .u32({2, 4, 2, 6})
                             .f32({2, 3})
                             .pointers({at_d, at_c + 4})
                             .u32({2, 6, 2, 6})
                             .pointers({1, std::uint64_t{0} - 1, 1, 2}) // D, C, A, B
                             .bytes;
    REQUIRE(block.size() == 136);
    CHECK(device.run(block, form_of(Version::v3)).status == Status::ok);
    CHECK(Memory(d.begin(), d.begin() + 4) == Memory(4, 0xaa));
    CHECK(floats(Memory(d.begin() + 4, d.end())) == Numbers{5, 12, 13, 20, 15, 22});
}

TEST_CASE("the page's form sends the result to dstD and partial sums to the D slot") {
    for (const Version version : {Version::v1, Version::v2}) {
        Page page;
        REQUIRE(page_block().size() == 124);
        CHECK(page.device.run(page_block(), page_form(version)).status == Status::ok);
        CHECK(floats(*page.d) == Numbers{2, 4, 7, 10});
        CHECK(floats(*page.ws) == Numbers{4, 6, 2, 4, -2, -2, 5, 6});
    }
}

TEST_CASE("a part of k is whole steps of depthU") {
    Page page;
    CHECK(page.device.run(page_block(), page_form(Version::v2), {3, {}}).status == Status::ok);
    CHECK(floats(*page.d) == Numbers{2, 4, 7, 10});
    CHECK(floats(*page.ws) == Numbers{9, 12, 7, 10, -7, -8, 0, 0});
}

TEST_CASE("with several buffers only the partial sums are left") {
    Page page;
    Memory block = page_block();
    block.resize(104); // no dstD, no Synchronizer
    CHECK(page.device.run(block, page_form(Version::v2, Accumulation::multiple_buffer)).status == Status::ok);
    CHECK(floats(*page.ws) == Numbers{4, 6, 2, 4, -2, -2, 5, 6});
    CHECK(*page.d == Memory(16, 0xaa));
}

TEST_CASE("with one part the page's form uses the D slot, and nothing behind GSU's bits counts") {
    for (const std::uint32_t word : {0x20200001u, 0x2020c001u, 0x2020c000u}) {
        Page page;
        CHECK(page.device.run(page_block(word), page_form(Version::v2)).status == Status::ok);
        const Memory ws(page.ws->begin(), page.ws->begin() + 16);
        CHECK(floats(ws) == Numbers{2, 4, 7, 10});
        CHECK(*page.d == Memory(16, 0xaa));
    }
}

TEST_CASE("adding onto D by several parts is not built") {
    for (const Accumulation accumulation : {Accumulation::none, Accumulation::single_buffer}) {
        Page page;
        const cpu::BlockOutcome o = page.device.run(page_block(), page_form(Version::v2, accumulation));
        CHECK(o.status == Status::unsupported);
        CHECK(o.slot == Slot::internalArgs);
    }
}

TEST_CASE("a block without header has its words behind beta") {
    Form form{Version::v1, default_preset(Version::v1, false).dialect, {}};
    form.type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    Page page;
    const Memory block = Words{}
                             .u32({2, 2, 1, 4})
                             .pointers({at_ws, at_c, at_a, at_b})
                             .u32({2, 4, 2, 4, 2, 8, 4, 8})
                             .f32({1, 0})
                             .u32({2, 8, 0})
                             .pointers({at_d, at_sync})
                             .u32({0})
                             .bytes;
    CHECK(page.device.run(block, form).status == Status::ok);
    CHECK(floats(*page.d) == Numbers{2, 4, 7, 10});
    CHECK(floats(*page.ws) == Numbers{4, 6, 2, 4, -2, -2, 5, 6});
}

TEST_CASE("slots of a pointer batch hold arrays of addresses") {
    Form form = form_of(Version::v2);
    form.type.stridedBatched = false;
    Device device;
    device.add_addresses(at_ws, {at_d + 64, at_d});
    device.add_addresses(at_ws + 64, {at_a, at_a + 64});
    device.add_addresses(at_b, {at_b + 64, at_b + 128});
    device.add_floats(at_a, {1, 10});
    device.add_floats(at_a + 64, {100, 1000});
    device.add_floats(at_b + 64, {1, 2});
    device.add_floats(at_b + 128, {3, 4});
    Memory& second = device.add_output(at_d, 4);
    Memory& first = device.add_output(at_d + 64, 4);
    CHECK(device.run(array_block(1, at_ws, at_ws + 64), form).status == Status::ok);
    CHECK(floats(first) == Numbers{21});
    CHECK(floats(second) == Numbers{4300});

    SUBCASE("argument type 3 says the same in 2026, and nothing in 2024") {
        form.type.stridedBatched = true;
        form.dialect = presets[7].dialect;
        REQUIRE(std::string(presets[7].name) == "v2-2026");
        Memory block = array_block(0xc0000001, at_ws, at_ws + 64);
        block.resize(block.size() + 32);
        CHECK(device.run(block, form).status == Status::ok);
        CHECK(floats(first) == Numbers{21});
        const cpu::BlockOutcome o = device.run(block, form_of(Version::v2));
        CHECK(o.status == Status::unsupported);
        CHECK(o.slot == Slot::gemm_count);
    }
    SUBCASE("an array that ends early is the slot, an address in it the batch") {
        device.region(1).bytes.size = 15;
        cpu::BlockOutcome o = device.run(array_block(1, at_ws, at_ws + 64), form);
        CHECK(o.status == Status::outside_memory);
        CHECK(o.slot == Slot::a);
        CHECK(o.index == 0);
        device.region(1).bytes.size = 16;
        device.region(4).bytes.size = 7;
        o = device.run(array_block(1, at_ws, at_ws + 64), form);
        CHECK(o.status == Status::outside_memory);
        CHECK(o.slot == Slot::a);
        CHECK(o.index == 2);
    }
    SUBCASE("one matrix twice as D overlaps") {
        store_le(device.region(0).bytes.data, at_d, 8);
        const cpu::BlockOutcome o = device.run(array_block(1, at_ws, at_ws + 64), form);
        CHECK(o.status == Status::overlap);
        CHECK(o.slot == Slot::d);
    }
}

TEST_CASE("what a kernel does not read may point anywhere") {
    Device device;
    add_inputs(device);
    Memory& d = device.add_output(at_d, 6 * 4);
    const auto run = [&](float alpha, float beta, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t k) {
        return device.run(Words{}
                              .u32({1, 1, 2, 3, 1, k})
                              .pointers({at_d, c, a, b})
                              .u32({2, 6, 2, 6, 2, 4, 2, 6})
                              .f32({alpha, beta})
                              .bytes,
                          form_of(Version::v0));
    };
    CHECK(run(1, 0, at_a, at_b, 0, 2).status == Status::ok);
    CHECK(floats(d) == Numbers{1, 3, 2, 4, 0, 2});
    CHECK(run(0, -1, 0, 0, at_c, 2).status == Status::ok);
    CHECK(floats(d) == Numbers{-1, -2, -3, -4, -5, -6});
    CHECK(run(1, 2, 0, 0, at_c, 0).status == Status::ok);
    CHECK(floats(d) == Numbers{2, 4, 6, 8, 10, 12});
}

TEST_CASE("a D without elements is not looked for, and amaxD is still written") {
    Form form = form_of(Version::v0);
    form.type.outputAmaxD = true;
    Device device;
    Memory& amax = device.add_output(at_d, 4);
    const Memory block = Words{}
                             .u32({1, 1, 0, 3, 1, 2})
                             .pointers({0, 0, 0, 0})
                             .u32({2, 6, 2, 6, 2, 4, 2, 6})
                             .f32({1, 1})
                             .pointers({at_d, 0, 0})
                             .bytes;
    CHECK(device.run(block, form).status == Status::ok);
    CHECK(floats(amax) == Numbers{0});
}

TEST_CASE("amaxD is one value for all batches") {
    Form form = form_of(Version::v0);
    form.type.outputAmaxD = true;
    for (const bool largest_first : {false, true}) {
        Device device;
        device.add_floats(at_a, largest_first ? Numbers{-9, 2} : Numbers{2, -9});
        device.add_floats(at_b, {1, 1});
        device.add_output(at_d, 8);
        Memory& amax = device.add_output(at_ws, 4);
        device.add(at_sync, Memory(8, 0));
        const Memory block = Words{}
                                 .u32({1, 1, 1, 1, 2, 1})
                                 .pointers({at_d, 0, at_a, at_b})
                                 .u32({1, 1, 1, 1, 1, 1, 1, 1})
                                 .f32({1, 0})
                                 .pointers({at_ws, at_sync, at_sync + 4})
                                 .bytes;
        CHECK(device.run(block, form).status == Status::ok);
        CHECK(floats(amax) == Numbers{9});
    }
}

TEST_CASE("a bias is read in the type whose number the year gave out") {
    struct Row {
        Version version;
        std::uint32_t bias_type;
        std::vector<std::uint8_t> bias;
        double wanted; // of a bias of one element and nothing else
    };
    const std::vector<std::uint8_t> one = {0x00, 0x00, 0x80, 0x3f}, three_as_half = {0x00, 0x42};
    for (const Row& row :
         {Row{Version::v2, 0, one, 1}, Row{Version::v2, 4, three_as_half, 3}, Row{Version::v2, 11, one, 1},
          Row{Version::v3, 11, {0x38}, 0.5}, Row{Version::v3, 15, {0x38}, 1}, Row{Version::v3, 10, one, 1}}) {
        Form form = form_of(row.version);
        form.type.useBias = 1;
        Device device;
        Memory& d = device.add_output(at_d, 4);
        device.add(at_b, row.bias, true, false);
        Words words = row.version == Version::v3
                          ? Words{}.u32({1, 1, 0, 1, 1, 1, 1, 0}).pointers({0, 0}).u32({1, 1, 1, 1}).f32({1, 0})
                          : Words{}.u32({1, 1, 0, 1, 1, 1, 1, 0}).pointers({at_d, 0, 0, 0});
        if (row.version == Version::v3)
            words.pointers({at_d, 0}).u32({1, 1, 1, 1});
        else
            words.u32({1, 1, 1, 1, 1, 1, 1, 1}).f32({1, 0});
        words.pointers({at_b}).u32({row.bias_type, 0});
        if (row.version == Version::v3) words.pointers({0, 0, 0, 0});
        CHECK(device.run(words.bytes, form).status == Status::ok);
        CHECK(floats(d) == Numbers{row.wanted});
    }
}

TEST_CASE("a half kernel takes its alpha twice, packed or widened") {
    for (const bool widened : {false, true}) {
        Form form = form_of(Version::v2);
        if (widened) form.dialect.scalars = Scalars::widened;
        ProblemType& type = form.type;
        type.aType = type.bType = type.cType = type.dType = type.computeType = DataType::Half;
        type.alphaType = type.betaType = DataType::Half;
        type.useBeta = false;
        Device device;
        device.add(at_a, {0x00, 0x40}); // 2
        device.add(at_b, {0x00, 0x42}); // 3
        Memory& d = device.add_output(at_d, 2);
        Words words =
            Words{}.u32({1, 1, 0x10001, 1, 1, 1, 1, 1}).pointers({at_d, 0, at_a, at_b}).u32({1, 1, 1, 1, 1, 1, 1, 1});
        if (widened)
            words.f32({-2});
        else
            words.put(0xc000, 2);
        Memory block = words.put(0xc000, 2).bytes;
        CHECK(device.run(block, form).status == Status::ok);
        CHECK(d == Memory{0x00, 0xca}); // -12
        block.back() = 0xc1;
        const cpu::BlockOutcome o = device.run(block, form);
        CHECK(o.status == Status::contradiction);
        CHECK(o.slot == Slot::alpha);
        CHECK(o.index == 1);
    }
}

TEST_CASE("a split complex sum leaves both parts of each number") {
    Form form = page_form(Version::v3, Accumulation::multiple_buffer);
    ProblemType& type = form.type;
    type.aType = type.bType = type.cType = type.dType = DataType::ComplexFloat;
    type.computeType = type.computeInputType = type.alphaType = type.betaType = DataType::ComplexFloat;
    Device device;
    device.add_floats(at_a, {1, 2, 0, 1});  // 1 + 2i, i
    device.add_floats(at_b, {3, -1, 5, 4}); // 3 - i, 5 + 4i
    Memory& ws = device.add(at_ws, Memory(16, 0xaa));
    const Memory block = Words{}
                             .u32({1, 2, 0x10000, 1, 1, 1, 1, 2})
                             .pointers({at_a, at_b})
                             .u32({1, 2, 2, 2})
                             .f32({7, 7, 0, 0})
                             .pointers({at_ws, at_ws})
                             .u32({1, 1, 1, 1})
                             .pointers({0, 0, 0, 0})
                             .bytes;
    CHECK(device.run(block, form).status == Status::ok);
    CHECK(floats(ws) == Numbers{5, 5, -4, 5});
}

TEST_CASE("a bias gradient of A is written to the bias slot, in the type that the block names") {
    Form form = form_of(Version::v2);
    form.type.useGradient = true;
    form.type.useBias = 1;
    form.type.biasSrc = kernabi::BiasSource::a;
    Device device;
    add_inputs(device);
    device.add_output(at_d, 6 * 4);
    Memory& gradient = device.add_output(at_ws, 4);
    const Memory block = Words{}
                             .u32({1, 1, 0x10001, 1, 2, 3, 1, 2})
                             .pointers({at_d, at_c, at_a, at_b})
                             .u32({2, 6, 2, 6, 2, 4, 2, 6})
                             .f32({1, 0})
                             .pointers({at_ws})
                             .u32({4, 0}) // Half
                             .bytes;
    CHECK(device.run(block, form).status == Status::ok);
    CHECK(gradient == Memory{0x00, 0x42, 0x00, 0x47}); // 3, 7
}
