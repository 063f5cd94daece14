// SPDX-License-Identifier: MIT
// One thing in memory that a launch reads or writes, by its address.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/arguments.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/extent.hpp"
#include "backends/cpu/memory_map.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu {

/// Matrices in columns, one a batch. Sizes and strides count elements. They come from 32-bit words, and a stride that
/// does not is a product of two; only products with them can leave 64 bits.
struct Operand {
    kernabi::Argument slot = kernabi::Argument::gemm_count; ///< that holds its address
    bool reads = false;
    bool writes = false;
    DataType type = DataType::None;
    std::uint64_t rows = 0;
    std::uint64_t columns = 1;
    std::uint64_t ld = 0;
    std::uint64_t matrices = 1;
    std::uint64_t stride = 0;
    std::uint64_t address = 0;
    std::uint64_t offset = 0;            ///< bytes, added to every matrix's address
    const std::uint8_t* array = nullptr; ///< the matrices' own addresses, 8 bytes each; then `stride` means nothing

    [[nodiscard]] constexpr bool is_used() const noexcept {
        return (reads || writes) && rows != 0 && columns != 0 && matrices != 0 && size_of(type) != 0;
    }
    [[nodiscard]] constexpr std::uint64_t element_size() const noexcept { return size_of(type); }
    [[nodiscard]] constexpr std::uint64_t column_bytes() const noexcept { return rows * element_size(); }
    [[nodiscard]] constexpr std::uint64_t pitch() const noexcept { return ld * element_size(); }
    [[nodiscard]] constexpr std::uint64_t step() const noexcept { return stride * element_size(); }
    /// Bytes from the first element of one matrix to its last.
    [[nodiscard]] constexpr Count matrix_bytes() const noexcept {
        return matrix_span(rows, columns, ld).times(element_size());
    }
    /// The same of all matrices that lie a stride apart.
    [[nodiscard]] constexpr Count all_bytes() const noexcept {
        return Count{matrices - 1}.times(stride).times(element_size()).plus(matrix_bytes());
    }
    /// As a kernel adds addresses: modulo 2^64.
    [[nodiscard]] constexpr std::uint64_t address_of(std::uint64_t matrix) const noexcept {
        return (array != nullptr ? load_le(array + 8 * matrix, 8) : address + matrix * step()) + offset;
    }
};

/// The caller's pointer to all matrices a stride apart, or null. They are one allocation and must lie in one region.
[[nodiscard]] constexpr std::uint8_t* find_all(const Operand& x, const MemoryMap& memory) noexcept {
    const Count length = x.all_bytes();
    return length.is_past_all ? nullptr : memory.find(x.address_of(0), length.value, x.reads, x.writes);
}

/// The bytes of one matrix; empty where it is not used or does not lie in memory.
[[nodiscard]] constexpr Bytes view_of(const Operand& x, std::uint64_t matrix, const MemoryMap& memory) noexcept {
    if (!x.is_used()) return {};
    const Count length = x.matrix_bytes();
    if (length.is_past_all) return {};
    const std::size_t size = static_cast<std::size_t>(length.value);
    if (x.array == nullptr) {
        // Found as a whole, so that the matrices are in one piece even where regions overlap.
        std::uint8_t* const all = find_all(x, memory);
        return all == nullptr ? Bytes{} : Bytes{all + matrix * x.step(), size};
    }
    std::uint8_t* const data = memory.find(x.address_of(matrix), length.value, x.reads, x.writes);
    return data == nullptr ? Bytes{} : Bytes{data, size};
}

/// `matrices` where all lie in memory, else the number of one that does not: 0 where they lie a stride apart.
[[nodiscard]] constexpr std::uint64_t first_outside(const Operand& x, const MemoryMap& memory) noexcept {
    if (!x.is_used()) return x.matrices;
    if (x.array == nullptr) return find_all(x, memory) != nullptr ? x.matrices : 0;
    std::uint64_t matrix = 0;
    while (matrix < x.matrices && view_of(x, matrix, memory).data != nullptr) ++matrix;
    return matrix;
}

} // namespace kernabi::cpu
