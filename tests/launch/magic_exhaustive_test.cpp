// SPDX-License-Identifier: MIT
// Every divisor from 1 to 65536 divides random 32-bit numbers, and those next to its multiples, as / does; each number
// and shift is the published algorithm's own (Hacker's Delight, "unsigned division by 7 and others", with the add
// indicator).
#include "abi/kernarg/magic.hpp"
#include <doctest/doctest.h>

using namespace kernabi;

namespace {

/// The least p for which 2^p exceeds nc (d - 1 - (2^p - 1) mod d), in whole numbers of 128 bits.
Magic by_definition(std::uint64_t d) {
    __extension__ typedef unsigned __int128 Wide;
    const std::uint64_t two32 = std::uint64_t{1} << 32, nc = two32 - 1 - (two32 - d) % d;
    for (unsigned p = 32;; ++p) {
        const Wide power = Wide{1} << p;
        const Wide rest = d - 1 - (power - 1) % d;
        if (power <= Wide{nc} * rest) continue;
        const Wide number = (power + rest) / d;
        return {static_cast<std::uint32_t>(number), (p - 32) | (number >> 32 != 0 ? 0x80000000u : 0u)};
    }
}

} // namespace

TEST_CASE("magic: exhaustive over the divisors 1 to 65536") {
    std::uint64_t state = 0x9e3779b97f4a7c15;
    for (std::uint32_t d = 1; d <= 65536; ++d) {
        const Magic magic = magic_of(d);
        if (!(magic == by_definition(d))) FAIL("divisor " << d << " has another number or shift");
        for (unsigned i = 0; i < 64; ++i) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            const std::uint32_t n = static_cast<std::uint32_t>(state >> 16);
            const std::uint32_t multiple = n - n % d; // the largest multiple up to n, and its neighbour below
            if (divide(n, magic) != n / d || divide(multiple, magic) != multiple / d ||
                divide(multiple - 1, magic) != (multiple - 1) / d)
                FAIL(n << " / " << d);
        }
        if (divide(0xffffffffu, magic) != 0xffffffffu / d || divide(0, magic) != 0) FAIL("an end, by " << d);
    }
}
