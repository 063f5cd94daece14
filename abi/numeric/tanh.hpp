// SPDX-License-Identifier: MIT
#pragma once
#include "abi/numeric/exp.hpp"

namespace kernabi::numeric {

namespace detail {

/// upper / lower, where upper = a * 2^ea and lower = b * 2^eb; a and b not zero. The lowest bit is sticky.
[[nodiscard]] constexpr Unpacked quotient(std::uint64_t a, int ea, std::uint64_t b, int eb) noexcept {
    const int zeros_a = std::countl_zero(a), zeros_b = std::countl_zero(b);
    std::uint64_t rest = a << zeros_a;
    const std::uint64_t divisor = b << zeros_b;
    int exponent = (ea - zeros_a) - (eb - zeros_b);
    std::uint64_t digits = 0;
    if (rest >= divisor) {
        rest -= divisor;
        digits = 1;
    } else {
        --exponent;
    }
    while ((digits >> 63) == 0) {
        const bool carry = (rest >> 63) != 0;
        rest <<= 1;
        const bool fits = carry || rest >= divisor;
        if (fits) rest -= divisor;
        digits = digits << 1 | (fits ? 1u : 0u);
    }
    return {Class::finite, false, exponent, digits | (rest != 0 ? 1u : 0u)};
}

/// tanh x = (e^y - 1) / (e^y + 1) with y = 2x > 0. Where y < ln 2 the upper part is y * ((e^y - 1) / y), which cancels
/// nothing.
[[nodiscard]] constexpr Unpacked tanh_of_half(const Unpacked& y) noexcept {
    const Reduced r = reduce(y);
    const std::uint64_t ratio = expm1_over(r.rest);
    if (r.k == 0) {
        const Wide product = multiply(y.significand, ratio); // units of 2^(exponent - 126)
        const unsigned zeros = leading_zeros(product);
        const std::uint64_t upper = shift_left(product, zeros).high;
        const int exponent = y.exponent + 1 - static_cast<int>(zeros); // upper * 2^(exponent - 63), below 1
        const std::uint64_t lower = (std::uint64_t{1} << 63) + (upper >> (1 - exponent)); // units of 2^-62
        return quotient(upper, exponent - 63, lower, -62);
    }
    // Both parts over 2^k, in units of 2^-62.
    const std::uint64_t one = r.k > 62 ? 0 : (std::uint64_t{1} << 62) >> r.k;
    const std::uint64_t power = (std::uint64_t{1} << 62) + (multiply_high(r.rest, ratio) >> 1);
    return quotient(power - one, 0, power + one, 0);
}

} // namespace detail

/// tanh x with a relative error below 2^-58 before its one rounding: within 0.52 units in the last place of f64, or of
/// any narrower format. Keeps -0 and subnormals.
[[nodiscard]] constexpr Unpacked hyperbolic_tangent(const Unpacked& x) noexcept {
    if (x.kind == Class::nan || x.kind == Class::zero) return x;
    if (x.kind == Class::infinity || x.exponent >= 5) return {Class::finite, x.negative, 0, std::uint64_t{1} << 63};
    if (x.exponent < -31) return x; // x^3 / 3 is below 2^-63 of x
    Unpacked t = detail::tanh_of_half({Class::finite, false, x.exponent + 1, x.significand});
    t.negative = x.negative;
    return t;
}

[[nodiscard]] constexpr float hyperbolic_tangent(float x) noexcept {
    return f32_of(pack(f32_format, hyperbolic_tangent(unpack(x))));
}
[[nodiscard]] constexpr double hyperbolic_tangent(double x) noexcept {
    return f64_of(pack(f64_format, hyperbolic_tangent(unpack(x))));
}

} // namespace kernabi::numeric
