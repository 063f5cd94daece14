// SPDX-License-Identifier: MIT
#include "conformance/gemm/inputs.hpp"
#include "abi/bytes.hpp"
#include "abi/numeric/unpacked.hpp"
#include "backends/cpu/element.hpp"
#include <iterator>

namespace kernabi::gemm {

namespace {

std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

std::uint64_t float_bits(const numeric::Format& f, Values values, std::uint64_t r, std::uint64_t before) {
    const std::uint64_t sign = (r & 1) != 0 ? numeric::sign_mask(f) : 0,
                        mantissa = (r >> 32) & ((std::uint64_t{1} << f.mantissa_bits) - 1);
    if (values == Values::small) return numeric::narrow(f, static_cast<double>((r >> 8) % 9) - 4.0);
    if (values == Values::uniform) return numeric::narrow(f, static_cast<double>(r >> 11) * 0x1p-52 - 1.0);
    if (values == Values::special && r % 64 == 0) {
        if (r % 128 == 0) return f.nan_bits;
        return sign | (f.has_infinity ? numeric::infinity_bits(f) : f.max_magnitude);
    }
    switch (r >> 1 & 7) {
    case 0: return sign & (f.has_negative_zero ? ~std::uint64_t{0} : 0);
    case 1: return sign | (mantissa == 0 && !f.has_negative_zero ? 1 : mantissa); // subnormal
    case 2: return before ^ numeric::sign_mask(f);                                // cancels the one before
    default: {
        const auto middle = static_cast<std::uint64_t>(f.bias), reach = middle / 4 + 1;
        const std::uint64_t exponent = middle - reach + (r >> 16) % (2 * reach);
        return sign | (exponent == 0 ? 1 : exponent) << f.mantissa_bits | mantissa;
    }
    }
}

std::uint64_t one(DataType type, Values values, std::uint64_t seed, std::uint64_t n) {
    const std::uint64_t step = 0x9e3779b97f4a7c15u, r = mixed(seed * 0xd1342543de82ef95u + (n + 1) * step);
    if (type == DataType::E8) return values == Values::special && r % 97 == 0 ? 0xff : 124 + r % 7;
    const numeric::Format* const f = cpu::format_of(type);
    if (f == nullptr) {
        if (values == Values::small) return static_cast<std::uint64_t>(static_cast<std::int64_t>(r % 9) - 4);
        return r >> 8;
    }
    std::uint64_t before = 0;
    if (values >= Values::adversarial && n != 0) {
        const std::uint64_t r0 = mixed(seed * 0xd1342543de82ef95u + n * step);
        if ((r0 >> 1 & 7) > 2 && r0 % 64 != 0) before = float_bits(*f, values, r0, 0);
    }
    const std::uint64_t bits = float_bits(*f, values, r, before);
    const bool is_negative_zero = bits == numeric::sign_mask(*f);
    return is_negative_zero && !f->has_negative_zero ? 0 : bits;
}

} // namespace

std::optional<Values> values_from(std::string_view name) {
    for (std::size_t i = 0; i < std::size(value_names); ++i)
        if (name == value_names[i]) return static_cast<Values>(i);
    return std::nullopt;
}

void fill(DataType type, Values values, std::uint64_t seed, Bytes to) {
    if (cpu::is_packed(type)) { // every pattern of these is a number
        for (std::size_t i = 0; i < to.size; ++i)
            to.data[i] = static_cast<std::uint8_t>(mixed(seed * 0xd1342543de82ef95u + i + 1));
        return;
    }
    const DataType part = type == DataType::ComplexFloat    ? DataType::Float
                          : type == DataType::ComplexDouble ? DataType::Double
                                                            : type;
    const std::size_t size = cpu::size_of(part);
    for (std::size_t i = 0; i + size <= to.size; i += size)
        store_le(to.data + i, one(part, values, seed, i / size), size);
}

} // namespace kernabi::gemm
