// SPDX-License-Identifier: MIT
// Random problems of every type and switch, with the values at which arithmetic is hard.
#pragma once
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/extent.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace kernabi::test {

/// SplitMix64.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    std::uint64_t below(std::uint64_t end) { return bits() % end; }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    template <typename T>
    T any_of(const std::vector<T>& from) {
        return from[below(from.size())];
    }

  private:
    std::uint64_t state_;
};

/// One row of what is tried. Outputs are drawn from `outputs`, biases and E likewise.
struct TypeRow {
    const char* name;
    DataType a, b, compute, input;
    std::vector<DataType> outputs;
    bool scales_a = false, scales_b = false; ///< by blocks of 32 along k
};

inline const std::vector<TypeRow>& type_rows() {
    using enum DataType;
    static const std::vector<DataType> reals{Float, Half, BFloat16, Float8, BFloat8, Float8_fnuz, BFloat8_fnuz, Int8};
    static const std::vector<TypeRow> rows{
        {"f64", Double, Double, Double, None, {Double, Float, Half}},
        {"f32", Float, Float, Float, None, reals},
        {"xf32", Float, Float, XFloat32, None, {Float}},
        {"xf32 input", Float, Float, Float, XFloat32, {Float}},
        {"f16", Half, Half, Float, None, {Half, Float}},
        {"f16 sums", Half, Half, Half, None, {Half, Float, Float8}},
        {"bf16", BFloat16, BFloat16, Float, None, {BFloat16, Float}},
        {"f8", Float8, Float8, Float, None, reals},
        {"bf8", BFloat8, BFloat8, Float, None, reals},
        {"f8 bf8", Float8, BFloat8, Float, Float8BFloat8, reals},
        {"bf8 f8", BFloat8, Float8, Float, BFloat8Float8, reals},
        {"f8 fnuz", Float8_fnuz, Float8_fnuz, Float, None, reals},
        {"bf8 fnuz", BFloat8_fnuz, BFloat8_fnuz, Float, None, reals},
        {"f8 bf8 fnuz", Float8_fnuz, BFloat8_fnuz, Float, Float8BFloat8_fnuz, reals},
        {"bf8 f8 fnuz", BFloat8_fnuz, Float8_fnuz, Float, BFloat8Float8_fnuz, reals},
        {"i8", Int8, Int8, Int32, None, {Int32, Int8}},
        {"i8 to f32", Int8, Int8, Float, None, {Int8, Float}},
        {"i32", Int32, Int8, Int32, None, {Int32, Int8}},
        {"complex f32", ComplexFloat, ComplexFloat, ComplexFloat, None, {ComplexFloat}},
        {"complex f64", ComplexDouble, ComplexDouble, ComplexDouble, None, {ComplexDouble}},
        {"f16 by f32", Half, Float, Float, None, reals},
        {"bf16 and f8 as f64", BFloat16, Float8, Double, None, {Double, BFloat16}},
        {"f16 and f32 as f64", Half, Float, Double, None, {Double, Half}},
        {"f32 rounded to f8", Float, Float, Float, Float8, reals},
        {"f16 rounded to a pair", Half, Half, Float, Float8BFloat8_fnuz, reals},
        {"mx f8", Float8, BFloat8, Float, None, reals, true, true},
        {"mx f6", Float6, BFloat6, Float, None, {Float, BFloat16}, true, true},
        {"mx f4", Float4, Float4, Float, None, {Float, Half}, true, true},
        {"mx f4 by f8", Float8, Float4, Float, None, {Float, Half}, false, true},
        {"f8 with f16 sums", Float8, BFloat8_fnuz, Half, None, {Half}},
    };
    return rows;
}

/// A GEMM and the memory that it is on.
struct RandomGemm {
    cpu::Gemm gemm;
    std::string what;
    using Memory = std::vector<std::uint8_t>;
    Memory a, b, c, d, e, bias, scaleA, scaleB, scaleC, scaleD, scaleAlphaVec, amaxD, gradient, mxsa, mxsb;

    /// Lets the GEMM look at this object's memory; called again after a copy.
    void attach() {
        const auto view = [](Memory& x) { return Bytes{x.data(), x.size()}; };
        gemm.a.bytes = view(a);
        gemm.b.bytes = view(b);
        gemm.c.bytes = view(c);
        gemm.d.bytes = view(d);
        gemm.e.bytes = view(e);
        gemm.bias = view(bias);
        gemm.biasGradient = view(gradient);
        gemm.scaleA = view(scaleA);
        gemm.scaleB = view(scaleB);
        gemm.scaleC = view(scaleC);
        gemm.scaleD = view(scaleD);
        gemm.scaleAlphaVec = view(scaleAlphaVec);
        gemm.amaxD = view(amaxD);
        gemm.mxsa.bytes = view(mxsa);
        gemm.mxsb.bytes = view(mxsb);
    }
    [[nodiscard]] bool same_results(const RandomGemm& other) const {
        return d == other.d && e == other.e && amaxD == other.amaxD && gradient == other.gradient;
    }
};

/// Makes numbers of a type. The mood of a problem decides how hard they are.
class Numbers {
  public:
    explicit Numbers(Random& random) : random_(random), mood_(random.below(4)) {}

    std::uint64_t one(DataType type) {
        if (type == DataType::Int8 || type == DataType::Int32) return random_.bits();
        const numeric::Format& f = *cpu::format_of(type);
        if (mood_ == 3 || (mood_ == 2 && random_.one_in(40))) return hard(f);
        if (mood_ == 0)
            return numeric::narrow(f, static_cast<double>(static_cast<std::int64_t>(random_.below(9))) - 4.0);
        const double unit = static_cast<double>(random_.bits() >> 11) * 0x1p-52 - 1.0;
        return numeric::narrow(f, unit);
    }
    std::vector<std::uint8_t> many(DataType type, std::uint64_t count) {
        if (cpu::is_packed(type) || type == DataType::E8) return packed(type, count);
        const DataType part = part_of(type);
        const std::uint64_t size = cpu::size_of(part), parts = part == type ? 1 : 2;
        std::vector<std::uint8_t> memory(count * parts * size);
        for (std::size_t i = 0; i < memory.size(); i += size) store_le(memory.data() + i, one(part), size);
        return memory;
    }
    cpu::Scalar scalar(DataType type) {
        if (random_.one_in(12)) return {type, random_.one_in(2) ? 0 : one_bits(part_of(type)), 0};
        return {type, one(part_of(type)), cpu::is_complex(type) ? one(part_of(type)) : 0};
    }
    static DataType part_of(DataType type) {
        if (type == DataType::ComplexFloat) return DataType::Float;
        return type == DataType::ComplexDouble ? DataType::Double : type;
    }

  private:
    /// Any bits; scales near 1, but for hard moods.
    std::vector<std::uint8_t> packed(DataType type, std::uint64_t count) {
        std::vector<std::uint8_t> memory(count * row_of(type).bits / 8 + 1);
        for (std::uint8_t& byte : memory)
            byte =
                static_cast<std::uint8_t>(type == DataType::E8 && mood_ < 2 ? 120 + random_.below(12) : random_.bits());
        return memory;
    }
    static std::uint64_t one_bits(DataType type) {
        return cpu::format_of(type) == nullptr ? 1 : numeric::narrow(*cpu::format_of(type), 1.0);
    }
    /// Any bits, or a corner: zero, least, largest, infinity, NaN of either sign.
    std::uint64_t hard(const numeric::Format& f) {
        const std::uint64_t sign = random_.one_in(2) ? numeric::sign_mask(f) : 0;
        switch (random_.below(12)) {
        case 0: return sign;
        case 1: return sign | 1;
        case 2: return sign | f.max_magnitude;
        case 3: return sign | (f.has_infinity ? numeric::infinity_bits(f) : f.max_magnitude - 1);
        case 4: return mood_ == 3 && random_.one_in(8) ? f.nan_bits : sign;
        case 5: return sign | random_.below(std::uint64_t{1} << f.mantissa_bits); // subnormal
        case 6:
        case 7: return numeric::narrow(f, static_cast<double>(random_.below(1000)) * 0x1p-9);
        default: // an exponent from a wide middle
            return sign |
                   ((static_cast<std::uint64_t>(f.bias) / 2 + random_.below(static_cast<std::uint64_t>(f.bias)))
                    << f.mantissa_bits) |
                   random_.below(std::uint64_t{1} << f.mantissa_bits);
        }
    }

    Random& random_;
    std::uint64_t mood_;
};

/// The sizes to draw from.
struct Sizes {
    std::uint64_t m = 20, n = 16, k = 20, batch = 3;
};

RandomGemm random_gemm(const TypeRow& row, Random& random, const Sizes& most);

} // namespace kernabi::test
