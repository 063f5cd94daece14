// SPDX-License-Identifier: MIT
// Names of the helper kernels that the published host launches around a GEMM (host-2024, "Helper launches").
#pragma once
#include "abi/kernarg/names.hpp"
#include "abi/kernarg/request.hpp"
#include <cstdint>

namespace kernabi {

/// Long enough for every name: the longest that the rules can build has 127 characters.
using KernelName = FixedText<160>;

namespace detail {

/// In 2024 the FNUZ forms were the only 8-bit floats and had the plain letters.
[[nodiscard]] constexpr const char* letter_of(DataType type, Enums year) noexcept {
    if (year == Enums::y2024) switch (type) {
        case DataType::Float8_fnuz: return row_of(DataType::Float8).letter;
        case DataType::BFloat8_fnuz: return row_of(DataType::BFloat8).letter;
        case DataType::Float8BFloat8_fnuz: return row_of(DataType::Float8BFloat8).letter;
        case DataType::BFloat8Float8_fnuz: return row_of(DataType::BFloat8Float8).letter;
        default: break;
        }
    return row_of(type).letter;
}

constexpr void add_grouping(KernelName& name, const ProblemType& type) noexcept {
    if (type.groupedGemm)
        name.add("_GG");
    else if (!type.stridedBatched)
        name.add("_GB");
}

constexpr void add_factor_dim(KernelName& name, unsigned factor) noexcept {
    if (factor == 2) name.add("_FDN");
    if (factor == 3) name.add("_FDMN");
}

constexpr void add_activation(KernelName& name, Activation kind) noexcept {
    if (kind == Activation::None) return;
    if (kind == Activation::All)
        name.add("_A");
    else if (kind == Activation::Hipblaslt_all)
        name.add("_HA");
    else
        name.add_upper(row_of(kind).name);
}

/// Kernels are built for powers of two of parts, up to the library's limit.
[[nodiscard]] constexpr std::uint64_t rounded_parts(std::uint32_t gsu, std::uint32_t limit) noexcept {
    std::uint64_t power = 1;
    while (power < gsu) power *= 2;
    return power < limit ? power : limit;
}

} // namespace detail

/// `Cijk_S_BiasH_FDMN`
[[nodiscard]] constexpr KernelName beta_only_name(const Form& form) noexcept {
    const ProblemType& type = form.type;
    const bool direct = type.globalAccumulation == Accumulation::none;
    KernelName name{};
    name.add("Cijk_");
    name.add(detail::letter_of(type.dType, form.dialect.enums));
    detail::add_grouping(name, type);
    if (!direct) {
        name.add("_GA");
        return name;
    }
    const bool bias = type.useBias != 0 && !type.useGradient;
    if (bias) {
        name.add("_Bias");
        name.add(detail::letter_of(type.biasType, form.dialect.enums));
    }
    // The two settings are or-ed bit by bit: 1 and 2 make 3.
    detail::add_factor_dim(name, type.useScaleAlphaVec | (bias ? type.useBias : 0u));
    return name;
}

namespace detail {
constexpr void add_conversion_bias(KernelName& name, const Form& form) noexcept {
    constexpr const char* sources[] = {"A", "B", "C", "D"};
    const ProblemType& type = form.type;
    if (type.useBias == 0) return;
    const Enums year = form.dialect.enums;
    if (!type.useGradient) {
        name.add("_Bias");
        name.add(letter_of(type.biasType, year));
    } else if (!type.bias_is_null) {
        name.add("_DBias");
        name.add(letter_of(type.biasSrc == BiasSource::d ? type.computeType : type.biasType, year));
        name.add("_BiasSrc");
        name.add(sources[static_cast<std::size_t>(type.biasSrc)]);
    }
}
} // namespace detail

/// `Cijk_SS_BiasB_FDMN_AuxS_AS_ScaleABVec_ScaleCD_ScaleAlphaVec_PostGSU8_VW4`; `parts`: gsu as the launch sends it.
[[nodiscard]] constexpr KernelName conversion_name(const Form& form, std::uint32_t parts, std::uint32_t limit,
                                                   unsigned vw) noexcept {
    const ProblemType& type = form.type;
    const Enums year = form.dialect.enums;
    const bool whole = type.aType == DataType::Int8 || type.aType == DataType::Int32;
    KernelName name{};
    name.add("Cijk_");
    name.add(whole ? "I" : type.aType == DataType::Double ? "D" : "S");
    name.add(detail::letter_of(type.dType, year));
    detail::add_grouping(name, type);
    detail::add_conversion_bias(name, form);
    const unsigned bias = type.useGradient ? 0u : type.useBias;
    detail::add_factor_dim(name, bias > type.useScaleAlphaVec ? bias : type.useScaleAlphaVec);
    if (type.useE) {
        name.add(type.useGradient ? "_Grad" : "_Aux");
        name.add(detail::letter_of(type.eType, year));
    }
    if (type.activationType != Activation::None) {
        detail::add_activation(name, type.activationType);
        name.add(detail::letter_of(type.activationComputeDataType, year));
    }
    if (type.useScaleAB == ScaleAB::scalar) name.add("_ScaleAB");
    if (type.useScaleAB == ScaleAB::vector) name.add("_ScaleABVec");
    if (type.useScaleCD) name.add("_ScaleCD");
    if (type.useScaleAlphaVec != 0) name.add("_ScaleAlphaVec");
    name.add("_PostGSU");
    name.add_number(detail::rounded_parts(parts, limit));
    name.add("_VW");
    name.add_number(vw);
    return name;
}

/// `Dijk_BLEAKYRELUh`
[[nodiscard]] constexpr KernelName activation_only_name(const Form& form) noexcept {
    const ProblemType& type = form.type;
    KernelName name{};
    name.add("Dijk_");
    name.add(detail::letter_of(type.dType, form.dialect.enums));
    detail::add_activation(name, type.activationType);
    if (type.activationComputeDataType == type.computeType && type.highPrecisionAccumulate) name.add("h");
    return name;
}

/// Shape of the bias reduction, by D's second size.
struct ReductionShape {
    std::uint32_t threads = 256, mt0 = 256, mt1 = 1, vw = 1;
};
[[nodiscard]] constexpr ReductionShape reduction_shape(std::uint64_t n) noexcept {
    if (n >= 8192) return {1024, 32, 32, 4};
    if (n >= 32) return {256, 8, 32, 1};
    const std::uint32_t mt1 = n < 2 ? 1 : static_cast<std::uint32_t>(n) & ~1u;
    return {256, 256 / mt1, mt1, 1};
}

/// `Dijk_SS_MT8x32_VW1_Reduction`
[[nodiscard]] constexpr KernelName reduction_name(const Form& form, const ReductionShape& shape) noexcept {
    KernelName name{};
    name.add("Dijk_");
    name.add(detail::letter_of(form.type.biasType, form.dialect.enums));
    name.add(detail::letter_of(form.type.betaType, form.dialect.enums));
    name.add("_MT");
    name.add_number(shape.mt0);
    name.add("x");
    name.add_number(shape.mt1);
    name.add("_VW");
    name.add_number(shape.vw);
    name.add("_Reduction");
    return name;
}

} // namespace kernabi
