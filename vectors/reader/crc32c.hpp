// SPDX-License-Identifier: MIT
#pragma once
#include "abi/span.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::vectors {

namespace detail {
struct Crc32cTable {
    std::uint32_t of[256] = {};
};
consteval Crc32cTable crc32c_table() noexcept {
    Crc32cTable table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1u) != 0 ? 0x82f63b78u : 0u);
        table.of[byte] = rest;
    }
    return table;
}
inline constexpr Crc32cTable crc32c_rests = crc32c_table();
} // namespace detail

/// CRC-32C (Castagnoli) of the bytes.
[[nodiscard]] constexpr std::uint32_t crc32c(ConstBytes bytes) noexcept {
    std::uint32_t crc = 0xffffffffu;
    for (const std::uint8_t byte : bytes) crc = (crc >> 8) ^ detail::crc32c_rests.of[(crc ^ byte) & 0xffu];
    return crc ^ 0xffffffffu;
}

} // namespace kernabi::vectors
