// SPDX-License-Identifier: MIT
// The helper launches around a GEMM: which there are, their grids and their arguments (host-2024, "Helper launches").
#pragma once
#include "abi/kernarg/fill.hpp"
#include "abi/kernarg/geometry.hpp"
#include "abi/kernarg/helper_names.hpp"
#include "abi/kernarg/request.hpp"
#include "abi/kernarg/side_tables.hpp"
#include "abi/kernarg/values.hpp"
#include "abi/kernarg/widen.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi {

/// Launches in the order in which they run.
enum class Helper : std::uint8_t { beta_only, conversion, activation_only, reduction };

/// Whether `solve` adds that launch to a GEMM of this type (gsu and bias_is_null as the launch uses them).
[[nodiscard]] constexpr bool has_helper(Helper helper, const ProblemType& type) noexcept {
    const Accumulation sum = type.globalAccumulation;
    const bool split = type.gsu > 1;
    switch (helper) {
    case Helper::beta_only:
        return split && sum != Accumulation::multiple_buffer && sum != Accumulation::multiple_buffer_single_kernel;
    case Helper::conversion:
        return split && sum != Accumulation::none && sum != Accumulation::multiple_buffer_single_kernel;
    case Helper::activation_only: return split && !type.activationFused && type.activationType != Activation::None;
    case Helper::reduction:
        return type.useGradient && type.useBias != 0 && type.biasSrc == BiasSource::d && !type.bias_is_null;
    }
    return false;
}

[[nodiscard]] constexpr bool has_any_helper(const ProblemType& type) noexcept {
    return (type.gsu > 1 && (type.globalAccumulation != Accumulation::multiple_buffer_single_kernel ||
                             has_helper(Helper::activation_only, type))) ||
           has_helper(Helper::reduction, type);
}

namespace detail {

/// A bias that the conversion kernel reads or, for the gradients of A and B, writes.
[[nodiscard]] constexpr bool conversion_has_bias(const ProblemType& type) noexcept {
    return type.useBias != 0 && (!type.useGradient || type.biasSrc == BiasSource::a || type.biasSrc == BiasSource::b);
}

[[nodiscard]] constexpr bool conversion_applies_alpha(const ProblemType& type) noexcept {
    return type.globalAccumulation == Accumulation::multiple_buffer;
}

[[nodiscard]] constexpr Needs epilogue_needs(const ProblemType& type) noexcept {
    Needs needs = 0;
    if (type.useScaleAB != ScaleAB::none) needs |= need_bit(Need::scale_ab);
    if (type.useScaleCD) needs |= need_bit(Need::scale_cd);
    if (type.useScaleAlphaVec != 0) needs |= need_bit(Need::scale_alpha_vec);
    return needs;
}

[[nodiscard]] constexpr Needs beta_only_needs(const ProblemType& type) noexcept {
    if (type.globalAccumulation != Accumulation::none) return 0;
    Needs needs = epilogue_needs(type);
    const bool bias = type.useBias != 0 && !type.useGradient;
    if (bias) needs |= need_bit(Need::bias);
    if ((bias && type.useBias == 3) || type.useScaleAlphaVec == 3) needs |= need_bit(Need::factor_dim);
    return needs;
}

[[nodiscard]] constexpr Needs conversion_needs(const Form& form) noexcept {
    const ProblemType& type = form.type;
    Needs needs = epilogue_needs(type);
    const bool bias = conversion_has_bias(type);
    if (bias) needs |= need_bit(Need::bias);
    if (type.useE) needs |= need_bit(Need::e);
    if (type.stochasticRounding && !type.groupedGemm) needs |= need_bit(Need::stochastic);
    if (type.activationType != Activation::None && type.activationFused) needs |= need_bit(Need::activation);
    if (applies(When::activation_type, form)) needs |= need_bit(Need::activation_type);
    // 2024: any scaleAlphaVec; 2026: only the one that takes either dimension (abi-facts 7).
    const bool alpha_vec = form.dialect.enums == Enums::y2024 ? type.useScaleAlphaVec != 0 : type.useScaleAlphaVec == 3;
    if ((bias && type.useBias == 3) || alpha_vec) needs |= need_bit(Need::factor_dim);
    return needs;
}

} // namespace detail

/// The block of a helper launch. `refused`: it holds a scalar that the host cannot append.
[[nodiscard]] constexpr Status make_side_form(Helper helper, const Form& form, std::uint32_t activations_given,
                                              SideForm& side) noexcept {
    const ProblemType& type = form.type;
    const Scalars scalars = form.dialect.scalars;
    // Their blocks changed: the conversion grew words that depend on the batch mode, the activation lost its launch.
    if (form.dialect.enums == Enums::y2026 && (helper == Helper::conversion || helper == Helper::activation_only))
        return Status::unsupported;
    side = SideForm{};
    side.strided = type.stridedBatched;
    side.needs |= need_bit(type.globalAccumulation == Accumulation::none ? Need::direct : Need::workspace);
    switch (helper) {
    case Helper::beta_only:
        side.rows = beta_only_rows;
        side.needs |= detail::beta_only_needs(type);
        return scalar_kind(type.betaType, scalars, side.beta, side.beta_held);
    case Helper::conversion: {
        side.rows = conversion_rows;
        side.needs |= detail::conversion_needs(form);
        side.activation_count = type.activationArgLength;
        const DataType alpha = detail::conversion_applies_alpha(type) ? type.alphaType : type.betaType;
        if (const Status s = scalar_kind(alpha, scalars, side.alpha, side.alpha_held); s != Status::ok) return s;
        if (const Status s = scalar_kind(type.betaType, scalars, side.beta, side.beta_held); s != Status::ok) return s;
        if ((side.needs & need_bit(Need::activation)) == 0 || side.activation_count == 0) return Status::ok;
        return activation_kind(type.activationComputeDataType, side.activation);
    }
    case Helper::activation_only:
        side.rows = activation_only_rows;
        side.needs |= need_bit(Need::activation);
        if (type.activationType == Activation::All || type.activationType == Activation::Hipblaslt_all)
            side.needs |= need_bit(Need::activation_type);
        // The values that were given, however many the kernel takes.
        if (activations_given > max_activation_args) return Status::value_out_of_range;
        side.activation_count = static_cast<std::uint8_t>(activations_given);
        return activations_given == 0 ? Status::ok : activation_kind(type.activationComputeDataType, side.activation);
    case Helper::reduction: side.rows = reduction_rows; return Status::ok;
    }
    return Status::unsupported;
}

/// Elements that a launch's thread handles.
[[nodiscard]] constexpr unsigned conversion_width(std::uint64_t elements, std::uint64_t m, DataType a) noexcept {
    if (elements <= 2048) return 1;
    if (m % 4 == 0 && row_of(a).bits < 64) return 4;
    return m % 2 == 0 ? 2 : 1;
}

/// All of D's elements.
[[nodiscard]] constexpr std::uint64_t elements_of(const Request& request) noexcept {
    const Problem& p = request.problem;
    return product_of(request.policy, product_of(request.policy, p.m, p.n), p.batch);
}

/// Parts of k as the conversion kernel is told.
[[nodiscard]] constexpr std::uint32_t conversion_parts(const ProblemType& type) noexcept {
    return type.globalAccumulation == Accumulation::single_buffer ? 1 : type.gsu;
}

namespace detail {

/// One in the bits of a scalar.
[[nodiscard]] constexpr std::uint64_t one_of(Kind kind) noexcept {
    switch (kind) {
    case Kind::f16: return 0x3c00;
    case Kind::bf16: return 0x3f80;
    case Kind::f32:
    case Kind::c32: return 0x3f800000;
    case Kind::f64:
    case Kind::c64: return 0x3ff0000000000000;
    default: return 1;
    }
}

/// Strides of dimensions 1 and 2, 0 where the dimension is 1 and the launch wants it so (host-2024, item 19).
constexpr void put_side_strides(Values& values, Argument argument, const Problem& p, std::uint64_t first,
                                std::uint64_t second, bool collapse) noexcept {
    values.at(argument, 1) = collapse && p.n == 1 ? 0 : first;
    values.at(argument, 2) = collapse && p.batch == 1 ? 0 : second;
}

constexpr void fill_side_strides(const Request& request, bool collapse, Values& values) noexcept {
    const Problem& p = request.problem;
    put_side_strides(values, Argument::strideD, p, p.ldd, p.strideD, collapse);
    put_side_strides(values, Argument::strideC, p, p.ldc, p.strideC, collapse);
    put_side_strides(values, Argument::strideW, p, p.m, product_of(request.policy, p.m, p.n), collapse);
}

} // namespace detail

/// The values of a helper's block. `ws`: where this problem's workspace starts.
constexpr void fill_side_values(Helper helper, const Request& request, const Form& form, const SideForm& side,
                                std::uint64_t ws, Values& values) noexcept {
    const Pointers& p = request.pointers;
    const ProblemType& type = form.type;
    const bool strided = type.stridedBatched;
    const bool conversion = helper == Helper::conversion;
    values.at(Argument::d) = strided ? p.d : p.batchD;
    values.at(Argument::c) = strided ? p.c : p.batchC;
    values.at(Argument::ws) = ws;
    values.at(Argument::e) = strided ? p.e : 0;
    values.at(Argument::bias) = strided || helper == Helper::reduction ? p.bias : p.batchBias;
    values.at(Argument::scaleA) = p.scaleA;
    values.at(Argument::scaleB) = p.scaleB;
    values.at(Argument::scaleC) = p.scaleC;
    values.at(Argument::scaleD) = p.scaleD;
    values.at(Argument::scaleAlphaVec) = p.scaleAlphaVec;
    detail::fill_side_strides(request, !conversion, values);
    detail::put_strides(values, Argument::strideE, request.problem.lde, request.problem.strideE);
    values.at(Argument::strideBias) = request.problem.strideBias;
    values.at(Argument::factorDim) = request.params.factorDim;
    values.at(Argument::size, 0) = request.problem.m;
    values.at(Argument::size, 1) = request.problem.n;
    values.at(Argument::size, 2) = request.problem.batch;
    values.at(Argument::strideDJ) = request.problem.m;
    values.at(Argument::gsu) = conversion_parts(type);
    values.at(Argument::RNDSeed) = request.inputs.rndSeed;
    detail::fill_activation(request, type, values);
    if (helper == Helper::activation_only) // as given: no value is dropped here for being one of too few
        for (unsigned i = 0; i < side.activation_count; ++i)
            values.at(Argument::activation, i) = request.inputs.activation[i];
    const bool real = !conversion || detail::conversion_applies_alpha(type);
    for (unsigned part = 0; part < 2; ++part) {
        values.at(Argument::alpha, part) = real ? request.inputs.alpha[part] : 0;
        values.at(Argument::beta, part) = real && (!conversion || type.useBeta) ? request.inputs.beta[part] : 0;
    }
    if (!real) values.at(Argument::alpha) = detail::one_of(side.alpha_held);
}

} // namespace kernabi
