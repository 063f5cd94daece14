// SPDX-License-Identifier: MIT
#include "abi/numeric/fma.hpp"
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>

using kernabi::numeric::f32_of;
using kernabi::numeric::f64_of;
using kernabi::numeric::fused_multiply_add;

namespace {

std::uint64_t bits(float x) { return kernabi::numeric::bits_of(x); }
std::uint64_t bits(double x) { return kernabi::numeric::bits_of(x); }

struct Random {
    std::uint64_t state = 0x9e3779b97f4a7c15;
    std::uint64_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state * 0x2545f4914f6cdd1d;
    }
};

/// f32 without any f64 arithmetic.
float in_integers(float a, float b, float c) {
    using namespace kernabi::numeric;
    return f32_of(pack(f32_format, fused_multiply_add(unpack(a), unpack(b), unpack(c))));
}

template <typename T>
bool same(T a, T b) {
    return (std::isnan(a) && std::isnan(b)) || bits(a) == bits(b);
}

} // namespace

TEST_CASE("fused multiply-add rounds once") {
    // (1 + 2^-12)^2 - 1 - 2^-11 = 2^-24; rounding the product first would lose it.
    CHECK(fused_multiply_add(1.000244140625f, 1.000244140625f, -1.00048828125f) == 0x1p-24f);
    CHECK(fused_multiply_add(1.0 + 0x1p-30, 1.0 + 0x1p-30, -1.0 - 0x1p-29) == 0x1p-60);
    // A tie of the sum, broken by a product far below it.
    CHECK(bits(fused_multiply_add(0x1p-60f, 0x1p-60f, 1.0f)) == 0x3f800000);
    CHECK(bits(fused_multiply_add(-0x1p-60f, 0x1p-60f, 1.0f)) == 0x3f800000);
    CHECK(bits(fused_multiply_add(-0x1p-13f, 0x1p-12f, 1.0f)) == 0x3f800000);
    CHECK(bits(fused_multiply_add(-0x1.000002p-13f, 0x1p-12f, 1.0f)) == 0x3f7fffff);
    CHECK(bits(fused_multiply_add(0x1.000002p-12f, 0x1p-12f, 1.0f)) == 0x3f800001);
}

TEST_CASE("fused multiply-add cancels exactly, to +0") {
    CHECK(bits(fused_multiply_add(3.0f, 5.0f, -15.0f)) == 0x00000000);
    CHECK(bits(fused_multiply_add(-3.0, 5.0, 15.0)) == 0x0000000000000000);
}

TEST_CASE("fused multiply-add keeps signed zeros") {
    CHECK(bits(fused_multiply_add(-0.0f, 1.0f, -0.0f)) == 0x80000000);
    CHECK(bits(fused_multiply_add(0.0f, 1.0f, -0.0f)) == 0x00000000);
    CHECK(bits(fused_multiply_add(0.0f, -1.0f, -2.0f)) == 0xc0000000);
    CHECK(bits(fused_multiply_add(0x1p-100f, -0x1p-100f, 0.0f)) == 0x80000000);
    CHECK(bits(fused_multiply_add(0x1p-600, -0x1p-600, 0.0)) == 0x8000000000000000);
    CHECK(bits(fused_multiply_add(0x1p-100f, -0x1p-100f, -0.0f)) == 0x80000000);
}

TEST_CASE("fused multiply-add rounds subnormals to nearest even") {
    CHECK(bits(fused_multiply_add(0x1p-75f, 0x1p-75f, 0.0f)) == 0x00000000);
    CHECK(bits(fused_multiply_add(0x1.000002p-75f, 0x1p-75f, 0.0f)) == 0x00000001);
    CHECK(bits(fused_multiply_add(0x3p-75f, 0x1p-75f, 0.0f)) == 0x00000002);
    CHECK(bits(fused_multiply_add(0x1p-75f, 0x1p-75f, 0x1p-149f)) == 0x00000002);
    CHECK(bits(fused_multiply_add(-0x1p-75f, 0x1p-75f, 0x1p-126f)) == 0x00800000);
    CHECK(bits(fused_multiply_add(-0x3p-75f, 0x1p-75f, 0x1p-126f)) == 0x007ffffe);
    CHECK(bits(fused_multiply_add(0x1p-538, 0x1p-537, 0x1p-1074)) == 0x0000000000000002);
}

TEST_CASE("fused multiply-add overflows only after the sum") {
    CHECK(bits(fused_multiply_add(0x1p64f, 0x1p64f, -0x1.fffffep127f)) == 0x73800000);
    CHECK(bits(fused_multiply_add(0x1p64f, 0x1p64f, 0.0f)) == 0x7f800000);
    CHECK(bits(fused_multiply_add(0x1p51f, 0x1p52f, 0x1.fffffep127f)) == 0x7f800000);
    CHECK(bits(fused_multiply_add(0x1p51f, 0x1.fffffep51f, 0x1.fffffep127f)) == 0x7f7fffff);
}

TEST_CASE("fused multiply-add with infinities and NaN") {
    const float inf = f32_of(0x7f800000);
    CHECK(bits(fused_multiply_add(inf, 0.0f, 1.0f)) == 0x7fc00000);
    CHECK(bits(fused_multiply_add(0.0f, inf, f32_of(0xffc00001))) == 0x7fc00000);
    CHECK(bits(fused_multiply_add(inf, -2.0f, inf)) == 0x7fc00000);
    CHECK(bits(fused_multiply_add(inf, -2.0f, 1.0f)) == 0xff800000);
    CHECK(bits(fused_multiply_add(0x1p100f, 0x1p100f, -inf)) == 0xff800000);
}

TEST_CASE("fused multiply-add agrees with the C library on random bits") {
    Random r;
    std::uint64_t wrong = 0;
    for (int i = 0; i < 300000; ++i) {
        const std::uint64_t x = r.next(), y = r.next(), z = r.next();
        const float a = f32_of(x), b = f32_of(y);
        // Half of the time the addend lies near the product, where cancelling and ties are.
        const float c = (i & 1) != 0 ? f32_of(z) : std::nextafter(-(a * b), f32_of(z));
        wrong += !same(fused_multiply_add(a, b, c), std::fma(a, b, c));
        wrong += !same(in_integers(a, b, c), std::fma(a, b, c));
        const double d = f64_of(x), e = f64_of(y);
        const double f = (i & 1) != 0 ? f64_of(z) : std::nextafter(-(d * e), f64_of(z));
        wrong += !same(fused_multiply_add(d, e, f), std::fma(d, e, f));
    }
    CHECK(wrong == 0);
}

TEST_CASE("fused multiply-add agrees with the C library where exponents are close, and among subnormals") {
    Random r;
    std::uint64_t wrong = 0;
    for (int i = 0; i < 300000; ++i) {
        const auto at = [&](unsigned from, unsigned width) {
            const std::uint64_t x = r.next();
            return (x & 0x800fffffffffffff) | (from + (x >> 52) % width) << 52;
        };
        const bool small = (i & 1) != 0;
        const double a = f64_of(at(small ? 480 : 1000, 50)), b = f64_of(at(small ? 480 : 1000, 50));
        const double c = f64_of(at(small ? 0 : 960, small ? 60 : 120));
        wrong += !same(fused_multiply_add(a, b, c), std::fma(a, b, c));
        const auto single = [&](unsigned from, unsigned width) {
            const std::uint64_t x = r.next();
            return f32_of((x & 0x807fffff) | (from + (x >> 40) % width) << 23);
        };
        const float d = single(small ? 50 : 110, 25), e = single(small ? 50 : 110, 25);
        const float f = single(small ? 0 : 90, small ? 30 : 70);
        wrong += !same(fused_multiply_add(d, e, f), std::fma(d, e, f));
        wrong += !same(in_integers(d, e, f), std::fma(d, e, f));
    }
    CHECK(wrong == 0);
}

TEST_CASE("fused multiply-add works in constant expressions") {
    static_assert(fused_multiply_add(2.0f, 3.0f, 4.0f) == 10.0f);
    static_assert(fused_multiply_add(2.0, 3.0, -4.0) == 2.0);
}
