// SPDX-License-Identifier: MIT
#pragma once
#include "abi/numeric/unpacked.hpp"

namespace kernabi::numeric {

/// IEEE binary16 ("Half"): 1-5-10, largest 65504, subnormals kept, overflow to infinity, NaN as 0x7e00.
[[nodiscard]] constexpr float f16_to_f32(std::uint16_t bits) noexcept { return widen_f32(f16_format, bits); }
[[nodiscard]] constexpr double f16_to_f64(std::uint16_t bits) noexcept { return widen_f64(f16_format, bits); }
[[nodiscard]] constexpr std::uint16_t f16_from(float x) noexcept {
    return static_cast<std::uint16_t>(narrow(f16_format, x));
}
[[nodiscard]] constexpr std::uint16_t f16_from(double x) noexcept {
    return static_cast<std::uint16_t>(narrow(f16_format, x));
}

} // namespace kernabi::numeric
