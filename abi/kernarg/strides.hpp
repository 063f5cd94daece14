// SPDX-License-Identifier: MIT
// The strides that a launch sends, in elements.
#pragma once
#include "abi/kernarg/request.hpp"
#include "abi/kernarg/values.hpp"
#include <cstdint>

namespace kernabi {

namespace detail {
constexpr void put_strides(Values& values, Argument argument, std::uint64_t first, std::uint64_t second) noexcept {
    values.at(argument, 0) = 1;
    values.at(argument, 1) = first;
    values.at(argument, 2) = second;
}
} // namespace detail

/// The compressed operand and its metadata get strides of their own (host-2024, item 17): the leading dimension is k/2 where k is the
/// contiguous one, so an input's padding is lost, else it stays; the batch stride is always that times the other size.
constexpr void fill_sparse_strides(const Request& request, Values& values) noexcept {
    const Problem& p = request.problem;
    const bool is_a = request.form.type.sparse == 1;
    const bool k_is_contiguous = is_a ? request.form.type.transA : !request.form.type.transB;
    const std::uint64_t free = is_a ? p.m : p.n, ld = is_a ? p.lda : p.ldb, half = p.k / 2;
    detail::put_strides(values, is_a ? Argument::strideA : Argument::strideB, k_is_contiguous ? half : ld, k_is_contiguous ? half * free : ld * half);
    detail::put_strides(values, Argument::strideMetadata, p.k / 8, p.k / 8 * free);
}

/// Strides of every tensor. D and C: the packed workspace, as running products of D's sizes for both (host-2024, item 11), or the real ones.
constexpr void fill_strides(const Request& request, const ProblemType& type, Values& values) noexcept {
    const Problem& p = request.problem;
    const auto low = [](std::uint64_t v) { return std::uint64_t{static_cast<std::uint32_t>(v)}; };
    if (strides_are_workspace(type)) { // the host multiplies in 32 bits
        const std::uint64_t matrix = low(low(p.m) * low(p.n));
        detail::put_strides(values, Argument::strideD, p.m, matrix);
        detail::put_strides(values, Argument::strideC, p.m, matrix);
    } else {
        detail::put_strides(values, Argument::strideD, p.ldd, p.strideD);
        detail::put_strides(values, Argument::strideC, p.ldc, p.strideC);
    }
    detail::put_strides(values, Argument::strideA, p.lda, p.strideA);
    detail::put_strides(values, Argument::strideB, p.ldb, p.strideB);
    detail::put_strides(values, Argument::strideMXSA, p.ldMXSA, p.strideMXSA);
    detail::put_strides(values, Argument::strideMXSB, p.ldMXSB, p.strideMXSB);
    detail::put_strides(values, Argument::strideE, p.lde, p.strideE);
    detail::put_strides(values, Argument::strideGate, p.ldGate, p.strideGate);
    if (type.sparse != 0) fill_sparse_strides(request, values);
}

} // namespace kernabi
