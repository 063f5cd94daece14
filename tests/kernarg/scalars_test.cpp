// SPDX-License-Identifier: MIT
// Alpha, beta and activation arguments of each type: widths and bytes.
#include "abi/kernarg/pack.hpp"
#include "abi/numeric/f16.hpp"
#include "tests/kernarg/rows.hpp"
#include <bit>
#include <doctest/doctest.h>
#include <string>

using namespace kernabi;

namespace {

Form scalar_form(const char* name, DataType type) {
    ProblemType problem{};
    problem.alphaType = problem.betaType = type;
    return test::form_of(test::preset(name), problem);
}

/// The bytes from alpha to the next argument that is no scalar, in hexadecimal.
std::string scalar_bytes(const Form& form, const Values& values) {
    std::uint8_t bytes[1024] = {};
    std::size_t written = 0;
    ArgumentFault fault{};
    REQUIRE(pack(form, values, Policy::strict, bytes, written, fault) == Status::ok);
    Layout layout{};
    REQUIRE(make_layout(form, layout) == Status::ok);
    std::string text;
    for (const Entry& entry : layout)
        if (row_of(entry.argument).times == Times::scalar || row_of(entry.argument).times == Times::activation)
            for (unsigned i = 0; i < entry.size; ++i) {
                text += "0123456789abcdef"[bytes[entry.offset + i] >> 4];
                text += "0123456789abcdef"[bytes[entry.offset + i] & 15];
            }
    return text;
}

std::string bytes_of(const char* name, DataType type, std::uint64_t alpha, std::uint64_t beta) {
    Values values{};
    values.at(Argument::alpha) = alpha;
    values.at(Argument::beta) = beta;
    return scalar_bytes(scalar_form(name, type), values);
}

} // namespace

TEST_CASE("scalars: half 0.333 and -1.75 stand twice each (recorded)") {
    CHECK(bytes_of("v2", DataType::Half, 0x3554, 0xbf00) == "5435543500bf00bf");
}

TEST_CASE("scalars: half 1.2 is cd 3c cd 3c, not an f32 and not 2 bytes") {
    CHECK(bytes_of("v2", DataType::Half, 0x3ccd, 0) == "cd3ccd3c00000000");
}

TEST_CASE("scalars: bf16 has 2 bytes each and once (recorded)") {
    CHECK(bytes_of("v2", DataType::BFloat16, 0x3eaa, 0xbfe0) == "aa3ee0bf");
}

TEST_CASE("scalars: int8 has 1 byte, and what follows starts at an odd place") {
    CHECK(bytes_of("v2", DataType::Int8, 3, static_cast<std::uint64_t>(-2)) == "03fe");
    Form form = scalar_form("v2", DataType::Int8);
    form.type.useScaleAlphaVec = 1;
    Layout layout{};
    REQUIRE(make_layout(form, layout) == Status::ok);
    CHECK(layout.find(Argument::scaleAlphaVec)->offset == 98);
}

TEST_CASE("scalars: f32, int32 and f64 have 4, 4 and 8 bytes") {
    CHECK(bytes_of("v2", DataType::Float, 0x3fc00000, 0x3f000000) == "0000c03f0000003f");
    CHECK(bytes_of("v2", DataType::Int32, 2, static_cast<std::uint64_t>(-2)) == "02000000feffffff");
    CHECK(bytes_of("v2", DataType::Double, 0x3ff8000000000000, 0x3fe0000000000000) ==
          "000000000000f83f000000000000e03f");
}

TEST_CASE("scalars: alpha and beta may have different types") {
    ProblemType type{};
    type.alphaType = DataType::Half;
    type.betaType = DataType::Float;
    Values values{};
    values.at(Argument::alpha) = 0x3c00;
    values.at(Argument::beta) = 0x3f800000;
    CHECK(scalar_bytes(test::form_of(test::preset("v1"), type), values) == "003c003c0000803f");
}

TEST_CASE("scalars: the 2026 host widens half to f32 and then writes the half again: 6 bytes each") {
    CHECK(bytes_of("v2-2026", DataType::Half, 0x3c00, 0xbf00) == "0000803f003c0000e0bf00bf");
}

TEST_CASE("scalars: the 2026 host widens bf16 to f32 and int8 to int32") {
    CHECK(bytes_of("v3", DataType::BFloat16, 0x3eaa, 0xbfe0) == "0000aa3e0000e0bf");
    CHECK(bytes_of("v3", DataType::Int8, 3, static_cast<std::uint64_t>(-2)) == "03000000feffffff");
}

TEST_CASE("scalars: complex ones stand as real and imaginary part") {
    Values values{};
    values.at(Argument::alpha, 0) = 0x3f800000;
    values.at(Argument::alpha, 1) = 0x40000000;
    CHECK(scalar_bytes(scalar_form("v2-2026", DataType::ComplexFloat), values) == "0000803f000000400000000000000000");
    values.at(Argument::alpha, 0) = 0x3ff0000000000000;
    values.at(Argument::alpha, 1) = 0x4000000000000000;
    CHECK(scalar_bytes(scalar_form("v3", DataType::ComplexDouble), values) ==
          "000000000000f03f000000000000004000000000000000000000000000000000");
}

TEST_CASE("scalars: activation arguments of bf16 travel as f32, of half as 2 bytes each and once") {
    ProblemType type{};
    type.activationType = Activation::Clippedrelu;
    type.activationArgLength = 2;
    type.activationComputeDataType = DataType::BFloat16;
    Values values{};
    values.at(Argument::activation, 0) = 0x3f800000;
    values.at(Argument::activation, 1) = 0x40000000;
    CHECK(scalar_bytes(test::form_of(test::preset("v2"), type), values) == "00000000000000000000803f00000040");
    type.activationComputeDataType = DataType::Half;
    values.at(Argument::activation, 0) = 0x3c00;
    values.at(Argument::activation, 1) = 0x4000;
    CHECK(scalar_bytes(test::form_of(test::preset("v2"), type), values) == "0000000000000000003c0040");
}

TEST_CASE("scalars: every half widens to the f32 of the same value, every NaN to the quiet one") {
    for (std::uint32_t half = 0; half <= 0xffff; ++half)
        REQUIRE(half_as_f32(half) ==
                std::bit_cast<std::uint32_t>(numeric::f16_to_f32(static_cast<std::uint16_t>(half))));
}

TEST_CASE("scalars: widening keeps signs, infinities, subnormals and a bf16's NaN bits") {
    CHECK(widen(0x8000, Kind::f16, Kind::f32) == 0x80000000u);
    CHECK(widen(0x7c00, Kind::f16, Kind::f32) == 0x7f800000u);
    CHECK(widen(0x0001, Kind::f16, Kind::f32) == 0x33800000u);
    CHECK(widen(0xffc1, Kind::bf16, Kind::f32) == 0xffc10000u);
    CHECK(widen(0x80, Kind::i8, Kind::i32) == 0xffffff80u);
    CHECK(widen(0x1234, Kind::u32, Kind::u32) == 0x1234u);
}

TEST_CASE("numbers: data types and activations of both years") {
    const struct {
        DataType type;
        int old_number, new_number;
    } types[] = {{DataType::Float, 0, 0},
                 {DataType::Double, 1, 1},
                 {DataType::ComplexFloat, 2, 2},
                 {DataType::ComplexDouble, 3, 3},
                 {DataType::Half, 4, 4},
                 {DataType::Int8x4, 5, 5},
                 {DataType::Int32, 6, 6},
                 {DataType::BFloat16, 7, 7},
                 {DataType::Int8, 8, 8},
                 {DataType::Int64, 255, 9},
                 {DataType::XFloat32, 11, 10},
                 {DataType::Float8_fnuz, 9, 11},
                 {DataType::BFloat8_fnuz, 10, 12},
                 {DataType::Float8, 9, 15},
                 {DataType::BFloat8, 10, 16},
                 {DataType::Float8BFloat8, 12, 17},
                 {DataType::BFloat8Float8, 13, 18},
                 {DataType::Float6, 255, 19},
                 {DataType::Float4, 255, 21},
                 {DataType::E8, 255, 22},
                 {DataType::None, 14, 24}};
    for (const auto& row : types) {
        INFO(std::string(row_of(row.type).name));
        CHECK(row_of(row.type).number_2024 == row.old_number);
        CHECK(row_of(row.type).number_2026 == row.new_number);
    }
    const struct {
        Activation kind;
        int old_number, new_number;
    } numbers[] = {{Activation::None, 0, 0},         {Activation::Relu, 5, 5},
                   {Activation::DGelu, 8, 8},        {Activation::DRelu, 255, 9},
                   {Activation::Geluscaling, 9, 10}, {Activation::Silu, 10, 11},
                   {Activation::Swish, 255, 12},     {Activation::Clamp, 255, 13},
                   {Activation::All, 11, 14},        {Activation::Hipblaslt_all, 12, 15},
                   {Activation::Exp, 13, 16}};
    for (const auto& row : numbers) {
        INFO(std::string(row_of(row.kind).name));
        CHECK(row_of(row.kind).number_2024 == row.old_number);
        CHECK(row_of(row.kind).number_2026 == row.new_number);
    }
}
