// SPDX-License-Identifier: MIT
#include "abi/numeric/exp.hpp"
#include "abi/numeric/tanh.hpp"
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>

using namespace kernabi::numeric;

namespace {

/// The distance of `got` from the long double value, in units in the last place of T at that value.
template <typename T>
long double ulps(T got, long double want) {
    using Limits = std::numeric_limits<T>;
    int exponent = 0;
    (void)std::frexp(want, &exponent);
    const int least = Limits::min_exponent - Limits::digits;
    const int unit = exponent - Limits::digits;
    return std::fabs(static_cast<long double>(got) - want) / std::ldexp(1.0L, unit > least ? unit : least);
}

struct Random {
    std::uint64_t state = 88172645463325252u;
    std::uint64_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }
    /// Any sign, magnitude between 2^low and 2^high with the exponent evenly spread.
    double spread(int low, int high) {
        const std::uint64_t x = next();
        const int exponent = low + static_cast<int>((x >> 53) % static_cast<unsigned>(high - low));
        const double magnitude = std::ldexp(1.0 + static_cast<double>(x & 0xfffffffffffff) * 0x1p-52, exponent);
        return (next() >> 63) != 0 ? -magnitude : magnitude;
    }
};

constexpr double inf = std::numeric_limits<double>::infinity();

} // namespace

TEST_CASE("exp of the special values") {
    CHECK(exponential(0.0f) == 1.0f);
    CHECK(exponential(-0.0) == 1.0);
    CHECK(exponential(inf) == inf);
    CHECK(bits_of(exponential(-inf)) == 0);
    CHECK(std::isnan(exponential(std::numeric_limits<float>::quiet_NaN())));
    CHECK(exponential(1e300) == inf);
    CHECK(bits_of(exponential(-1e300)) == 0);
}

TEST_CASE("exp at the edges of each range") {
    CHECK(bits_of(exponential(88.72283f)) == 0x7f7fff84);
    CHECK(bits_of(exponential(88.72284f)) == 0x7f800000);
    CHECK(bits_of(exponential(-103.97207f)) == 0x00000001);
    CHECK(bits_of(exponential(-103.97209f)) == 0x00000000);
    CHECK(exponential(709.782712893384) < inf);
    CHECK(exponential(709.7827128933841) == inf);
    CHECK(bits_of(exponential(-745.1332191019411)) == 1);
    CHECK(bits_of(exponential(-745.1332191019412)) == 0);
}

TEST_CASE("exp of one is e") {
    CHECK(bits_of(exponential(1.0f)) == 0x402df854);
    CHECK(bits_of(exponential(1.0)) == 0x4005bf0a8b145769);
    CHECK(bits_of(exponential(-1.0)) == 0x3fd78b56362cef38);
}

TEST_CASE("exp is within 0.51 units of the long double value") {
    Random r;
    long double worst64 = 0, worst32 = 0;
    for (int i = 0; i < 100000; ++i) {
        const double x = r.spread(-60, 10);
        if (x < -745.0 || x > 709.0) continue;
        worst64 = std::fmax(worst64, ulps(exponential(x), std::exp(static_cast<long double>(x))));
        const float y = static_cast<float>(x);
        if (y > -103.0f && y < 88.0f)
            worst32 = std::fmax(worst32, ulps(exponential(y), std::exp(static_cast<long double>(y))));
    }
    CHECK(worst64 < 0.51L);
    CHECK(worst32 < 0.51L);
}

TEST_CASE("tanh of the special values") {
    CHECK(bits_of(hyperbolic_tangent(-0.0f)) == 0x80000000);
    CHECK(bits_of(hyperbolic_tangent(0.0)) == 0);
    CHECK(hyperbolic_tangent(inf) == 1.0);
    CHECK(hyperbolic_tangent(-inf) == -1.0);
    CHECK(hyperbolic_tangent(40.0f) == 1.0f);
    CHECK(hyperbolic_tangent(-31.0) == -1.0);
    CHECK(std::isnan(hyperbolic_tangent(std::numeric_limits<double>::quiet_NaN())));
    CHECK(bits_of(hyperbolic_tangent(f64_of(1))) == 1);
    CHECK(bits_of(hyperbolic_tangent(f32_of(0x80000003))) == 0x80000003);
    CHECK(bits_of(hyperbolic_tangent(1.0)) == 0x3fe85efab514f394);
}

TEST_CASE("tanh is within 0.52 units of the long double value") {
    Random r;
    long double worst64 = 0, worst32 = 0;
    for (int i = 0; i < 100000; ++i) {
        const double x = r.spread(-60, 6);
        worst64 = std::fmax(worst64, ulps(hyperbolic_tangent(x), std::tanh(static_cast<long double>(x))));
        const float y = static_cast<float>(x);
        worst32 = std::fmax(worst32, ulps(hyperbolic_tangent(y), std::tanh(static_cast<long double>(y))));
    }
    CHECK(worst64 < 0.52L);
    CHECK(worst32 < 0.52L);
}

TEST_CASE("tanh is odd and exp of a sum is close to the product") {
    Random r;
    std::uint64_t wrong = 0;
    for (int i = 0; i < 20000; ++i) {
        const double x = r.spread(-40, 6), y = r.spread(-10, 6);
        wrong += bits_of(hyperbolic_tangent(-x)) != (bits_of(hyperbolic_tangent(x)) ^ 0x8000000000000000);
        const double product = exponential(x) * exponential(y);
        wrong += std::fabs(exponential(x + y) - product) > product * 1e-13;
    }
    CHECK(wrong == 0);
}

TEST_CASE("exp and tanh work in constant expressions and narrow to f16") {
    static_assert(exponential(0.0) == 1.0);
    static_assert(hyperbolic_tangent(100.0f) == 1.0f);
    CHECK(pack(f16_format, exponential(unpack(f16_format, 0x3c00))) == 0x4170); // e = 2.71875 in f16
}
