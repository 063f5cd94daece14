// SPDX-License-Identifier: MIT
// What a careful host refuses though no bit would be lost.
#pragma once
#include "abi/kernarg/refusal.hpp"
#include "abi/kernarg/request.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi {

namespace detail {

[[nodiscard]] constexpr Status leading_dimensions_span(const Request& request, Refusal& refusal) noexcept {
    const Problem& p = request.problem;
    const ProblemType& type = request.form.type;
    const struct {
        Argument argument;
        std::uint64_t value, rows;
    } all[] = {{Argument::strideA, p.lda, type.transA ? p.k : p.m},
               {Argument::strideB, p.ldb, type.transB ? p.n : p.k},
               {Argument::strideC, type.useBeta ? p.ldc : p.m, p.m},
               {Argument::strideD, p.ldd, p.m}};
    for (const auto& row : all)
        if (row.value < row.rows) {
            refusal.reason = Reason::leading_dimension;
            refusal.argument = {Entry{row.argument, 1, Kind::u32, Kind::u32, 0, 4}, row.value};
            return Status::value_out_of_range;
        }
    return Status::ok;
}

[[nodiscard]] constexpr Status check_xcc(const Request& request, const HostWordValues& chosen,
                                         Refusal& refusal) noexcept {
    if (request.form.dialect.args1 != Args1::xccg || !request.support.wgm) return Status::ok;
    const std::int64_t xcc = chosen.wgmxcc;
    const bool power = xcc > 0 && (xcc & (xcc - 1)) == 0;
    if (power && (xcc == 1 || request.device.cuCount % static_cast<std::uint64_t>(xcc) == 0)) return Status::ok;
    refusal.field = {Field::wgmxcc, xcc, 6};
    refusal.reason = Reason::xcc;
    return Status::value_out_of_range;
}

/// After the words have been found to fit: values that are wrong as they stand.
[[nodiscard]] constexpr Status check_strict(const Request& request, const HostWordValues& chosen,
                                            Refusal& refusal) noexcept {
    if (const Status s = check_xcc(request, chosen, refusal); s != Status::ok) return s;
    if (const Status s = leading_dimensions_span(request, refusal); s != Status::ok) return s;
    const ProblemType& type = request.form.type;
    if (type.activationType != Activation::None && type.activationFused &&
        request.inputs.activation_count < type.activationArgLength) {
        refusal.reason = Reason::activation_arguments;
        return Status::value_out_of_range;
    }
    return Status::ok;
}

} // namespace detail

} // namespace kernabi
