// SPDX-License-Identifier: MIT
#include "conformance/text/printed.hpp"
#include "abi/kernarg/unpack.hpp"
#include "abi/numeric/bf16.hpp"
#include "abi/numeric/f16.hpp"
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace kernabi::text {

namespace {

/// As a C++ stream in its default state does, a NaN's sign included.
std::string six_digits(double x) {
    if (std::isnan(x)) return std::signbit(x) ? "-nan" : "nan";
    return fmt::format("{:.6g}", x);
}

/// A NaN must keep its sign, which the contract's conversions drop.
double small_float(Kind kind, std::uint64_t bits) {
    const std::uint16_t half = static_cast<std::uint16_t>(bits);
    const double x = static_cast<double>(kind == Kind::f16 ? numeric::f16_to_f32(half) : numeric::bf16_to_f32(half));
    return std::isnan(x) ? std::copysign(x, (half & 0x8000u) != 0 ? -1.0 : 1.0) : x;
}

double single(std::uint64_t bits) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

} // namespace

std::string printed_value(Kind kind, const std::uint8_t* bytes) {
    const Entry entry{Argument::gemm_count, 0, kind, kind, 0, row_of(kind).size};
    const std::uint64_t low = load_entry(entry, bytes), high = imaginary_of(entry, bytes);
    switch (kind) {
    case Kind::u32: return std::to_string(low);
    case Kind::i32:
    case Kind::i64: return std::to_string(static_cast<std::int64_t>(low));
    case Kind::i8: return std::string(1, static_cast<char>(bytes[0]));
    case Kind::pointer: return low == 0 ? "0" : fmt::format("{:#x}", low);
    case Kind::f16:
    case Kind::bf16: return six_digits(small_float(kind, low));
    case Kind::f32: return six_digits(single(low));
    case Kind::f64: return six_digits(std::bit_cast<double>(low));
    case Kind::c32: return "(" + six_digits(single(low)) + "," + six_digits(single(high)) + ")";
    case Kind::c64:
        return "(" + six_digits(std::bit_cast<double>(low)) + "," + six_digits(std::bit_cast<double>(high)) + ")";
    }
    return {};
}

std::string argument_line(const Entry& entry, const std::string& name, const std::uint8_t* bytes) {
    std::string line = fmt::format("[{}..{}] {}:", entry.offset, entry.offset + entry.size - 1, name);
    for (std::size_t i = 0; i < entry.size; ++i) fmt::format_to(std::back_inserter(line), " {:02x}", bytes[i]);
    return line + " (" + printed_value(entry.kind, bytes) + ")\n";
}

std::string unbound_line(const Entry& entry, const std::string& name) {
    return fmt::format("[{}..{}] {}: <unbound>\n", entry.offset, entry.offset + entry.size - 1, name);
}

std::string as_utf8(const std::string& raw) {
    std::string text;
    for (const char c : raw) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xc0 | (byte >> 6));
            text += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return text;
}

} // namespace kernabi::text
