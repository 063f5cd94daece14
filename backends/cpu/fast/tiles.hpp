// SPDX-License-Identifier: MIT
// The innermost loops: a tile of sums lives in registers while k passes. Never vectorised over k, so that each sum
// keeps its order.
#pragma once
#include "backends/cpu/fast/kernels.hpp"
#include "backends/cpu/fast/lanes.hpp"

namespace kernabi::cpu::fast {
namespace {

struct FusedStep : Floats {
    static Vector step(Vector sum, Vector a, Vector b) { return fma(a, b, sum); }
};
struct FusedDoubleStep : Doubles {
    static Vector step(Vector sum, Vector a, Vector b) { return fma(a, b, sum); }
};
/// Product first, then sum, both rounded to f16; f32 holds the product exactly.
struct HalfStep : Floats {
    static Vector step(Vector sum, Vector a, Vector b) {
#if defined(__AVX2__)
        return rounded_to_f16(sum + rounded_to_f16(a * b));
#else
        const Vector product = rounded_to_f16(each([&](unsigned i) { return a.lane[i] * b.lane[i]; }));
        return rounded_to_f16(each([&](unsigned i) { return sum.lane[i] + product.lane[i]; }));
#endif
    }
};
struct IntegerStep : Integers {
    static Vector step(Vector sum, Vector a, Vector b) { return add(sum, multiply(a, b)); }
};
struct PairStep : Integers {
    static Vector step(Vector sum, Vector a, Vector b) { return add(sum, multiply_pairs(a, b)); }
};

template <typename Step>
void run_tile(std::size_t k, const void* a, const void* b, void* sums, std::size_t ld, std::size_t) noexcept {
    using Value = typename Step::Value;
    using Vector = typename Step::Vector;
    constexpr unsigned vectors = Step::tile_vectors, columns = Step::tile_columns, count = Step::count;
    const auto* pa = static_cast<const Value*>(a);
    const auto* pb = static_cast<const Value*>(b);
    auto* const to = static_cast<Value*>(sums);
    Vector sum[columns][vectors];
#pragma GCC unroll 16
    for (unsigned j = 0; j < columns; ++j)
#pragma GCC unroll 4
        for (unsigned v = 0; v < vectors; ++v) sum[j][v] = Step::load(to + j * ld + v * count);
    for (std::size_t p = 0; p < k; ++p) {
        Vector row[vectors];
#pragma GCC unroll 4
        for (unsigned v = 0; v < vectors; ++v) row[v] = Step::load(pa + v * count);
#pragma GCC unroll 16
        for (unsigned j = 0; j < columns; ++j) {
            const Vector one = Step::all(pb[j]);
#pragma GCC unroll 4
            for (unsigned v = 0; v < vectors; ++v) sum[j][v] = Step::step(sum[j][v], row[v], one);
        }
        pa += vectors * count;
        pb += columns;
    }
#pragma GCC unroll 16
    for (unsigned j = 0; j < columns; ++j)
#pragma GCC unroll 4
        for (unsigned v = 0; v < vectors; ++v) Step::store(to + j * ld + v * count, sum[j][v]);
}

template <typename Step>
constexpr Tile tile_of() {
    return {Step::tile_vectors * Step::count, Step::tile_columns, run_tile<Step>};
}

/// One vector of rows; a k's words are all real parts, then all imaginary ones.
template <typename L>
void run_complex_tile(std::size_t k, const void* a, const void* b, void* sums, std::size_t ld,
                      std::size_t plane) noexcept {
    using Value = typename L::Value;
    using Vector = typename L::Vector;
    constexpr unsigned columns = L::complex_columns, count = L::count;
    const auto* pa = static_cast<const Value*>(a);
    const auto* pb = static_cast<const Value*>(b);
    auto* const to = static_cast<Value*>(sums);
    Vector re[columns], im[columns];
#pragma GCC unroll 8
    for (unsigned j = 0; j < columns; ++j) {
        re[j] = L::load(to + j * ld);
        im[j] = L::load(to + plane + j * ld);
    }
    for (std::size_t p = 0; p < k; ++p) {
        const Vector ar = L::load(pa), ai = L::load(pa + count);
#pragma GCC unroll 8
        for (unsigned j = 0; j < columns; ++j) {
            const Vector br = L::all(pb[j]), bi = L::all(pb[columns + j]);
            re[j] = L::fma_minus(ai, bi, L::fma(ar, br, re[j]));
            im[j] = L::fma(ai, br, L::fma(ar, bi, im[j]));
        }
        pa += 2 * count;
        pb += 2 * columns;
    }
#pragma GCC unroll 8
    for (unsigned j = 0; j < columns; ++j) {
        L::store(to + j * ld, re[j]);
        L::store(to + plane + j * ld, im[j]);
    }
}

template <typename L>
constexpr Tile complex_tile_of() {
    return {L::count, L::complex_columns, run_complex_tile<L>};
}

} // namespace
} // namespace kernabi::cpu::fast
