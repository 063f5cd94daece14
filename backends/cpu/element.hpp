// SPDX-License-Identifier: MIT
// One element in memory, in any type, to and from the arithmetic of a computation.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/types.hpp"
#include "abi/numeric/format.hpp"
#include "abi/numeric/unpacked.hpp"
#include "backends/cpu/arithmetic.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu {

/// The format of a real floating-point element of whole bytes; null for every other type. XFloat32 is stored as f32.
[[nodiscard]] constexpr const numeric::Format* format_of(DataType type) noexcept {
    switch (type) {
    case DataType::Float:
    case DataType::XFloat32: return &numeric::f32_format;
    case DataType::Double: return &numeric::f64_format;
    case DataType::Half: return &numeric::f16_format;
    case DataType::BFloat16: return &numeric::bf16_format;
    case DataType::Float8: return &numeric::f8_format;
    case DataType::BFloat8: return &numeric::bf8_format;
    case DataType::Float8_fnuz: return &numeric::f8_fnuz_format;
    case DataType::BFloat8_fnuz: return &numeric::bf8_fnuz_format;
    default: return nullptr;
    }
}

[[nodiscard]] constexpr std::size_t size_of(DataType type) noexcept { return row_of(type).bits / 8u; }

/// Types whose elements are no whole bytes.
[[nodiscard]] constexpr bool is_packed(DataType type) noexcept {
    return type == DataType::Float6 || type == DataType::BFloat6 || type == DataType::Float4;
}
[[nodiscard]] constexpr const numeric::Format& packed_format_of(DataType type) noexcept {
    return type == DataType::Float6    ? numeric::f6_e2m3_format
           : type == DataType::BFloat6 ? numeric::f6_e3m2_format
                                       : numeric::f4_e2m1_format;
}

[[nodiscard]] constexpr DataType or_else(DataType type, DataType otherwise) noexcept {
    return type == DataType::None ? otherwise : type;
}

/// A number from its bits, rounded to R where R is narrower; in `Integer` truncated toward zero.
template <typename R>
[[nodiscard]] constexpr typename R::Value load_bits(DataType type, std::uint64_t bits) noexcept {
    if (type == DataType::Int8) return R::from_integer(static_cast<std::int32_t>(sign_extend(bits, 8)));
    if (type == DataType::Int32) return R::from_integer(static_cast<std::int32_t>(sign_extend(bits, 32)));
    const numeric::Format* format = format_of(type);
    return format == nullptr ? typename R::Value{} : R::from_format(*format, bits);
}

template <typename R>
[[nodiscard]] constexpr typename R::Value load(DataType type, const std::uint8_t* from) noexcept {
    return load_bits<R>(type, load_le(from, size_of(type)));
}

template <typename R>
[[nodiscard]] constexpr typename R::Value load(const Scalar& x) noexcept {
    return load_bits<R>(or_else(x.type, R::type), x.bits);
}

/// What step "convert to dType" stores; int32 stays itself, or is clamped into int8.
template <typename R>
[[nodiscard]] constexpr std::uint64_t store_bits(DataType type, typename R::Value x) noexcept {
    const numeric::Format* format = format_of(type);
    if constexpr (R::is_integer) {
        if (format != nullptr) return numeric::narrow(*format, static_cast<double>(x));
        if (type != DataType::Int8) return static_cast<std::uint32_t>(x);
        return static_cast<std::uint64_t>(x < -128 ? -128 : x > 127 ? 127 : x);
    } else {
        if (type == DataType::Int8) return static_cast<std::uint64_t>(numeric::int8_nearest(x));
        return format == nullptr ? 0 : numeric::narrow(*format, x);
    }
}

template <typename R>
constexpr void store(DataType type, std::uint8_t* to, typename R::Value x) noexcept {
    store_le(to, store_bits<R>(type, x), size_of(type));
}

/// The address of an element; `check` has made sure that it exists.
template <typename Byte>
[[nodiscard]] constexpr Byte* element(const Matrix<Byte>& x, std::uint64_t row, std::uint64_t column,
                                      std::uint64_t batch) noexcept {
    Byte* base = x.bytes.data;
    std::uint64_t index = row + column * x.ld;
    if (x.per_batch.empty())
        index += batch * x.stride;
    else
        base = x.per_batch.data[batch].data;
    return base + index * size_of(x.type);
}

/// An element of A or B as a number.
template <typename R>
[[nodiscard]] constexpr typename R::Value load_element(const Input& x, std::uint64_t row, std::uint64_t column,
                                                       std::uint64_t batch) noexcept {
    if (!is_packed(x.type)) return load<R>(x.type, element(x, row, column, batch));
    if constexpr (R::is_integer) {
        return {}; // `check` refuses them
    } else {
        const bool own = !x.per_batch.empty();
        const std::uint8_t* const base = own ? x.per_batch.data[batch].data : x.bytes.data;
        const std::uint64_t bits = row_of(x.type).bits,
                            at = (row + column * x.ld + (own ? 0 : batch * x.stride)) * bits;
        const std::uint64_t in_byte = at % 8;
        std::uint64_t word = base[at / 8];
        if (in_byte + bits > 8) word |= std::uint64_t{base[at / 8 + 1]} << 8;
        return R::from_format(packed_format_of(x.type), word >> in_byte & ((std::uint64_t{1} << bits) - 1));
    }
}

/// Element i of a vector.
template <typename R>
[[nodiscard]] constexpr typename R::Value load(DataType type, ConstBytes from, std::uint64_t i) noexcept {
    return load<R>(type, from.data + i * size_of(type));
}

} // namespace kernabi::cpu
