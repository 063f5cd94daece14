// SPDX-License-Identifier: MIT
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/extent.hpp"
#include "backends/cpu/gemm.hpp"
#include "backends/cpu/needs.hpp"
#include <cstdint>

namespace kernabi::cpu {

namespace {

constexpr Outcome good{};

[[nodiscard]] constexpr bool passes(const Outcome& o) noexcept { return o.status == Status::ok; }
[[nodiscard]] constexpr Outcome unless(bool fine, Status status, Argument argument) noexcept {
    return fine ? good : Outcome{status, argument};
}

/// Element types of a computation: integers with integers, every real format with the others, a complex type with
/// itself.
[[nodiscard]] constexpr bool may_read(DataType compute, DataType type) noexcept {
    if (is_complex(compute)) return type == compute;
    if (type == DataType::Int8 || type == DataType::Int32) return true;
    return compute != DataType::Int32 && format_of(type) != nullptr;
}
[[nodiscard]] constexpr bool may_write(DataType compute, DataType type) noexcept {
    return may_read(compute, type) && (type != DataType::Int32 || compute == DataType::Int32);
}
/// E and a bias gradient may be floats even where sums are integers.
[[nodiscard]] constexpr bool may_write_aside(DataType compute, DataType type) noexcept {
    return may_write(compute, type) || (compute == DataType::Int32 && format_of(type) != nullptr);
}
/// A bias or scalar may be a float even where sums are integers: it is truncated.
[[nodiscard]] constexpr bool may_be_scalar(DataType compute, DataType type) noexcept {
    if (is_complex(compute)) return type == compute;
    return type == DataType::Int8 || type == DataType::Int32 || format_of(type) != nullptr;
}

[[nodiscard]] constexpr Outcome check_numbers(const Gemm& g) noexcept {
    if (g.useScaleAlphaVec > 3) return {Status::value_out_of_range, Argument::scaleAlphaVec};
    if (g.useBias > 3 || g.factorDim > 1) return {Status::value_out_of_range, Argument::bias};
    if (g.gsu > 1 && g.depthU == 0) return {Status::value_out_of_range, Argument::depthU};
    if (!activation_is_defined(g.activation, g.computeType == DataType::Int32))
        return {Status::unsupported, Argument::activation};
    if (writes_bias(g) && g.batch > 1) return {Status::unsupported, Argument::bias};
    if (multiplies_by_derivative(g) && !g.useE) return {Status::contradiction, Argument::e};
    return good;
}

[[nodiscard]] constexpr bool input_type_is_defined(const Gemm& g, const Input& operand, bool for_a) noexcept {
    const DataType wanted = half_of_pair(or_else(g.computeInputType, operand.type), for_a);
    return wanted == operand.type || row_of(wanted).bits >= row_of(operand.type).bits || format_of(wanted) != nullptr;
}

/// Elements that block scales are defined for; those below a byte go with scales only.
[[nodiscard]] constexpr bool block_may_scale(DataType type) noexcept {
    return type == DataType::Float8 || type == DataType::BFloat8 || is_packed(type);
}
[[nodiscard]] constexpr Outcome check_block_scale(const Gemm& g, bool for_a) noexcept {
    const DataType type = for_a ? g.a.type : g.b.type;
    const std::uint32_t block = for_a ? g.mxBlockA : g.mxBlockB;
    const Argument argument = for_a ? Argument::mxBlockA : Argument::mxBlockB;
    if (block == 0) return good;
    if (block != mx_block) return {Status::value_out_of_range, argument};
    if (g.computeType != DataType::Float) return {Status::unsupported, argument};
    if ((for_a ? g.mxsa : g.mxsb).type != DataType::E8)
        return {Status::unsupported, for_a ? Argument::mxsa : Argument::mxsb};
    return unless(block_may_scale(type), Status::unsupported, for_a ? Argument::a : Argument::b);
}

[[nodiscard]] constexpr Outcome check_types(const Gemm& g) noexcept {
    const DataType compute = g.computeType;
    if (!compute_type_is_defined(compute)) return {Status::unsupported, Argument::computeType};
    if (const Outcome o = check_block_scale(g, true); !passes(o)) return o;
    if (const Outcome o = check_block_scale(g, false); !passes(o)) return o;
    if (g.mxBlockA == 0 && !may_read(compute, g.a.type)) return {Status::unsupported, Argument::a};
    if (g.mxBlockB == 0 && !may_read(compute, g.b.type)) return {Status::unsupported, Argument::b};
    if (!input_type_is_defined(g, g.a, true) || !input_type_is_defined(g, g.b, false))
        return {Status::unsupported, Argument::computeInputType};
    if (g.useBeta && !may_read(compute, g.c.type)) return {Status::unsupported, Argument::c};
    if (!may_write(compute, g.d.type)) return {Status::unsupported, Argument::d};
    if (g.useE && !may_write_aside(compute, g.e.type)) return {Status::unsupported, Argument::e};
    if (!may_be_scalar(compute, or_else(g.alpha.type, compute))) return {Status::unsupported, Argument::alpha};
    if (!may_be_scalar(compute, or_else(g.beta.type, compute))) return {Status::unsupported, Argument::beta};
    const bool scales_ab = g.useScaleAB != ScaleAB::none || g.useScaleAlphaVec != 0;
    if (scales_ab && !may_be_scalar(compute, scale_ab_type_of(g))) return {Status::unsupported, Argument::scaleA};
    if (g.useScaleCD && !may_be_scalar(compute, scale_cd_type_of(g))) return {Status::unsupported, Argument::scaleC};
    for (const Scalar& argument : g.activationArgs)
        if (g.activation != Activation::None && !may_be_scalar(compute, or_else(argument.type, compute)))
            return {Status::unsupported, Argument::activationArgs};
    const DataType bias = or_else(g.biasType, compute);
    if (g.useBias != 0 && !(g.useGradient ? may_write_aside(compute, bias) : may_be_scalar(compute, bias)))
        return {Status::unsupported, Argument::biasType};
    return good;
}

/// A complex problem has alpha and beta, and nothing else behind the sum.
[[nodiscard]] constexpr Outcome check_complex(const Gemm& g) noexcept {
    if (!is_complex(g.computeType)) return good;
    if (g.useScaleAB != ScaleAB::none) return {Status::unsupported, Argument::scaleA};
    if (g.useScaleCD) return {Status::unsupported, Argument::scaleC};
    if (g.useScaleAlphaVec != 0) return {Status::unsupported, Argument::scaleAlphaVec};
    if (g.useBias != 0) return {Status::unsupported, Argument::bias};
    if (g.useE || g.useGradient) return {Status::unsupported, Argument::e};
    if (g.activation != Activation::None) return {Status::unsupported, Argument::activation};
    if (g.outputAmaxD) return {Status::unsupported, Argument::amaxD};
    return good;
}

template <typename Byte>
[[nodiscard]] constexpr Outcome check_matrix(const Matrix<Byte>& x, std::uint64_t rows, std::uint64_t columns,
                                             std::uint64_t batch, Status too_short, Argument argument) noexcept {
    if (rows == 0 || columns == 0) return good;
    if (columns > 1 && x.ld < rows) return {Status::value_out_of_range, argument};
    return unless(lies_inside(x, rows, columns, batch), too_short, argument);
}

[[nodiscard]] constexpr Outcome check_scales_of(const Gemm& g, bool for_a) noexcept {
    const BlockScale scale = block_scale(g, for_a);
    if (scale.block == 0 || !(for_a ? reads_a(g) : reads_b(g))) return good;
    const std::uint64_t lanes = for_a ? g.m : g.n, blocks = blocks_of_k(g.k, scale.block);
    const bool k_first = for_a ? g.transA : !g.transB;
    return check_matrix(scale.scales, k_first ? blocks : lanes, k_first ? lanes : blocks, g.batch,
                        Status::source_too_short, for_a ? Argument::mxsa : Argument::mxsb);
}

[[nodiscard]] constexpr Outcome check_operands(const Gemm& g) noexcept {
    if (reads_a(g)) {
        const Outcome o = check_matrix(g.a, g.transA ? g.k : g.m, g.transA ? g.m : g.k, g.batch,
                                       Status::source_too_short, Argument::a);
        if (!passes(o)) return o;
    }
    if (reads_b(g)) {
        const Outcome o = check_matrix(g.b, g.transB ? g.n : g.k, g.transB ? g.k : g.n, g.batch,
                                       Status::source_too_short, Argument::b);
        if (!passes(o)) return o;
    }
    if (const Outcome o = check_scales_of(g, true); !passes(o)) return o;
    return check_scales_of(g, false);
}

[[nodiscard]] constexpr Outcome check_results(const Gemm& g) noexcept {
    if (reads_c(g)) {
        const Outcome o = check_matrix(g.c, g.m, g.n, g.batch, Status::source_too_short, Argument::c);
        if (!passes(o)) return o;
    }
    const Outcome d = check_matrix(g.d, g.m, g.n, g.batch, Status::destination_too_small, Argument::d);
    if (!passes(d)) return d;
    if (overlaps_itself(g.d, g.m, g.n, g.batch)) return {Status::overlap, Argument::d};
    if (!writes_e(g) && !reads_e(g)) return good;
    const Status too_short = writes_e(g) ? Status::destination_too_small : Status::source_too_short;
    // The packed stride of E is a product; where it does not fit, D, which is as large, did not either.
    const Output e = packed_e(g);
    const Outcome o = check_matrix(e, g.m, g.n, g.batch, too_short, Argument::e);
    if (!passes(o)) return o;
    return unless(!writes_e(g) || !overlaps_itself(e, g.m, g.n, g.batch), Status::overlap, Argument::e);
}

[[nodiscard]] constexpr Outcome check_scales(const Gemm& g) noexcept {
    constexpr Status too_short = Status::source_too_short;
    const DataType scale_ab = scale_ab_type_of(g), scale_cd = scale_cd_type_of(g);
    if (g.useScaleAB != ScaleAB::none) {
        const bool vector = g.useScaleAB == ScaleAB::vector;
        if (!vector_lies_inside(g.scaleA, scale_ab, vector ? g.m : 1)) return {too_short, Argument::scaleA};
        if (!vector_lies_inside(g.scaleB, scale_ab, vector ? g.n : 1)) return {too_short, Argument::scaleB};
    }
    if (g.useScaleCD) {
        if (!vector_lies_inside(g.scaleC, scale_cd, 1)) return {too_short, Argument::scaleC};
        if (!vector_lies_inside(g.scaleD, scale_cd, 1)) return {too_short, Argument::scaleD};
    }
    if (g.useScaleAlphaVec == 0) return good;
    const std::uint64_t length = along_n(g, g.useScaleAlphaVec) ? g.n : g.m;
    return unless(vector_lies_inside(g.scaleAlphaVec, scale_ab, length), too_short, Argument::scaleAlphaVec);
}

[[nodiscard]] constexpr Outcome check_bias(const Gemm& g) noexcept {
    if (!reads_bias(g)) return good;
    const DataType type = or_else(g.biasType, g.computeType);
    const std::uint64_t length = along_n(g, g.useBias) ? g.n : g.m;
    const Outcome too_short{Status::source_too_short, Argument::bias};
    if (g.batchBias.data == nullptr)
        return vector_lies_inside(g.bias, type, length, g.strideBias, g.batch) ? good : too_short;
    if (g.batchBias.size < g.batch) return too_short;
    for (const ConstBytes& bias : g.batchBias)
        if (!vector_lies_inside(bias, type, length)) return too_short;
    return good;
}

/// What is written even where D has no elements.
[[nodiscard]] constexpr Outcome check_reductions(const Gemm& g) noexcept {
    constexpr Status too_small = Status::destination_too_small;
    if (g.outputAmaxD && !vector_lies_inside(g.amaxD, g.computeType, 1)) return {too_small, Argument::amaxD};
    if (!writes_bias(g)) return good;
    const DataType type = or_else(g.biasType, g.computeType);
    return unless(vector_lies_inside(g.biasGradient, type, bias_gradient_length(g)), too_small, Argument::bias);
}

} // namespace

Outcome check(const Gemm& g) noexcept {
    // Called by name: a device's compiler cannot know the stack of a call through a pointer.
    if (const Outcome o = check_types(g); !passes(o)) return o;
    if (const Outcome o = check_numbers(g); !passes(o)) return o;
    if (const Outcome o = check_complex(g); !passes(o)) return o;
    if (const Outcome o = check_reductions(g); !passes(o)) return o;
    if (is_empty(g)) return good;
    if (const Outcome o = check_operands(g); !passes(o)) return o;
    if (const Outcome o = check_results(g); !passes(o)) return o;
    if (const Outcome o = check_scales(g); !passes(o)) return o;
    if (const Outcome o = check_bias(g); !passes(o)) return o;
    return good;
}

} // namespace kernabi::cpu
