// SPDX-License-Identifier: MIT
#pragma once
#include "backends/cpu/accumulate.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu {

/// Complex numbers of parts R, in memory the real part first.
template <typename R>
struct ComplexGemm {
    using Part = typename R::Value;
    using Value = typename Complex<R>::Value;
    static constexpr std::size_t part_size = size_of(R::type);

    [[nodiscard]] static constexpr Value load_element(const std::uint8_t* from) noexcept {
        return {load<R>(R::type, from), load<R>(R::type, from + part_size)};
    }
    [[nodiscard]] static constexpr bool is_zero(const Value& x) noexcept {
        return R::is_zero(x.re) && R::is_zero(x.im);
    }
    [[nodiscard]] static constexpr Value load_scalar(const Scalar& x) noexcept {
        const Value value{load_bits<R>(R::type, x.bits), load_bits<R>(R::type, x.imaginary)};
        return is_zero(value) ? Value{} : value;
    }
    /// Four fused steps; nothing is conjugated.
    [[nodiscard]] static constexpr Value multiply_add(const Value& a, const Value& b, const Value& sum) noexcept {
        const Part re = R::multiply_add(-a.im, b.im, R::multiply_add(a.re, b.re, sum.re));
        const Part im = R::multiply_add(a.im, b.re, R::multiply_add(a.re, b.im, sum.im));
        return {re, im};
    }
    /// Alpha or beta times a value as the kernel does it: the products with `re` are rounded first.
    [[nodiscard]] static constexpr Value scaled(const Value& by, const Value& x) noexcept {
        return {R::multiply_add(by.im, -x.im, R::multiply(by.re, x.re)),
                R::multiply_add(by.re, x.im, R::multiply(by.im, x.re))};
    }
    [[nodiscard]] static constexpr Value add(const Value& a, const Value& b) noexcept {
        return {R::add(a.re, b.re), R::add(a.im, b.im)};
    }

    /// One term of the sum more.
    [[nodiscard]] static constexpr Value step(const Gemm& g, std::uint64_t i, std::uint64_t j, std::uint64_t batch,
                                              const Value& so_far, std::uint64_t p) noexcept {
        const Value a = load_element(g.transA ? element(g.a, p, i, batch) : element(g.a, i, p, batch));
        const Value b = load_element(g.transB ? element(g.b, j, p, batch) : element(g.b, p, j, batch));
        return multiply_add(a, b, so_far);
    }
    static constexpr void store_value(std::uint8_t* to, const Value& x) noexcept {
        store<R>(R::type, to, x.re);
        store<R>(R::type, to + part_size, x.im);
    }

    static constexpr Value sum(const Gemm& g, std::uint64_t i, std::uint64_t j, std::uint64_t batch) noexcept {
        const auto term = [&](const Value& so_far, std::uint64_t p) { return step(g, i, j, batch, so_far, p); };
        return accumulate<Value>(Split(g), term, [](const Value& a, const Value& b) { return add(a, b); });
    }

    static constexpr void compute(const Gemm& g) noexcept {
        const Value alpha = load_scalar(g.alpha), beta = load_scalar(g.beta);
        for (std::uint64_t batch = 0; batch < g.batch; ++batch)
            for (std::uint64_t j = 0; j < g.n; ++j)
                for (std::uint64_t i = 0; i < g.m; ++i) {
                    Value r = scaled(alpha, is_zero(alpha) ? Value{} : sum(g, i, j, batch));
                    if (g.useBeta && !is_zero(beta)) r = add(r, scaled(beta, load_element(element(g.c, i, j, batch))));
                    store_value(element(g.d, i, j, batch), r);
                }
    }
};

} // namespace kernabi::cpu
