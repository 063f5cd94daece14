// SPDX-License-Identifier: MIT
// A user's record as a kernel reads it.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/user_arguments.hpp"
#include "abi/status.hpp"

namespace kernabi {

/// The entries of a record that kernels of `form` have a use for, at their places; `size` is the record's. Scalars
/// stand in their own width and once. `reserved` is strideBias here (abi-facts 4.3). `unsupported`: version 3's order,
/// MX, factorDim and activation arguments of another type than Float have no known place in a record; else as `check`.
[[nodiscard]] constexpr Status make_user_layout(const Form& form, Layout& layout) noexcept {
    if (const Status sound = check(form); sound != Status::ok) return sound;
    const ProblemType& type = form.type;
    if (form.dialect.order == Order::a_first || type.mxBlockA != 0 || type.mxBlockB != 0) return Status::unsupported;
    if (applies(When::factor_dim, form) || type.useInitialStridesAB || type.useInitialStridesCD)
        return Status::unsupported;
    if (applies(When::activation, form) && type.activationComputeDataType != DataType::Float)
        return Status::unsupported;
    Layout result{};
    for (const UserField& field : user_fields) {
        const bool bias_stride = field.argument == Argument::reserved;
        const Argument argument = bias_stride ? Argument::strideBias : field.argument;
        const ArgumentShape& shape = shape_of(argument);
        if (!applies(shape.when, form)) continue;
        if (shape.times == Times::activation && field.index >= type.activationArgLength) continue;
        Kind written = field.kind, held = field.kind;
        if (shape.times == Times::scalar) {
            const bool is_alpha = argument == Argument::alpha;
            const Status s = scalar_kind(is_alpha ? type.alphaType : type.betaType, Scalars::packed, written, held);
            if (s != Status::ok) return s;
            written = held;
        }
        result.entries[result.count++] = {argument, field.index, written, held, field.offset, size_of(written)};
    }
    result.size = user_record_size;
    layout = result;
    return Status::ok;
}

} // namespace kernabi
