// SPDX-License-Identifier: MIT
#pragma once
#include "abi/numeric/unpacked.hpp"
#include "abi/numeric/wide.hpp"

namespace kernabi::numeric {

namespace detail {

/// A finite value: digits * 2^(exponent - 126). The leading one is bit 126, so that a sum of two fits.
struct Term {
    Wide digits;
    int exponent;
    bool negative;
};

[[nodiscard]] constexpr Term product_term(const Unpacked& a, const Unpacked& b) noexcept {
    const Wide product = multiply(a.significand, b.significand);
    const bool two_bits = (product.high >> 63) != 0;
    // Significands have at most 53 bits, so the bit shifted out is a zero.
    return {two_bits ? shift_right(product, 1) : product, a.exponent + b.exponent + (two_bits ? 1 : 0),
            a.negative != b.negative};
}

/// a + b. Aligning can lose bits only where the terms are far apart; there the sticky bit is enough for one rounding.
[[nodiscard]] constexpr Unpacked sum(Term a, Term b) noexcept {
    if (a.exponent < b.exponent || (a.exponent == b.exponent && less(a.digits, b.digits))) {
        const Term larger = b;
        b = a;
        a = larger;
    }
    const Wide small = shift_right_sticky(b.digits, static_cast<unsigned>(a.exponent - b.exponent));
    const Wide total = a.negative == b.negative ? add(a.digits, small) : subtract(a.digits, small);
    const unsigned zeros = leading_zeros(total);
    if (zeros == 128) return {}; // equal and opposite: +0
    const Wide digits = shift_left(total, zeros);
    return {Class::finite, a.negative, a.exponent + 1 - static_cast<int>(zeros),
            digits.high | (digits.low != 0 ? 1u : 0u)};
}

} // namespace detail

/// a * b + c before its one rounding; every operand has at most 53 significant bits. The significand's lowest bit is
/// sticky.
[[nodiscard]] constexpr Unpacked fused_multiply_add(const Unpacked& a, const Unpacked& b, const Unpacked& c) noexcept {
    constexpr Unpacked nan{Class::nan, false, 0, 0};
    const bool negative = a.negative != b.negative;
    if (a.kind == Class::nan || b.kind == Class::nan || c.kind == Class::nan) return nan;
    if (a.kind == Class::infinity || b.kind == Class::infinity) {
        if (a.kind == Class::zero || b.kind == Class::zero) return nan;
        if (c.kind == Class::infinity && c.negative != negative) return nan;
        return {Class::infinity, negative, 0, 0};
    }
    if (c.kind == Class::infinity) return c;
    if (a.kind == Class::zero || b.kind == Class::zero) {
        if (c.kind != Class::zero) return c;
        return {Class::zero, negative && c.negative, 0, 0};
    }
    const detail::Term product = detail::product_term(a, b);
    // A zero addend changes nothing; the product as the sum with nothing keeps its sign even where it rounds to zero.
    const detail::Term addend = c.kind == Class::zero
                                    ? detail::Term{{}, product.exponent, product.negative}
                                    : detail::Term{{c.significand >> 1, c.significand << 63}, c.exponent, c.negative};
    return detail::sum(product, addend);
}

/// IEEE fusedMultiplyAdd, to nearest even: the same bits on every machine.
[[nodiscard]] constexpr double fused_multiply_add(double a, double b, double c) noexcept {
    return f64_of(pack(f64_format, fused_multiply_add(unpack(a), unpack(b), unpack(c))));
}

/// The same for f32, by way of f64, which holds the product exactly. The f64 sum is then rounded to odd: its last bit
/// says whether anything was lost, and 53 bits are more than 2 * 24 + 2, so rounding it to f32 rounds the exact sum. A
/// compiler that contracts the product into a sum changes nothing, because the product is exact.
[[nodiscard]] constexpr float fused_multiply_add(float a, float b, float c) noexcept {
    constexpr std::uint64_t infinity = infinity_bits(f64_format);
    const double product = static_cast<double>(a) * static_cast<double>(b), addend = static_cast<double>(c);
    const double sum = product + addend;
    std::uint64_t bits = bits_of(sum);
    if ((bits & infinity) == infinity) // infinity or NaN: no f64 sum of f32 numbers overflows
        return f32_of(pack(f32_format, fused_multiply_add(unpack(a), unpack(b), unpack(c))));
    const double of_addend = sum - product;
    const double lost = (product - (sum - of_addend)) + (addend - of_addend);
    if (lost != 0.0 && (bits & 1u) == 0) bits = (lost > 0.0) == (sum > 0.0) ? bits + 1 : bits - 1;
    return static_cast<float>(f64_of(bits));
}

} // namespace kernabi::numeric
