// SPDX-License-Identifier: MIT
// What follows the sum of one element, step by step.
#pragma once
#include "backends/cpu/accumulate.hpp"
#include "backends/cpu/activation.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstdint>

namespace kernabi::cpu {

/// Whether a vector of this kind (useBias, useScaleAlphaVec) runs along N.
[[nodiscard]] constexpr bool along_n(const Gemm& g, std::uint8_t kind) noexcept {
    return kind == 2 || (kind == 3 && g.factorDim != 0);
}

[[nodiscard]] constexpr bool writes_bias(const Gemm& g) noexcept { return g.useGradient && g.useBias != 0; }
[[nodiscard]] constexpr bool reads_bias(const Gemm& g) noexcept { return !g.useGradient && g.useBias != 0; }
[[nodiscard]] constexpr std::uint64_t bias_gradient_length(const Gemm& g) noexcept {
    return g.biasSrc == BiasSource::b ? g.n : g.m;
}
[[nodiscard]] constexpr bool is_empty(const Gemm& g) noexcept { return g.m == 0 || g.n == 0 || g.batch == 0; }
[[nodiscard]] constexpr bool multiplies_by_derivative(const Gemm& g) noexcept {
    return g.useGradient && row_of(g.activation).derivative;
}

/// E with its defaults filled in.
[[nodiscard]] constexpr Output packed_e(const Gemm& g) noexcept {
    Output e = g.e;
    if (e.ld == 0) e.ld = g.m;
    if (e.stride == 0) e.stride = g.m * g.n;
    return e;
}

[[nodiscard]] constexpr DataType scale_ab_type_of(const Gemm& g) noexcept {
    return or_else(g.scaleABType, or_else(g.alpha.type, g.computeType));
}
[[nodiscard]] constexpr DataType scale_cd_type_of(const Gemm& g) noexcept {
    return or_else(g.scaleCDType, or_else(g.beta.type, g.computeType));
}

/// The scalars of a GEMM in its arithmetic; -0 counts as 0. A scale that the problem does not have stays 0 and is not
/// used.
template <typename R>
struct Factors {
    typename R::Value alpha{}, beta{}, scaleA{}, scaleB{}, scaleC{}, scaleD{}, argument[2]{};
    DataType scale_ab_type, scale_cd_type;

    explicit constexpr Factors(const Gemm& g) noexcept
        : scale_ab_type(scale_ab_type_of(g)), scale_cd_type(scale_cd_type_of(g)) {
        alpha = load<R>(g.alpha);
        if (R::is_zero(alpha)) alpha = {};
        beta = load<R>(g.beta);
        if (R::is_zero(beta)) beta = {};
        if (g.useScaleAB == ScaleAB::scalar) {
            scaleA = load<R>(scale_ab_type, g.scaleA, 0);
            scaleB = load<R>(scale_ab_type, g.scaleB, 0);
        }
        if (g.useScaleCD) {
            scaleC = load<R>(scale_cd_type, g.scaleC, 0);
            scaleD = load<R>(scale_cd_type, g.scaleD, 0);
        }
        for (int i = 0; i < 2; ++i) argument[i] = load<R>(g.activationArgs[i]);
    }
};

/// One element's place.
struct Place {
    std::uint64_t i, j, batch;
};

/// Steps 2 to 6: from the sum to the value before activation. E is written here where the problem has it.
template <typename R>
[[nodiscard]] constexpr typename R::Value before_activation(const Gemm& g, const Factors<R>& f, const InputRule& rule_a,
                                                            const InputRule& rule_b, const Place& at,
                                                            typename R::Value sum) noexcept {
    auto alpha = f.alpha;
    if (g.useScaleAB == ScaleAB::vector) {
        alpha = R::multiply(alpha, load<R>(f.scale_ab_type, g.scaleA, at.i));
        alpha = R::multiply(alpha, load<R>(f.scale_ab_type, g.scaleB, at.j));
    } else if (g.useScaleAB == ScaleAB::scalar) {
        if (!rule_a.takes_scale) alpha = R::multiply(alpha, f.scaleA);
        if (!rule_b.takes_scale) alpha = R::multiply(alpha, f.scaleB);
    }
    auto r = R::multiply(alpha, sum);
    if (g.useScaleAlphaVec != 0)
        r = R::multiply(r, load<R>(f.scale_ab_type, g.scaleAlphaVec, along_n(g, g.useScaleAlphaVec) ? at.j : at.i));
    if (g.useBeta && !R::is_zero(f.beta)) {
        auto c = R::multiply(f.beta, load<R>(g.c.type, element(g.c, at.i, at.j, at.batch)));
        if (g.useScaleCD) c = R::multiply(c, f.scaleC);
        r = R::add(r, c);
    }
    if (reads_bias(g)) {
        const std::uint64_t position = along_n(g, g.useBias) ? at.j : at.i;
        const DataType type = or_else(g.biasType, R::type);
        const bool own = !g.batchBias.empty();
        r = R::add(r, own ? load<R>(type, g.batchBias.data[at.batch], position)
                          : load<R>(type, g.bias, position + at.batch * g.strideBias));
    }
    if (g.useE && !g.useGradient) store<R>(g.e.type, element(packed_e(g), at.i, at.j, at.batch), r);
    return r;
}

/// Step 7.
template <typename R>
[[nodiscard]] constexpr typename R::Value apply_activation(const Gemm& g, const Factors<R>& f, const Place& at,
                                                           typename R::Value r) noexcept {
    if (!g.useGradient) return activate<R>(g.activation, r, f.argument[0], f.argument[1]);
    if (!multiplies_by_derivative(g)) return r;
    const auto e = load<R>(g.e.type, element(packed_e(g), at.i, at.j, at.batch));
    return R::multiply(r, activate<R>(g.activation, e, f.argument[0], f.argument[1]));
}

} // namespace kernabi::cpu
