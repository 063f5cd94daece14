// SPDX-License-Identifier: MIT
// Vectors of the instruction set that the including file is compiled for. Everything has internal linkage: a function
// that two files share by name would be whichever the linker keeps, and could hold instructions that the machine lacks.
// For the same reason nothing here calls an inline function of another header, but where the set is the base one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__AVX2__)
#include <immintrin.h>
#else
#include "abi/numeric/f16.hpp"
#include "abi/numeric/fma.hpp"
#endif

namespace kernabi::cpu::fast {
namespace {

#if defined(__AVX512F__)

struct Floats {
    using Value = float;
    using Vector = __m512;
    static constexpr unsigned count = 16, tile_vectors = 2, tile_columns = 12, complex_columns = 8;
    static Vector load(const float* from) { return _mm512_loadu_ps(from); }
    static void store(float* to, Vector x) { _mm512_storeu_ps(to, x); }
    static Vector all(float x) { return _mm512_set1_ps(x); }
    static Vector fma(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
    static Vector fma_minus(Vector a, Vector b, Vector c) { return _mm512_fnmadd_ps(a, b, c); }
    static Vector rounded_to_f16(Vector x) {
        return _mm512_cvtph_ps(_mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
};
struct Doubles {
    using Value = double;
    using Vector = __m512d;
    static constexpr unsigned count = 8, tile_vectors = 2, tile_columns = 12, complex_columns = 8;
    static Vector load(const double* from) { return _mm512_loadu_pd(from); }
    static void store(double* to, Vector x) { _mm512_storeu_pd(to, x); }
    static Vector all(double x) { return _mm512_set1_pd(x); }
    static Vector fma(Vector a, Vector b, Vector c) { return _mm512_fmadd_pd(a, b, c); }
    static Vector fma_minus(Vector a, Vector b, Vector c) { return _mm512_fnmadd_pd(a, b, c); }
};
struct Integers {
    using Value = std::int32_t;
    using Vector = __m512i;
    static constexpr unsigned count = 16, tile_vectors = 2, tile_columns = 12;
    static Vector load(const std::int32_t* from) { return _mm512_loadu_si512(from); }
    static void store(std::int32_t* to, Vector x) { _mm512_storeu_si512(to, x); }
    static Vector all(std::int32_t x) { return _mm512_set1_epi32(x); }
    static Vector add(Vector a, Vector b) { return _mm512_add_epi32(a, b); }
    static Vector multiply(Vector a, Vector b) { return _mm512_mullo_epi32(a, b); }
    static Vector multiply_pairs(Vector a, Vector b) { return _mm512_madd_epi16(a, b); }
};

#elif defined(__AVX2__)

struct Floats {
    using Value = float;
    using Vector = __m256;
    static constexpr unsigned count = 8, tile_vectors = 3, tile_columns = 4, complex_columns = 4;
    static Vector load(const float* from) { return _mm256_loadu_ps(from); }
    static void store(float* to, Vector x) { _mm256_storeu_ps(to, x); }
    static Vector all(float x) { return _mm256_set1_ps(x); }
    static Vector fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
    static Vector fma_minus(Vector a, Vector b, Vector c) { return _mm256_fnmadd_ps(a, b, c); }
    static Vector rounded_to_f16(Vector x) {
        return _mm256_cvtph_ps(_mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
};
struct Doubles {
    using Value = double;
    using Vector = __m256d;
    static constexpr unsigned count = 4, tile_vectors = 3, tile_columns = 4, complex_columns = 4;
    static Vector load(const double* from) { return _mm256_loadu_pd(from); }
    static void store(double* to, Vector x) { _mm256_storeu_pd(to, x); }
    static Vector all(double x) { return _mm256_set1_pd(x); }
    static Vector fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_pd(a, b, c); }
    static Vector fma_minus(Vector a, Vector b, Vector c) { return _mm256_fnmadd_pd(a, b, c); }
};
struct Integers {
    using Value = std::int32_t;
    using Vector = __m256i;
    static constexpr unsigned count = 8, tile_vectors = 3, tile_columns = 4;
    static Vector load(const std::int32_t* from) {
        return _mm256_loadu_si256(static_cast<const __m256i*>(static_cast<const void*>(from)));
    }
    static void store(std::int32_t* to, Vector x) {
        _mm256_storeu_si256(static_cast<__m256i*>(static_cast<void*>(to)), x);
    }
    static Vector all(std::int32_t x) { return _mm256_set1_epi32(x); }
    static Vector add(Vector a, Vector b) { return _mm256_add_epi32(a, b); }
    static Vector multiply(Vector a, Vector b) { return _mm256_mullo_epi32(a, b); }
    static Vector multiply_pairs(Vector a, Vector b) { return _mm256_madd_epi16(a, b); }
};

#else

/// Four or two lanes in an array. A machine whose compiler says that it has a fused multiply-add uses it, any other
/// computes it.
template <typename T, unsigned N>
struct Array {
    T lane[N];
};
inline float fused(float a, float b, float c) {
#if defined(__FP_FAST_FMAF)
    return __builtin_fmaf(a, b, c);
#else
    return numeric::fused_multiply_add(a, b, c);
#endif
}
inline double fused(double a, double b, double c) {
#if defined(__FP_FAST_FMA)
    return __builtin_fma(a, b, c);
#else
    return numeric::fused_multiply_add(a, b, c);
#endif
}
template <typename T, unsigned N>
struct Portable {
    using Value = T;
    using Vector = Array<T, N>;
    static constexpr unsigned count = N, tile_vectors = 2, tile_columns = 4, complex_columns = 4;
    static Vector load(const T* from) {
        Vector x;
        std::memcpy(x.lane, from, sizeof x.lane);
        return x;
    }
    static void store(T* to, const Vector& x) { std::memcpy(to, x.lane, sizeof x.lane); }
    template <typename F>
    static Vector each(F f) {
        Vector x;
        for (unsigned i = 0; i < N; ++i) x.lane[i] = f(i);
        return x;
    }
    static Vector all(T value) {
        return each([&](unsigned) { return value; });
    }
    static Vector fma(const Vector& a, const Vector& b, const Vector& c) {
        return each([&](unsigned i) { return fused(a.lane[i], b.lane[i], c.lane[i]); });
    }
    static Vector fma_minus(const Vector& a, const Vector& b, const Vector& c) {
        return each([&](unsigned i) { return fused(-a.lane[i], b.lane[i], c.lane[i]); });
    }
    static Vector rounded_to_f16(const Vector& x) {
        return each([&](unsigned i) { return numeric::f16_to_f32(numeric::f16_from(x.lane[i])); });
    }
};
using Floats = Portable<float, 4>;
using Doubles = Portable<double, 2>;
struct Integers : Portable<std::int32_t, 4> {
    static std::int32_t wrapped(std::uint32_t x) { return static_cast<std::int32_t>(x); }
    static Vector add(const Vector& a, const Vector& b) {
        return each([&](unsigned i) {
            return wrapped(static_cast<std::uint32_t>(a.lane[i]) + static_cast<std::uint32_t>(b.lane[i]));
        });
    }
    static Vector multiply(const Vector& a, const Vector& b) {
        return each([&](unsigned i) {
            return wrapped(static_cast<std::uint32_t>(a.lane[i]) * static_cast<std::uint32_t>(b.lane[i]));
        });
    }
    static Vector multiply_pairs(const Vector& a, const Vector& b) {
        const auto low = [](std::int32_t x) { return std::int32_t{static_cast<std::int16_t>(x & 0xffff)}; };
        return each(
            [&](unsigned i) { return low(a.lane[i]) * low(b.lane[i]) + (a.lane[i] >> 16) * (b.lane[i] >> 16); });
    }
};

#endif

} // namespace
} // namespace kernabi::cpu::fast
