// SPDX-License-Identifier: MIT
// The 2026 host's widening of alpha and beta.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/types.hpp"
#include <cstdint>

namespace kernabi {

/// The f32 bits of a half, as `numeric::f16_to_f32` gives them; a NaN becomes the quiet one. Written out in 32 bits
/// because the general conversion costs a small controller a quarter of its code.
[[nodiscard]] constexpr std::uint32_t half_as_f32(std::uint32_t half) noexcept {
    const std::uint32_t sign = (half & 0x8000u) << 16;
    std::uint32_t magnitude = half & 0x7fffu;
    if (magnitude > 0x7c00u) return 0x7fc00000u;
    if (magnitude == 0x7c00u) return sign | 0x7f800000u;
    if (magnitude == 0) return sign;
    std::uint32_t exponent = 112; // the biases' difference
    if (magnitude < 0x400u) {
        ++exponent;
        for (; magnitude < 0x400u; magnitude <<= 1) --exponent;
        magnitude -= 0x400u;
    }
    return sign | ((exponent << 23) + (magnitude << 13));
}

/// A value held as `from` in the bits of `to`: half and bf16 to f32, int8 to int32; anything else is left as it is.
[[nodiscard]] constexpr std::uint64_t widen(std::uint64_t bits, Kind from, Kind to) noexcept {
    if (to == Kind::f32 && from == Kind::f16) return half_as_f32(static_cast<std::uint32_t>(bits));
    if (to == Kind::f32 && from == Kind::bf16) return (bits & 0xffffu) << 16; // every payload kept, as a copy would
    if (to == Kind::i32 && from == Kind::i8) return static_cast<std::uint32_t>(sign_extend(bits, 8));
    return bits;
}

} // namespace kernabi
