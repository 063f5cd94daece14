// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// A run of elements that somebody else owns: pointer and count. A null pointer has the count 0 or is a request to
/// measure.
template <typename T>
struct Span {
    T* data = nullptr;
    std::size_t size = 0;

    constexpr Span() noexcept = default;
    constexpr Span(T* first, std::size_t count) noexcept : data(first), size(count) {}
    template <std::size_t N>
    constexpr Span(T (&array)[N]) noexcept : data(array), size(N) {}

    [[nodiscard]] constexpr T& operator[](std::size_t i) const noexcept { return data[i]; }
    [[nodiscard]] constexpr T* begin() const noexcept { return data; }
    [[nodiscard]] constexpr T* end() const noexcept { return data + size; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size == 0; }
    [[nodiscard]] constexpr operator Span<const T>() const noexcept { return {data, size}; }
};

using Bytes = Span<std::uint8_t>;
using ConstBytes = Span<const std::uint8_t>;

} // namespace kernabi
