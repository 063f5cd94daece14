// SPDX-License-Identifier: MIT
// Bounds-checked looks into foreign bytes.
#pragma once
#include "abi/bytes.hpp"
#include "abi/span.hpp"
#include <cstdint>
#include <cstring>
#include <string_view>

namespace kernabi::codeobject {

/// Whether `size` bytes from `offset` on lie in `bytes`; no sum can wrap.
[[nodiscard]] constexpr bool holds(ConstBytes bytes, std::uint64_t offset, std::uint64_t size) noexcept {
    return offset <= bytes.size && size <= bytes.size - offset;
}

/// The part that lies inside: empty where `offset` is past the end, shorter where `size` is.
[[nodiscard]] constexpr ConstBytes part(ConstBytes bytes, std::uint64_t offset, std::uint64_t size) noexcept {
    if (offset >= bytes.size) return {};
    const std::uint64_t rest = bytes.size - offset;
    return {bytes.data + offset, static_cast<std::size_t>(size < rest ? size : rest)};
}

/// A number of `width` bytes at `offset`, little-endian; 0 where it does not lie inside.
[[nodiscard]] constexpr std::uint64_t number(ConstBytes bytes, std::uint64_t offset, unsigned width) noexcept {
    return holds(bytes, offset, width) ? load_le(bytes.data + offset, width) : 0;
}

[[nodiscard]] inline std::string_view text(ConstBytes bytes) noexcept {
    if (bytes.size == 0) return {};
    const void* const data = bytes.data;
    return {static_cast<const char*>(data), bytes.size};
}

[[nodiscard]] inline bool starts_with(ConstBytes bytes, std::string_view magic) noexcept {
    return bytes.size >= magic.size() && std::memcmp(bytes.data, magic.data(), magic.size()) == 0;
}

} // namespace kernabi::codeobject
