// SPDX-License-Identifier: MIT
#include "abi/kernarg/magic.hpp"
#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>

using namespace kernabi;

namespace {

/// Dividends at which a wrong number or shift shows: around multiples of d, near both ends and powers of two.
bool divides_rightly(std::uint32_t d) {
    const Magic magic = magic_of(d);
    const auto right = [&](std::uint64_t n) {
        return n > 0xffffffffu || divide(static_cast<std::uint32_t>(n), magic) == n / d;
    };
    for (unsigned shift = 0; shift < 32; ++shift)
        for (std::uint64_t near = 0; near < 3; ++near)
            if (!right((std::uint64_t{1} << shift) + near - 1)) return false;
    const std::uint64_t last = 0xffffffffu / d;
    for (const std::uint64_t q : {std::uint64_t{1}, std::uint64_t{2}, last / 3, last / 2, last - (last > 1), last})
        for (std::uint64_t near = 0; near < 3; ++near)
            if (q * d + near > 0 && !right(q * d + near - 1)) return false;
    return right(0xffffffffu) && right(0);
}

} // namespace

TEST_CASE("magic: recorded numbers and shifts") {
    CHECK(magic_of(8) == Magic{536870912, 0});
    CHECK(magic_of(16) == Magic{268435456, 0});
    CHECK(magic_of(32) == Magic{134217728, 0});
    CHECK(magic_of(1024) == Magic{4194304, 0});
    CHECK(magic_of(48) == Magic{2863311531, 5});
    CHECK(magic_of(24) == Magic{2863311531, 4});
    CHECK(magic_of(25) == Magic{1374389535, 3});
    CHECK(magic_of(960) == Magic{2290649225, 9});
}

TEST_CASE("magic: 0 gives nothing, 1 gives the add bit alone") {
    CHECK(magic_of(0) == Magic{0, 0});
    CHECK(magic_of(1) == Magic{0, 0x80000000u});
    CHECK(divide(0xffffffffu, magic_of(1)) == 0xffffffffu);
}

TEST_CASE("magic: 7 needs the add bit") { CHECK((magic_of(7).shift >> 31) == 1); }

TEST_CASE("magic: every divisor within 64 of a power of two divides as / does") {
    for (unsigned shift = 0; shift < 32; ++shift)
        for (std::int64_t near = -64; near <= 64; ++near) {
            const std::int64_t d = (std::int64_t{1} << shift) + near;
            if (d >= 1 && d <= 0xffffffff) REQUIRE_MESSAGE(divides_rightly(static_cast<std::uint32_t>(d)), d);
        }
    for (std::uint64_t d = 0xffffff00; d <= 0xffffffff; ++d)
        REQUIRE_MESSAGE(divides_rightly(static_cast<std::uint32_t>(d)), d);
}

TEST_CASE("magic: every divisor up to 20000 divides as / does") {
    for (std::uint32_t d = 1; d <= 20000; ++d) REQUIRE_MESSAGE(divides_rightly(d), d);
}

TEST_CASE("magic: 13311999 / 2000 is 6655, which a kernel once got wrong") {
    CHECK(divide(13311999, magic_of(2000)) == 6655);
}
