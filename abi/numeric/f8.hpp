// SPDX-License-Identifier: MIT
// The four 8-bit forms: `f8_format` (OCP e4m3, "Float8"), `bf8_format` (OCP e5m2, "BFloat8"), `f8_fnuz_format` and
// `bf8_fnuz_format`. gfx942 uses FNUZ, gfx950 and gfx12 OCP; the same byte means different numbers in them: 0x38 is 1.0
// in OCP e4m3 and 0.5 in FNUZ, 0x80 is -0 in OCP and NaN in FNUZ, 0x7f is NaN in OCP e4m3 and 240 in FNUZ.
#pragma once
#include "abi/numeric/unpacked.hpp"

namespace kernabi::numeric {

[[nodiscard]] constexpr float f8_to_f32(const Format& f, std::uint8_t bits) noexcept { return widen_f32(f, bits); }
[[nodiscard]] constexpr double f8_to_f64(const Format& f, std::uint8_t bits) noexcept { return widen_f64(f, bits); }

/// The store of kernels: nearest even, too large and infinite values become the largest finite one.
[[nodiscard]] constexpr std::uint8_t f8_from(const Format& f, float x,
                                             Overflow overflow = Overflow::saturate) noexcept {
    return static_cast<std::uint8_t>(narrow(f, x, overflow));
}
[[nodiscard]] constexpr std::uint8_t f8_from(const Format& f, double x,
                                             Overflow overflow = Overflow::saturate) noexcept {
    return static_cast<std::uint8_t>(narrow(f, x, overflow));
}

} // namespace kernabi::numeric
