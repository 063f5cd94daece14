// SPDX-License-Identifier: MIT
// Whether two operands share a byte: exactly, so that matrices interleaved in one buffer are told apart.
#pragma once
#include "backends/cpu/operand.hpp"
#include <cstdint>

namespace kernabi::cpu {

/// Runs `first` up to, not including, `end`.
struct Window {
    std::uint64_t first = 0;
    std::uint64_t end = 0;

    [[nodiscard]] constexpr bool is_empty() const noexcept { return first >= end; }
};

/// Which of `count` runs of `length` bytes, from `start` on and `pitch` bytes apart, touch the bytes from `low` up to
/// `high`. No run may reach the end of the address space.
[[nodiscard]] constexpr Window window(std::uint64_t start, std::uint64_t length, std::uint64_t count,
                                      std::uint64_t pitch, std::uint64_t low, std::uint64_t high) noexcept {
    if (count == 0 || high <= start) return {};
    if (count == 1 || pitch == 0) return low < start + length ? Window{0, 1} : Window{};
    const std::uint64_t first = low >= start + length ? (low - start - length) / pitch + 1 : 0;
    const std::uint64_t end = (high - 1 - start) / pitch + 1;
    return {first, end < count ? end : count};
}

/// Two matrices that lie in memory, at these addresses.
[[nodiscard]] constexpr bool matrices_share(const Operand& x, std::uint64_t at_x, const Operand& y,
                                            std::uint64_t at_y) noexcept {
    if (x.columns > y.columns) return matrices_share(y, at_y, x, at_x);
    const std::uint64_t end_y = at_y + y.matrix_bytes().value;
    const Window near = window(at_x, x.column_bytes(), x.columns, x.pitch(), at_y, end_y);
    for (std::uint64_t j = near.first; j < near.end; ++j) {
        const std::uint64_t low = at_x + j * x.pitch();
        if (!window(at_y, y.column_bytes(), y.columns, y.pitch(), low, low + x.column_bytes()).is_empty()) return true;
    }
    return false;
}

/// The matrices of `y` that may touch these bytes; all of them where each has an address of its own.
[[nodiscard]] constexpr Window near_matrices(const Operand& y, std::uint64_t low, std::uint64_t high) noexcept {
    if (y.array != nullptr) return {0, y.matrices};
    return window(y.address_of(0), y.matrix_bytes().value, y.matrices, y.step(), low, high);
}

/// Whether two operands that lie in memory share a byte. With `in_place` matrices of the same batch may be the same
/// matrix.
[[nodiscard]] constexpr bool operands_share(const Operand& x, const Operand& y, bool in_place) noexcept {
    const std::uint64_t count = x.array == nullptr && x.stride == 0 && !in_place ? 1 : x.matrices;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at_x = x.address_of(i);
        const Window near = near_matrices(y, at_x, at_x + x.matrix_bytes().value);
        for (std::uint64_t j = near.first; j < near.end; ++j) {
            const std::uint64_t at_y = y.address_of(j);
            if (in_place && i == j && at_x == at_y) continue;
            if (matrices_share(x, at_x, y, at_y)) return true;
        }
    }
    return false;
}

/// Whether two matrices of one operand share a byte. Matrices a stride apart all lie to one another as to the first.
[[nodiscard]] constexpr bool shares_with_itself(const Operand& x) noexcept {
    if (x.matrices < 2) return false;
    if (x.array == nullptr && x.stride == 0) return true;
    const std::uint64_t count = x.array == nullptr ? 1 : x.matrices;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at = x.address_of(i);
        const Window near = near_matrices(x, at, at + x.matrix_bytes().value);
        for (std::uint64_t j = near.first > i ? near.first : i + 1; j < near.end; ++j)
            if (matrices_share(x, at, x, x.address_of(j))) return true;
    }
    return false;
}

} // namespace kernabi::cpu
