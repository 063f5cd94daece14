// SPDX-License-Identifier: MIT
// The loops of the definition. Nothing here is fast; every faster way must give these bits.
#include "backends/cpu/accumulate.hpp"
#include "backends/cpu/complex_gemm.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstdint>

namespace kernabi::cpu {

namespace {

template <typename R>
constexpr void store_bias_gradient(const Gemm& g, std::uint64_t i, typename R::Value x) noexcept {
    const DataType type = or_else(g.biasType, R::type);
    store<R>(type, g.biasGradient.data + i * size_of(type), x);
}

/// What is left to write where D has no elements.
template <typename R>
constexpr void compute_nothing(const Gemm& g) noexcept {
    if (writes_bias(g))
        for (std::uint64_t i = 0; i < bias_gradient_length(g); ++i) store_bias_gradient<R>(g, i, {});
    if (g.outputAmaxD) store<R>(R::type, g.amaxD.data, {});
}

template <typename R>
class RealGemm {
  public:
    explicit constexpr RealGemm(const Gemm& gemm) noexcept
        : g(gemm), factors(gemm), a{g.a, input_rule(g, g.a, true), g.transA, factors.scaleA, block_scale(g, true)},
          b{g.b, input_rule(g, g.b, false), g.transB, factors.scaleB, block_scale(g, false)} {}

    /// Rows outside columns, so that the bias gradient of a row needs one sum and no memory.
    constexpr void compute() noexcept {
        const bool from_d = writes_bias(g) && g.biasSrc == BiasSource::d;
        for (std::uint64_t batch = 0; batch < g.batch; ++batch)
            for (std::uint64_t i = 0; i < g.m; ++i) {
                Value row_sum{};
                for (std::uint64_t j = 0; j < g.n; ++j) row_sum = R::add(row_sum, one_element({i, j, batch}));
                if (from_d) store_bias(i, row_sum);
            }
        if (writes_bias(g) && g.biasSrc != BiasSource::d) sum_operand();
        if (g.outputAmaxD) store<R>(R::type, g.amaxD.data, amax);
    }

  private:
    using Value = typename R::Value;

    [[nodiscard]] constexpr Value sum(const Place& at) const noexcept {
        if (R::is_zero(factors.alpha)) return {};
        const auto term = [&](Value so_far, std::uint64_t p) {
            return R::multiply_add(a.at(at.i, p, at.batch), b.at(p, at.j, at.batch), so_far);
        };
        return accumulate<Value>(Split(g), term, [](Value x, Value y) { return R::add(x, y); });
    }

    /// Computes and stores one element of D; the value before its conversion is given back.
    constexpr Value one_element(const Place& at) noexcept {
        Value r = before_activation<R>(g, factors, a.rule, b.rule, at, sum(at));
        r = apply_activation<R>(g, factors, at, r);
        const Value magnitude = R::magnitude(r);
        if (!R::is_nan(amax) && (R::is_nan(r) || magnitude > amax)) amax = magnitude;
        if (g.useScaleCD) r = R::multiply(r, factors.scaleD);
        store<R>(g.d.type, element(g.d, at.i, at.j, at.batch), r);
        return r;
    }

    constexpr void store_bias(std::uint64_t i, Value x) const noexcept { store_bias_gradient<R>(g, i, x); }

    /// Bias gradient from A or B: its elements as they are, by their block scales, summed over k.
    constexpr void sum_operand() const noexcept {
        const bool of_a = g.biasSrc == BiasSource::a;
        const Reader<R> plain{of_a ? g.a : g.b, {}, of_a ? g.transA : g.transB, {}, block_scale(g, of_a)};
        for (std::uint64_t i = 0; i < bias_gradient_length(g); ++i) {
            Value total{};
            for (std::uint64_t p = 0; p < g.k; ++p) total = R::add(total, of_a ? plain.at(i, p, 0) : plain.at(p, i, 0));
            store_bias(i, total);
        }
    }

    const Gemm& g;
    Factors<R> factors;
    Reader<R> a, b;
    Value amax{};
};

} // namespace

Outcome compute(const Gemm& g) noexcept {
    const Outcome outcome = check(g);
    if (outcome.status != Status::ok) return outcome;
    if (is_complex(g.computeType)) {
        if (is_empty(g)) return outcome;
        if (g.computeType == DataType::ComplexFloat)
            ComplexGemm<Single>::compute(g);
        else
            ComplexGemm<Twice>::compute(g);
        return outcome;
    }
    with_arithmetic(g.computeType, [&](auto arithmetic) {
        using R = decltype(arithmetic);
        if (is_empty(g))
            compute_nothing<R>(g);
        else
            RealGemm<R>(g).compute();
    });
    return outcome;
}

} // namespace kernabi::cpu
