// SPDX-License-Identifier: MIT
// exp in fixed-point integers: no library, and the same bits on every machine, compiler and optimisation level.
#pragma once
#include "abi/numeric/unpacked.hpp"
#include "abi/numeric/wide.hpp"

namespace kernabi::numeric {

namespace detail {

/// (e^r - 1) / r for 0 <= r < ln 2: r in units of 2^-64, the result in units of 2^-63, at most 7 units too small.
[[nodiscard]] constexpr std::uint64_t expm1_over(std::uint64_t r) noexcept {
    constexpr int terms = 19; // the next one, r^19 / 20!, is below 2^-70
    struct Coefficients {
        std::uint64_t of[terms] = {};
    };
    constexpr Coefficients inverse_factorial = [] {
        Coefficients c;
        std::uint64_t factorial = 1;
        for (unsigned n = 0; n < terms; ++n) {
            factorial *= n + 1;
            c.of[n] = (std::uint64_t{1} << 63) / factorial;
        }
        return c;
    }();
    std::uint64_t sum = 0;
    for (int n = terms - 1; n >= 0; --n) sum = inverse_factorial.of[n] + multiply_high(r, sum);
    return sum;
}

/// x = k ln 2 + rest / 2^64 with 0 <= rest / 2^64 < ln 2.
struct Reduced {
    int k;
    std::uint64_t rest;
};

/// |x| below 2^11. The error of rest is below 2 units: ln 2 has 128 bits here and k at most 12.
[[nodiscard]] constexpr Reduced reduce(const Unpacked& x) noexcept {
    constexpr std::uint64_t ln2 = 0xb17217f7d1cf79ab, ln2_below = 0xc9e3b39803f2f6af; // units of 2^-64 and 2^-128
    constexpr std::uint64_t inverse_ln2 = 1512775;                                    // 2^20 / ln 2, rounded down
    const int up = x.exponent + 1;                                                    // |x| * 2^64 = significand * 2^up
    const Wide magnitude = up >= 0    ? shift_left({0, x.significand}, static_cast<unsigned>(up))
                           : up > -64 ? Wide{0, x.significand >> -up}
                                      : Wide{};
    const std::uint64_t upper = shift_right(magnitude, 32).low;
    std::uint64_t k = multiply(upper, inverse_ln2).high << 12 | multiply(upper, inverse_ln2).low >> 52;
    Wide rest = subtract(magnitude, add(multiply(k, ln2), {0, multiply_high(k, ln2_below)}));
    while (!less(rest, {0, ln2})) {
        rest = subtract(rest, {0, ln2});
        ++k;
    }
    if (!x.negative) return {static_cast<int>(k), rest.low};
    if (rest.low == 0) return {-static_cast<int>(k), 0};
    return {-static_cast<int>(k) - 1, ln2 - rest.low};
}

} // namespace detail

/// e^x with a relative error below 2^-60 before its one rounding: within 0.51 units in the last place of f64, or of any
/// narrower format.
[[nodiscard]] constexpr Unpacked exponential(const Unpacked& x) noexcept {
    constexpr std::uint64_t one = std::uint64_t{1} << 63;
    if (x.kind == Class::nan) return x;
    if (x.kind == Class::zero) return {Class::finite, false, 0, one};
    if (x.kind == Class::infinity || x.exponent > 10) {
        // Past 2^11 every format has overflowed, or is at zero.
        return x.negative ? Unpacked{} : Unpacked{Class::infinity, false, 0, 0};
    }
    const detail::Reduced r = detail::reduce(x);
    return {Class::finite, false, r.k, one + multiply_high(r.rest, detail::expm1_over(r.rest))};
}

[[nodiscard]] constexpr float exponential(float x) noexcept { return f32_of(pack(f32_format, exponential(unpack(x)))); }
[[nodiscard]] constexpr double exponential(double x) noexcept {
    return f64_of(pack(f64_format, exponential(unpack(x))));
}

} // namespace kernabi::numeric
