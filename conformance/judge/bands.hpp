// SPDX-License-Identifier: MIT
// Comparing elements: NaN equals NaN, and a band is an interval.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/problem_type.hpp"
#include "abi/numeric/bf16.hpp"
#include "abi/numeric/f16.hpp"
#include "abi/numeric/f8.hpp"
#include <bit>
#include <cstdint>

namespace kernabi::judge {

/// Bytes of one number of a type: a complex element is two.
[[nodiscard]] constexpr unsigned number_bytes(DataType type) noexcept {
    if (type == DataType::ComplexFloat) return 4;
    if (type == DataType::ComplexDouble) return 8;
    const unsigned size = element_bytes(type);
    return size == 0 ? 1 : size;
}

/// A number as f64; integers, and types that have no NaN, exactly.
[[nodiscard]] constexpr double number_of(DataType type, std::uint64_t raw) noexcept {
    switch (type) {
    case DataType::Double:
    case DataType::ComplexDouble: return std::bit_cast<double>(raw);
    case DataType::Half: return numeric::f16_to_f64(static_cast<std::uint16_t>(raw));
    case DataType::BFloat16: return numeric::bf16_to_f64(static_cast<std::uint16_t>(raw));
    case DataType::Int8: return static_cast<double>(sign_extend(raw, 8));
    case DataType::Int32: return static_cast<double>(sign_extend(raw, 32));
    case DataType::Float8:
        return static_cast<double>(numeric::f8_to_f32(numeric::f8_format, static_cast<std::uint8_t>(raw)));
    case DataType::BFloat8:
        return static_cast<double>(numeric::f8_to_f32(numeric::bf8_format, static_cast<std::uint8_t>(raw)));
    case DataType::Float8_fnuz:
        return static_cast<double>(numeric::f8_to_f32(numeric::f8_fnuz_format, static_cast<std::uint8_t>(raw)));
    case DataType::BFloat8_fnuz:
        return static_cast<double>(numeric::f8_to_f32(numeric::bf8_fnuz_format, static_cast<std::uint8_t>(raw)));
    default: return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(raw)));
    }
}

[[nodiscard]] constexpr bool is_nan(DataType type, std::uint64_t raw) noexcept {
    const double x = number_of(type, raw);
    return x != x;
}

/// Whether a number is what an exact rule asks for.
[[nodiscard]] constexpr bool matches(DataType type, std::uint64_t wanted, std::uint64_t got) noexcept {
    return wanted == got || (is_nan(type, wanted) && is_nan(type, got));
}

/// Whether it lies in a band; two equal ends ask for those bytes.
[[nodiscard]] constexpr bool matches(DataType type, std::uint64_t low, std::uint64_t high, std::uint64_t got) noexcept {
    if (low == high) return matches(type, low, got);
    const double x = number_of(type, got);
    return number_of(type, low) <= x && x <= number_of(type, high);
}

} // namespace kernabi::judge
