// SPDX-License-Identifier: MIT
// Data types and activations: TensileLite's names, with the numbers that travel in bias_type and activationType.
#pragma once
#include "abi/span.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// Element types under TensileLite's names. The enumerators' own values are this kit's; the host's numbers are in
/// `data_types`.
// clang-format off
enum class DataType : std::uint8_t {
    Float, Double, ComplexFloat, ComplexDouble, Half, Int8x4, Int32, BFloat16, Int8, Int64, XFloat32,
    Float8_fnuz, BFloat8_fnuz, Float8BFloat8_fnuz, BFloat8Float8_fnuz,
    Float8, BFloat8, Float8BFloat8, BFloat8Float8,
    Float6, BFloat6, Float4, E8, E5M3, None,
};
// clang-format on

/// Activation kinds under TensileLite's names. The host's numbers are in `activations`.
// clang-format off
enum class Activation : std::uint8_t {
    None, Abs, Clippedrelu, Gelu, Leakyrelu, Relu, Sigmoid, Tanh, DGelu, DRelu, Geluscaling, Silu, Swish, Clamp,
    All, Hipblaslt_all, Exp,
};
// clang-format on

/// A number that an enumeration of that year does not have.
inline constexpr std::uint8_t no_number = 0xff;

struct DataTypeRow {
    DataType type;
    const char* name;         ///< TensileLite's spelling
    const char* letter;       ///< in helper-kernel names
    std::uint8_t number_2024; ///< in bias_type, host of October 2024
    std::uint8_t number_2026; ///< the same, renumbered
    std::uint8_t bits;        ///< one element
};

/// Source: abi-facts 2.5. In 2024 "Float8" was the FNUZ form of gfx942 and had the one number 9; both spellings map to
/// it there.
// clang-format off
inline constexpr DataTypeRow data_types[] = {
    {DataType::Float, "Float", "S", 0, 0, 32},
    {DataType::Double, "Double", "D", 1, 1, 64},
    {DataType::ComplexFloat, "ComplexFloat", "C", 2, 2, 64},
    {DataType::ComplexDouble, "ComplexDouble", "Z", 3, 3, 128},
    {DataType::Half, "Half", "H", 4, 4, 16},
    {DataType::Int8x4, "Int8x4", "4xi8", 5, 5, 32},
    {DataType::Int32, "Int32", "I", 6, 6, 32},
    {DataType::BFloat16, "BFloat16", "B", 7, 7, 16},
    {DataType::Int8, "Int8", "I8", 8, 8, 8},
    {DataType::Int64, "Int64", "I64", no_number, 9, 64},
    {DataType::XFloat32, "XFloat32", "X", 11, 10, 32},
    {DataType::Float8_fnuz, "Float8_fnuz", "F8N", 9, 11, 8},
    {DataType::BFloat8_fnuz, "BFloat8_fnuz", "B8N", 10, 12, 8},
    {DataType::Float8BFloat8_fnuz, "Float8BFloat8_fnuz", "F8B8N", 12, 13, 8},
    {DataType::BFloat8Float8_fnuz, "BFloat8Float8_fnuz", "B8F8N", 13, 14, 8},
    {DataType::Float8, "Float8", "F8", 9, 15, 8},
    {DataType::BFloat8, "BFloat8", "B8", 10, 16, 8},
    {DataType::Float8BFloat8, "Float8BFloat8", "F8B8", 12, 17, 8},
    {DataType::BFloat8Float8, "BFloat8Float8", "B8F8", 13, 18, 8},
    {DataType::Float6, "Float6", "F6", no_number, 19, 6},
    {DataType::BFloat6, "BFloat6", "B6", no_number, 20, 6},
    {DataType::Float4, "Float4", "F4", no_number, 21, 4},
    {DataType::E8, "E8", "E8", no_number, 22, 8},
    {DataType::E5M3, "E5M3", "E5M3", no_number, 23, 8},
    {DataType::None, "None", "", 14, 24, 0},
};
// clang-format on

struct ActivationRow {
    Activation kind;
    const char* name;
    std::uint8_t number_2024; ///< in activationType
    std::uint8_t number_2026; ///< the same; DRelu moved everything behind it
    std::uint8_t arguments;   ///< values it takes; for All and Hipblaslt_all the most that any kind takes
    bool derivative;          ///< gradient mode multiplies by it
};

/// Source: abi-facts 2.5.
// clang-format off
inline constexpr ActivationRow activations[] = {
    {Activation::None, "None", 0, 0, 0, false},
    {Activation::Abs, "Abs", 1, 1, 0, false},
    {Activation::Clippedrelu, "Clippedrelu", 2, 2, 2, false},
    {Activation::Gelu, "Gelu", 3, 3, 0, false},
    {Activation::Leakyrelu, "Leakyrelu", 4, 4, 1, false},
    {Activation::Relu, "Relu", 5, 5, 0, false},
    {Activation::Sigmoid, "Sigmoid", 6, 6, 0, false},
    {Activation::Tanh, "Tanh", 7, 7, 2, false},
    {Activation::DGelu, "DGelu", 8, 8, 0, true},
    {Activation::DRelu, "DRelu", no_number, 9, 0, true},
    {Activation::Geluscaling, "Geluscaling", 9, 10, 1, false},
    {Activation::Silu, "Silu", 10, 11, 0, false},
    {Activation::Swish, "Swish", no_number, 12, 1, false},
    {Activation::Clamp, "Clamp", no_number, 13, 2, false},
    {Activation::All, "All", 11, 14, 2, false},
    {Activation::Hipblaslt_all, "Hipblaslt_all", 12, 15, 2, false},
    {Activation::Exp, "Exp", 13, 16, 0, false},
};
// clang-format on

inline constexpr std::size_t data_type_count = sizeof(data_types) / sizeof(data_types[0]);
inline constexpr std::size_t activation_count = sizeof(activations) / sizeof(activations[0]);

[[nodiscard]] constexpr const DataTypeRow& row_of(DataType type) noexcept {
    return data_types[static_cast<std::size_t>(type)];
}
[[nodiscard]] constexpr const ActivationRow& row_of(Activation kind) noexcept {
    return activations[static_cast<std::size_t>(kind)];
}

namespace detail {
consteval bool rows_stand_at_their_enumerators() noexcept {
    for (std::size_t i = 0; i < data_type_count; ++i)
        if (static_cast<std::size_t>(data_types[i].type) != i) return false;
    for (std::size_t i = 0; i < activation_count; ++i)
        if (static_cast<std::size_t>(activations[i].kind) != i) return false;
    return true;
}
} // namespace detail
static_assert(detail::rows_stand_at_their_enumerators());

/// How one argument's bytes are read.
enum class Kind : std::uint8_t { u32, i32, i64, f16, bf16, f32, f64, c32, c64, i8, pointer };

struct KindRow {
    Kind kind;
    const char* name;  ///< as `layout` prints it
    std::uint8_t size; ///< bytes
    bool is_signed;
};

// clang-format off
inline constexpr KindRow kinds[] = {
    {Kind::u32, "u32", 4, false}, {Kind::i32, "i32", 4, true},   {Kind::i64, "i64", 8, true},
    {Kind::f16, "f16", 2, false}, {Kind::bf16, "bf16", 2, false}, {Kind::f32, "f32", 4, false},
    {Kind::f64, "f64", 8, false}, {Kind::c32, "c32", 8, false},  {Kind::c64, "c64", 16, false},
    {Kind::i8, "i8", 1, true},    {Kind::pointer, "pointer", 8, false},
};
// clang-format on
inline constexpr std::size_t kind_count = sizeof(kinds) / sizeof(kinds[0]);

[[nodiscard]] constexpr const KindRow& row_of(Kind kind) noexcept { return kinds[static_cast<std::size_t>(kind)]; }

namespace detail {
/// The rows without their names, so that a packer's image holds none.
struct KindSizes {
    std::uint8_t size[kind_count] = {};
    bool is_signed[kind_count] = {};
};
consteval KindSizes kind_sizes() noexcept {
    KindSizes sizes{};
    for (std::size_t i = 0; i < kind_count; ++i) {
        sizes.size[i] = kinds[i].size;
        sizes.is_signed[i] = kinds[i].is_signed;
    }
    return sizes;
}
inline constexpr KindSizes sizes_of_kinds = kind_sizes();
} // namespace detail

[[nodiscard]] constexpr std::uint8_t size_of(Kind kind) noexcept {
    return detail::sizes_of_kinds.size[static_cast<std::size_t>(kind)];
}
[[nodiscard]] constexpr bool is_signed(Kind kind) noexcept {
    return detail::sizes_of_kinds.is_signed[static_cast<std::size_t>(kind)];
}

} // namespace kernabi
