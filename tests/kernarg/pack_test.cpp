// SPDX-License-Identifier: MIT
// Packing and unpacking, over many forms: every byte written once, none outside, and back again.
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/unpack.hpp"
#include "tests/kernarg/rows.hpp"
#include "tests/kernarg/walk_forms.hpp"
#include <cstring>
#include <doctest/doctest.h>
#include <initializer_list>

using namespace kernabi;
using test::Numbers;

namespace {

/// A destination with canaries on both sides, all of one poison.
struct Guarded {
    static constexpr std::size_t guard = 32, room = 1024;
    std::uint8_t bytes[guard + room + guard];
    std::uint8_t poison;

    explicit Guarded(std::uint8_t with) : poison(with) { std::memset(bytes, with, sizeof(bytes)); }
    [[nodiscard]] Bytes first(std::size_t size) { return {bytes + guard, size}; }
    [[nodiscard]] bool untouched_outside(std::size_t size) const {
        for (std::size_t i = 0; i < sizeof(bytes); ++i)
            if ((i < guard || i >= guard + size) && bytes[i] != poison) return false;
        return true;
    }
};

enum class Way : std::uint8_t { walked, laid };

Status pack_by(Way way, const Form& form, const Layout& layout, const Values& values, Policy policy, Bytes to,
               std::size_t& written, ArgumentFault& fault) {
    return way == Way::walked ? pack(form, values, policy, to, written, fault)
                              : pack(layout, values, policy, to, written, fault);
}

constexpr Layout page = layout_of([] {
    Form form{};
    form.type.gsu = 2;
    form.type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    return form;
}());

} // namespace

TEST_CASE("pack: both ways write every byte of the block, the same ones, and none outside it") {
    Numbers numbers;
    test::for_each_form(300, [&](const Form& form, const Layout& layout) {
        const Values values = test::fitting_values(layout, numbers);
        Guarded light(0x55), dark(0xaa), laid(0x55);
        std::size_t written = 0;
        ArgumentFault fault{};
        REQUIRE(pack(form, values, Policy::strict, light.first(layout.size), written, fault) == Status::ok);
        REQUIRE(written == layout.size);
        REQUIRE(pack(form, values, Policy::strict, dark.first(layout.size), written, fault) == Status::ok);
        REQUIRE(pack(layout, values, Policy::strict, laid.first(layout.size), written, fault) == Status::ok);
        REQUIRE(written == layout.size);
        // A byte that nobody writes would differ between the two poisons.
        REQUIRE(std::memcmp(light.first(0).data, dark.first(0).data, layout.size) == 0);
        REQUIRE(std::memcmp(light.first(0).data, laid.first(0).data, layout.size) == 0);
        REQUIRE(light.untouched_outside(layout.size));
        REQUIRE(dark.untouched_outside(layout.size));
        REQUIRE(laid.untouched_outside(layout.size));
    });
}

TEST_CASE("pack: unpacking gives every value back, widened scalars in the wide type") {
    Numbers numbers;
    test::for_each_form(300, [&](const Form&, const Layout& layout) {
        const Values values = test::fitting_values(layout, numbers);
        std::uint8_t bytes[1024];
        std::size_t written = 0;
        ArgumentFault fault{};
        REQUIRE(pack(layout, values, Policy::strict, bytes, written, fault) == Status::ok);
        Values back{};
        REQUIRE(unpack(layout, {bytes, written}, back) == Status::ok);
        for (const Entry& entry : layout) {
            if (row_of(entry.argument).times == Times::scalar && entry.index == 1) continue; // repeats alpha
            const std::size_t at = slot_of(entry);
            std::uint64_t wanted =
                entry.kind == entry.source ? values.slot[at] : widen(values.slot[at], entry.source, entry.kind);
            if (entry.kind == Kind::i32) wanted = static_cast<std::uint64_t>(sign_extend(wanted, 32));
            REQUIRE(back.slot[at] == wanted);
            if (entry.kind == Kind::c32 || entry.kind == Kind::c64) REQUIRE(back.slot[at + 1] == values.slot[at + 1]);
        }
    });
}

TEST_CASE("pack: a null destination measures the same size") {
    test::for_each_form(100, [](const Form& form, const Layout& layout) {
        for (const Way way : {Way::walked, Way::laid}) {
            std::size_t written = 0;
            ArgumentFault fault{};
            REQUIRE(pack_by(way, form, layout, Values{}, Policy::strict, {}, written, fault) == Status::ok);
            REQUIRE(written == layout.size);
        }
    });
}

TEST_CASE("pack: a destination one byte short, or empty, gets nothing and the needed size is told") {
    Numbers numbers;
    test::for_each_form(20, [&](const Form& form, const Layout& layout) {
        const Values values = test::fitting_values(layout, numbers);
        for (const Way way : {Way::walked, Way::laid})
            for (const std::size_t size : {std::size_t{layout.size} - 1, std::size_t{0}}) {
                Guarded to(0xaa);
                std::size_t written = 0;
                ArgumentFault fault{};
                REQUIRE(pack_by(way, form, layout, values, Policy::strict, to.first(size), written, fault) ==
                        Status::destination_too_small);
                REQUIRE(written == layout.size);
                REQUIRE(to.untouched_outside(0));
            }
    });
}

TEST_CASE("pack: strict refuses one value too wide in any argument, names it and writes nothing") {
    Numbers numbers;
    test::for_each_form(0, [&](const Form& form, const Layout& layout) {
        const Values good = test::fitting_values(layout, numbers);
        for (const Entry& entry : layout) {
            const unsigned bits = row_of(entry.source).size * 8u;
            if (bits >= 64) continue;
            if (row_of(entry.argument).times == Times::scalar && entry.index == 1) continue;
            Values values = good;
            values.slot[slot_of(entry)] = std::uint64_t{1} << bits;
            for (const Way way : {Way::walked, Way::laid}) {
                Guarded to(0x55);
                std::size_t written = 0;
                ArgumentFault fault{};
                REQUIRE(pack_by(way, form, layout, values, Policy::strict, to.first(layout.size), written, fault) ==
                        Status::value_out_of_range);
                REQUIRE(fault.entry == entry);
                REQUIRE(fault.value == std::uint64_t{1} << bits);
                REQUIRE(to.untouched_outside(0));
                REQUIRE(pack_by(way, form, layout, values, Policy::host_2024, to.first(layout.size), written, fault) ==
                        Status::ok);
            }
        }
    });
}

TEST_CASE("pack: sizes of 0 and of 2^32 - 1 fit, 2^32 and 2^64 - 1 are refused or cut") {
    const Form form{};
    const Layout layout = layout_of(Form{});
    const struct {
        std::uint64_t value;
        std::uint32_t cut;
        bool fits;
    } all[] = {{0, 0, true},
               {0xffffffff, 0xffffffff, true},
               {0x100000000, 0, false},
               {0x100000001, 1, false},
               {~std::uint64_t{0}, 0xffffffff, false}};
    for (const auto& row : all)
        for (unsigned i = 0; i < gemm_sizes; ++i) {
            Values values{};
            values.at(Argument::size, i) = row.value;
            std::uint8_t bytes[1024] = {};
            std::size_t written = 0;
            ArgumentFault fault{};
            CHECK(pack(form, values, Policy::strict, bytes, written, fault) ==
                  (row.fits ? Status::ok : Status::value_out_of_range));
            if (!row.fits) {
                CHECK(fault.entry.argument == Argument::size);
                CHECK(fault.entry.index == i);
            }
            REQUIRE(pack(form, values, Policy::host_2024, bytes, written, fault) == Status::ok);
            CHECK(load_le(bytes + layout.find(Argument::size, i)->offset, 4) == row.cut);
        }
}

TEST_CASE("pack: a batch stride of 2^32 packs as 0 on the published host and is refused by strict") {
    for (const Argument stride : {Argument::strideA, Argument::strideB, Argument::strideC, Argument::strideD}) {
        Values values{};
        values.at(stride, 2) = 0x100000000;
        std::uint8_t bytes[1024];
        std::memset(bytes, 0xaa, sizeof(bytes));
        std::size_t written = 0;
        ArgumentFault fault{};
        CHECK(pack(Form{}, values, Policy::strict, bytes, written, fault) == Status::value_out_of_range);
        CHECK(fault.entry.argument == stride);
        CHECK(fault.entry.index == 2);
        CHECK(bytes[0] == 0xaa);
        REQUIRE(pack(Form{}, values, Policy::host_2024, bytes, written, fault) == Status::ok);
        CHECK(load_le(bytes + layout_of(Form{}).find(stride, 2)->offset, 4) == 0);
    }
}

TEST_CASE("pack_fixed: the same bytes and answers as the others") {
    Numbers numbers;
    const Values values = test::fitting_values(page, numbers);
    std::uint8_t slow[124] = {}, fast[124] = {};
    std::size_t written = 0;
    ArgumentFault fault{};
    REQUIRE(pack(page, values, Policy::strict, slow, written, fault) == Status::ok);
    REQUIRE(pack_fixed<page>(values, Policy::strict, fast) == Status::ok);
    CHECK(std::memcmp(slow, fast, sizeof(slow)) == 0);

    std::uint8_t small[123];
    std::memset(small, 0xaa, sizeof(small));
    CHECK(pack_fixed<page>(values, Policy::strict, small) == Status::destination_too_small);
    for (const std::uint8_t byte : small) CHECK(byte == 0xaa);
}

TEST_CASE("pack_fixed: refuses each value too wide, writing nothing; the published host's policy cuts it") {
    Numbers numbers;
    const Values good = test::fitting_values(page, numbers);
    for (const Entry& entry : page) {
        if (entry.size == 8) continue;
        Values values = good;
        values.slot[slot_of(entry)] = std::uint64_t{1} << 40;
        std::uint8_t to[124];
        std::memset(to, 0x55, sizeof(to));
        CHECK(pack_fixed<page>(values, Policy::strict, to) == Status::value_out_of_range);
        for (const std::uint8_t byte : to) REQUIRE(byte == 0x55);
        CHECK(pack_fixed<page>(values, Policy::host_2024, to) == Status::ok);
        CHECK(load_le(to + entry.offset, 4) == 0);
    }
}

TEST_CASE("unpack: a block one byte short is refused and leaves the values alone; a padded segment is fine") {
    std::uint8_t bytes[128] = {};
    Values values{};
    values.at(Argument::size, 0) = 77;
    CHECK(unpack(page, {bytes, 123}, values) == Status::source_too_short);
    CHECK(values.at(Argument::size, 0) == 77);
    CHECK(unpack(page, {bytes, 128}, values) == Status::ok);
    CHECK(values.at(Argument::size, 0) == 0);
}

TEST_CASE("pack: works in a constant expression") {
    constexpr auto first = [] {
        std::uint8_t bytes[124] = {};
        Values values{};
        values.at(Argument::size, 0) = 0x01020304;
        std::size_t written = 0;
        ArgumentFault fault{};
        const Status status = pack(page, values, Policy::strict, bytes, written, fault);
        return status == Status::ok ? bytes[16] : 0;
    }();
    static_assert(first == 0x04);
    CHECK(first == 4);
}
