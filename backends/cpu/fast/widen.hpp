// SPDX-License-Identifier: MIT
// Runs of stored elements to the words that tiles read.
#pragma once
#include "backends/cpu/fast/kernels.hpp"
#include "backends/cpu/fast/lanes.hpp"

namespace kernabi::cpu::fast {
namespace {

/// Each has the stored `size`, the word's type and `run`: `count` elements that lie side by side.
struct WidenF32 {
    using To = float;
    static constexpr std::size_t size = 4;
    static constexpr bool is_copy = true;
    static void run(const std::uint8_t* from, std::size_t count, float* to, const float*) {
        std::memcpy(to, from, count * 4);
    }
};
struct WidenF64 {
    using To = double;
    static constexpr std::size_t size = 8;
    static constexpr bool is_copy = true;
    static void run(const std::uint8_t* from, std::size_t count, double* to, const float*) {
        std::memcpy(to, from, count * 8);
    }
};
inline std::uint16_t load_u16(const std::uint8_t* from) {
    std::uint16_t x;
    std::memcpy(&x, from, sizeof x);
    return x;
}
struct WidenF16 {
    using To = float;
    static constexpr std::size_t size = 2;
    static constexpr bool is_copy = false;
    static void run(const std::uint8_t* from, std::size_t count, float* to, const float*) {
        std::size_t i = 0;
#if defined(__AVX2__)
#if defined(__AVX512F__)
        for (; i + 16 <= count; i += 16)
            _mm512_storeu_ps(to + i, _mm512_cvtph_ps(_mm256_loadu_si256(as<__m256i>(from + 2 * i))));
#endif
        for (; i + 8 <= count; i += 8)
            _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(as<__m128i>(from + 2 * i))));
        for (; i + 4 <= count; i += 4) _mm_storeu_ps(to + i, _mm_cvtph_ps(_mm_loadl_epi64(as<__m128i>(from + 2 * i))));
        for (; i < count; ++i) to[i] = _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(load_u16(from + 2 * i))));
#else
        for (; i < count; ++i) to[i] = numeric::f16_to_f32(load_u16(from + 2 * i));
#endif
    }

  private:
    template <typename T>
    static const T* as(const std::uint8_t* from) {
        return static_cast<const T*>(static_cast<const void*>(from));
    }
};
struct WidenBF16 {
    using To = float;
    static constexpr std::size_t size = 2;
    static constexpr bool is_copy = false;
    static void run(const std::uint8_t* from, std::size_t count, float* to, const float*) {
        for (std::size_t i = 0; i < count; ++i)
            to[i] = __builtin_bit_cast(float, static_cast<std::uint32_t>(load_u16(from + 2 * i)) << 16);
    }
};
struct WidenByte {
    using To = float;
    static constexpr std::size_t size = 1;
    static constexpr bool is_copy = false;
    static void run(const std::uint8_t* from, std::size_t count, float* to, const float* table) {
        for (std::size_t i = 0; i < count; ++i) to[i] = table[from[i]];
    }
};

/// To f64 by way of f32, which holds each of them.
template <typename W>
struct WidenOn {
    using To = double;
    static constexpr std::size_t size = W::size;
    static constexpr bool is_copy = false;
    static void run(const std::uint8_t* from, std::size_t count, double* to, const float* table) {
        constexpr std::size_t chunk = 64;
        float single[chunk];
        for (std::size_t at = 0; at < count; at += chunk) {
            const std::size_t here = count - at < chunk ? count - at : chunk;
            W::run(from + at * size, here, single, table);
            for (std::size_t i = 0; i < here; ++i) to[at + i] = static_cast<double>(single[i]);
        }
    }
};

void widen(const Source& from, std::size_t count, float* to) noexcept {
    switch (from.load) {
    case Load::f16: return WidenF16::run(from.first, count, to, nullptr);
    case Load::bf16: return WidenBF16::run(from.first, count, to, nullptr);
    case Load::byte: return WidenByte::run(from.first, count, to, from.table);
    default: return WidenF32::run(from.first, count, to, nullptr);
    }
}

} // namespace
} // namespace kernabi::cpu::fast
