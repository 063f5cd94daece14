// SPDX-License-Identifier: MIT
// What decides a block's layout: version, dialect and problem type, and whether they hold together.
#pragma once
#include "abi/kernarg/arguments.hpp"
#include "abi/kernarg/bit_fields.hpp"
#include "abi/kernarg/dialect.hpp"
#include "abi/kernarg/problem_type.hpp"
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// One argument at its place. `index` counts the repeated ones as the host does: sizes from 0, strides by tensor
/// dimension, alpha_2 is 1.
struct Entry {
    Argument argument = Argument::gemm_count;
    std::uint8_t index = 0;
    Kind kind = Kind::u32;    ///< how the bytes are written
    Kind source = Kind::u32;  ///< how the value is held; differs only where a host widens
    std::uint16_t offset = 0; ///< bytes from the block's start
    std::uint8_t size = 0;    ///< bytes

    constexpr bool operator==(const Entry&) const noexcept = default;
};

/// Which version, dialect and problem type a block belongs to.
struct Form {
    Version version = Version::v2;
    Dialect dialect = default_preset(Version::v2).dialect;
    ProblemType type{};
};

/// The bytes of alpha or beta of one type (abi-facts 2.4); `refused` for types that the host cannot append.
[[nodiscard]] constexpr Status scalar_kind(DataType type, Scalars scalars, Kind& written, Kind& held) noexcept {
    const bool widen = scalars == Scalars::widened;
    switch (type) {
    case DataType::Float: written = held = Kind::f32; return Status::ok;
    case DataType::Double: written = held = Kind::f64; return Status::ok;
    case DataType::Int32: written = held = Kind::i32; return Status::ok;
    case DataType::Half:
        written = widen ? Kind::f32 : Kind::f16;
        held = Kind::f16;
        return Status::ok;
    case DataType::BFloat16:
        written = widen ? Kind::f32 : Kind::bf16;
        held = Kind::bf16;
        return Status::ok;
    case DataType::Int8:
        written = widen ? Kind::i32 : Kind::i8;
        held = Kind::i8;
        return Status::ok;
    case DataType::ComplexFloat: written = held = Kind::c32; return widen ? Status::ok : Status::refused;
    case DataType::ComplexDouble: written = held = Kind::c64; return widen ? Status::ok : Status::refused;
    default: return Status::refused;
    }
}

/// The bytes of one activation argument: bf16 travels as f32, a half in 2 bytes and once (abi-facts 2.4).
[[nodiscard]] constexpr Status activation_kind(DataType type, Kind& kind) noexcept {
    switch (type) {
    case DataType::Float:
    case DataType::XFloat32:
    case DataType::BFloat16: kind = Kind::f32; return Status::ok;
    case DataType::Double: kind = Kind::f64; return Status::ok;
    case DataType::Int32: kind = Kind::i32; return Status::ok;
    case DataType::Half: kind = Kind::f16; return Status::ok;
    case DataType::Int8: kind = Kind::i8; return Status::ok;
    default: return Status::refused;
    }
}

[[nodiscard]] constexpr bool applies(When when, const Form& form) noexcept {
    const ProblemType& type = form.type;
    switch (when) {
    case When::always: return true;
    case When::never: return false;
    case When::debug: return type.debugKernel;
    case When::mx_a: return type.mxBlockA != 0;
    case When::mx_b: return type.mxBlockB != 0;
    // Scales are handed over in the strided form only; their strides stand in both (abi-facts 2.1, items 5, 7, 13, 15).
    case When::mx_a_pointer: return type.mxBlockA != 0 && type.stridedBatched;
    case When::mx_b_pointer: return type.mxBlockB != 0 && type.stridedBatched;
    case When::sparse: return type.sparse != 0;
    case When::stream_k_buffers: return type.streamK != 0 && !type.streamKAtomic && type.persistentLoopArgsVersion == 0;
    // Version 3's order keeps beta's slot even where the kernel has no use for it (metadata calls it betapad).
    case When::beta: return type.useBeta || form.dialect.order == Order::a_first;
    case When::esm: return type.expertSchedulingMode != 0;
    case When::scale_ab: return type.useScaleAB != ScaleAB::none;
    case When::scale_cd: return type.useScaleCD;
    case When::scale_alpha_vec: return type.useScaleAlphaVec != 0;
    case When::bias: return type.useBias != 0;
    case When::bias_forward:
        return type.useBias != 0 &&
               (!type.useGradient || type.biasSrc == BiasSource::a || type.biasSrc == BiasSource::b);
    case When::gate: return type.useGateResidual;
    case When::factor_dim: return type.useScaleAlphaVec == 3 || type.useBias == 3;
    case When::e: return type.useE;
    case When::activation: return type.activationType != Activation::None && type.activationFused;
    case When::activation_type:
        return type.activationFused &&
               (type.activationType == Activation::All || type.activationType == Activation::Hipblaslt_all);
    case When::amax: return type.outputAmaxD;
    case When::single_kernel: return type.globalAccumulation == Accumulation::multiple_buffer_single_kernel;
    case When::batch_offsets: return form.dialect.tail == Tail::batch_offsets && !type.groupedGemm;
    case When::stochastic: return type.stochasticRounding && !type.groupedGemm;
    }
    return false;
}

/// Whether version, dialect and problem type can stand together. `contradiction`: not so; `refused`: a scalar type
/// without packing; `value_out_of_range`: an enumeration or a count past its end.
[[nodiscard]] constexpr Status check(const Form& form) noexcept {
    if (const Status sound = check(form.version, form.dialect); sound != Status::ok) return sound;
    const ProblemType& type = form.type;
    if (type.activationArgLength > max_activation_args || type.streamK > 5 || type.useBias > 3 ||
        type.useScaleAlphaVec > 3 || type.sparse > 2)
        return Status::value_out_of_range;
    if (type.persistentLoopArgsVersion > 1) return Status::value_out_of_range;
    if (type.persistentLoopArgsVersion == 1 && form.version != Version::v3) return Status::contradiction;
    const bool old = form.dialect.enums == Enums::y2024;
    if (old && (type.mxBlockA != 0 || type.mxBlockB != 0 || type.useGateResidual || type.expertSchedulingMode != 0 ||
                type.streamK > 3))
        return Status::contradiction;
    if (form.dialect.stream_k != StreamKPlace::tail && (type.streamK == 1 || type.streamK == 2)) return Status::refused;
    Kind written{}, held{};
    if (const Status s = scalar_kind(type.alphaType, form.dialect.scalars, written, held); s != Status::ok) return s;
    if (applies(When::beta, form))
        if (const Status s = scalar_kind(type.betaType, form.dialect.scalars, written, held); s != Status::ok) return s;
    if (applies(When::activation, form) && type.activationArgLength != 0)
        return activation_kind(type.activationComputeDataType, written);
    return Status::ok;
}

} // namespace kernabi
