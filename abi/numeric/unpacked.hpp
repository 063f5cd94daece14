// SPDX-License-Identifier: MIT
#pragma once
#include "abi/numeric/format.hpp"
#include <bit>
#include <cstdint>

namespace kernabi::numeric {

enum class Class : std::uint8_t { zero, finite, infinity, nan };

/// A number taken out of its format. For `finite` the value is significand * 2^(exponent - 63), the top bit of
/// significand set.
struct Unpacked {
    Class kind = Class::zero;
    bool negative = false;
    int exponent = 0;
    std::uint64_t significand = 0;
};

/// What becomes of a finite value past the largest one, and of infinity.
enum class Overflow : std::uint8_t {
    saturate, ///< the largest finite value
    ieee,     ///< infinity; NaN where the format has none
};

/// Reads the low bits of `bits` as a number of format `f`; exact. Bits above the sign are ignored.
[[nodiscard]] constexpr Unpacked unpack(const Format& f, std::uint64_t bits) noexcept {
    const std::uint64_t magnitude = bits & (sign_mask(f) - 1);
    Unpacked u;
    u.negative = (bits & sign_mask(f)) != 0;
    const bool is_nan = f.nan == NanRule::ieee            ? magnitude > infinity_bits(f)
                        : f.nan == NanRule::all_ones      ? magnitude == sign_mask(f) - 1
                        : f.nan == NanRule::negative_zero ? u.negative && magnitude == 0
                                                          : false;
    if (is_nan) return {Class::nan, false, 0, 0};
    if (f.has_infinity && magnitude == infinity_bits(f)) {
        u.kind = Class::infinity;
    } else if (magnitude != 0) {
        const int stored = static_cast<int>(magnitude >> f.mantissa_bits);
        const std::uint64_t hidden = std::uint64_t{1} << f.mantissa_bits;
        const std::uint64_t fraction = magnitude & (hidden - 1);
        const std::uint64_t digits = stored == 0 ? fraction : fraction | hidden;
        const int zeros = std::countl_zero(digits);
        u.kind = Class::finite;
        u.significand = digits << zeros;
        u.exponent = (stored == 0 ? 1 : stored) - f.bias - f.mantissa_bits + 63 - zeros;
    }
    return u;
}

namespace detail {

/// significand / 2^shift to nearest, ties to even; shift 1 or more.
[[nodiscard]] constexpr std::uint64_t round_shift(std::uint64_t significand, int shift) noexcept {
    if (shift > 64) return 0;
    const std::uint64_t kept = shift == 64 ? 0 : significand >> shift;
    const std::uint64_t rest = shift == 64 ? significand : significand & ((std::uint64_t{1} << shift) - 1);
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    return kept + (rest > half || (rest == half && (kept & 1u) != 0) ? 1u : 0u);
}

} // namespace detail

/// Rounds to nearest even into format `f`. Subnormals are kept, a NaN is stored as `f.nan_bits`, -0 as 0 where there is
/// no -0.
[[nodiscard]] constexpr std::uint64_t pack(const Format& f, const Unpacked& u, Overflow overflow) noexcept {
    const std::uint64_t sign = u.negative ? sign_mask(f) : 0;
    const std::uint64_t past_largest = overflow == Overflow::saturate ? sign | f.max_magnitude
                                       : f.has_infinity               ? sign | infinity_bits(f)
                                                                      : f.nan_bits;
    if (u.kind == Class::nan) return f.nan_bits;
    if (u.kind == Class::infinity) return past_largest;
    std::uint64_t magnitude = 0;
    if (u.kind == Class::finite) {
        const int stored = u.exponent + f.bias;
        if (stored >= 1 << f.exponent_bits) return past_largest;
        const int below = stored < 1 ? 1 - stored : 0;
        magnitude = detail::round_shift(u.significand, 63 - f.mantissa_bits + below);
        // The rounded digits hold the leading one, so it adds one to the exponent, and a carry another.
        if (stored > 1) magnitude += static_cast<std::uint64_t>(stored - 1) << f.mantissa_bits;
        if (magnitude > f.max_magnitude) return past_largest;
    }
    return magnitude == 0 && !f.has_negative_zero ? 0 : sign | magnitude;
}

/// The same with the format's own overflow: f8 saturates, f16 and bf16 go to infinity.
[[nodiscard]] constexpr std::uint64_t pack(const Format& f, const Unpacked& u) noexcept {
    return pack(f, u, f.saturates ? Overflow::saturate : Overflow::ieee);
}

/// From one format's bits to another's: one rounding, exact where the target is wider.
[[nodiscard]] constexpr std::uint64_t convert(const Format& from, const Format& to, std::uint64_t bits) noexcept {
    const std::uint64_t magnitude = bits & (sign_mask(from) - 1);
    const bool is_normal = (magnitude >> from.mantissa_bits) != 0 && magnitude <= from.max_magnitude;
    if (is_normal && from.mantissa_bits <= to.mantissa_bits && from.bias <= to.bias) {
        // The common case of widening: only the bias changes.
        const std::uint64_t bias = static_cast<std::uint64_t>(to.bias - from.bias) << to.mantissa_bits;
        const std::uint64_t wide = (magnitude << (to.mantissa_bits - from.mantissa_bits)) + bias;
        if (wide <= to.max_magnitude) return wide | ((bits & sign_mask(from)) != 0 ? sign_mask(to) : 0);
    }
    return pack(to, unpack(from, bits));
}

[[nodiscard]] constexpr std::uint64_t bits_of(float x) noexcept { return std::bit_cast<std::uint32_t>(x); }
[[nodiscard]] constexpr std::uint64_t bits_of(double x) noexcept { return std::bit_cast<std::uint64_t>(x); }
[[nodiscard]] constexpr float f32_of(std::uint64_t bits) noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
[[nodiscard]] constexpr double f64_of(std::uint64_t bits) noexcept { return std::bit_cast<double>(bits); }

[[nodiscard]] constexpr Unpacked unpack(float x) noexcept { return unpack(f32_format, bits_of(x)); }
[[nodiscard]] constexpr Unpacked unpack(double x) noexcept { return unpack(f64_format, bits_of(x)); }

/// Widens a number of a format with at most 24 significant bits and f32's range; exact.
[[nodiscard]] constexpr float widen_f32(const Format& f, std::uint64_t bits) noexcept {
    return f32_of(convert(f, f32_format, bits));
}
[[nodiscard]] constexpr double widen_f64(const Format& f, std::uint64_t bits) noexcept {
    return f64_of(convert(f, f64_format, bits));
}
/// Rounds once to nearest even, with the format's own overflow.
[[nodiscard]] constexpr std::uint64_t narrow(const Format& f, float x) noexcept { return pack(f, unpack(x)); }
[[nodiscard]] constexpr std::uint64_t narrow(const Format& f, double x) noexcept { return pack(f, unpack(x)); }
[[nodiscard]] constexpr std::uint64_t narrow(const Format& f, float x, Overflow o) noexcept {
    return pack(f, unpack(x), o);
}
[[nodiscard]] constexpr std::uint64_t narrow(const Format& f, double x, Overflow o) noexcept {
    return pack(f, unpack(x), o);
}

} // namespace kernabi::numeric
