// SPDX-License-Identifier: MIT
// The parts of a launch that need no device.
#include "abi/bytes.hpp"
#include "conformance/launch/buffers.hpp"
#include "conformance/launch/kernel_name.hpp"
#include "conformance/launch/target.hpp"
#include <array>
#include <doctest/doctest.h>

namespace launch = kernabi::launch;

TEST_CASE("a code object fits its processor, with features as far as both tell") {
    CHECK(launch::fit("gfx942", "gfx942:sramecc+:xnack-"));
    CHECK(launch::fit("gfx942:sramecc+:xnack-", "gfx942:sramecc+:xnack-"));
    CHECK(launch::fit("gfx90a:xnack+", "gfx90a"));
    CHECK(!launch::fit("gfx90a:xnack+", "gfx90a:sramecc+:xnack-"));
    CHECK(!launch::fit("gfx90a", "gfx908:sramecc+:xnack-"));
    CHECK(!launch::fit("gfx94", "gfx942"));
    CHECK(!launch::fit("", "gfx942"));
    CHECK(!launch::fit("mach-0x5c", "gfx942"));
}

TEST_CASE("generic targets fit their members, after the processor's own") {
    CHECK(launch::fit("gfx9-4-generic", "gfx942:sramecc+:xnack-"));
    CHECK(!launch::fit("gfx9-4-generic", "gfx90a"));
    CHECK(!launch::fit("gfx9-4-generic", "gfx94"));
    CHECK(*launch::fit("gfx9-4-generic:xnack-", "gfx942:xnack-") < *launch::fit("gfx942", "gfx942:xnack-"));
    CHECK(*launch::fit("gfx942", "gfx942:xnack-") < *launch::fit("gfx942:xnack-", "gfx942:xnack-"));
}

TEST_CASE("a kernel's name tells its tile and workgroup, or nothing") {
    const launch::NameFacts facts =
        launch::facts_of_name("Cijk_Ailk_Bljk_HHS_BH_MT128x64x32_MI16x16x1_SN_WG16_16_1_WGM8");
    CHECK(*facts.macroTile == std::array<std::uint32_t, 3>{128, 64, 32});
    CHECK(*facts.workGroup == std::array<std::uint32_t, 3>{16, 16, 1});
    for (const char* name :
         {"", "_MT", "_MT128", "_MT128x64", "_MT128x64x0_", "_MT99999999999x1x1", "_WGM8", "_WG16_16"}) {
        const launch::NameFacts none = launch::facts_of_name(name);
        INFO(name);
        CHECK(!none.macroTile);
        CHECK(!none.workGroup);
    }
}

TEST_CASE("padding is what no column has: between columns and between batches, not behind the last") {
    launch::Buffer buffer{"d", launch::Role::output, kernabi::DataType::Half, 0, {2, 2, 3, 2, 8}};
    buffer.bytes = 2 * (8 + 3 + 2);
    //                                      column 0   column 1         batch 1
    CHECK(launch::padding_of(buffer) == std::vector<bool>{0, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0});
    buffer.shape = {3, 4, 3, 1, 0};
    buffer.bytes = 24;
    CHECK(launch::padding_of(buffer).empty());
}

TEST_CASE("inputs lie between guards, with NaN in their padding and the same numbers for the same seed") {
    launch::Buffer buffer{"a", launch::Role::input, kernabi::DataType::Float, 4 * 5, {2, 2, 3, 1, 0}};
    const auto content = [&](std::uint64_t seed) {
        return launch::content_of(buffer, {}, kernabi::gemm::Values::small, seed);
    };
    const std::vector<std::uint8_t> held = content(7);
    CHECK(held.size() == 2 * 4096 + 20);
    CHECK(held[4095] == 0xff);
    CHECK(held[4096 + 20] == 0xff);
    CHECK(kernabi::load_le(held.data() + 4096 + 8, 4) == 0x7fc00000); // row 2 of column 0
    CHECK(held == content(7));
    CHECK(held != content(8));
    buffer.role = launch::Role::unread;
    for (std::size_t i = 0; i < 5; ++i) CHECK(kernabi::load_le(content(7).data() + 4096 + 4 * i, 4) == 0x7fc00000);
}

TEST_CASE("arrays of addresses lead to each batch's first element") {
    launch::Buffer of{"a", launch::Role::input, kernabi::DataType::Half, 0, {}};
    of.address = 0x1000;
    const launch::Buffer array{"batchA", launch::Role::addresses, kernabi::DataType::Int64, 24, {}, 0, "a", 16 * 100};
    const auto held = launch::content_of(array, {of, array}, kernabi::gemm::Values::small, 1);
    CHECK(kernabi::load_le(held.data() + 4096, 8) == 0x1000);
    CHECK(kernabi::load_le(held.data() + 4096 + 16, 8) == 0x1000 + 2 * 200);
}
