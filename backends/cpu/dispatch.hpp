// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernarg/types.hpp"
#include "backends/cpu/arithmetic.hpp"

namespace kernabi::cpu {

[[nodiscard]] constexpr bool is_complex(DataType type) noexcept {
    return type == DataType::ComplexFloat || type == DataType::ComplexDouble;
}

/// The compute types that have a definition. Half means sums in f16.
[[nodiscard]] constexpr bool compute_type_is_defined(DataType type) noexcept {
    return type == DataType::Float || type == DataType::XFloat32 || type == DataType::Double ||
           type == DataType::Half || type == DataType::Int32 || is_complex(type);
}

/// Calls `f` with the arithmetic of a compute type; for a complex one that of its parts.
template <typename F>
constexpr auto with_arithmetic(DataType type, F f) noexcept {
    switch (type) {
    case DataType::Double:
    case DataType::ComplexDouble: return f(Twice{});
    case DataType::Half: return f(HalfSums{});
    case DataType::Int32: return f(Integer{});
    default: return f(Single{});
    }
}

} // namespace kernabi::cpu
