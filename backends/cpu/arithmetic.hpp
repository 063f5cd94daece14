// SPDX-License-Identifier: MIT
// The arithmetics that a GEMM can be computed in. Each is a set of functions on its `Value`, rounded after every step.
#pragma once
#include "abi/kernarg/types.hpp"
#include "abi/numeric/exp.hpp"
#include "abi/numeric/fma.hpp"
#include "abi/numeric/tanh.hpp"
#include "abi/numeric/to_int.hpp"
#include <bit>
#include <cstdint>
#include <type_traits>

namespace kernabi::cpu {

/// Floating point of format `F`, carried in T. A narrower F than T's own is rounded to after each operation; with f16
/// in f32 that is the correctly rounded result of one operation, because 24 bits are 2 * 11 + 2.
template <typename T, const numeric::Format& F, DataType Type>
struct Real {
    using Value = T;
    static constexpr DataType type = Type;
    static constexpr bool is_integer = false;
    static constexpr bool carrier_is_wider = F.mantissa_bits != (std::is_same_v<T, float> ? 23 : 52);

    [[nodiscard]] static constexpr T of_bits(std::uint64_t bits) noexcept {
        if constexpr (std::is_same_v<T, float>)
            return numeric::widen_f32(F, bits);
        else
            return numeric::widen_f64(F, bits);
    }
    [[nodiscard]] static constexpr T rounded(T x) noexcept {
        if constexpr (carrier_is_wider)
            return of_bits(numeric::narrow(F, x));
        else
            return x;
    }
    [[nodiscard]] static constexpr T from_format(const numeric::Format& from, std::uint64_t bits) noexcept {
        return of_bits(numeric::convert(from, F, bits));
    }
    [[nodiscard]] static constexpr T from_unpacked(const numeric::Unpacked& x) noexcept {
        return of_bits(numeric::pack(F, x));
    }
    [[nodiscard]] static constexpr T constant(double x) noexcept { return from_unpacked(numeric::unpack(x)); }
    [[nodiscard]] static constexpr T from_integer(std::int32_t x) noexcept { return constant(static_cast<double>(x)); }

    [[nodiscard]] static constexpr T add(T a, T b) noexcept { return rounded(a + b); }
    [[nodiscard]] static constexpr T multiply(T a, T b) noexcept { return rounded(a * b); }
    [[nodiscard]] static constexpr T divide(T a, T b) noexcept { return rounded(a / b); }
    /// One step of a sum of products: fused, but for f16, which rounds the product first.
    [[nodiscard]] static constexpr T multiply_add(T a, T b, T sum) noexcept {
        if constexpr (carrier_is_wider)
            return add(sum, multiply(a, b));
        else
            return numeric::fused_multiply_add(a, b, sum);
    }
    [[nodiscard]] static constexpr T magnitude(T x) noexcept {
        if constexpr (std::is_same_v<T, float>)
            return numeric::f32_of(numeric::bits_of(x) & 0x7fffffffu);
        else
            return numeric::f64_of(numeric::bits_of(x) & 0x7fffffffffffffffu);
    }
    [[nodiscard]] static constexpr bool is_nan(T x) noexcept { return numeric::unpack(x).kind == numeric::Class::nan; }
    [[nodiscard]] static constexpr bool is_zero(T x) noexcept {
        return numeric::unpack(x).kind == numeric::Class::zero;
    }
    [[nodiscard]] static constexpr T exp(T x) noexcept {
        return from_unpacked(numeric::exponential(numeric::unpack(x)));
    }
    [[nodiscard]] static constexpr T tanh(T x) noexcept {
        return from_unpacked(numeric::hyperbolic_tangent(numeric::unpack(x)));
    }
};

using Single = Real<float, numeric::f32_format, DataType::Float>;
using Twice = Real<double, numeric::f64_format, DataType::Double>;
using HalfSums = Real<float, numeric::f16_format, DataType::Half>;

/// int32 that wraps in every step.
struct Integer {
    using Value = std::int32_t;
    static constexpr DataType type = DataType::Int32;
    static constexpr bool is_integer = true;

    [[nodiscard]] static constexpr std::int32_t wrapped(std::uint32_t x) noexcept {
        return std::bit_cast<std::int32_t>(x);
    }
    [[nodiscard]] static constexpr std::int32_t from_format(const numeric::Format& from, std::uint64_t bits) noexcept {
        return numeric::to_integer<std::int32_t>(numeric::unpack(from, bits), numeric::IntRounding::toward_zero);
    }
    [[nodiscard]] static constexpr std::int32_t from_integer(std::int32_t x) noexcept { return x; }
    [[nodiscard]] static constexpr std::int32_t add(std::int32_t a, std::int32_t b) noexcept {
        return wrapped(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
    }
    [[nodiscard]] static constexpr std::int32_t multiply(std::int32_t a, std::int32_t b) noexcept {
        return wrapped(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
    }
    [[nodiscard]] static constexpr std::int32_t multiply_add(std::int32_t a, std::int32_t b,
                                                             std::int32_t sum) noexcept {
        return add(sum, multiply(a, b));
    }
    [[nodiscard]] static constexpr std::int32_t magnitude(std::int32_t x) noexcept {
        return x < 0 ? wrapped(0u - static_cast<std::uint32_t>(x)) : x;
    }
    [[nodiscard]] static constexpr bool is_nan(std::int32_t) noexcept { return false; }
    [[nodiscard]] static constexpr bool is_zero(std::int32_t x) noexcept { return x == 0; }
};

/// A complex number of two reals; what is defined on it lies with its users.
template <typename R>
struct Complex {
    using Part = R;
    struct Value {
        typename R::Value re{};
        typename R::Value im{};
    };
};

} // namespace kernabi::cpu
