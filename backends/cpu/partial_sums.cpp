// SPDX-License-Identifier: MIT
#include "backends/cpu/partial_sums.hpp"
#include "backends/cpu/accumulate.hpp"
#include "backends/cpu/complex_gemm.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/needs.hpp"
#include <cstdint>

namespace kernabi::cpu {

namespace {

/// Calls `put(to, i, j, first, last)` for each element of each part, with the part's k.
template <typename Put>
constexpr void for_each_partial(const Gemm& g, std::uint8_t* to, std::uint64_t part_stride, Put put) noexcept {
    const Split split(g);
    const bool sums = !scalar_is_zero(g, g.alpha);
    const std::uint64_t size = size_of(g.computeType);
    for (std::uint64_t part = 0; part < split.parts; ++part) {
        const std::uint64_t first = sums ? split.begin(part) : 0, last = sums ? split.begin(part + 1) : 0;
        for (std::uint64_t j = 0; j < g.n; ++j)
            for (std::uint64_t i = 0; i < g.m; ++i)
                put(to + (part * part_stride + i + j * g.m) * size, i, j, first, last);
    }
}

template <typename R>
constexpr void store_complex(const Gemm& g, std::uint8_t* to, std::uint64_t part_stride) noexcept {
    using C = ComplexGemm<R>;
    for_each_partial(g, to, part_stride,
                     [&](std::uint8_t* at, std::uint64_t i, std::uint64_t j, std::uint64_t first, std::uint64_t last) {
                         typename C::Value sum{};
                         for (std::uint64_t p = first; p < last; ++p) sum = C::step(g, i, j, 0, sum, p);
                         C::store_value(at, sum);
                     });
}

template <typename R>
constexpr void store_real(const Gemm& g, std::uint8_t* to, std::uint64_t part_stride) noexcept {
    const Factors<R> factors(g);
    const Reader<R> a{g.a, input_rule(g, g.a, true), g.transA, factors.scaleA, block_scale(g, true)};
    const Reader<R> b{g.b, input_rule(g, g.b, false), g.transB, factors.scaleB, block_scale(g, false)};
    for_each_partial(g, to, part_stride,
                     [&](std::uint8_t* at, std::uint64_t i, std::uint64_t j, std::uint64_t first, std::uint64_t last) {
                         typename R::Value sum{};
                         for (std::uint64_t p = first; p < last; ++p)
                             sum = R::multiply_add(a.at(i, p, 0), b.at(p, j, 0), sum);
                         store<R>(g.computeType, at, sum);
                     });
}

} // namespace

void store_partial_sums(const Gemm& g, std::uint8_t* to, std::uint64_t part_stride) noexcept {
    if (g.computeType == DataType::ComplexFloat)
        store_complex<Single>(g, to, part_stride);
    else if (g.computeType == DataType::ComplexDouble)
        store_complex<Twice>(g, to, part_stride);
    else
        with_arithmetic(g.computeType, [&](auto arithmetic) { store_real<decltype(arithmetic)>(g, to, part_stride); });
}

} // namespace kernabi::cpu
