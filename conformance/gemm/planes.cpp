// SPDX-License-Identifier: MIT
#include "conformance/gemm/planes.hpp"
#include "backends/cpu/accumulate.hpp"
#include "backends/cpu/complex_gemm.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/needs.hpp"
#include <algorithm>
#include <bit>
#include <climits>

namespace kernabi::gemm {

namespace {

using cpu::Gemm;
using cpu::Input;

std::uint64_t rows_of(const Gemm& g, bool is_a) { return is_a ? g.m : g.k; }
std::uint64_t columns_of(const Gemm& g, bool is_a) { return is_a ? g.k : g.n; }

/// Whether f64 sees in memory what the definition's arithmetic reads from it.
bool is_as_stored(const Gemm& g, bool is_a) {
    const Input& x = is_a ? g.a : g.b;
    if (cpu::block_scale(g, is_a).block != 0 || cpu::input_rule(g, x, is_a).rounding != nullptr) return false;
    if (x.type == DataType::Int8 || x.type == DataType::Int32) return false; // a magnitude may not fit
    if (g.computeType == DataType::Double) return true;
    const bool is_small = row_of(x.type).bits == 8;
    if (g.computeType == DataType::Half) return x.type == DataType::Half || is_small;
    return x.type != DataType::Double;
}

/// An empty packed matrix of `type`, as it is multiplied.
RealMatrix packed(DataType type, std::uint64_t rows, std::uint64_t columns, std::uint64_t batch) {
    RealMatrix x;
    x.copy.resize(rows * columns * batch * cpu::size_of(type));
    x.view.type = type;
    x.view.ld = std::max<std::uint64_t>(rows, 1);
    x.view.stride = rows * columns;
    x.view.bytes = {x.copy.data(), x.copy.size()};
    return x;
}
std::uint8_t* writable(RealMatrix& x, std::uint64_t row, std::uint64_t column, std::uint64_t batch) {
    return x.copy.data() + (row + column * x.view.ld + batch * x.view.stride) * cpu::size_of(x.view.type);
}

template <typename R>
RealMatrix as_read(const Gemm& g, bool is_a) {
    constexpr DataType type = std::is_same_v<typename R::Value, double> ? DataType::Double : DataType::Float;
    const cpu::Factors<R> factors(g);
    const Input& operand = is_a ? g.a : g.b;
    const cpu::Reader<R> reader{operand, cpu::input_rule(g, operand, is_a), is_a ? g.transA : g.transB,
                                is_a ? factors.scaleA : factors.scaleB, cpu::block_scale(g, is_a)};
    RealMatrix x = packed(type, rows_of(g, is_a), columns_of(g, is_a), g.batch);
    for (std::uint64_t batch = 0; batch < g.batch; ++batch)
        for (std::uint64_t column = 0; column < columns_of(g, is_a); ++column)
            for (std::uint64_t row = 0; row < rows_of(g, is_a); ++row)
                cpu::store<cpu::Twice>(type, writable(x, row, column, batch),
                                       static_cast<double>(reader.at(row, column, batch)));
    return x;
}

RealMatrix real_matrix(const Gemm& g, bool is_a) {
    if (is_as_stored(g, is_a)) {
        RealMatrix x;
        x.view = is_a ? g.a : g.b;
        x.transposed = is_a ? g.transA : g.transB;
        return x;
    }
    return cpu::with_arithmetic(g.computeType, [&](auto arithmetic) { return as_read<decltype(arithmetic)>(g, is_a); });
}

/// [first; second] along k: parts of complex numbers, the second one's sign perhaps turned.
template <typename R>
RealMatrix parts(const Gemm& g, bool is_a, bool imaginary_first, bool second_is_negative) {
    const Input& operand = is_a ? g.a : g.b;
    const bool transposed = is_a ? g.transA : g.transB;
    RealMatrix x = is_a ? packed(R::type, g.m, 2 * g.k, g.batch) : packed(R::type, 2 * g.k, g.n, g.batch);
    for (std::uint64_t batch = 0; batch < g.batch; ++batch)
        for (std::uint64_t column = 0; column < columns_of(g, is_a); ++column)
            for (std::uint64_t row = 0; row < rows_of(g, is_a); ++row) {
                const auto* from =
                    transposed ? cpu::element(operand, column, row, batch) : cpu::element(operand, row, column, batch);
                const auto value = cpu::ComplexGemm<R>::load_element(from);
                const auto first = imaginary_first ? value.im : value.re;
                const auto second = imaginary_first ? value.re : value.im;
                const std::uint64_t row2 = is_a ? row : row + g.k, column2 = is_a ? column + g.k : column;
                cpu::store<R>(R::type, writable(x, row, column, batch), first);
                cpu::store<R>(R::type, writable(x, row2, column2, batch), second_is_negative ? -second : second);
            }
    return x;
}

template <typename R>
std::vector<Plane> complex_planes(const Gemm& g) {
    std::vector<Plane> planes(2);
    planes[0].a = parts<R>(g, true, false, true); // re = ar br + (-ai) bi
    planes[0].b = parts<R>(g, false, false, false);
    planes[1].a = parts<R>(g, true, false, false); // im = ar bi + ai br
    planes[1].b = parts<R>(g, false, true, false);
    for (Plane& plane : planes) plane.k = 2 * g.k;
    return planes;
}

/// The same elements without their signs.
RealMatrix sizes_of(const RealMatrix& x) {
    RealMatrix y;
    y.view = x.view;
    y.transposed = x.transposed;
    y.copy.assign(x.view.bytes.begin(), x.view.bytes.end());
    const std::size_t size = cpu::size_of(x.view.type);
    for (std::size_t at = size - 1; at < y.copy.size(); at += size) y.copy[at] &= 0x7f;
    y.view.bytes = {y.copy.data(), y.copy.size()};
    return y;
}

} // namespace

std::vector<Plane> planes_of(const Gemm& g) {
    // With alpha 0 nothing of A and B may be looked at.
    if (cpu::scalar_is_zero(g, g.alpha)) return std::vector<Plane>(cpu::is_complex(g.computeType) ? 2 : 1);
    if (g.computeType == DataType::ComplexFloat) return complex_planes<cpu::Single>(g);
    if (g.computeType == DataType::ComplexDouble) return complex_planes<cpu::Twice>(g);
    std::vector<Plane> planes(1);
    planes[0].a = real_matrix(g, true);
    planes[0].b = real_matrix(g, false);
    planes[0].k = g.k;
    return planes;
}

void add_sizes(const Gemm&, std::vector<Plane>& planes) {
    for (Plane& plane : planes) {
        if (plane.a.view.bytes.data == nullptr) continue;
        plane.size_a = sizes_of(plane.a);
        plane.size_b = sizes_of(plane.b);
    }
}

double most_finite(const RealMatrix& x) {
    double most = 0;
    const std::size_t size = cpu::size_of(x.view.type);
    for (std::size_t at = 0; at + size <= x.view.bytes.size; at += size) {
        const double value = cpu::load<cpu::Twice>(x.view.type, x.view.bytes.data + at);
        if (value - value == 0) most = std::max(most, value < 0 ? -value : value);
    }
    return most;
}

int unit_of(const RealMatrix& x, std::uint64_t rows, std::uint64_t columns, std::uint64_t batch) {
    if (x.transposed) std::swap(rows, columns);
    int unit = INT_MAX;
    for (std::uint64_t b = 0; b < batch; ++b)
        for (std::uint64_t column = 0; column < columns; ++column)
            for (std::uint64_t row = 0; row < rows; ++row) {
                const auto u =
                    numeric::unpack(cpu::load<cpu::Twice>(x.view.type, cpu::element(x.view, row, column, b)));
                if (u.kind == numeric::Class::zero) continue;
                if (u.kind != numeric::Class::finite) return INT_MIN;
                unit = std::min(unit, u.exponent - 63 + std::countr_zero(u.significand));
            }
    return unit;
}

} // namespace kernabi::gemm
