// SPDX-License-Identifier: MIT
#pragma once
#include "abi/numeric/unpacked.hpp"
#include <cstdint>
#include <limits>

namespace kernabi::numeric {

enum class IntRounding : std::uint8_t { toward_zero, nearest_even };

/// x as an integer of type Int (at most 32 bits, signed): rounded, then clamped to the type's range; NaN gives 0.
template <typename Int>
[[nodiscard]] constexpr Int to_integer(const Unpacked& x, IntRounding rounding) noexcept {
    using Limits = std::numeric_limits<Int>;
    static_assert(Limits::is_signed && sizeof(Int) <= 4);
    if (x.kind == Class::nan || x.kind == Class::zero) return 0;
    const Int bound = x.negative ? Limits::min() : Limits::max();
    if (x.kind == Class::infinity || x.exponent >= 32) return bound;
    const int shift = 63 - x.exponent; // 32 or more
    const std::uint64_t magnitude = rounding == IntRounding::nearest_even ? detail::round_shift(x.significand, shift)
                                    : shift < 64                          ? x.significand >> shift
                                                                          : 0;
    const std::int64_t value =
        x.negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
    if (value < Limits::min() || value > Limits::max()) return bound;
    return static_cast<Int>(value);
}

/// The int8 store of a kernel.
[[nodiscard]] constexpr std::int8_t int8_nearest(float x) noexcept {
    return to_integer<std::int8_t>(unpack(x), IntRounding::nearest_even);
}
[[nodiscard]] constexpr std::int8_t int8_nearest(double x) noexcept {
    return to_integer<std::int8_t>(unpack(x), IntRounding::nearest_even);
}
/// How an int32 kernel takes a bias, an activation argument or a scale that is not an integer.
[[nodiscard]] constexpr std::int32_t int32_toward_zero(float x) noexcept {
    return to_integer<std::int32_t>(unpack(x), IntRounding::toward_zero);
}
[[nodiscard]] constexpr std::int32_t int32_toward_zero(double x) noexcept {
    return to_integer<std::int32_t>(unpack(x), IntRounding::toward_zero);
}

} // namespace kernabi::numeric
