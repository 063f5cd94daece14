// SPDX-License-Identifier: MIT
// Which operands a GEMM touches at all.
#pragma once
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/gemm.hpp"

namespace kernabi::cpu {

/// Whether alpha or beta is 0, for a complex type in both parts; -0 counts as 0.
[[nodiscard]] constexpr bool scalar_is_zero(const Gemm& g, const Scalar& x) noexcept {
    return with_arithmetic(g.computeType, [&](auto arithmetic) {
        using R = decltype(arithmetic);
        if (is_complex(g.computeType))
            return R::is_zero(load_bits<R>(R::type, x.bits)) && R::is_zero(load_bits<R>(R::type, x.imaginary));
        return R::is_zero(load<R>(x));
    });
}

/// A and B are read for the sum, and for a bias gradient of their own.
[[nodiscard]] constexpr bool reads_a(const Gemm& g) noexcept {
    return !scalar_is_zero(g, g.alpha) || (writes_bias(g) && g.biasSrc == BiasSource::a);
}
[[nodiscard]] constexpr bool reads_b(const Gemm& g) noexcept {
    return !scalar_is_zero(g, g.alpha) || (writes_bias(g) && g.biasSrc == BiasSource::b);
}
[[nodiscard]] constexpr bool reads_c(const Gemm& g) noexcept { return g.useBeta && !scalar_is_zero(g, g.beta); }
[[nodiscard]] constexpr bool writes_e(const Gemm& g) noexcept { return g.useE && !g.useGradient; }
[[nodiscard]] constexpr bool reads_e(const Gemm& g) noexcept { return multiplies_by_derivative(g); }

} // namespace kernabi::cpu
