// SPDX-License-Identifier: MIT
// Known values of D, by the GEMM's definition: the sums and alpha times them, for each type that alpha has a branch
// for.
#pragma once
#include "backends/cpu/element.hpp"
#include "backends/cpu/gemm.hpp"
#include <array>
#include <doctest/doctest.h>
#include <vector>

namespace kernabi::test {

/// One ComputeDataType, with HighPrecisionAccumulate where it matters; `element` is what A and B hold.
struct AlphaType {
    const char* name;
    DataType compute; ///< what the kernel is said to compute in
    bool high_precision;
    DataType element, sum; ///< of A and B; of the sums and of alpha
    double alpha, alpha_imaginary;
    std::size_t words; ///< registers of one part
    [[nodiscard]] bool complex() const {
        return compute == DataType::ComplexFloat || compute == DataType::ComplexDouble;
    }
    [[nodiscard]] std::size_t parts() const { return complex() ? 2 : 1; }
};
inline constexpr AlphaType alpha_types[] = {
    {"double", DataType::Double, false, DataType::Double, DataType::Double, 0.1, 0, 2},
    {"single", DataType::Float, false, DataType::Float, DataType::Float, 1.1, 0, 1},
    {"half with high-precision sums", DataType::Half, true, DataType::Half, DataType::Float, -0.3, 0, 1},
    {"half", DataType::Half, false, DataType::Half, DataType::Half, 1.7, 0, 1},
    {"int32", DataType::Int32, false, DataType::Int32, DataType::Int32, -3, 0, 1},
    {"single complex", DataType::ComplexFloat, false, DataType::ComplexFloat, DataType::ComplexFloat, 1.1, -0.7, 1},
    {"double complex", DataType::ComplexDouble, false, DataType::ComplexDouble, DataType::ComplexDouble, 0.3, 1.9, 2},
};

/// `side` x `side` elements, each as the words of its real and then its imaginary part. A packed half stands twice.
class KnownTile {
  public:
    static constexpr std::size_t side = 256; ///< the largest tile of any shape

    explicit KnownTile(const AlphaType& type) : type_(type) {
        const std::vector<std::uint8_t> a = operand(true), b = operand(false);
        sums_ = words(product(a, b, 1, 0));
        scaled_ = words(product(a, b, type.alpha, type.alpha_imaginary));
    }

    [[nodiscard]] std::size_t words_of_element() const { return type_.words * type_.parts(); }
    [[nodiscard]] const std::uint32_t* sum(std::uint32_t element) const { return &sums_[index(element)]; }
    [[nodiscard]] const std::uint32_t* scaled(std::uint32_t element) const { return &scaled_[index(element)]; }
    /// Alpha as its scalar registers hold it.
    [[nodiscard]] std::vector<std::uint32_t> alpha() const {
        std::vector<std::uint8_t> bytes;
        put(bytes, type_.sum, type_.alpha);
        if (type_.complex()) put(bytes, type_.sum, type_.alpha_imaginary);
        return words(bytes);
    }

  private:
    [[nodiscard]] std::size_t index(std::uint32_t element) const {
        return ((element >> 16) * side + (element & 0xffffu)) * words_of_element();
    }
    static DataType part_of(DataType type) {
        return type == DataType::ComplexFloat    ? DataType::Float
               : type == DataType::ComplexDouble ? DataType::Double
                                                 : type;
    }
    static void put(std::vector<std::uint8_t>& to, DataType type, double value) {
        const DataType part = part_of(type);
        to.resize(to.size() + cpu::size_of(part));
        std::uint8_t* const at = to.data() + to.size() - cpu::size_of(part);
        if (part == DataType::Int32)
            cpu::store<cpu::Integer>(part, at, static_cast<std::int32_t>(value));
        else
            cpu::store<cpu::Twice>(part, at, value);
    }
    /// Two columns of A, or two rows of B, column-major: a sum is i + 1 + step * j, and differs from element to element
    /// as far as its type can tell.
    [[nodiscard]] std::vector<std::uint8_t> operand(bool is_a) const {
        std::vector<std::uint8_t> bytes;
        const double step = type_.sum == DataType::Half ? 13 : 256;
        const auto one = [&](double re, double im) {
            put(bytes, type_.element, re);
            if (type_.complex()) put(bytes, type_.element, im);
        };
        if (is_a) {
            for (std::size_t i = 0; i < side; ++i) one(static_cast<double>(i + 1), static_cast<double>(2 * i + 5));
            for (std::size_t i = 0; i < side; ++i) one(type_.sum == DataType::Half ? 13 : 64, 0);
        } else {
            const double scale = type_.sum == DataType::Half ? 1 : step / 64;
            for (std::size_t j = 0; j < side; ++j) {
                one(1, 0);
                one(scale * static_cast<double>(j), -scale / 2 * static_cast<double>(j));
            }
        }
        return bytes;
    }
    [[nodiscard]] std::vector<std::uint8_t> product(const std::vector<std::uint8_t>& a,
                                                    const std::vector<std::uint8_t>& b, double alpha,
                                                    double imaginary) const {
        const DataType part = part_of(type_.sum);
        std::vector<std::uint8_t> d(side * side * cpu::size_of(part) * type_.parts());
        std::vector<std::uint8_t> re, im;
        put(re, type_.sum, alpha);
        put(im, type_.sum, imaginary);
        cpu::Gemm g;
        g.computeType = type_.sum;
        g.m = g.n = side;
        g.k = 2;
        g.a = {type_.element, side, 0, {a.data(), a.size()}, {}};
        g.b = {type_.element, 2, 0, {b.data(), b.size()}, {}};
        g.c.type = g.d.type = type_.sum;
        g.c.ld = g.d.ld = side;
        g.d.bytes = {d.data(), d.size()};
        g.alpha = {type_.sum, load_le(re.data(), re.size()), load_le(im.data(), im.size())};
        g.beta = {type_.sum, 0, 0};
        REQUIRE(cpu::compute(g).status == Status::ok);
        return d;
    }
    [[nodiscard]] std::vector<std::uint32_t> words(const std::vector<std::uint8_t>& bytes) const {
        std::vector<std::uint32_t> out;
        const std::size_t size = type_.sum == DataType::Half ? 2 : 4;
        for (std::size_t at = 0; at < bytes.size(); at += size) {
            const std::uint32_t word = static_cast<std::uint32_t>(load_le(bytes.data() + at, size));
            out.push_back(size == 2 ? word | word << 16 : word);
        }
        return out;
    }

    const AlphaType& type_;
    std::vector<std::uint32_t> sums_, scaled_;
};

} // namespace kernabi::test
