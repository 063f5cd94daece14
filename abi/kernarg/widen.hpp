// SPDX-License-Identifier: MIT
// The 2026 host's widening of alpha and beta.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/types.hpp"
#include "abi/numeric/bf16.hpp"
#include "abi/numeric/f16.hpp"
#include <bit>
#include <cstdint>

namespace kernabi {

/// A value held as `from` in the bits of `to`: half and bf16 to f32, int8 to int32; anything else is left as it is.
[[nodiscard]] constexpr std::uint64_t widen(std::uint64_t bits, Kind from, Kind to) noexcept {
    if (to == Kind::f32 && from == Kind::f16)
        return std::bit_cast<std::uint32_t>(numeric::f16_to_f32(static_cast<std::uint16_t>(bits)));
    if (to == Kind::f32 && from == Kind::bf16) return (bits & 0xffffu) << 16; // every payload kept, as a copy would
    if (to == Kind::i32 && from == Kind::i8) return static_cast<std::uint32_t>(sign_extend(bits, 8));
    return bits;
}

} // namespace kernabi
