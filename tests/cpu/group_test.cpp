// SPDX-License-Identifier: MIT
// Groups: a short block, and the arguments of each GEMM in memory.
#include "tests/cpu/block.hpp"
#include <doctest/doctest.h>
#include <string>

using namespace kernabi;
using namespace kernabi::test;
using Slot = Argument;

namespace {

constexpr std::uint64_t at_records = 0x7000, at_a = 0x10000, at_b = 0x11000, at_c = 0x12000, at_d = 0x13000,
                        at_a1 = 0x20000, at_b1 = 0x21000, at_d1 = 0x23000, at_sync = 0x30000, at_work = 0x40000;
using Numbers = std::vector<double>;

Form grouped(Version version) {
    Form form = form_of(version);
    form.type.groupedGemm = true;
    return form;
}

/// Two GEMMs: 2 by 3 with k 2, alpha 2 and beta 3; and 5 times 7.
struct Pair {
    Device device;
    Memory *d, *d1;

    Pair() {
        device.add_floats(at_a, {1, 3, 2, 4});
        device.add_floats(at_b, {1, 0, 0, 1, 2, -1});
        device.add_floats(at_c, {1, 2, 3, 4, 5, 6});
        d = &device.add_output(at_d, 6 * 4);
        device.add_floats(at_a1, {5});
        device.add_floats(at_b1, {7});
        d1 = &device.add_output(at_d1, 4);
    }
    void check() const {
        CHECK(floats(*d) == Numbers{5, 12, 13, 20, 15, 22});
        CHECK(floats(*d1) == Numbers{35});
    }
    void check_untouched() const {
        CHECK(*d == Memory(24, 0xaa));
        CHECK(*d1 == Memory(4, 0xaa));
    }
};

Words& plain_records(Words& words) {
    return words.u32({2, 3, 1, 2})
        .pointers({at_d, at_c, at_a, at_b})
        .u32({2, 6, 2, 6, 2, 4, 2, 6})
        .f32({2, 3})
        .u32({1, 1, 1, 1})
        .pointers({at_d1, 0, at_a1, at_b1})
        .u32({1, 1, 1, 1, 1, 1, 1, 1})
        .f32({1, 0});
}

/// What the host's words before the records hold no kernel reads.
Memory table() {
    Words words;
    words.u32({0xdeadbeef, 0xdeadbeef});
    return plain_records(words).bytes;
}

Memory short_block(std::uint32_t gemm_count, std::uint64_t records = at_records) {
    return Words{}.u32({gemm_count, 1, 8, 7}).pointers({records, at_sync, at_work}).bytes;
}

/// A user's record of 196 bytes; what a plain kernel has no use for is poisoned.
Words& user_record(Words& words, std::initializer_list<std::uint32_t> sizes, std::initializer_list<std::uint64_t> dcab,
                   std::initializer_list<std::uint32_t> strides, float alpha, float beta) {
    const std::size_t start = words.bytes.size();
    words.u32(sizes).pointers(dcab).u32(strides);
    words.f32({alpha}).put(0xeeeeeeee, 8).put(0xeeeeeeee, 4);
    words.f32({beta}).put(0xeeeeeeee, 8).put(0xeeeeeeee, 4);
    words.bytes.resize(start + 196, 0xee);
    return words;
}

Memory user_records() {
    Words words;
    user_record(words, {2, 3, 1, 2}, {at_d, at_c, at_a, at_b}, {2, 6, 2, 6, 2, 4, 2, 6}, 2, 3);
    return user_record(words, {1, 1, 1, 1}, {at_d1, 0, at_a1, at_b1}, {1, 1, 1, 1, 1, 1, 1, 1}, 1, 0).bytes;
}

} // namespace

TEST_CASE("a group of version 2 runs each GEMM of its table") {
    Pair pair;
    REQUIRE(table().size() == 2 * (4 + 88));
    REQUIRE(short_block(0).size() == 40);
    pair.device.add(at_records, table(), true, false);
    CHECK(pair.device.run(short_block(1u << 30 | 2), grouped(Version::v2)).status == Status::ok);
    pair.check();
}

TEST_CASE("a group of version 0 has eight bytes less in front") {
    Pair pair;
    pair.device.add(at_records, table(), true, false);
    const Memory block = Words{}.u32({1u << 30 | 2, 1}).pointers({at_records, at_sync, at_work}).bytes;
    CHECK(pair.device.run(block, grouped(Version::v0)).status == Status::ok);
    pair.check();
}

TEST_CASE("a legacy group has no type, and the table stands behind the user's address") {
    Pair pair;
    pair.device.add(at_records, table(), true, false);
    Form form = grouped(Version::v0);
    form.dialect = presets[1].dialect; // v0-legacy
    const Memory block = Words{}.u32({2}).pointers({0, at_records}).u32({7, 1}).pointers({at_sync, at_work}).bytes;
    REQUIRE(block.size() == 44);
    CHECK(pair.device.run(block, form).status == Status::ok);
    pair.check();
}

TEST_CASE("a legacy group whose user's address is there takes the user's records") {
    Pair pair;
    pair.device.add(at_records, user_records(), true, false);
    Form form = grouped(Version::v0);
    form.dialect = presets[1].dialect; // v0-legacy
    const Memory block = Words{}.u32({2}).pointers({at_records, 0}).u32({7, 1}).pointers({at_sync, at_work}).bytes;
    CHECK(pair.device.run(block, form).status == Status::ok);
    pair.check();
}

TEST_CASE("a user's records stand 196 bytes apart, with nothing before them") {
    for (const Version version : {Version::v0, Version::v1, Version::v2}) {
        Pair pair;
        pair.device.add(at_records, user_records(), true, false);
        Words words;
        words.u32({2u << 30 | 2, 1});
        if (version != Version::v0) words.u32({8, 7});
        words.pointers({at_records, at_sync, at_work});
        CHECK(pair.device.run(words.bytes, grouped(version)).status == Status::ok);
        pair.check();
    }
}

TEST_CASE("a user's bias stride stands where the host leaves a word") {
    Device device;
    device.add_floats(at_a, {1, 10}); // two batches of one
    device.add_floats(at_b, {1, 1});
    device.add_floats(0x50000, {100, 0, 200});
    const Memory& d = device.add_output(at_d, 8);
    Words words;
    user_record(words, {1, 1, 2, 1}, {at_d, 0, at_a, at_b}, {1, 1, 1, 1, 1, 1, 1, 1}, 1, 0);
    store_le(words.bytes.data() + 152, 0x50000, 8);
    store_le(words.bytes.data() + 160, 0, 4); // Float
    store_le(words.bytes.data() + 164, 2, 4);
    device.add(at_records, words.bytes, true, false);
    Form form = grouped(Version::v2);
    form.type.useBias = 1;
    CHECK(device.run(short_block(2u << 30 | 1), form).status == Status::ok);
    CHECK(floats(d) == Numbers{101, 210});
}

TEST_CASE("a kernel that takes groups takes one GEMM in the block too") {
    Pair pair;
    Words words;
    words.u32({1, 1, 8, 7});
    plain_records(words);
    words.bytes.resize(104);
    CHECK(pair.device.run(words.bytes, grouped(Version::v2)).status == Status::ok);
    CHECK(floats(*pair.d) == Numbers{5, 12, 13, 20, 15, 22});
    CHECK(*pair.d1 == Memory(4, 0xaa));
}

TEST_CASE("a group is refused before its first GEMM is run") {
    Pair pair;
    Memory records = table();
    Status wanted = Status::outside_memory;
    Slot slot = Slot::argsPtr;
    std::uint32_t count = 1u << 30 | 2;
    Form form = grouped(Version::v2);
    SUBCASE("a table one byte short") { records.pop_back(); }
    SUBCASE("more GEMMs than the table has") { count = 0x7fffffff; }
    SUBCASE("no GEMM") {
        count = 1u << 30;
        wanted = Status::value_out_of_range;
        slot = Slot::gemm_count;
    }
    SUBCASE("the second GEMM's A is nowhere") {
        store_le(records.data() + 8 + 88 + 32, 0x999000, 8);
        slot = Slot::a;
    }
    SUBCASE("a user's records with a split k, whose workspace is not known") {
        form.type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
        count = 2u << 30 | 1;
        records = user_records();
        wanted = Status::unsupported;
        slot = Slot::Workspace;
    }
    SUBCASE("a user's records in version 3's order, which nobody has told") {
        form = grouped(Version::v3);
        count = 2u << 30 | 1;
        records = user_records();
        wanted = Status::unsupported;
        slot = Slot::DeviceUserArguments;
    }
    pair.device.add(at_records, records, true, false);
    Memory block = short_block(count);
    if (form.type.globalAccumulation != Accumulation::none) block[4] = 2; // GSU
    const cpu::BlockOutcome o = pair.device.run(block, form);
    CHECK(o.status == wanted);
    CHECK(std::string(row_of(o.slot).dump) == row_of(slot).dump);
    pair.check_untouched();
}

TEST_CASE("a group may not write its own table") {
    Pair pair;
    Memory records = table();
    store_le(records.data() + 8 + 88 + 16, at_records, 8); // the second D
    Memory& there = pair.device.add(at_records, records);
    const cpu::BlockOutcome o = pair.device.run(short_block(1u << 30 | 2), grouped(Version::v2));
    CHECK(o.status == Status::overlap);
    CHECK(o.slot == Slot::d);
    CHECK(there == records);
    pair.check_untouched();
}

TEST_CASE("the limit on steps counts all GEMMs of a group") {
    Pair pair;
    pair.device.add(at_records, table(), true, false);
    const Memory block = short_block(1u << 30 | 2);
    CHECK(pair.device.run(block, grouped(Version::v2), {}, 12).status == Status::value_out_of_range);
    pair.check_untouched();
    CHECK(pair.device.run(block, grouped(Version::v2), {}, 13).status == Status::ok);
}

TEST_CASE("no GEMM of a group may write the addresses that another takes") {
    // Two copies of one number by arrays of one address; the second's are where the first's D is, or the other way.
    Device device;
    device.add_floats(at_a, {5});
    device.add_floats(at_b, {7});
    Memory& d = device.add_output(at_d, 8);
    device.add_addresses(0x50000, {at_a, at_b, at_d});
    const Memory& taken = device.add_addresses(0x51000, {at_a, 0});
    device.region(4).may_write = true;
    const std::uint64_t overwritten = 0x51000;
    std::uint64_t d_of[2] = {0x50010, 0x50010}, a_of[2] = {0x50000, 0x50000};
    SUBCASE("one after it") {
        device.add_addresses(0x52000, {overwritten});
        d_of[0] = 0x52000;
        a_of[1] = overwritten;
    }
    SUBCASE("one before it") {
        device.add_addresses(0x52000, {overwritten});
        d_of[1] = 0x52000;
        a_of[0] = overwritten;
    }
    Words words;
    words.u32({0, 0});
    for (int i = 0; i < 2; ++i)
        words.u32({1, 1, 1, 1}).pointers({d_of[i], 0, a_of[i], 0x50008}).u32({1, 1, 1, 1, 1, 1, 1, 1}).f32({1, 0});
    device.add(at_records, words.bytes, true, false);
    Form form = grouped(Version::v2);
    form.type.stridedBatched = false;
    const cpu::BlockOutcome o = device.run(short_block(1u << 30 | 2), form);
    CHECK(o.status == Status::overlap);
    CHECK(o.slot == Slot::d);
    CHECK(d == Memory(8, 0xaa));
    CHECK(taken == Words{}.pointers({at_a, 0}).bytes);
}
