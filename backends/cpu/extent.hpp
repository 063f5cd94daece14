// SPDX-License-Identifier: MIT
// How many elements and bytes an operand spans, without overflow whatever the sizes are.
#pragma once
#include "backends/cpu/element.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstdint>
#include <limits>

namespace kernabi::cpu {

/// A count that stays at "more than anything" once it has passed 64 bits.
struct Count {
    std::uint64_t value = 0;
    bool is_past_all = false;

    [[nodiscard]] constexpr Count times(std::uint64_t by) const noexcept {
        if (by == 0 || (value == 0 && !is_past_all)) return {};
        if (is_past_all || value > std::numeric_limits<std::uint64_t>::max() / by) return {0, true};
        return {value * by, false};
    }
    [[nodiscard]] constexpr Count plus(Count other) const noexcept {
        if (is_past_all || other.is_past_all || value + other.value < value) return {0, true};
        return {value + other.value, false};
    }
    [[nodiscard]] constexpr bool fits(std::uint64_t available) const noexcept {
        return !is_past_all && value <= available;
    }
};

/// Bytes that so many elements take, a last one begun counted whole.
[[nodiscard]] constexpr Count bytes_of(DataType type, Count elements) noexcept {
    if (!is_packed(type)) return elements.times(size_of(type));
    const Count bits = elements.times(row_of(type).bits);
    return bits.is_past_all ? bits : Count{bits.value / 8 + (bits.value % 8 != 0 ? 1u : 0u), false};
}

/// Elements from the first to the last of a rows x columns matrix, both included; rows and columns are not 0.
[[nodiscard]] constexpr Count matrix_span(std::uint64_t rows, std::uint64_t columns, std::uint64_t ld) noexcept {
    return Count{columns - 1}.times(ld).plus({rows});
}

/// Whether every element of the stored rows x columns matrices lies in the bytes that were given.
template <typename Byte>
[[nodiscard]] constexpr bool lies_inside(const Matrix<Byte>& x, std::uint64_t rows, std::uint64_t columns,
                                         std::uint64_t batch) noexcept {
    if (rows == 0 || columns == 0 || batch == 0) return true;
    const Count one = matrix_span(rows, columns, x.ld);
    const auto holds = [&](Span<Byte> bytes, Count elements) {
        return bytes.data != nullptr && bytes_of(x.type, elements).fits(bytes.size);
    };
    if (x.per_batch.data == nullptr) return holds(x.bytes, Count{batch - 1}.times(x.stride).plus(one));
    if (x.per_batch.size < batch) return false;
    for (std::uint64_t b = 0; b < batch; ++b)
        if (!holds(x.per_batch.data[b], one)) return false;
    return true;
}

/// Whether two elements of a strided output can share a place: batches must lie behind one another, or interleave
/// within a column.
template <typename Byte>
[[nodiscard]] constexpr bool overlaps_itself(const Matrix<Byte>& x, std::uint64_t rows, std::uint64_t columns,
                                             std::uint64_t batch) noexcept {
    if (rows == 0 || columns == 0 || batch < 2 || x.per_batch.data != nullptr) return false;
    const bool behind = matrix_span(rows, columns, x.ld).fits(x.stride);
    const bool between = rows <= x.stride && (columns == 1 || Count{batch - 1}.times(x.stride).plus({rows}).fits(x.ld));
    return !behind && !between;
}

/// Whether `count` elements, and as many again every `stride` for each further batch, lie in `bytes`.
template <typename Byte>
[[nodiscard]] constexpr bool vector_lies_inside(Span<Byte> bytes, DataType type, std::uint64_t count,
                                                std::uint64_t stride = 0, std::uint64_t batch = 1) noexcept {
    if (count == 0 || batch == 0) return true;
    const Count elements = Count{batch - 1}.times(stride).plus({count});
    return bytes.data != nullptr && elements.times(size_of(type)).fits(bytes.size);
}

} // namespace kernabi::cpu
