// SPDX-License-Identifier: MIT
#pragma once
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/fast/plan.hpp"
#include "backends/cpu/fast/run_values.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu::fast {

template <typename R>
void store_bias_gradient(const Gemm& g, const Runs<R>& runs, const typename R::Value* sums, std::size_t count,
                         std::uint64_t first) noexcept {
    const DataType type = or_else(g.biasType, R::type);
    runs.store_run(type, sums, count, g.biasGradient.data + first * size_of(type));
}

/// Bias gradient from A or B: elements as they are, summed over k in ascending order.
template <typename R>
void sum_operand(const Gemm& g, const Runs<R>& runs) noexcept {
    using Value = typename R::Value;
    constexpr std::size_t length = 512;
    const bool of_a = g.biasSrc == BiasSource::a;
    const Input& x = of_a ? g.a : g.b;
    const Reader<R> scaled{x, {}, of_a ? g.transA : g.transB, {}, block_scale(g, of_a)};
    const bool side_by_side = of_a ? !g.transA : g.transB;
    const std::uint64_t lanes = bias_gradient_length(g);
    Value total[length], values[length];
    for (std::uint64_t first = 0; first < lanes; first += length) {
        const auto count = to_size(std::min<std::uint64_t>(length, lanes - first));
        std::fill(total, total + count, Value{});
        if (scaled.block.block != 0) {
            for (std::size_t c = 0; c < count; ++c)
                for (std::uint64_t p = 0; p < g.k; ++p)
                    total[c] = R::add(total[c], of_a ? scaled.at(first + c, p, 0) : scaled.at(p, first + c, 0));
        } else if (side_by_side) {
            for (std::uint64_t p = 0; p < g.k; ++p) {
                runs.load_run(x.type, element(x, first, p, 0), count, values);
                runs.add(total, values, count);
            }
        } else {
            for (std::size_t c = 0; c < count; ++c)
                for (std::uint64_t p = 0; p < g.k; p += length) {
                    const auto here = to_size(std::min<std::uint64_t>(length, g.k - p));
                    runs.load_run(x.type, element(x, p, first + c, 0), here, values);
                    for (std::size_t q = 0; q < here; ++q) total[c] = R::add(total[c], values[q]);
                }
        }
        store_bias_gradient<R>(g, runs, total, count, first);
    }
}

} // namespace kernabi::cpu::fast
