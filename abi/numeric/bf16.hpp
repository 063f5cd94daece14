// SPDX-License-Identifier: MIT
#pragma once
#include "abi/numeric/unpacked.hpp"

namespace kernabi::numeric {

/// The upper half of an f32 ("BFloat16"): 1-8-7, subnormals kept, overflow to infinity, NaN as 0x7fc0.
[[nodiscard]] constexpr float bf16_to_f32(std::uint16_t bits) noexcept { return widen_f32(bf16_format, bits); }
[[nodiscard]] constexpr double bf16_to_f64(std::uint16_t bits) noexcept { return widen_f64(bf16_format, bits); }
[[nodiscard]] constexpr std::uint16_t bf16_from(float x) noexcept {
    return static_cast<std::uint16_t>(narrow(bf16_format, x));
}
[[nodiscard]] constexpr std::uint16_t bf16_from(double x) noexcept {
    return static_cast<std::uint16_t>(narrow(bf16_format, x));
}

} // namespace kernabi::numeric
