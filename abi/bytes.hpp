// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// Stores the low `size` (1 to 8) bytes of `value`, lowest first, whatever the machine's own order is.
constexpr void store_le(std::uint8_t* to, std::uint64_t value, std::size_t size) noexcept {
    for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// Reads `size` (1 to 8) bytes, lowest first, into the low bits of the result.
[[nodiscard]] constexpr std::uint64_t load_le(const std::uint8_t* from, std::size_t size) noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(from[i]) << (8 * i);
    return value;
}

/// The low `bits` (1 to 64) bits of `value` read as two's complement.
[[nodiscard]] constexpr std::int64_t sign_extend(std::uint64_t value, unsigned bits) noexcept {
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    const std::uint64_t low = bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
    return static_cast<std::int64_t>((low ^ sign) - sign);
}

} // namespace kernabi
