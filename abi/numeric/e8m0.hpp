// SPDX-License-Identifier: MIT
#pragma once
#include "abi/numeric/unpacked.hpp"

namespace kernabi::numeric {

/// The block scale of the scaled formats: 2^(bits - 127), no sign, no zero; 0xff is NaN. Exact: the least, 2^-127, is
/// an f32 subnormal.
[[nodiscard]] constexpr float e8m0_to_f32(std::uint8_t bits) noexcept {
    if (bits == 0xff) return f32_of(f32_format.nan_bits);
    return f32_of(pack(f32_format, {Class::finite, false, bits - 127, std::uint64_t{1} << 63}));
}

} // namespace kernabi::numeric
