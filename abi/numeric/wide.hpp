// SPDX-License-Identifier: MIT
#pragma once
#include <bit>
#include <cstdint>

namespace kernabi::numeric {

/// 128 unsigned bits from two words, because a 32-bit or strictly standard compiler has no such type.
struct Wide {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    [[nodiscard]] constexpr bool operator==(const Wide&) const noexcept = default;
};

[[nodiscard]] constexpr bool less(Wide a, Wide b) noexcept {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

[[nodiscard]] constexpr Wide add(Wide a, Wide b) noexcept {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1u : 0u), low};
}

[[nodiscard]] constexpr Wide subtract(Wide a, Wide b) noexcept {
    return {a.high - b.high - (a.low < b.low ? 1u : 0u), a.low - b.low};
}

/// The exact product.
[[nodiscard]] constexpr Wide multiply(std::uint64_t a, std::uint64_t b) noexcept {
    constexpr std::uint64_t half = 0xffffffffu;
    const std::uint64_t low = (a & half) * (b & half);
    const std::uint64_t middle = (a >> 32) * (b & half) + (low >> 32);
    const std::uint64_t other = (a & half) * (b >> 32) + (middle & half);
    return {(a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32), (other << 32) | (low & half)};
}

[[nodiscard]] constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) noexcept {
    return multiply(a, b).high;
}

/// `count` 0 to 127.
[[nodiscard]] constexpr Wide shift_left(Wide a, unsigned count) noexcept {
    if (count == 0) return a;
    if (count >= 64) return {a.low << (count - 64), 0};
    return {(a.high << count) | (a.low >> (64 - count)), a.low << count};
}

/// `count` 0 to 127.
[[nodiscard]] constexpr Wide shift_right(Wide a, unsigned count) noexcept {
    if (count == 0) return a;
    if (count >= 64) return {0, a.high >> (count - 64)};
    return {a.high >> count, (a.low >> count) | (a.high << (64 - count))};
}

/// Shifts right by any count; a one that falls out stays visible in the lowest bit, so a later rounding sees it.
[[nodiscard]] constexpr Wide shift_right_sticky(Wide a, unsigned count) noexcept {
    if (count > 127) return {0, (a.high | a.low) != 0 ? 1u : 0u};
    Wide shifted = shift_right(a, count);
    if (shift_left(shifted, count) != a) shifted.low |= 1u;
    return shifted;
}

/// 128 for zero.
[[nodiscard]] constexpr unsigned leading_zeros(Wide a) noexcept {
    return static_cast<unsigned>(a.high != 0 ? std::countl_zero(a.high) : 64 + std::countl_zero(a.low));
}

} // namespace kernabi::numeric
