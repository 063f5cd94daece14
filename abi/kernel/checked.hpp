// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <limits>

namespace kernabi::kernel {

/// A whole number that remembers whether some step left 64 bits; its value is then of no use.
struct Checked {
    std::int64_t value = 0;
    bool fits = true;

    constexpr Checked() noexcept = default;
    constexpr Checked(std::int64_t v) noexcept : value(v) {} // implicit: a number is a checked number
    constexpr Checked(std::int64_t v, bool f) noexcept : value(v), fits(f) {}
};

namespace detail {
[[nodiscard]] constexpr std::uint64_t magnitude(std::int64_t x) noexcept {
    return x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
}
} // namespace detail

[[nodiscard]] constexpr Checked operator+(Checked a, Checked b) noexcept {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                           least = std::numeric_limits<std::int64_t>::min();
    const bool out = b.value > 0 ? a.value > most - b.value : a.value < least - b.value;
    if (out || !a.fits || !b.fits) return {0, false};
    return {a.value + b.value};
}

[[nodiscard]] constexpr Checked operator*(Checked a, Checked b) noexcept {
    const std::uint64_t x = detail::magnitude(a.value), y = detail::magnitude(b.value),
                        most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!a.fits || !b.fits || x > most || y > most || (x != 0 && y > most / x)) return {0, false};
    return {a.value * b.value};
}

/// Division that rounds toward minus infinity, as Python's does. `by` must not be 0.
[[nodiscard]] constexpr Checked floor_divide(Checked a, std::int64_t by) noexcept {
    if (!a.fits || (by == -1 && a.value == std::numeric_limits<std::int64_t>::min())) return {0, false};
    const std::int64_t quotient = a.value / by, rest = a.value % by;
    return {rest != 0 && (rest < 0) != (by < 0) ? quotient - 1 : quotient};
}

} // namespace kernabi::kernel
