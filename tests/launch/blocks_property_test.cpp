// SPDX-License-Identifier: MIT
// Ten million blocks of random forms and values: both packers give the same bytes, and unpacking gives the values back.
#include "abi/kernarg/pack_block.hpp"
#include "abi/kernarg/unpack.hpp"
#include "tests/kernarg/walk_forms.hpp"
#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>

using namespace kernabi;

namespace {

/// A value that survives in `kind`: every bit of its width at random, signs extended.
std::uint64_t value_for(Kind kind, test::Numbers& numbers) {
    const unsigned bits = std::min(64u, size_of(kind) * 8u / (kind == Kind::c32 || kind == Kind::c64 ? 2u : 1u));
    const std::uint64_t raw = numbers.next();
    if (bits == 64) return raw;
    const std::uint64_t low = raw & ((std::uint64_t{1} << bits) - 1);
    return is_signed(kind) ? static_cast<std::uint64_t>(sign_extend(low, bits)) : low;
}

bool is_second_half(const Entry& entry) { return entry.index == 1 && shape_of(entry.argument).times == Times::scalar; }

/// What unpacking must give: the value, widened where the form widens.
bool comes_back(const Layout& layout, const Values& sent, const Values& back) {
    for (const Entry& entry : layout) {
        if (is_second_half(entry)) continue;
        const std::size_t at = slot_of(entry);
        std::uint64_t wanted = widen(sent.slot[at], entry.source, entry.kind);
        if (entry.kind != entry.source && is_signed(entry.kind))
            wanted = static_cast<std::uint64_t>(sign_extend(wanted, 32));
        if (back.slot[at] != wanted) return false;
        if ((entry.kind == Kind::c32 || entry.kind == Kind::c64) && back.slot[at + 1] != sent.slot[at + 1])
            return false;
    }
    return true;
}

struct Case {
    Form form{};
    Layout layout{};
};

/// A form that holds together.
Case random_case(test::Numbers& numbers) {
    for (;;) {
        Case one;
        const Preset& preset = presets[numbers.next() % preset_count];
        one.form.version = preset.version;
        one.form.dialect = preset.dialect;
        const std::uint32_t mask =
            static_cast<std::uint32_t>(numbers.next() & numbers.next()); // a quarter of the switches
        one.form.type = test::type_of(mask & ((1u << test::switch_count) - 1));
        if (make_layout(one.form, one.layout) == Status::ok) return one;
    }
}

} // namespace

TEST_CASE("blocks: random ones come back as they were sent") {
    const char* const wanted = std::getenv("KERNABI_BLOCKS");
    const std::uint64_t count = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 20000;
    test::Numbers numbers;
    Case one;
    Values sent{}, back{};
    std::uint8_t block[max_block_size], other[max_block_size];
    std::uint64_t forms = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i % 16 == 0) one = random_case(numbers), ++forms; // sixteen sets of values a form
        for (const Entry& entry : one.layout) {
            if (is_second_half(entry)) continue;
            sent.slot[slot_of(entry)] = value_for(entry.source, numbers);
            if (entry.kind == Kind::c32 || entry.kind == Kind::c64)
                sent.slot[slot_of(entry) + 1] = value_for(entry.source, numbers);
        }
        std::size_t size = 0, other_size = 0;
        ArgumentFault fault{};
        if (pack_block(one.form, sent, Policy::strict, block, size, fault) != Status::ok ||
            pack(one.form, sent, Policy::host_2024, other, other_size, fault) != Status::ok ||
            size != one.layout.size || other_size != size || !std::equal(block, block + size, other))
            FAIL("the packers part at block " << i);
        if (unpack(one.layout, {block, size}, back) != Status::ok || !comes_back(one.layout, sent, back))
            FAIL("block " << i << " does not come back");
    }
    MESSAGE(count << " blocks of " << forms << " forms");
    CHECK(forms == (count + 15) / 16);
}

TEST_CASE("blocks: the unrolled walk measures what the layout says, and cuts and refuses as the other does") {
    test::Numbers numbers;
    std::uint8_t block[max_block_size], other[max_block_size];
    for (unsigned i = 0; i < 2000; ++i) {
        const Case one = random_case(numbers);
        REQUIRE(block_size(one.form) == one.layout.size);
        Values values{};
        for (std::uint64_t& slot : values.slot) slot = numbers.next();
        std::size_t size = 0, other_size = 0;
        ArgumentFault fault{}, other_fault{};
        CHECK(pack_block(one.form, values, Policy::host_2024, block, size, fault) == Status::ok);
        CHECK(pack(one.form, values, Policy::host_2024, other, other_size, other_fault) == Status::ok);
        CHECK(std::equal(block, block + size, other));
        const Status status = pack_block(one.form, values, Policy::strict, block, size, fault);
        CHECK(status == pack(one.form, values, Policy::strict, other, other_size, other_fault));
        CHECK(fault.entry == other_fault.entry);
        std::uint8_t small[16];
        CHECK(pack_block(one.form, values, Policy::host_2024, small, size, fault) == Status::destination_too_small);
        CHECK(size == one.layout.size);
    }
}
