// SPDX-License-Identifier: MIT
#include "conformance/protocol/scalar_json.hpp"
#include "abi/numeric/bf16.hpp"
#include "abi/numeric/f16.hpp"
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace kernabi::protocol {

namespace {

double real_number(const Json& value, const std::string& where) {
    if (value.is_number()) return value.get<double>();
    if (value.is_string()) {
        const std::string& text = value.get_ref<const std::string&>();
        constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                         infinity = std::numeric_limits<double>::infinity();
        if (text == "nan") return std::copysign(nan, 1.0);
        if (text == "-nan") return std::copysign(nan, -1.0);
        if (text == "inf") return infinity;
        if (text == "-inf") return -infinity;
    }
    throw Refusal{"bad_type", where + ": wanted a number, \"nan\", \"-nan\", \"inf\" or \"-inf\""};
}

/// The host converts through f32, and a NaN keeps its sign there; the contract's own stores make every NaN positive.
std::uint64_t small_float(double x, Kind kind) {
    const float single = static_cast<float>(x);
    const std::uint64_t sign = std::signbit(single) && std::isnan(single) ? 0x8000u : 0u;
    return sign | (kind == Kind::f16 ? numeric::f16_from(single) : numeric::bf16_from(single));
}

std::uint64_t whole_number(const Json& value, const std::string& where) {
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    if (value.is_number_integer()) return static_cast<std::uint64_t>(value.get<std::int64_t>());
    const double x = real_number(value, where);
    if (!(x > -9.2e18 && x < 9.2e18)) throw Refusal{"value_out_of_range", where + ": no whole number of 64 bits"};
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
}

std::uint64_t part_bits(const Json& value, const std::string& where, Kind kind) {
    switch (kind) {
    case Kind::f16:
    case Kind::bf16: return small_float(real_number(value, where), kind);
    case Kind::f32:
    case Kind::c32: return std::bit_cast<std::uint32_t>(static_cast<float>(real_number(value, where)));
    case Kind::f64:
    case Kind::c64: return std::bit_cast<std::uint64_t>(real_number(value, where));
    default: return whole_number(value, where);
    }
}

Json float_json(double x) {
    if (std::isnan(x)) return std::signbit(x) ? "-nan" : "nan";
    if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
    return x;
}

double part_value(Kind kind, std::uint64_t bits) {
    switch (kind) {
    case Kind::f16: return static_cast<double>(numeric::f16_to_f32(static_cast<std::uint16_t>(bits)));
    case Kind::bf16: return static_cast<double>(numeric::bf16_to_f32(static_cast<std::uint16_t>(bits)));
    case Kind::f64:
    case Kind::c64: return std::bit_cast<double>(bits);
    default: return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    }
}

} // namespace

void scalar_bits(const Json& value, const std::string& where, Kind kind, std::uint64_t (&parts)[2]) {
    const bool is_complex = kind == Kind::c32 || kind == Kind::c64;
    parts[0] = parts[1] = 0;
    if (value.is_array()) {
        if (!is_complex || value.size() != 2) throw Refusal{"bad_type", where + ": [re, im] is for complex types"};
        for (std::size_t i = 0; i < 2; ++i) parts[i] = part_bits(value[i], where, kind);
        return;
    }
    parts[0] = part_bits(value, where, kind);
}

Json scalar_json(Kind kind, std::uint64_t low, std::uint64_t high) {
    switch (kind) {
    case Kind::pointer: {
        char text[17];
        const auto end = std::to_chars(text, text + sizeof(text), low, 16).ptr;
        return "0x" + std::string(text, end);
    }
    case Kind::i32:
    case Kind::i64:
    case Kind::i8: return static_cast<std::int64_t>(low);
    case Kind::u32: return low;
    case Kind::c32:
    case Kind::c64: return Json::array({float_json(part_value(kind, low)), float_json(part_value(kind, high))});
    default: return float_json(part_value(kind, low));
    }
}

} // namespace kernabi::protocol
