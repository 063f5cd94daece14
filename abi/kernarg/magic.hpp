// SPDX-License-Identifier: MIT
// Division of a 32-bit number by a constant, as Stream-K kernels do it.
#pragma once
#include <cstdint>

namespace kernabi {

/// n / d = ((mulhi(n, number) + (add ? n : 0)) as 33 bits) >> (shift & 63) for every 32-bit n; "add" is bit 31 of
/// `shift`. Six bits, as a 64-bit scalar shift reads them: divisors close to 2^32 need a shift of 32.
struct Magic {
    std::uint32_t number = 0;
    std::uint32_t shift = 0;

    constexpr bool operator==(const Magic&) const noexcept = default;
};

/// The least power of two that is exact for all 32-bit n is taken. d 0 gives (0, 0), d 1 gives (0, add).
[[nodiscard]] constexpr Magic magic_of(std::uint32_t d) noexcept {
    if (d == 0) return {};
    const std::uint64_t largest = (std::uint64_t{1} << 32) - 1;
    const std::uint64_t last =
        largest - (largest - (d - 1u)) % d; // the largest n with n % d == d - 1: where rounding hurts most
    std::uint64_t quotient = (std::uint64_t{1} << 32) / d, rest = (std::uint64_t{1} << 32) % d;
    for (unsigned shift = 0;; ++shift) {
        const std::uint64_t excess = rest == 0 ? 0 : d - rest; // number * d - 2^(32 + shift)
        if (shift == 32 || excess * last < (std::uint64_t{1} << (32 + shift)) || excess == 0) {
            const std::uint64_t number = quotient + (rest != 0);
            const std::uint32_t add = number >> 32 != 0 ? 0x80000000u : 0u;
            return {static_cast<std::uint32_t>(number), shift | add};
        }
        quotient = 2 * quotient + (2 * rest >= d);
        rest = 2 * rest >= d ? 2 * rest - d : 2 * rest;
    }
}

[[nodiscard]] constexpr std::uint32_t divide(std::uint32_t n, Magic magic) noexcept {
    const std::uint64_t high = (std::uint64_t{n} * magic.number) >> 32;
    return static_cast<std::uint32_t>((high + ((magic.shift >> 31) != 0 ? n : 0u)) >> (magic.shift & 63u));
}

} // namespace kernabi
