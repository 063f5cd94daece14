// SPDX-License-Identifier: MIT
#pragma once
#include "abi/numeric/unpacked.hpp"

namespace kernabi::numeric {

/// What an XFloat32 instruction sees of an f32: 10 mantissa bits, rounded to nearest even; may round to infinity.
[[nodiscard]] constexpr float xf32_round(float x) noexcept {
    constexpr unsigned unused = 23 - 10;
    return f32_of(narrow(xf32_format, x) << unused);
}

} // namespace kernabi::numeric
