// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace kernabi::numeric {

/// Which bit patterns of a format are NaN.
enum class NanRule : std::uint8_t {
    ieee,          ///< exponent all ones, mantissa not zero
    all_ones,      ///< only exponent and mantissa all ones, either sign
    negative_zero, ///< only the pattern that would be -0
    none,          ///< no pattern
};

/// A binary floating-point format: sign bit, exponent, mantissa from the top down, at most 64 bits.
struct Format {
    std::uint8_t exponent_bits;
    std::uint8_t mantissa_bits; ///< stored ones
    std::int16_t bias;
    NanRule nan;
    bool has_infinity; ///< exponent all ones, mantissa zero
    bool has_negative_zero;
    bool saturates;              ///< a value too large is stored as the largest finite one, infinity too
    std::uint64_t nan_bits;      ///< how a NaN is stored: positive, quiet, no payload
    std::uint64_t max_magnitude; ///< pattern of the largest finite value
};

// clang-format off
//                                      exp man   bias  NaN                     inf    -0     saturates NaN               largest
inline constexpr Format f64_format    {11, 52,  1023, NanRule::ieee,          true,  true,  false, 0x7ff8000000000000, 0x7fefffffffffffff};
inline constexpr Format f32_format    { 8, 23,   127, NanRule::ieee,          true,  true,  false, 0x7fc00000,         0x7f7fffff};
inline constexpr Format xf32_format   { 8, 10,   127, NanRule::ieee,          true,  true,  false, 0x3fe00,            0x3fbff};
inline constexpr Format f16_format    { 5, 10,    15, NanRule::ieee,          true,  true,  false, 0x7e00,             0x7bff};
inline constexpr Format bf16_format   { 8,  7,   127, NanRule::ieee,          true,  true,  false, 0x7fc0,             0x7f7f};
inline constexpr Format f8_format     { 4,  3,     7, NanRule::all_ones,      false, true,  true,  0x7f,               0x7e};
inline constexpr Format bf8_format    { 5,  2,    15, NanRule::ieee,          true,  true,  true,  0x7f,               0x7b};
inline constexpr Format f8_fnuz_format{ 4,  3,     8, NanRule::negative_zero, false, false, true,  0x80,               0x7f};
inline constexpr Format bf8_fnuz_format{5,  2,    16, NanRule::negative_zero, false, false, true,  0x80,               0x7f};
// The scaled formats have no NaN: one is stored as the largest value, as an infinity is.
inline constexpr Format f6_e2m3_format{ 2,  3,     1, NanRule::none,          false, true,  true,  0x1f,               0x1f};
inline constexpr Format f6_e3m2_format{ 3,  2,     3, NanRule::none,          false, true,  true,  0x1f,               0x1f};
inline constexpr Format f4_e2m1_format{ 2,  1,     1, NanRule::none,          false, true,  true,  0x7,                0x7};
// clang-format on

[[nodiscard]] constexpr unsigned magnitude_bits(const Format& f) noexcept {
    return static_cast<unsigned>(f.exponent_bits) + f.mantissa_bits;
}
[[nodiscard]] constexpr std::uint64_t sign_mask(const Format& f) noexcept {
    return std::uint64_t{1} << magnitude_bits(f);
}
/// The pattern of +infinity, for formats that have one; else the first pattern with the largest exponent.
[[nodiscard]] constexpr std::uint64_t infinity_bits(const Format& f) noexcept {
    return ((std::uint64_t{1} << f.exponent_bits) - 1) << f.mantissa_bits;
}

} // namespace kernabi::numeric
