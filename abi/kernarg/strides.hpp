// SPDX-License-Identifier: MIT
// The strides that a launch sends, in elements.
#pragma once
#include "abi/kernarg/geometry.hpp"
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

/// The compressed operand and its metadata get strides of their own (host-2024, item 17): the leading dimension is k/2
/// where k is the contiguous one, so an input's padding is lost, else it stays; the batch stride is always that times
/// the other size.
constexpr void fill_sparse_strides(const Request& request, Values& values) noexcept {
    const Problem& p = request.problem;
    const bool is_a = request.form.type.sparse == 1;
    const bool k_is_contiguous = is_a ? request.form.type.transA : !request.form.type.transB;
    const std::uint64_t free = is_a ? p.m : p.n, ld = is_a ? p.lda : p.ldb, half = p.k / 2;
    const std::uint64_t rows = k_is_contiguous ? half : ld;
    detail::put_strides(values, is_a ? Argument::strideA : Argument::strideB, rows,
                        product_of(request.policy, rows, k_is_contiguous ? free : half));
    detail::put_strides(values, Argument::strideMetadata, p.k / 8, product_of(request.policy, p.k / 8, free));
}

/// Strides of the tensors that the block holds. D and C: the packed workspace, as running products of D's sizes for
/// both (host-2024, item 11), or the real ones.
constexpr void fill_strides(const Request& request, const ProblemType& type, Values& values) noexcept {
    const Problem& p = request.problem;
    if (strides_are_workspace(type)) { // the host multiplies in 32 bits: the low bits of the whole product
        const std::uint64_t matrix = product_of(request.policy, p.m, p.n);
        detail::put_strides(values, Argument::strideD, p.m, matrix);
        detail::put_strides(values, Argument::strideC, p.m, matrix);
    } else {
        detail::put_strides(values, Argument::strideD, p.ldd, p.strideD);
        detail::put_strides(values, Argument::strideC, p.ldc, p.strideC);
    }
    detail::put_strides(values, Argument::strideA, p.lda, p.strideA);
    detail::put_strides(values, Argument::strideB, p.ldb, p.strideB);
    if (type.sparse != 0) fill_sparse_strides(request, values);
    if (type.mxBlockA != 0) detail::put_strides(values, Argument::strideMXSA, p.ldMXSA, p.strideMXSA);
    if (type.mxBlockB != 0) detail::put_strides(values, Argument::strideMXSB, p.ldMXSB, p.strideMXSB);
    if (type.useE) detail::put_strides(values, Argument::strideE, p.lde, p.strideE);
    if (type.useGateResidual) detail::put_strides(values, Argument::strideGate, p.ldGate, p.strideGate);
}

} // namespace kernabi
