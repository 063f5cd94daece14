// SPDX-License-Identifier: MIT
// Blocks that must not be followed: each is refused for its own reason, and no byte is written.
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

namespace {

constexpr std::uint64_t base = 0x7f31'0000'0000;

/// A version 2 block with every pointer that there is: 2 x 3, k 4, 2 batches, two parts of k.
struct Full {
    Form form = form_of(Version::v2);
    Device device;
    Memory block;

    struct Pointer {
        Slot slot;
        std::size_t offset; // in the block
        std::size_t region;
    };
    std::vector<Pointer> pointers;

    Full() {
        ProblemType& type = form.type;
        type.useScaleAB = kernabi::ScaleAB::vector;
        type.useScaleCD = true;
        type.useScaleAlphaVec = 1;
        type.useBias = 2;
        type.useE = true;
        type.outputAmaxD = true;
        type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
        Words words;
        words.u32({1, 2, 0x10001, 4, 2, 3, 2, 4});
        point(words, Slot::d, 2 * 2 * 3 * 2);
        point(words, Slot::c, 2 * 3 * 2);
        point(words, Slot::a, 2 * 4 * 2);
        point(words, Slot::b, 4 * 3 * 2);
        words.u32({2, 6, 2, 6, 2, 8, 4, 12}).f32({1, 1});
        point(words, Slot::scaleA, 2);
        point(words, Slot::scaleB, 3);
        point(words, Slot::scaleC, 1);
        point(words, Slot::scaleD, 1);
        point(words, Slot::scaleAlphaVec, 2);
        point(words, Slot::bias, 3 + 5);
        words.u32({0, 5});
        point(words, Slot::e, 2 * 3 * 2);
        words.u32({2, 6});
        point(words, Slot::AddrAmaxOut, 1);
        point(words, Slot::AmaxWS, 1);
        point(words, Slot::AmaxSync, 1);
        point(words, Slot::dstD, 2 * 3 * 2);
        point(words, Slot::Synchronizer, 1);
        words.u32({0});
        block = words.bytes;
    }

    void point(Words& words, Slot slot, std::size_t elements) {
        const std::uint64_t address = base + std::uint64_t{0x1000'0000} * (pointers.size() + 1);
        pointers.push_back({slot, words.bytes.size(), device.size()});
        device.add(address, Memory(elements * 4, 0));
        words.pointers({address});
    }
    void aim(const Pointer& pointer, std::uint64_t address) { store_le(block.data() + pointer.offset, address, 8); }
    const Pointer& at(Slot slot) const {
        for (const Pointer& pointer : pointers)
            if (pointer.slot == slot) return pointer;
        throw slot;
    }
    std::uint64_t address(Slot slot) { return device.region(at(slot).region).address; }
    cpu::BlockOutcome run() { return device.run(block, form); }

    void refuses(Status status, Slot slot) {
        const auto before = device.contents();
        const cpu::BlockOutcome o = run();
        CHECK(o.status == status);
        CHECK(o.names_slot);
        CHECK(std::string(row_of(o.slot).dump) == row_of(slot).dump);
        CHECK(device.contents() == before);
    }
};

/// 2 x 2, k 2, version 0, everything in one buffer of `size` floats at `base`; C and D as given.
struct OneBuffer {
    Device device;
    Memory* buffer;
    std::uint32_t ldd = 2, strideD = 4, ldc = 2, strideC = 4, batch = 1;
    std::uint64_t d = base, c = base, a = base + 64, b = base + 128;
    float beta = 0;

    explicit OneBuffer(std::size_t size) : buffer(&device.add(base, Memory(size * 4, 0))) {}
    cpu::BlockOutcome run() const {
        return device.run(Words{}
                              .u32({1, 1, 2, 2, batch, 2})
                              .pointers({d, c, a, b})
                              .u32({ldd, strideD, ldc, strideC, 2, 0, 2, 0})
                              .f32({1, beta})
                              .bytes,
                          form_of(Version::v0));
    }
};

/// The smallest block of a form that is refused before an address matters.
cpu::BlockOutcome outcome_of(const Form& form, std::uint32_t gemm_count = 1) {
    Memory block(1024, 0);
    store_le(block.data(), gemm_count, 4);
    return Device{}.run(block, form);
}

} // namespace

TEST_CASE("a block whose pointers are all good is run") { CHECK(Full{}.run().status == Status::ok); }

TEST_CASE("each pointer that points nowhere is named") {
    for (const Full::Pointer& pointer : Full{}.pointers)
        for (const std::uint64_t nowhere : {std::uint64_t{0}, base, ~std::uint64_t{0}, ~std::uint64_t{0} - 23}) {
            Full full;
            full.aim(pointer, nowhere);
            full.refuses(Status::outside_memory, pointer.slot);
        }
}

TEST_CASE("each tensor that starts before its memory, or runs out by one byte, is named") {
    for (const Full::Pointer& pointer : Full{}.pointers) {
        Full full;
        cpu::Region& region = full.device.region(pointer.region);
        full.aim(pointer, region.address - 1);
        full.refuses(Status::outside_memory, pointer.slot);
        full.aim(pointer, region.address + 1);
        full.refuses(Status::outside_memory, pointer.slot);
        full.aim(pointer, region.address);
        --region.bytes.size;
        full.refuses(Status::outside_memory, pointer.slot);
        ++region.bytes.size;
        CHECK(full.run().status == Status::ok);
    }
}

TEST_CASE("memory that does not allow the access is outside") {
    for (const Full::Pointer& pointer : Full{}.pointers) {
        Full full;
        cpu::Region& region = full.device.region(pointer.region);
        const bool is_output =
            pointer.slot == Slot::dstD || pointer.slot == Slot::e || pointer.slot == Slot::AddrAmaxOut;
        const bool is_scratch = pointer.slot == Slot::d || pointer.slot == Slot::Synchronizer ||
                                pointer.slot == Slot::AmaxWS || pointer.slot == Slot::AmaxSync;
        (is_output || is_scratch ? region.may_write : region.may_read) = false;
        full.refuses(Status::outside_memory, pointer.slot);
        if (is_scratch) continue;
        region.may_read = !is_output;
        region.may_write = is_output;
        CHECK(full.run().status == Status::ok);
    }
}

TEST_CASE("a tensor may not lie across two regions that touch") {
    Device device;
    device.add_floats(base, {1, 2});
    device.add_floats(base + 8, {3, 4});
    CHECK(device.map().find(base + 4, 4, true, false) != nullptr);
    CHECK(device.map().find(base + 4, 8, true, false) == nullptr);
}

TEST_CASE("a tensor is found as a whole where regions overlap") {
    Full full;
    const Full::Pointer& workspace = full.at(Slot::d);
    cpu::Region& region = full.device.region(workspace.region);
    const cpu::Region whole = region;
    region.bytes.size = 24; // one matrix of the four
    full.refuses(Status::outside_memory, Slot::d);
    full.device.add(whole.address, Memory(whole.bytes.size, 0));
    CHECK(full.run().status == Status::ok);
}

TEST_CASE("an output on an input is named") {
    for (const Slot output : {Slot::dstD, Slot::e, Slot::d, Slot::AddrAmaxOut, Slot::Synchronizer})
        for (const Slot input : {Slot::a, Slot::b, Slot::c, Slot::bias, Slot::scaleA}) {
            Full full;
            // The input at the output's last byte.
            const std::size_t size = full.device.region(full.at(output).region).bytes.size;
            Memory& wide = full.device.add(base + 0x1000, Memory(1024, 0));
            REQUIRE(wide.size() == 1024);
            full.aim(full.at(output), base + 0x1000);
            full.aim(full.at(input), base + 0x1000 + size - 1);
            full.refuses(Status::overlap, output);
            full.aim(full.at(input), base + 0x1000 + size);
            CHECK(full.run().status == Status::ok);
        }
}

TEST_CASE("two outputs on one place are refused") {
    Full full;
    full.aim(full.at(Slot::dstD), full.address(Slot::d));
    full.refuses(Status::overlap, Slot::dstD);
}

TEST_CASE("AmaxSync may be the Synchronizer, as the host sends it") {
    Full full;
    full.aim(full.at(Slot::AmaxSync), full.address(Slot::Synchronizer));
    CHECK(full.run().status == Status::ok);
}

TEST_CASE("C may be D in place, with the same leading dimension only") {
    OneBuffer one(64);
    one.beta = 2;
    store_le(one.buffer->data(), 0x40400000, 4); // 3
    CHECK(one.run().status == Status::ok);
    CHECK(floats(*one.buffer)[0] == 6);
    one.ldc = 3;
    CHECK(one.run().status == Status::overlap);
    one.ldc = 2;
    one.c += 4;
    const cpu::BlockOutcome o = one.run();
    CHECK(o.status == Status::overlap);
    CHECK(o.slot == Slot::d);
}

TEST_CASE("C may be D in place in every batch, and not a batch further") {
    OneBuffer one(64);
    one.beta = 1;
    one.batch = 2;
    CHECK(one.run().status == Status::ok);
    one.c += 16;
    CHECK(one.run().status == Status::overlap);
    one.strideC = 0; // the first batch's C is the second one's D
    CHECK(one.run().status == Status::overlap);
}

TEST_CASE("matrices interleaved in one buffer do not overlap") {
    OneBuffer one(64);
    one.ldd = 4;
    one.a = base + 8; // rows 2 and 3 of the four that D's columns are apart
    CHECK(one.run().status == Status::overlap);
    one.a = base + 64;
    one.b = base + 8 + 16 * 5;
    CHECK(one.run().status == Status::ok);

    // A has columns of two floats too: give it D's pitch, between D's columns.
    const auto run = [&](std::uint64_t a) {
        return one.device.run(Words{}
                                  .u32({1, 1, 2, 2, 1, 2})
                                  .pointers({base, 0, a, base + 128})
                                  .u32({4, 8, 2, 4, 4, 8, 2, 4})
                                  .f32({1, 0})
                                  .bytes,
                              form_of(Version::v0));
    };
    CHECK(run(base + 8).status == Status::ok);
    CHECK(run(base + 4).status == Status::overlap);
    CHECK(run(base + 12).status == Status::overlap);
    CHECK(run(base + 20).status == Status::overlap);
    CHECK(run(base + 24).status == Status::ok);
}

TEST_CASE("batches of D may interleave, and may not share an element") {
    OneBuffer one(64);
    one.batch = 3;
    const auto status = [&](std::uint32_t ldd, std::uint32_t strideD) {
        one.ldd = ldd;
        one.strideD = strideD;
        one.a = base + 128;
        one.b = base + 160;
        return one.run().status;
    };
    CHECK(status(2, 4) == Status::ok);
    CHECK(status(2, 3) == Status::overlap);
    CHECK(status(2, 0) == Status::overlap);
    CHECK(status(6, 2) == Status::ok);
    CHECK(status(5, 2) == Status::overlap); // the third batch's first column is the first's second
    CHECK(status(4, 3) == Status::overlap);
}

TEST_CASE("a block cut anywhere is refused at the first argument that it lacks") {
    const Full whole;
    Layout layout{};
    REQUIRE(make_layout(whole.form, layout) == Status::ok);
    REQUIRE(whole.block.size() == layout.size);
    for (std::size_t size = 0; size < whole.block.size(); ++size) {
        Full full;
        full.block.resize(size);
        const auto before = full.device.contents();
        const cpu::BlockOutcome o = full.run();
        CHECK(o.status == Status::source_too_short);
        const Entry* const entry = layout.find(o.slot, static_cast<unsigned>(o.index));
        REQUIRE(entry != nullptr);
        CHECK(entry->offset <= size);
        CHECK(std::size_t{entry->offset} + entry->size > size);
        CHECK(full.device.contents() == before);
    }
}

TEST_CASE("a padded segment is as good as the block") {
    Full full;
    full.block.resize(full.block.size() + 4, 0xee);
    CHECK(full.run().status == Status::ok);
}

TEST_CASE("what is not built is refused by the argument that asks for it") {
    struct Row {
        void (*set)(ProblemType&);
        Slot slot;
    };
    const Row rows[] = {
        {[](ProblemType& t) { t.debugKernel = true; }, Slot::debugBuffer},
        {[](ProblemType& t) { t.mxBlockA = 32; }, Slot::mxsa},
        {[](ProblemType& t) { t.mxBlockB = 32; }, Slot::mxsb},
        {[](ProblemType& t) { t.sparse = 1; }, Slot::metadata},
        {[](ProblemType& t) { t.streamK = 3; }, Slot::itersPerTile},
        {[](ProblemType& t) { t.useGateResidual = true; }, Slot::gateResidual},
        {[](ProblemType& t) { t.stochasticRounding = true; }, Slot::RNDSeed},
        {[](ProblemType& t) { t.useGradient = true, t.useBias = 1; }, Slot::bias},
        {[](ProblemType& t) { t.useInitialStridesAB = true; }, Slot::strideA},
        {[](ProblemType& t) { t.useInitialStridesCD = true; }, Slot::strideD},
    };
    for (const Row& row : rows) {
        Form form = form_of(Version::v3);
        row.set(form.type);
        const cpu::BlockOutcome o = outcome_of(form);
        CHECK(std::string(row_of(o.slot).dump) == row_of(row.slot).dump);
        CHECK(o.status == Status::unsupported);
    }
}

TEST_CASE("a form that does not hold together is refused as such") {
    Form form = form_of(Version::v1);
    form.dialect.args1 = Args1::xccg;
    const cpu::BlockOutcome o = outcome_of(form);
    CHECK(o.status == Status::contradiction);
    CHECK_FALSE(o.names_slot);
}

TEST_CASE("numbers without a meaning are named") {
    Full full;
    const auto with = [&](std::size_t offset, std::uint32_t value) {
        Full changed;
        store_le(changed.block.data() + offset, value, 4);
        return changed.run();
    };
    const auto offset_of = [&](Slot slot, unsigned index = 0) {
        Layout layout{};
        (void)make_layout(full.form, layout);
        return layout.find(slot, index)->offset;
    };
    cpu::BlockOutcome o = with(offset_of(Slot::bias_type), 14); // None
    CHECK(o.status == Status::value_out_of_range);
    CHECK(o.slot == Slot::bias_type);
    o = with(offset_of(Slot::bias_type), 2); // a complex bias
    CHECK(o.status == Status::unsupported);
    CHECK(o.slot == Slot::bias_type);
    o = with(offset_of(Slot::strideE, 1), 0);
    CHECK(o.status == Status::value_out_of_range);
    CHECK(o.slot == Slot::strideE);
    o = with(offset_of(Slot::strideA, 1), 1);
    CHECK(o.status == Status::value_out_of_range);
    CHECK(o.slot == Slot::strideA);
    CHECK(o.index == 1);
}

TEST_CASE("an activation's number belongs to its year, and must be one kind") {
    struct Row {
        Version version;
        std::uint32_t number;
        Status status;
    };
    // 9 is Geluscaling in 2024; 11 is All there and Silu in 2026; 12 is Swish in 2026, which has no definition.
    for (const Row& row : {Row{Version::v2, 5, Status::ok}, Row{Version::v2, 11, Status::value_out_of_range},
                           Row{Version::v3, 11, Status::ok}, Row{Version::v3, 12, Status::unsupported},
                           Row{Version::v3, 14, Status::value_out_of_range},
                           Row{Version::v3, 255, Status::value_out_of_range}, Row{Version::v2, 9, Status::ok}}) {
        Form form = form_of(row.version);
        form.type.activationType = Activation::All;
        form.type.activationArgLength = 2;
        Words words;
        words.u32({1, 1, 0, 1, 0, 1, 1, 1}); // no rows: nothing is read
        for (int i = 0; i < 16; ++i) words.u32({0});
        words.f32({1, 0}).f32({0, 0}).u32({row.number}).pointers({0, 0, 0, 0});
        // Version 3 has alpha and beta earlier, where the loop put zeros; with no element that changes nothing.
        const cpu::BlockOutcome o = Device{}.run(words.bytes, form);
        CHECK(o.status == row.status);
        if (row.status != Status::ok) CHECK(o.slot == Slot::activationType);
    }
}

TEST_CASE("a launch of more steps than the caller allows is refused") {
    Full full; // 2 x 3 x 4, twice
    CHECK(full.device.run(full.block, full.form, {}, 48).status == Status::ok);
    const cpu::BlockOutcome o = full.device.run(full.block, full.form, {}, 47);
    CHECK(o.status == Status::value_out_of_range);
    CHECK(o.slot == Slot::size);
}

TEST_CASE("sizes near the end of 32 bits end in a refusal") {
    for (const std::uint32_t size : {0xffffffffu, 0x80000000u}) {
        Full full;
        for (std::size_t offset = 16; offset < 32; offset += 4) store_le(full.block.data() + offset, size, 4);
        for (std::size_t offset = 64; offset < 96; offset += 4) store_le(full.block.data() + offset, size, 4);
        CHECK(full.run().status != Status::ok);
        full.form.type.aType = full.form.type.dType = DataType::Double;
        CHECK(full.run().status != Status::ok);
    }
}

TEST_CASE("checking a block computes nothing") {
    Full full;
    const auto before = full.device.contents();
    const cpu::BlockOutcome o = cpu::check_block({full.block.data(), full.block.size()}, full.form, full.device.map());
    CHECK(o.status == Status::ok);
    CHECK(full.device.contents() == before);
}
