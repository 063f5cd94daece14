// SPDX-License-Identifier: MIT
// The packed record that a user of grouped GEMMs keeps in device memory, one a problem (abi-facts 4.3).
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/refusal.hpp"
#include "abi/kernarg/request.hpp"
#include "abi/kernarg/strides.hpp"
#include "abi/span.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi {

inline constexpr std::size_t user_record_size = 196;

struct UserField {
    Argument argument;
    std::uint8_t index; ///< of the value's slot
    const char* name;
    Kind kind;
    std::uint8_t size; ///< bytes that it takes; alpha and beta stand in the low bytes of 16
    std::uint8_t offset;
};

/// No padding, though pointers do not stand at multiples of 8. `reserved` is where kernels look for strideBias.
// clang-format off
inline constexpr UserField user_fields[] = {
    {Argument::size, 0, "m", Kind::u32, 4, 0}, {Argument::size, 1, "n", Kind::u32, 4, 4},
    {Argument::size, 2, "batch", Kind::u32, 4, 8}, {Argument::size, 3, "k", Kind::u32, 4, 12},
    {Argument::d, 0, "d", Kind::pointer, 8, 16}, {Argument::c, 0, "c", Kind::pointer, 8, 24},
    {Argument::a, 0, "a", Kind::pointer, 8, 32}, {Argument::b, 0, "b", Kind::pointer, 8, 40},
    {Argument::strideD, 1, "strideD1", Kind::u32, 4, 48}, {Argument::strideD, 2, "strideD2", Kind::u32, 4, 52},
    {Argument::strideC, 1, "strideC1", Kind::u32, 4, 56}, {Argument::strideC, 2, "strideC2", Kind::u32, 4, 60},
    {Argument::strideA, 1, "strideA1", Kind::u32, 4, 64}, {Argument::strideA, 2, "strideA2", Kind::u32, 4, 68},
    {Argument::strideB, 1, "strideB1", Kind::u32, 4, 72}, {Argument::strideB, 2, "strideB2", Kind::u32, 4, 76},
    {Argument::alpha, 0, "alpha", Kind::f32, 16, 80}, {Argument::beta, 0, "beta", Kind::f32, 16, 96},
    {Argument::scaleA, 0, "scaleA", Kind::pointer, 8, 112}, {Argument::scaleB, 0, "scaleB", Kind::pointer, 8, 120},
    {Argument::scaleC, 0, "scaleC", Kind::pointer, 8, 128}, {Argument::scaleD, 0, "scaleD", Kind::pointer, 8, 136},
    {Argument::scaleAlphaVec, 0, "scaleAlphaVec", Kind::pointer, 8, 144},
    {Argument::bias, 0, "bias", Kind::pointer, 8, 152}, {Argument::bias_type, 0, "biasType", Kind::i32, 4, 160},
    {Argument::reserved, 0, "reserved", Kind::u32, 4, 164},
    {Argument::e, 0, "e", Kind::pointer, 8, 168},
    {Argument::strideE, 1, "strideE1", Kind::u32, 4, 176}, {Argument::strideE, 2, "strideE2", Kind::u32, 4, 180},
    {Argument::activation, 0, "act0", Kind::f32, 4, 184}, {Argument::activation, 1, "act1", Kind::f32, 4, 188},
    {Argument::activationType, 0, "activationType", Kind::i32, 4, 192},
};
// clang-format on

namespace detail {
consteval bool user_fields_tile_the_record() noexcept {
    std::size_t at = 0;
    for (const UserField& field : user_fields) {
        if (field.offset != at) return false;
        at += field.size;
    }
    return at == user_record_size;
}
} // namespace detail
static_assert(detail::user_fields_tile_the_record());

/// Fills the values of a record: the plain tensors, whatever the kernel's flags say; E's strides alone are 0 without
/// useE.
constexpr void fill_user_values(const Request& request, Values& values) noexcept {
    const Problem& p = request.problem;
    const Pointers& at = request.pointers;
    const ProblemType& type = request.form.type;
    const bool newer = request.form.dialect.enums == Enums::y2026;
    const std::uint64_t sizes[gemm_sizes] = {p.m, p.n, p.batch, p.k};
    for (unsigned i = 0; i < gemm_sizes; ++i) values.at(Argument::size, i) = sizes[i];
    values.at(Argument::d) = at.d;
    values.at(Argument::c) = at.c;
    values.at(Argument::a) = at.a;
    values.at(Argument::b) = at.b;
    detail::put_strides(values, Argument::strideD, p.ldd, p.strideD);
    detail::put_strides(values, Argument::strideC, p.ldc, p.strideC);
    detail::put_strides(values, Argument::strideA, p.lda, p.strideA);
    detail::put_strides(values, Argument::strideB, p.ldb, p.strideB);
    detail::put_strides(values, Argument::strideE, type.useE ? p.lde : 0, type.useE ? p.strideE : 0);
    values.at(Argument::scaleA) = at.scaleA;
    values.at(Argument::scaleB) = at.scaleB;
    values.at(Argument::scaleC) = at.scaleC;
    values.at(Argument::scaleD) = at.scaleD;
    values.at(Argument::scaleAlphaVec) = at.scaleAlphaVec;
    values.at(Argument::bias) = at.bias;
    const DataTypeRow& bias = row_of(type.useBias != 0 ? type.biasType : DataType::Float);
    values.at(Argument::bias_type) = newer ? bias.number_2026 : bias.number_2024;
    values.at(Argument::reserved) = 0; // the host never writes it; a careful caller zeroes the record first
    values.at(Argument::e) = at.e;
    const bool single = type.activationComputeDataType == DataType::Float;
    for (unsigned i = 0; i < 2; ++i)
        values.at(Argument::activation, i) =
            single && i < request.inputs.activation_count ? request.inputs.activation[i] : 0;
    const ActivationRow& kind = row_of(request.params.activationEnum);
    values.at(Argument::activationType) = newer ? kind.number_2026 : kind.number_2024;
}

/// One record of `user_record_size` bytes, zeroed first; a null destination checks. The scalars' types must have a
/// packing. `scratch` is overwritten.
[[nodiscard]] constexpr Status pack_user_record(const Request& request, Values& scratch, Bytes to,
                                                Refusal& refusal) noexcept {
    fill_user_values(request, scratch);
    if (request.policy == Policy::strict)
        for (const UserField& field : user_fields) {
            const std::uint64_t value = scratch.at(field.argument, field.index);
            if (field.size == 16 || survives(value, field.kind)) continue;
            refusal.reason = Reason::argument;
            refusal.argument = {Entry{field.argument, field.index, field.kind, field.kind, field.offset, field.size},
                                value};
            return Status::value_out_of_range;
        }
    if (to.data == nullptr) return Status::ok;
    if (to.size < user_record_size) return Status::destination_too_small;
    for (std::size_t i = 0; i < user_record_size; ++i) to.data[i] = 0;
    const ProblemType& type = request.form.type;
    for (const UserField& field : user_fields) {
        std::uint8_t* const at = to.data + field.offset;
        if (field.size != 16) {
            store_le(at, scratch.at(field.argument, field.index), field.size);
            continue;
        }
        // The scalar's own width; it is never widened here, in neither year.
        const bool is_alpha = field.argument == Argument::alpha;
        Kind written{}, held{};
        if (scalar_kind(is_alpha ? type.alphaType : type.betaType, Scalars::packed, written, held) != Status::ok)
            continue;
        store_le(at, is_alpha ? request.inputs.alpha[0] : request.inputs.beta[0], size_of(held));
    }
    return Status::ok;
}

} // namespace kernabi
