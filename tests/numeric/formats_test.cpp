// SPDX-License-Identifier: MIT
#include "abi/numeric/bf16.hpp"
#include "abi/numeric/e8m0.hpp"
#include "abi/numeric/f16.hpp"
#include "abi/numeric/f8.hpp"
#include "abi/numeric/xf32.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace kernabi::numeric;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();

struct Named {
    const char* name;
    Format format;
};
constexpr Named small_formats[] = {
    {"f16", f16_format},         {"bf16", bf16_format},           {"Float8", f8_format},
    {"BFloat8", bf8_format},     {"Float8_fnuz", f8_fnuz_format}, {"BFloat8_fnuz", bf8_fnuz_format},
    {"f6 e2m3", f6_e2m3_format}, {"f6 e3m2", f6_e3m2_format},     {"f4 e2m1", f4_e2m1_format},
};

/// The value of a pattern by the textbook formula, with no code of the library but the table's numbers.
double textbook(const Format& f, std::uint64_t bits) {
    const unsigned mantissa_bits = f.mantissa_bits;
    const std::uint64_t fraction = bits & ((1u << mantissa_bits) - 1u);
    const int stored = static_cast<int>((bits >> mantissa_bits) & ((1u << f.exponent_bits) - 1u));
    const double sign = (bits >> (mantissa_bits + f.exponent_bits)) & 1u ? -1.0 : 1.0;
    const double digits = std::ldexp(static_cast<double>(fraction), -static_cast<int>(mantissa_bits));
    return sign * (stored == 0 ? std::ldexp(digits, 1 - f.bias) : std::ldexp(1.0 + digits, stored - f.bias));
}

bool is_finite(const Format& f, std::uint64_t bits) {
    return (bits & (sign_mask(f) - 1)) <= f.max_magnitude && !(f.nan == NanRule::negative_zero && bits == f.nan_bits);
}

} // namespace

TEST_CASE("every pattern of a small format widens to the textbook value and narrows back to itself") {
    for (const Named& n : small_formats) {
        CAPTURE(n.name);
        const std::uint64_t patterns = sign_mask(n.format) * 2;
        std::uint64_t wrong = 0;
        for (std::uint64_t bits = 0; bits < patterns; ++bits) {
            const float x = widen_f32(n.format, bits);
            const double y = widen_f64(n.format, bits);
            if (is_finite(n.format, bits)) {
                wrong += static_cast<double>(x) != textbook(n.format, bits) || y != textbook(n.format, bits);
                wrong += narrow(n.format, x) != bits || narrow(n.format, y) != bits;
            } else if (std::isinf(x)) {
                wrong += narrow(n.format, x, Overflow::ieee) != bits || std::isinf(y) == 0;
            } else {
                wrong += !std::isnan(x) || !std::isnan(y) || narrow(n.format, x) != n.format.nan_bits;
            }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE(
    "between two neighbours a value rounds to the nearer, and halfway to the even pattern, from f32 and from f64") {
    for (const Named& n : small_formats) {
        CAPTURE(n.name);
        std::uint64_t wrong = 0;
        for (std::uint64_t bits = 0; bits < n.format.max_magnitude; ++bits) {
            const double low = textbook(n.format, bits), high = textbook(n.format, bits + 1);
            const double half = low + (high - low) / 2;
            const std::uint64_t even = (bits & 1u) == 0 ? bits : bits + 1;
            wrong += narrow(n.format, half) != even;
            wrong += narrow(n.format, std::nextafter(half, 0.0)) != bits;
            wrong += narrow(n.format, std::nextafter(half, 1e300)) != bits + 1;
            const float single = static_cast<float>(half); // exact but for the least bf16 subnormals
            if (static_cast<double>(single) != half) continue;
            wrong += narrow(n.format, single) != even;
            wrong += narrow(n.format, std::nextafter(single, 0.0f)) != bits;
            wrong += narrow(n.format, std::nextafter(single, inf)) != bits + 1;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("the largest finite value of each format") {
    CHECK(f16_to_f32(0x7bff) == 65504.0f);
    CHECK(f8_to_f32(f8_format, 0x7e) == 448.0f);
    CHECK(f8_to_f32(bf8_format, 0x7b) == 57344.0f);
    CHECK(f8_to_f32(f8_fnuz_format, 0x7f) == 240.0f);
    CHECK(f8_to_f32(bf8_fnuz_format, 0x7f) == 57344.0f);
    CHECK(widen_f32(f6_e2m3_format, 0x1f) == 7.5f);
    CHECK(widen_f32(f6_e3m2_format, 0x1f) == 28.0f);
    CHECK(widen_f32(f4_e2m1_format, 0x7) == 6.0f);
}

TEST_CASE("one byte reads differently in OCP and FNUZ f8") {
    CHECK(f8_to_f32(f8_format, 0x38) == 1.0f);
    CHECK(f8_to_f32(f8_fnuz_format, 0x38) == 0.5f);
    CHECK(f8_to_f32(f8_format, 0x80) == 0.0f);
    CHECK(std::signbit(f8_to_f32(f8_format, 0x80)));
    CHECK(std::isnan(f8_to_f32(f8_fnuz_format, 0x80)));
    CHECK(std::isnan(f8_to_f32(bf8_fnuz_format, 0x80)));
    CHECK(std::isnan(f8_to_f32(f8_format, 0x7f)));
    CHECK(std::isnan(f8_to_f32(f8_format, 0xff)));
    CHECK(f8_to_f32(bf8_format, 0x7c) == inf);
    CHECK(std::isnan(f8_to_f32(bf8_format, 0x7d)));
}

TEST_CASE("a stored NaN is the positive quiet one") {
    const float negative_nan = f32_of(0xffc12345);
    CHECK(f16_from(negative_nan) == 0x7e00);
    CHECK(bf16_from(negative_nan) == 0x7fc0);
    CHECK(f8_from(f8_format, negative_nan) == 0x7f);
    CHECK(f8_from(bf8_format, negative_nan) == 0x7f);
    CHECK(f8_from(f8_fnuz_format, negative_nan) == 0x80);
    CHECK(f8_from(bf8_fnuz_format, negative_nan) == 0x80);
    CHECK(narrow(f32_format, negative_nan) == 0x7fc00000);
    CHECK(narrow(f64_format, negative_nan) == 0x7ff8000000000000);
}

TEST_CASE("f8 saturates, infinity too") {
    CHECK(f8_from(f8_format, 463.9f) == 0x7e);
    CHECK(f8_from(f8_format, 480.0f) == 0x7e);
    CHECK(f8_from(f8_format, inf) == 0x7e);
    CHECK(f8_from(f8_format, -1e30f) == 0xfe);
    CHECK(f8_from(bf8_format, 61440.0f) == 0x7b);
    CHECK(f8_from(bf8_format, -inf) == 0xfb);
    CHECK(f8_from(f8_fnuz_format, 1e300) == 0x7f);
    CHECK(f8_from(bf8_fnuz_format, -inf) == 0xff);
}

TEST_CASE("the plain store of f8 overflows to infinity, or to NaN where there is none") {
    CHECK(f8_from(bf8_format, 61439.0f, Overflow::ieee) == 0x7b);
    CHECK(f8_from(bf8_format, 61440.0f, Overflow::ieee) == 0x7c);
    CHECK(f8_from(f8_format, 464.0f, Overflow::ieee) == 0x7e);
    CHECK(f8_from(f8_format, 464.1f, Overflow::ieee) == 0x7f);
    CHECK(f8_from(f8_fnuz_format, 248.0f, Overflow::ieee) == 0x80);
}

TEST_CASE("f16 and bf16 overflow to infinity at half a unit past the largest") {
    CHECK(f16_from(65519.996f) == 0x7bff);
    CHECK(f16_from(65520.0f) == 0x7c00);
    CHECK(f16_from(-65520.0) == 0xfc00);
    CHECK(bf16_from(f32_of(0x7f7f7fff)) == 0x7f7f);
    CHECK(bf16_from(f32_of(0x7f7f8000)) == 0x7f80);
    CHECK(f16_from(inf) == 0x7c00);
}

TEST_CASE("a negative zero, and what rounds to it, is kept but for FNUZ") {
    CHECK(f16_from(-0.0f) == 0x8000);
    CHECK(bf16_from(-0.0) == 0x8000);
    CHECK(f8_from(f8_format, -1e-20f) == 0x80);
    CHECK(f8_from(f8_fnuz_format, -0.0f) == 0x00);
    CHECK(f8_from(f8_fnuz_format, -1e-20f) == 0x00);
    CHECK(f8_from(bf8_fnuz_format, -1e-300) == 0x00);
}

TEST_CASE("the least subnormal, and half of it") {
    CHECK(f16_from(5.9604644775390625e-8f) == 0x0001); // 2^-24
    CHECK(f16_from(2.98023223876953125e-8f) == 0x0000);
    CHECK(f16_from(0x1.000002p-25f) == 0x0001);
    CHECK(f8_from(f8_format, 0.001953125f) == 0x01); // 2^-9
    CHECK(f8_from(f8_format, 0.0009765625f) == 0x00);
    CHECK(bf16_from(f32_of(0x00010000)) == 0x0001);
    CHECK(bf16_from(f32_of(0x00008000)) == 0x0000);
    CHECK(bf16_from(f32_of(0x00018000)) == 0x0002);
}

TEST_CASE("from f64 there is one rounding, not two") {
    // One and half a unit of f16 and a trace: by way of f32 the trace would be lost and the tie go down to even.
    const double above = 1.00048828125 + 0x1p-40;
    CHECK(f16_from(above) == 0x3c01);
    CHECK(f16_from(static_cast<float>(above)) == 0x3c00);
    CHECK(f8_from(f8_format, 1.0625 + 0x1p-50) == 0x39);
    CHECK(bf16_from(1.00390625 + 0x1p-50) == 0x3f81);
}

TEST_CASE("xf32 keeps ten mantissa bits, ties to even") {
    CHECK(bits_of(xf32_round(f32_of(0x3f800fff))) == 0x3f800000);
    CHECK(bits_of(xf32_round(f32_of(0x3f801000))) == 0x3f800000);
    CHECK(bits_of(xf32_round(f32_of(0x3f801001))) == 0x3f802000);
    CHECK(bits_of(xf32_round(f32_of(0x3f803000))) == 0x3f804000);
    CHECK(bits_of(xf32_round(f32_of(0xbf803000))) == 0xbf804000);
    CHECK(bits_of(xf32_round(f32_of(0x7f7fffff))) == 0x7f800000);
    CHECK(bits_of(xf32_round(f32_of(0x00001000))) == 0x00000000);
    CHECK(bits_of(xf32_round(f32_of(0x00003000))) == 0x00004000);
    CHECK(bits_of(xf32_round(f32_of(0x80000000))) == 0x80000000);
    CHECK(bits_of(xf32_round(quiet_nan)) == 0x7fc00000);
}

TEST_CASE("a block scale is a power of two") {
    CHECK(e8m0_to_f32(127) == 1.0f);
    CHECK(e8m0_to_f32(0) == 0x1p-127f);
    CHECK(e8m0_to_f32(254) == 0x1p127f);
    CHECK(std::isnan(e8m0_to_f32(255)));
}

TEST_CASE("conversions work in constant expressions") {
    static_assert(f16_from(1.5f) == 0x3e00);
    static_assert(f8_to_f32(f8_format, 0x38) == 1.0f);
    static_assert(bf16_from(1.0) == 0x3f80);
    CHECK(f16_to_f64(0x0001) == 0x1p-24);
}
