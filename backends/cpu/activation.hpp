// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernarg/types.hpp"
#include "backends/cpu/arithmetic.hpp"

namespace kernabi::cpu {

/// Whether the kind has a definition in real (or else in integer) arithmetic.
[[nodiscard]] constexpr bool activation_is_defined(Activation kind, bool in_integers) noexcept {
    switch (kind) {
    case Activation::None:
    case Activation::Abs:
    case Activation::Clippedrelu:
    case Activation::Leakyrelu:
    case Activation::Relu: return true;
    case Activation::Gelu:
    case Activation::Sigmoid:
    case Activation::Tanh:
    case Activation::DGelu:
    case Activation::DRelu:
    case Activation::Geluscaling:
    case Activation::Silu:
    case Activation::Exp: return !in_integers;
    default: return false;
    }
}

namespace detail {

/// 0.5 x (1 + tanh(k0 x (1 + k1 x x))).
template <typename R>
[[nodiscard]] constexpr typename R::Value gelu(typename R::Value x) noexcept {
    const auto k0 = R::constant(0.7978845608028654), k1 = R::constant(0.044715), one = R::constant(1.0);
    const auto inner = R::add(one, R::multiply(R::multiply(k1, x), x));
    const auto bent = R::tanh(R::multiply(R::multiply(k0, x), inner));
    return R::multiply(R::multiply(R::constant(0.5), x), R::add(one, bent));
}

/// 0.5 tanh(u) + v (4 / (exp(-u) + exp(u))^2) + 0.5 with u and v cubic in x.
template <typename R>
[[nodiscard]] constexpr typename R::Value gelu_derivative(typename R::Value x) noexcept {
    const auto cube = R::multiply(R::multiply(x, x), x), half = R::constant(0.5);
    const auto cubic = [&](double third, double first) {
        return R::add(R::multiply(R::constant(third), cube), R::multiply(R::constant(first), x));
    };
    const auto u = cubic(0.0356774, 0.797885), v = cubic(0.0535161, 0.398942);
    const auto sum = R::add(R::exp(-u), R::exp(u));
    const auto bell = R::divide(R::constant(4.0), R::multiply(sum, sum));
    return R::add(R::add(R::multiply(half, R::tanh(u)), R::multiply(v, bell)), half);
}

/// The kinds that need more than comparing and multiplying.
template <typename R>
[[nodiscard]] constexpr typename R::Value activate_real(Activation kind, typename R::Value x, typename R::Value a,
                                                        typename R::Value b) noexcept {
    const auto one = R::constant(1.0);
    switch (kind) {
    case Activation::Exp: return R::exp(x);
    case Activation::Gelu: return gelu<R>(x);
    case Activation::Geluscaling: return R::multiply(gelu<R>(x), a);
    case Activation::Sigmoid: return R::divide(one, R::add(one, R::exp(-x)));
    case Activation::Silu: return R::divide(x, R::add(one, R::exp(-x)));
    case Activation::Tanh: return R::multiply(R::tanh(R::multiply(x, a)), b);
    case Activation::DGelu: return gelu_derivative<R>(x);
    case Activation::DRelu: return x > 0 ? one : typename R::Value{};
    default: return x;
    }
}

} // namespace detail

/// The activation's value, every step rounded in R. Comparisons are written so that NaN takes the branch that the table
/// names.
template <typename R>
[[nodiscard]] constexpr typename R::Value activate(Activation kind, typename R::Value x, typename R::Value a,
                                                   typename R::Value b) noexcept {
    constexpr typename R::Value zero{};
    switch (kind) {
    case Activation::None: return x;
    case Activation::Abs: return R::magnitude(x);
    case Activation::Clippedrelu: return x > a ? (x < b ? x : b) : zero;
    case Activation::Leakyrelu: return x > zero ? x : R::multiply(x, a);
    case Activation::Relu: return x > zero ? x : zero;
    default:
        if constexpr (R::is_integer)
            return x;
        else
            return detail::activate_real<R>(kind, x, a, b);
    }
}

} // namespace kernabi::cpu
