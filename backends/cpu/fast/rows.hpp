// SPDX-License-Identifier: MIT
// What follows the sums, a run of numbers at a time. The compiler vectorises these loops; every step rounds once.
#pragma once
#include "abi/numeric/format.hpp"
#include "backends/cpu/fast/kernels.hpp"
#include "backends/cpu/fast/lanes.hpp"

namespace kernabi::cpu::fast {
namespace {

inline std::uint32_t bits32(float x) { return __builtin_bit_cast(std::uint32_t, x); }
inline float float_of(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
inline std::uint32_t unsigned_of(std::int32_t x) { return static_cast<std::uint32_t>(x); }

inline float product(float a, float b) { return a * b; }
inline double product(double a, double b) { return a * b; }
inline std::int32_t product(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(unsigned_of(a) * unsigned_of(b));
}
inline float total(float a, float b) { return a + b; }
inline double total(double a, double b) { return a + b; }
inline std::int32_t total(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(unsigned_of(a) + unsigned_of(b));
}
inline float without_sign(float x) { return float_of(bits32(x) & 0x7fffffffu); }
inline double without_sign(double x) {
    return __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, x) & 0x7fffffffffffffffu);
}
inline float stored(float x) { return x == x ? x : float_of(0x7fc00000); }
inline double stored(double x) { return x == x ? x : __builtin_bit_cast(double, std::uint64_t{0x7ff8000000000000}); }
inline std::int32_t stored(std::int32_t x) { return x; }

template <typename T>
void multiply(T* r, T by, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) r[i] = product(r[i], by);
}
template <typename T>
void multiply_each(T* r, const T* by, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) r[i] = product(r[i], by[i]);
}
template <typename T>
void add(T* r, T more, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) r[i] = total(r[i], more);
}
template <typename T>
void add_each(T* r, const T* more, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) r[i] = total(r[i], more[i]);
}
template <typename T>
void store_run(const T* r, std::size_t count, std::uint8_t* to) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const T x = stored(r[i]);
        std::memcpy(to + i * sizeof(T), &x, sizeof(T));
    }
}
template <typename T>
void clear_signs(T* r, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) r[i] = without_sign(r[i]);
}
template <typename T>
void clip(T* r, T low, T high, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const T below = r[i] < high ? r[i] : high;
        r[i] = r[i] > low ? below : T{};
    }
}
template <typename T>
void leak(T* r, T by, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const T leaked = r[i] * by;
        r[i] = r[i] > T{} ? r[i] : leaked;
    }
}
template <typename T>
T largest(const T* r, std::size_t count) noexcept {
    T most{};
    bool has_nan = false;
    for (std::size_t i = 0; i < count; ++i) {
        const T size = without_sign(r[i]);
        has_nan |= size != size;
        most = size > most ? size : most;
    }
    return has_nan ? static_cast<T>(__builtin_nan("")) : most;
}
template <typename L>
void multiply_complex(typename L::Value* re, typename L::Value* im, typename L::Value by_re, typename L::Value by_im,
                      std::size_t count) noexcept {
    using T = typename L::Value;
    const auto a = L::all(by_re), b = L::all(by_im);
    for (std::size_t i = 0; i < count; i += L::count) {
        const std::size_t here = count - i < L::count ? count - i : L::count;
        T x[L::count] = {}, y[L::count] = {}, by_x[L::count], by_y[L::count];
        std::memcpy(x, re + i, here * sizeof(T));
        std::memcpy(y, im + i, here * sizeof(T));
        for (unsigned n = 0; n < L::count; ++n) {
            by_x[n] = by_re * x[n];
            by_y[n] = by_im * x[n];
        }
        const auto imaginary = L::load(y);
        L::store(x, L::fma_minus(b, imaginary, L::load(by_x)));
        L::store(y, L::fma(a, imaginary, L::load(by_y)));
        std::memcpy(re + i, x, here * sizeof(T));
        std::memcpy(im + i, y, here * sizeof(T));
    }
}

/// To nearest even by whole numbers; a result below the least normal one is rounded by the adder, whose unit there is
/// made that of the format's subnormals.
template <const numeric::Format& F>
std::uint32_t narrow_one(float x) {
    constexpr unsigned shift = 23u - F.mantissa_bits;
    constexpr std::uint32_t rebias = static_cast<std::uint32_t>(127 - F.bias) << 23;
    constexpr std::uint32_t sign_bit = 1u << (F.exponent_bits + F.mantissa_bits);
    constexpr std::uint32_t infinity = ((1u << F.exponent_bits) - 1) << F.mantissa_bits;
    constexpr auto largest_bits = static_cast<std::uint32_t>(F.max_magnitude);
    const std::uint32_t bits = bits32(x), magnitude = bits & 0x7fffffffu;
    std::uint32_t rounded = (magnitude - rebias + ((1u << (shift - 1)) - 1) + (magnitude >> shift & 1u)) >> shift;
    if constexpr (F.bias < 127) {
        constexpr std::uint32_t least_normal = static_cast<std::uint32_t>(128 - F.bias) << 23;
        constexpr std::uint32_t adder = static_cast<std::uint32_t>(24 - F.bias - F.mantissa_bits + 127) << 23;
        const std::uint32_t below = bits32(float_of(magnitude) + float_of(adder)) - adder;
        rounded = magnitude < least_normal ? below : rounded;
    }
    rounded = rounded > largest_bits ? (F.saturates ? largest_bits : infinity) : rounded;
    const std::uint32_t sign = bits >> 31 != 0 && (F.has_negative_zero || rounded != 0) ? sign_bit : 0;
    return magnitude > 0x7f800000u ? static_cast<std::uint32_t>(F.nan_bits) : rounded | sign;
}
template <const numeric::Format& F, typename Stored>
void narrow_run(const float* r, std::size_t count, std::uint8_t* to) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = static_cast<Stored>(narrow_one<F>(r[i]));
        std::memcpy(to + i * sizeof(Stored), &x, sizeof(Stored));
    }
}
void narrow_i8(const float* r, std::size_t count, std::uint8_t* to) noexcept {
    constexpr float unit_one = 12582912.0f; // 1.5 * 2^23: what is added to it is rounded to a whole number
    for (std::size_t i = 0; i < count; ++i) {
        float x = r[i] == r[i] ? r[i] : 0.0f;
        x = x < -128.0f ? -128.0f : x;
        x = x > 127.0f ? 127.0f : x;
        const float whole = x + unit_one;
        to[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(whole - unit_one));
    }
}

/// Every step but the last of a sum rounded to f16 is this one.
void round_f16(float* r, std::size_t count) noexcept {
    std::size_t i = 0;
    for (; i + Floats::count <= count; i += Floats::count)
        Floats::store(r + i, Floats::rounded_to_f16(Floats::load(r + i)));
    if (i == count) return;
    float rest[Floats::count] = {};
    std::memcpy(rest, r + i, (count - i) * sizeof(float));
    Floats::store(rest, Floats::rounded_to_f16(Floats::load(rest)));
    std::memcpy(r + i, rest, (count - i) * sizeof(float));
}
void round_xf32(float* r, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t bits = bits32(r[i]), magnitude = bits & 0x7fffffffu;
        const std::uint32_t rounded = (bits + 0xfffu + (bits >> 13 & 1u)) & ~0x1fffu;
        r[i] = float_of(magnitude > 0x7f800000u ? 0x7fc00000u : rounded);
    }
}

template <typename T>
constexpr Rows<T> plain_rows() {
    return {multiply<T>, multiply_each<T>, add<T>, add_each<T>, store_run<T>};
}
template <typename T, typename L>
constexpr RealRows<T> real_rows() {
    return {plain_rows<T>(), clear_signs<T>, clip<T>, leak<T>, largest<T>, multiply_complex<L>};
}

} // namespace
} // namespace kernabi::cpu::fast
