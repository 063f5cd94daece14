// SPDX-License-Identifier: MIT
// Further argument tables of the same form as the main one: helper launches, the short block of a grouped launch, the
// record of a user's table.
#pragma once
#include "abi/kernarg/arguments.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/names.hpp"
#include "abi/span.hpp"
#include <cstdint>

namespace kernabi {

/// When a row of a side table stands in its block; each is a bit of a `Needs`.
enum class Need : std::uint8_t {
    always,
    direct,    ///< the launch writes D itself (globalAccumulation 0)
    workspace, ///< it writes the workspace
    bias,
    scale_ab,
    scale_cd,
    scale_alpha_vec,
    factor_dim,
    e,
    activation_type,
    activation,
    stochastic,
    user_table,   ///< the arguments are the user's
    device_table, ///< the arguments are a table that the host wrote
    words1,       ///< versions with internalArgs1 and numWorkGroups
};
using Needs = std::uint16_t;
[[nodiscard]] constexpr Needs need_bit(Need need) noexcept {
    return static_cast<Needs>(1u << static_cast<unsigned>(need));
}

/// How often a row repeats.
enum class Many : std::uint8_t { once, sizes_d, sizes_matrix, strides, activation };

struct SideRow {
    Argument argument;
    const char* name;       ///< as dumped; repeated rows get an index behind it
    const char* batch_name; ///< the same where batches are arrays of pointers
    As as;
    Many many;
    Need need;
};

/// Beta-only launch: scales C into D or the workspace before the parts of k are added up (abi-facts 7).
// clang-format off
inline constexpr SideRow beta_only_rows[] = {
    {Argument::d, "D", "batchD", As::pointer, Many::once, Need::direct},
    {Argument::ws, "WS", "WS", As::pointer, Many::once, Need::workspace},
    {Argument::c, "C", "batchC", As::pointer, Many::once, Need::always},
    {Argument::bias, "bias", "batchBias", As::pointer, Many::once, Need::bias},
    {Argument::scaleA, "scaleA", "scaleA", As::pointer, Many::once, Need::scale_ab},
    {Argument::scaleB, "scaleB", "scaleB", As::pointer, Many::once, Need::scale_ab},
    {Argument::scaleC, "scaleC", "scaleC", As::pointer, Many::once, Need::scale_cd},
    {Argument::scaleD, "scaleD", "scaleD", As::pointer, Many::once, Need::scale_cd},
    {Argument::scaleAlphaVec, "scaleAlphaVec", "scaleAlphaVec", As::pointer, Many::once, Need::scale_alpha_vec},
    {Argument::strideD, "strideD", "strideD", As::u32, Many::strides, Need::direct},
    {Argument::strideW, "strideW", "strideW", As::u32, Many::strides, Need::workspace},
    {Argument::strideC, "strideC", "strideC", As::u32, Many::strides, Need::always},
    {Argument::strideBias, "strideBias", "strideBias", As::u32, Many::once, Need::bias},
    {Argument::factorDim, "factorDim", "factorDim", As::u32, Many::once, Need::factor_dim},
    {Argument::size, "size_", "size_", As::u32, Many::sizes_d, Need::always},
    {Argument::beta, "beta", "beta", As::beta, Many::once, Need::always},
};

/// Output conversion: sums the parts in the workspace, runs the epilogue, writes D.
inline constexpr SideRow conversion_rows[] = {
    {Argument::e, "E", "batchE", As::pointer, Many::once, Need::e},
    {Argument::d, "D", "batchD", As::pointer, Many::once, Need::always},
    {Argument::ws, "WS", "WS", As::pointer, Many::once, Need::always},
    {Argument::c, "C", "batchC", As::pointer, Many::once, Need::always},
    {Argument::bias, "bias", "batchBias", As::pointer, Many::once, Need::bias},
    {Argument::scaleA, "scaleA", "scaleA", As::pointer, Many::once, Need::scale_ab},
    {Argument::scaleB, "scaleB", "scaleB", As::pointer, Many::once, Need::scale_ab},
    {Argument::scaleC, "scaleC", "scaleC", As::pointer, Many::once, Need::scale_cd},
    {Argument::scaleD, "scaleD", "scaleD", As::pointer, Many::once, Need::scale_cd},
    {Argument::scaleAlphaVec, "scaleAlphaVec", "scaleAlphaVec", As::pointer, Many::once, Need::scale_alpha_vec},
    {Argument::alpha, "alpha", "alpha", As::alpha, Many::once, Need::always},
    {Argument::beta, "beta", "beta", As::beta, Many::once, Need::always},
    {Argument::activation, "activation_", "activation_", As::activation, Many::activation, Need::activation},
    {Argument::activationType, "activationType", "activationType", As::u32, Many::once, Need::activation_type},
    {Argument::strideE, "strideE", "strideE", As::u32, Many::strides, Need::e},
    {Argument::strideD, "strideD", "strideD", As::u32, Many::strides, Need::always},
    {Argument::strideW, "strideW", "strideW", As::u32, Many::strides, Need::always},
    {Argument::strideC, "strideC", "strideC", As::u32, Many::strides, Need::always},
    {Argument::strideBias, "strideBias", "strideBias", As::u32, Many::once, Need::bias},
    {Argument::size, "size_", "size_", As::u32, Many::sizes_d, Need::always},
    {Argument::gsu, "gsu", "gsu", As::u32, Many::once, Need::always},
    {Argument::factorDim, "factorDim", "factorDim", As::u32, Many::once, Need::factor_dim},
    {Argument::RNDSeed, "RNDSeed", "RNDSeed", As::u32, Many::once, Need::stochastic},
};

/// Activation-only launch, for kernels without a fused activation. The kind comes before the values here.
inline constexpr SideRow activation_only_rows[] = {
    {Argument::d, "D", "batchD", As::pointer, Many::once, Need::always},
    {Argument::activationType, "activationType", "activationType", As::u32, Many::once, Need::activation_type},
    {Argument::activation, "activation_", "activation_", As::activation, Many::activation, Need::activation},
    {Argument::strideD, "strideD", "strideD", As::u32, Many::strides, Need::direct},
    {Argument::strideW, "strideW", "strideW", As::u32, Many::strides, Need::workspace},
    {Argument::size, "size_", "size_", As::u32, Many::sizes_d, Need::always},
};

/// Bias reduction: the bias gradient of D.
inline constexpr SideRow reduction_rows[] = {
    {Argument::ws, "WS", "WS", As::pointer, Many::once, Need::always},
    {Argument::bias, "bias", "bias", As::pointer, Many::once, Need::always},
    {Argument::size, "size_", "size_", As::u32, Many::sizes_matrix, Need::always},
    {Argument::strideDJ, "strideDJ", "strideDJ", As::u32, Many::once, Need::always},
};

/// A grouped launch with a header (abi-facts 4.1).
inline constexpr SideRow grouped_rows[] = {
    {Argument::gemm_count, "gemm_count", "gemm_count", As::u32, Many::once, Need::always},
    {Argument::internalArgs, "internalArgs", "internalArgs", As::u32, Many::once, Need::always},
    {Argument::internalArgs1, "internalArgs1", "internalArgs1", As::i32, Many::once, Need::words1},
    {Argument::numWorkGroups, "numWorkGroups", "numWorkGroups", As::u32, Many::once, Need::words1},
    {Argument::argsPtr, "argsPtr", "argsPtr", As::pointer, Many::once, Need::device_table},
    {Argument::DeviceUserArguments, "DeviceUserArguments", "DeviceUserArguments", As::pointer, Many::once, Need::user_table},
    {Argument::Synchronizer, "Synchronizer", "Synchronizer", As::pointer, Many::once, Need::always},
    {Argument::Workspace, "Workspace", "Workspace", As::pointer, Many::once, Need::always},
};

/// The same without universal arguments (abi-facts 4.5): both pointers, and from version 1 on a second, empty count.
inline constexpr SideRow grouped_legacy_rows[] = {
    {Argument::gemm_count, "gemm_count", "gemm_count", As::u32, Many::once, Need::always},
    {Argument::DeviceUserArguments, "DeviceUserArguments", "DeviceUserArguments", As::pointer, Many::once, Need::always},
    {Argument::argsPtr, "argsPtr", "argsPtr", As::pointer, Many::once, Need::always},
    {Argument::numWorkGroups, "numWorkGroups", "numWorkGroups", As::u32, Many::once, Need::always},
    {Argument::internalArgs, "internalArgs", "internalArgs", As::u32, Many::once, Need::always},
    {Argument::internalArgs1, "internalArgs1", "internalArgs1", As::i32, Many::once, Need::words1},
    {Argument::reserved, "numWorkGroups_1", "numWorkGroups_1", As::u32, Many::once, Need::words1},
    {Argument::Synchronizer, "Synchronizer", "Synchronizer", As::pointer, Many::once, Need::always},
    {Argument::Workspace, "Workspace", "Workspace", As::pointer, Many::once, Need::always},
};

/// The conversion launch of a group.
inline constexpr SideRow grouped_conversion_rows[] = {
    {Argument::wiTablePtr, "wiTablePtr", "wiTablePtr", As::pointer, Many::once, Need::always},
    {Argument::DeviceUserArguments, "DeviceUserArguments", "DeviceUserArguments", As::pointer, Many::once, Need::always},
    {Argument::argsPtr, "argsPtr", "argsPtr", As::pointer, Many::once, Need::always},
    {Argument::gemm_count, "gemm_count", "gemm_count", As::u32, Many::once, Need::always},
};
// clang-format on

/// What of a side table depends on the request.
struct SideForm {
    Span<const SideRow> rows{};
    Needs needs = need_bit(Need::always);
    bool strided = true;
    Kind alpha = Kind::f32, alpha_held = Kind::f32, beta = Kind::f32, beta_held = Kind::f32, activation = Kind::f32;
    std::uint8_t activation_count = 0;
};

/// Gives `sink(const SideRow&, const Entry&)` every argument of the block in order.
template <typename Sink>
constexpr void for_each_entry(const SideForm& form, Sink&& sink) noexcept {
    std::uint16_t offset = 0;
    for (const SideRow& row : form.rows) {
        if ((form.needs & need_bit(row.need)) == 0) continue;
        Kind kind = Kind::u32;
        switch (row.as) {
        case As::u32: break;
        case As::i32: kind = Kind::i32; break;
        case As::i64: kind = Kind::i64; break;
        case As::pointer: kind = Kind::pointer; break;
        case As::alpha: kind = form.alpha; break;
        case As::beta: kind = form.beta; break;
        case As::activation: kind = form.activation; break;
        }
        const Kind held = row.as == As::alpha ? form.alpha_held : row.as == As::beta ? form.beta_held : kind;
        unsigned first = 0, end = 1;
        switch (row.many) {
        case Many::once: break;
        case Many::sizes_d: end = 3; break;
        case Many::sizes_matrix: end = 2; break;
        case Many::strides:
            first = 1;
            end = tensor_dims;
            break;
        case Many::activation: end = form.activation_count; break;
        }
        for (unsigned i = first; i < end; ++i) {
            sink(row, Entry{row.argument, static_cast<std::uint8_t>(i), kind, held, offset, size_of(kind)});
            offset = static_cast<std::uint16_t>(offset + size_of(kind));
        }
    }
}

[[nodiscard]] constexpr std::uint16_t size_of(const SideForm& form) noexcept {
    std::uint16_t size = 0;
    for_each_entry(form, [&](const SideRow&, const Entry& entry) {
        size = static_cast<std::uint16_t>(entry.offset + entry.size);
    });
    return size;
}

/// The host's name of an entry.
[[nodiscard]] constexpr Name side_name(const SideForm& form, const SideRow& row, const Entry& entry) noexcept {
    Name name{};
    name.add(form.strided ? row.name : row.batch_name);
    if (row.many != Many::once) name.add(unsigned{entry.index});
    return name;
}

/// The short block of a group's launch, for kernels of `form`. `user`: the records are the user's; a block without a
/// header has a place for both addresses.
[[nodiscard]] constexpr SideForm short_block_form(const Form& form, bool user) noexcept {
    SideForm side{};
    side.rows = form.dialect.header == Header::none ? Span<const SideRow>(grouped_legacy_rows)
                                                    : Span<const SideRow>(grouped_rows);
    side.needs |= need_bit(user ? Need::user_table : Need::device_table);
    if (form.version >= Version::v1) side.needs |= need_bit(Need::words1);
    return side;
}

} // namespace kernabi
