// SPDX-License-Identifier: MIT
#include "backends/cpu/activation.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>

using namespace kernabi;
using cpu::activate;
using cpu::HalfSums;
using cpu::Integer;
using cpu::Single;
using cpu::Twice;

namespace {

constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();

long double gelu(long double x) {
    return 0.5L * x * (1 + std::tanh(0.7978845608028654L * x * (1 + 0.044715L * x * x)));
}
long double gelu_derivative(long double x) {
    const long double u = 0.0356774L * x * x * x + 0.797885L * x, v = 0.0535161L * x * x * x + 0.398942L * x;
    const long double s = std::exp(-u) + std::exp(u);
    return 0.5L * std::tanh(u) + v * (4 / (s * s)) + 0.5L;
}
long double want(Activation kind, long double x, long double a, long double b) {
    switch (kind) {
    case Activation::Exp: return std::exp(x);
    case Activation::Gelu: return gelu(x);
    case Activation::Geluscaling: return gelu(x) * a;
    case Activation::Sigmoid: return 1 / (1 + std::exp(-x));
    case Activation::Silu: return x / (1 + std::exp(-x));
    case Activation::Tanh: return std::tanh(x * a) * b;
    default: return gelu_derivative(x);
    }
}

/// The largest error over [-6, 6], as a part of the larger of the value and 1.
template <typename R>
long double worst(Activation kind) {
    long double most = 0;
    for (int i = -600; i <= 600; ++i) {
        const auto x = R::constant(i / 100.0), a = R::constant(0.75), b = R::constant(1.5);
        const long double exact = want(kind, static_cast<long double>(x), 0.75L, 1.5L);
        const long double error = std::fabs(static_cast<long double>(activate<R>(kind, x, a, b)) - exact);
        most = std::fmax(most, error / std::fmax(1.0L, std::fabs(exact)));
    }
    return most;
}

} // namespace

TEST_CASE("the kinds that only compare and multiply") {
    CHECK(activate<Single>(Activation::None, -2.5f, 0, 0) == -2.5f);
    CHECK(activate<Single>(Activation::Abs, -2.5f, 0, 0) == 2.5f);
    CHECK_FALSE(std::signbit(activate<Single>(Activation::Abs, -0.0f, 0, 0)));
    CHECK(activate<Single>(Activation::Clippedrelu, 5.0f, -1.0f, 2.0f) == 2.0f);
    CHECK(activate<Single>(Activation::Clippedrelu, -0.5f, -1.0f, 2.0f) == -0.5f);
    CHECK(activate<Single>(Activation::Clippedrelu, -1.0f, -1.0f, 2.0f) == 0.0f);
    CHECK(activate<Single>(Activation::Leakyrelu, -2.0f, 0.25f, 0) == -0.5f);
    CHECK(activate<Single>(Activation::Leakyrelu, 2.0f, 0.25f, 0) == 2.0f);
    CHECK(activate<Single>(Activation::Relu, -2.0f, 0, 0) == 0.0f);
    CHECK(activate<Single>(Activation::DRelu, 3.0f, 0, 0) == 1.0f);
    CHECK(activate<Single>(Activation::DRelu, 0.0f, 0, 0) == 0.0f);
}

TEST_CASE("a NaN becomes +0 in Relu and Clippedrelu and stays a NaN elsewhere") {
    CHECK(activate<Single>(Activation::Relu, quiet_nan, 0, 0) == 0.0f);
    CHECK(activate<Single>(Activation::Clippedrelu, quiet_nan, -1.0f, 2.0f) == 0.0f);
    CHECK(activate<Single>(Activation::DRelu, quiet_nan, 0, 0) == 0.0f);
    for (const Activation kind : {Activation::None, Activation::Abs, Activation::Leakyrelu, Activation::Gelu,
                                  Activation::Sigmoid, Activation::Silu, Activation::Exp, Activation::DGelu})
        CHECK(std::isnan(activate<Single>(kind, quiet_nan, 1.0f, 1.0f)));
    CHECK(std::isnan(activate<Single>(Activation::Clippedrelu, 1.0f, 0.0f, quiet_nan)));
}

TEST_CASE("the kinds with exp or tanh are what their formulas say") {
    for (const Activation kind : {Activation::Exp, Activation::Gelu, Activation::Geluscaling, Activation::Sigmoid,
                                  Activation::Silu, Activation::Tanh, Activation::DGelu}) {
        CAPTURE(row_of(kind).name);
        CHECK(worst<Twice>(kind) < 0x1p-49L);
        CHECK(worst<Single>(kind) < 0x1p-20L);
        CHECK(worst<HalfSums>(kind) < 0x1p-7L);
    }
}

TEST_CASE("integers know the comparing kinds only, and wrap") {
    CHECK(activate<Integer>(Activation::Abs, std::numeric_limits<std::int32_t>::min(), 0, 0) ==
          std::numeric_limits<std::int32_t>::min());
    CHECK(activate<Integer>(Activation::Leakyrelu, -3, 2, 0) == -6);
    CHECK(activate<Integer>(Activation::Clippedrelu, 9, 1, 5) == 5);
    CHECK_FALSE(cpu::activation_is_defined(Activation::Gelu, true));
    CHECK(cpu::activation_is_defined(Activation::Gelu, false));
    CHECK_FALSE(cpu::activation_is_defined(Activation::All, false));
}
