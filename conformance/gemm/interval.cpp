// SPDX-License-Identifier: MIT
#include "conformance/gemm/interval.hpp"
#include "abi/numeric/to_int.hpp"
#include "backends/cpu/element.hpp"

namespace kernabi::gemm {

namespace {

double gelu(double x) { return 0.5 * x * (1.0 + std::tanh(0.7978845608028654 * x * (1.0 + 0.044715 * x * x))); }

double gelu_derivative(double x) {
    const double cube = x * x * x;
    const double u = 0.0356774 * cube + 0.797885 * x, v = 0.0535161 * cube + 0.398942 * x;
    const double sum = std::exp(-u) + std::exp(u);
    return 0.5 * std::tanh(u) + v * (4.0 / (sum * sum)) + 0.5;
}

/// Where a kind's slope changes its sign, or its value jumps, for arguments a and b.
struct Turns {
    double at[4];
    int count;
};
Turns turns_of(Activation kind, double a, double b) {
    switch (kind) {
    case Activation::Abs:
    case Activation::Relu:
    case Activation::Leakyrelu:
    case Activation::DRelu: return {{0.0}, 1};
    case Activation::Clippedrelu: return {{a, b}, 2};
    case Activation::Gelu:
    case Activation::Geluscaling: return {{-0.7524614220710162}, 1};
    case Activation::Silu: return {{-1.2784645427610738}, 1};
    case Activation::DGelu: return {{-1.4142, 1.4142}, 2};
    default: return {{}, 0};
    }
}

} // namespace

bool is_curved(Activation kind) {
    switch (kind) {
    case Activation::Exp:
    case Activation::Gelu:
    case Activation::Geluscaling:
    case Activation::Sigmoid:
    case Activation::Silu:
    case Activation::Tanh:
    case Activation::DGelu: return true;
    default: return false;
    }
}

double activation_value(Activation kind, double x, double a, double b) {
    switch (kind) {
    case Activation::Abs: return std::fabs(x);
    case Activation::Clippedrelu: return x > a ? (x < b ? x : b) : 0.0;
    case Activation::Exp: return std::exp(x);
    case Activation::Gelu: return gelu(x);
    case Activation::Geluscaling: return gelu(x) * a;
    case Activation::Leakyrelu: return x > 0 ? x : x * a;
    case Activation::Relu: return x > 0 ? x : 0.0;
    case Activation::Sigmoid: return 1.0 / (1.0 + std::exp(-x));
    case Activation::Tanh: return std::tanh(x * a) * b;
    case Activation::Silu: return x / (1.0 + std::exp(-x));
    case Activation::DGelu: return gelu_derivative(x);
    case Activation::DRelu: return x > 0 ? 1.0 : 0.0;
    default: return x;
    }
}

Interval activated(Activation kind, const Interval& x, double a, double b, double unit, double most_number) {
    if (kind == Activation::None || x.is_any) return x;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Interval y;
    y.want = activation_value(kind, x.want, a, b);
    y.low = y.high = y.want;
    if (std::isnan(x.want)) return y;
    const auto take = [&](double at) {
        const double value = activation_value(kind, at, a, b);
        y.is_any |= std::isnan(value) != std::isnan(y.want); // by an argument that is no number
        y.low = std::fmin(y.low, value);
        y.high = std::fmax(y.high, value);
    };
    if (!x.is_exact()) {
        take(x.low);
        take(x.high);
        const Turns turns = turns_of(kind, a, b);
        for (int t = 0; t < turns.count; ++t) {
            const double at = turns.at[t];
            if (!(at >= x.low && at <= x.high)) continue;
            take(at);
            take(std::nextafter(at, infinity));
            take(std::nextafter(at, -infinity));
        }
    }
    if (kind == Activation::Leakyrelu && !x.is_exact()) y.widen(unit * std::fabs(y.want));
    if (!is_curved(kind) || std::isnan(y.want)) return y;
    // A unit in the last place is at most two `unit` of the value. Where a kind adds numbers that nearly cancel, or
    // multiplies its argument by constants first, the loss goes with the terms and not with their sum.
    const double most = std::fmax(std::fabs(y.low), std::fabs(y.high));
    const double argument = std::isfinite(x.want) ? std::fmin(std::fabs(x.want), 128.0) : 0.0;
    double slack = 8.0 * unit * most;
    if (kind == Activation::Gelu) slack += 16.0 * unit * argument;
    if (kind == Activation::Geluscaling) slack += 16.0 * unit * argument * std::fabs(a);
    if (kind == Activation::DGelu) slack += 32.0 * unit * (1.0 + argument);
    // exp overflows before the quotient is nothing.
    if (kind == Activation::Silu || kind == Activation::Sigmoid)
        slack += 8.0 * unit * most + (1.0 + argument) / most_number;
    if (kind == Activation::DGelu && std::fabs(x.want * x.want * x.want) > most_number) y.is_any = true;
    if (kind == Activation::Tanh) slack += 8.0 * unit * std::fabs(b);
    if (std::isfinite(slack)) y.widen(slack);
    return y;
}

double stored_value(DataType type, double x) {
    if (type == DataType::Int8) return static_cast<double>(numeric::int8_nearest(x));
    if (type == DataType::Double || type == DataType::ComplexDouble) return x;
    const numeric::Format* const format = cpu::format_of(type == DataType::ComplexFloat ? DataType::Float : type);
    return format == nullptr ? x : numeric::widen_f64(*format, numeric::narrow(*format, x));
}

} // namespace kernabi::gemm
