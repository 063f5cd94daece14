// SPDX-License-Identifier: MIT
// The argument table: every argument that a block can hold, in the order of versions 0 to 2, and a short list for
// version 3's order.
#pragma once
#include "abi/kernarg/types.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// Arguments by what they are. Numbers are fixed: vectors carry them.
// clang-format off
enum class Argument : std::uint8_t {
    gemm_count = 0, internalArgs = 1, internalArgs1 = 2, numWorkGroups = 3, debugBuffer = 4,
    size = 5,
    d = 6, c = 7, a = 8, mxsa = 9, b = 10, mxsb = 11, metadata = 12, ws = 13, Flags = 14,
    strideD = 15, strideC = 16, strideA = 17, strideMXSA = 18, strideB = 19, strideMXSB = 20, strideMetadata = 21,
    alpha = 22, beta = 23, ESMRuntimeSupported = 24,
    scaleA = 25, scaleB = 26, scaleC = 27, scaleD = 28, scaleAlphaVec = 29,
    bias = 30, bias_type = 31, strideBias = 32,
    gateResidual = 33, gate_type = 34, strideGate = 35,
    factorDim = 36,
    e = 37, strideE = 38,
    activation = 39, activationType = 40,
    AddrAmaxOut = 41, AmaxWS = 42, AmaxSync = 43,
    dstD = 44, Synchronizer = 45, GSUSync = 46,
    magicNumberProblemNumGroupTiles0 = 47, magicShiftProblemNumGroupTiles0 = 48,
    itersPerTile = 49, magicNumberItersPerTile = 50, magicShiftItersPerTile = 51,
    magicNumProblemNumGroupTiles0By1 = 52, magicShiftProblemNumGroupTiles0By1 = 53,
    totalIters = 54, SKItersPerWG = 55, skGrid = 56, skTiles = 57, skExtraIters = 58,
    TotalItems = 59, SKSplit = 60, SKItersPerWI = 61, PersistentGrid = 62,
    batchOffsetD = 63, batchOffsetC = 64, batchOffsetA = 65, batchOffsetB = 66,
    RNDSeed = 67,
    // The short block of a grouped launch.
    argsPtr = 68, DeviceUserArguments = 69, Workspace = 70,
    // Helper launches and user records alone.
    strideW = 71, gsu = 72, strideDJ = 73, wiTablePtr = 74, reserved = 75,
};
// clang-format on
inline constexpr std::size_t argument_count = 76;

/// How the bytes of one entry are read; the last three depend on a data type of the problem.
enum class As : std::uint8_t { u32, i32, i64, pointer, alpha, beta, activation };

/// How often an argument stands there, and from which index on it is named.
enum class Times : std::uint8_t {
    once,
    sizes,         ///< once a problem size
    strides_cd,    ///< tensor dimensions 1 and 2, 0 too with useInitialStridesCD
    strides_ab,    ///< the same with useInitialStridesAB
    strides_inner, ///< tensor dimensions 1 and 2 always
    scalar,        ///< once; a half twice, the second as name_2
    activation,    ///< activationArgLength times
};

/// When an argument is there. Each is one line of `applies`.
enum class When : std::uint8_t {
    always,
    never,
    debug,
    mx_a,
    mx_b,
    mx_a_pointer,
    mx_b_pointer,
    sparse,
    stream_k_buffers,
    beta,
    esm,
    scale_ab,
    scale_cd,
    scale_alpha_vec,
    bias,
    bias_forward,
    gate,
    factor_dim,
    e,
    activation,
    activation_type,
    amax,
    single_kernel,
    batch_offsets,
    stochastic,
};

/// The name of an entry is the host's base, then `_i` or the index.
enum class Suffix : std::uint8_t { none, underscore_index, index };

struct ArgumentRow {
    Argument id;
    const char* dump;     ///< the host's name, as in dumps
    const char* metadata; ///< the generator's, as in code objects
    As as;
    Times times;
    Suffix suffix;
    When when;
};

/// Sources: abi-facts 2.1, 3.1, 6; host-2024 "Order of the arguments". Nothing is aligned: each entry starts where the
/// one before it ends.
// clang-format off
inline constexpr ArgumentRow arguments[argument_count] = {
    {Argument::gemm_count, "gemm_count", "Gemm info", As::u32, Times::once, Suffix::none, When::always},
    {Argument::internalArgs, "internalArgs", "kernel info0", As::u32, Times::once, Suffix::none, When::always},
    {Argument::internalArgs1, "internalArgs1", "kernel info1", As::i32, Times::once, Suffix::none, When::always},
    {Argument::numWorkGroups, "numWorkGroups", "numWG", As::u32, Times::once, Suffix::none, When::always},
    // The host puts it first, metadata after the sizes; the kernel reads neither (abi-facts 9). The host's place is taken.
    {Argument::debugBuffer, "debugBuffer", "AddressDbg", As::pointer, Times::once, Suffix::none, When::debug},
    {Argument::size, "size", "Sizes", As::u32, Times::sizes, Suffix::underscore_index, When::always},
    {Argument::d, "d", "D", As::pointer, Times::once, Suffix::none, When::always},
    {Argument::c, "c", "C", As::pointer, Times::once, Suffix::none, When::always},
    {Argument::a, "a", "A", As::pointer, Times::once, Suffix::none, When::always},
    {Argument::mxsa, "mxsa", "MXSA", As::pointer, Times::once, Suffix::none, When::mx_a_pointer},
    {Argument::b, "b", "B", As::pointer, Times::once, Suffix::none, When::always},
    {Argument::mxsb, "mxsb", "MXSB", As::pointer, Times::once, Suffix::none, When::mx_b_pointer},
    {Argument::metadata, "metadata", "MetaData", As::pointer, Times::once, Suffix::none, When::sparse},
    {Argument::ws, "ws", "AddressWS", As::pointer, Times::once, Suffix::none, When::stream_k_buffers},
    {Argument::Flags, "Flags", "AddressFlags", As::pointer, Times::once, Suffix::none, When::stream_k_buffers},
    {Argument::strideD, "strideD", "strideD", As::u32, Times::strides_cd, Suffix::index, When::always},
    {Argument::strideC, "strideC", "strideC", As::u32, Times::strides_cd, Suffix::index, When::always},
    {Argument::strideA, "strideA", "strideA", As::u32, Times::strides_ab, Suffix::index, When::always},
    {Argument::strideMXSA, "strideMXSA", "strideMXSA", As::u32, Times::strides_ab, Suffix::index, When::mx_a},
    {Argument::strideB, "strideB", "strideB", As::u32, Times::strides_ab, Suffix::index, When::always},
    {Argument::strideMXSB, "strideMXSB", "strideMXSB", As::u32, Times::strides_ab, Suffix::index, When::mx_b},
    {Argument::strideMetadata, "strideMetadata", "strideMetadata", As::u32, Times::strides_ab, Suffix::index, When::sparse},
    {Argument::alpha, "alpha", "alpha", As::alpha, Times::scalar, Suffix::none, When::always},
    {Argument::beta, "beta", "beta", As::beta, Times::scalar, Suffix::none, When::beta},
    {Argument::ESMRuntimeSupported, "ESMRuntimeSupported", "ESMRuntimeSupported", As::i32, Times::once, Suffix::none, When::esm},
    {Argument::scaleA, "scaleA", "AddressScaleA", As::pointer, Times::once, Suffix::none, When::scale_ab},
    {Argument::scaleB, "scaleB", "AddressScaleB", As::pointer, Times::once, Suffix::none, When::scale_ab},
    {Argument::scaleC, "scaleC", "AddressScaleC", As::pointer, Times::once, Suffix::none, When::scale_cd},
    {Argument::scaleD, "scaleD", "AddressScaleD", As::pointer, Times::once, Suffix::none, When::scale_cd},
    {Argument::scaleAlphaVec, "scaleAlphaVec", "AddressScaleAlphaVec", As::pointer, Times::once, Suffix::none, When::scale_alpha_vec},
    {Argument::bias, "bias", "bias", As::pointer, Times::once, Suffix::none, When::bias},
    {Argument::bias_type, "bias_type", "biasType", As::u32, Times::once, Suffix::none, When::bias_forward},
    {Argument::strideBias, "strideBias", "StrideBias", As::u32, Times::once, Suffix::none, When::bias_forward},
    {Argument::gateResidual, "gateResidual", "gate", As::pointer, Times::once, Suffix::none, When::gate},
    {Argument::gate_type, "gate_type", "gateType", As::u32, Times::once, Suffix::none, When::gate},
    {Argument::strideGate, "strideGate", "strideG", As::u32, Times::strides_inner, Suffix::index, When::gate},
    {Argument::factorDim, "factorDim", "factorDim", As::u32, Times::once, Suffix::none, When::factor_dim},
    {Argument::e, "e", "E", As::pointer, Times::once, Suffix::none, When::e},
    {Argument::strideE, "strideE", "StrideE", As::u32, Times::strides_cd, Suffix::index, When::e},
    {Argument::activation, "activation", "activation", As::activation, Times::activation, Suffix::underscore_index, When::activation},
    {Argument::activationType, "activationType", "activationType", As::u32, Times::once, Suffix::none, When::activation_type},
    {Argument::AddrAmaxOut, "AddrAmaxOut", "AddrAmaxOut", As::pointer, Times::once, Suffix::none, When::amax},
    {Argument::AmaxWS, "AmaxWS", "AmaxWS", As::pointer, Times::once, Suffix::none, When::amax},
    {Argument::AmaxSync, "AmaxSync", "AmaxSync", As::pointer, Times::once, Suffix::none, When::amax},
    {Argument::dstD, "dstD", "dstD", As::pointer, Times::once, Suffix::none, When::single_kernel},
    {Argument::Synchronizer, "Synchronizer", "Synchronizer", As::pointer, Times::once, Suffix::none, When::single_kernel},
    {Argument::GSUSync, "GSUSync", "GSUSync", As::u32, Times::once, Suffix::none, When::single_kernel},
    // Stream-K and persistent words: `stream_k.hpp` says which of them stand in a block, and where.
    {Argument::magicNumberProblemNumGroupTiles0, "magicNumberProblemNumGroupTiles0", "MagicNumberProblemNumGroupTiles0", As::u32, Times::once, Suffix::none, When::never},
    {Argument::magicShiftProblemNumGroupTiles0, "magicShiftProblemNumGroupTiles0", "MagicShiftProblemNumGroupTiles0", As::u32, Times::once, Suffix::none, When::never},
    {Argument::itersPerTile, "itersPerTile", "ItersPerTile", As::u32, Times::once, Suffix::none, When::never},
    {Argument::magicNumberItersPerTile, "magicNumberItersPerTile", "MagicNumberItersPerTile", As::u32, Times::once, Suffix::none, When::never},
    {Argument::magicShiftItersPerTile, "magicShiftItersPerTile", "MagicShiftItersPerTile", As::u32, Times::once, Suffix::none, When::never},
    {Argument::magicNumProblemNumGroupTiles0By1, "magicNumProblemNumGroupTiles0By1", "MagicNumProblemNumGroupTiles0By1", As::u32, Times::once, Suffix::none, When::never},
    {Argument::magicShiftProblemNumGroupTiles0By1, "magicShiftProblemNumGroupTiles0By1", "MagicShiftProblemNumGroupTiles0By1", As::u32, Times::once, Suffix::none, When::never},
    {Argument::totalIters, "totalIters", "TotalIters", As::u32, Times::once, Suffix::none, When::never},
    {Argument::SKItersPerWG, "SKItersPerWG", "SKItersPerWG", As::u32, Times::once, Suffix::none, When::never},
    {Argument::skGrid, "skGrid", "skGrid", As::u32, Times::once, Suffix::none, When::never},
    {Argument::skTiles, "skTiles", "skTiles", As::u32, Times::once, Suffix::none, When::never},
    {Argument::skExtraIters, "skExtraIters", "skExtraIters", As::u32, Times::once, Suffix::none, When::never},
    {Argument::TotalItems, "TotalItems", "TotalItems", As::u32, Times::once, Suffix::none, When::never},
    {Argument::SKSplit, "SKSplit", "SKSplit", As::u32, Times::once, Suffix::none, When::never},
    {Argument::SKItersPerWI, "SKItersPerWI", "SKItersPerWI", As::u32, Times::once, Suffix::none, When::never},
    {Argument::PersistentGrid, "PersistentGrid", "PersistentGrid", As::u32, Times::once, Suffix::none, When::never},
    {Argument::batchOffsetD, "batchOffsetD", "batchOffsetD", As::i64, Times::once, Suffix::none, When::batch_offsets},
    {Argument::batchOffsetC, "batchOffsetC", "batchOffsetC", As::i64, Times::once, Suffix::none, When::batch_offsets},
    {Argument::batchOffsetA, "batchOffsetA", "batchOffsetA", As::i64, Times::once, Suffix::none, When::batch_offsets},
    {Argument::batchOffsetB, "batchOffsetB", "batchOffsetB", As::i64, Times::once, Suffix::none, When::batch_offsets},
    // No metadata names it; how a kernel loads it is not known.
    {Argument::RNDSeed, "RNDSeed", "RNDSeed", As::u32, Times::once, Suffix::none, When::stochastic},
    {Argument::argsPtr, "argsPtr", "argsPtr", As::pointer, Times::once, Suffix::none, When::never},
    {Argument::DeviceUserArguments, "DeviceUserArguments", "DeviceUserArguments", As::pointer, Times::once, Suffix::none, When::never},
    {Argument::Workspace, "Workspace", "Workspace", As::pointer, Times::once, Suffix::none, When::never},
    {Argument::strideW, "strideW", "strideW", As::u32, Times::strides_inner, Suffix::index, When::never},
    {Argument::gsu, "gsu", "gsu", As::u32, Times::once, Suffix::none, When::never},
    {Argument::strideDJ, "strideDJ", "strideDJ", As::u32, Times::once, Suffix::none, When::never},
    {Argument::wiTablePtr, "wiTablePtr", "wiTablePtr", As::pointer, Times::once, Suffix::none, When::never},
    {Argument::reserved, "reserved", "reserved", As::u32, Times::once, Suffix::none, When::never},
};
// clang-format on

[[nodiscard]] constexpr const ArgumentRow& row_of(Argument argument) noexcept {
    return arguments[static_cast<std::size_t>(argument)];
}

/// Slots of a value: alpha and beta hold a real and an imaginary part, the repeated ones a slot each.
[[nodiscard]] constexpr std::size_t slots_of(const ArgumentRow& row) noexcept {
    switch (row.times) {
    case Times::once: return 1;
    case Times::scalar: return 2;
    case Times::sizes:
    case Times::activation: return 4;
    default: return 3;
    }
}

namespace detail {
consteval bool argument_rows_stand_at_their_enumerators() noexcept {
    for (std::size_t i = 0; i < argument_count; ++i)
        if (static_cast<std::size_t>(arguments[i].id) != i) return false;
    return true;
}
} // namespace detail
static_assert(detail::argument_rows_stand_at_their_enumerators());

/// What laying out and packing ask of a row: all but its names, so that a packer's image holds none.
struct ArgumentShape {
    As as;
    Times times;
    When when;
};

namespace detail {
struct ArgumentShapes {
    ArgumentShape of[argument_count] = {};
};
consteval ArgumentShapes argument_shapes() noexcept {
    ArgumentShapes shapes{};
    for (std::size_t i = 0; i < argument_count; ++i)
        shapes.of[i] = {arguments[i].as, arguments[i].times, arguments[i].when};
    return shapes;
}
inline constexpr ArgumentShapes shapes_of_arguments = argument_shapes();
} // namespace detail

[[nodiscard]] constexpr const ArgumentShape& shape_of(Argument argument) noexcept {
    return detail::shapes_of_arguments.of[static_cast<std::size_t>(argument)];
}

/// One step of an order: an argument, or a place where other words may stand.
enum class Step : std::uint8_t {
    internal_words = 0xf0,        ///< internalArgs and its fellows, in blocks without a header
    stream_k_after_beta = 0xf1,   ///< Stream-K words of 2026
    stream_k_before_alpha = 0xf2, ///< the same in version 3's order
    stream_k_tail = 0xf3,         ///< Stream-K and persistent words of 2024
};
[[nodiscard]] constexpr Step step(Argument argument) noexcept { return static_cast<Step>(argument); }

/// Versions 0 to 2 and the early 3.
// clang-format off
inline constexpr Step front_d_first[] = {
    step(Argument::debugBuffer), step(Argument::size),
    step(Argument::d), step(Argument::c), step(Argument::a), step(Argument::mxsa), step(Argument::b), step(Argument::mxsb),
    step(Argument::metadata), step(Argument::ws), step(Argument::Flags),
    step(Argument::strideD), step(Argument::strideC), step(Argument::strideA), step(Argument::strideMXSA),
    step(Argument::strideB), step(Argument::strideMXSB), step(Argument::strideMetadata),
    step(Argument::alpha), step(Argument::beta), step(Argument::ESMRuntimeSupported), Step::stream_k_after_beta,
};
// clang-format on

/// Version 3 since September 2026: what the main loop reads comes first, so that it falls into the preloaded registers
/// (abi-facts 2.3).
// clang-format off
inline constexpr Step front_a_first[] = {
    step(Argument::debugBuffer), step(Argument::size),
    step(Argument::a), step(Argument::mxsa), step(Argument::b), step(Argument::mxsb),
    step(Argument::strideA), step(Argument::strideMXSA), step(Argument::strideB), step(Argument::strideMXSB), step(Argument::strideMetadata),
    step(Argument::metadata), step(Argument::Flags), Step::stream_k_before_alpha,
    step(Argument::alpha), step(Argument::beta), step(Argument::ws),
    step(Argument::d), step(Argument::c), step(Argument::strideD), step(Argument::strideC), step(Argument::ESMRuntimeSupported),
};
// clang-format on

/// Behind either front.
// clang-format off
inline constexpr Step back_epilogue[] = {
    Step::internal_words,
    step(Argument::scaleA), step(Argument::scaleB), step(Argument::scaleC), step(Argument::scaleD), step(Argument::scaleAlphaVec),
    step(Argument::bias), step(Argument::bias_type), step(Argument::strideBias),
    step(Argument::gateResidual), step(Argument::gate_type), step(Argument::strideGate),
    step(Argument::factorDim), step(Argument::e), step(Argument::strideE),
    step(Argument::activation), step(Argument::activationType),
    step(Argument::AddrAmaxOut), step(Argument::AmaxWS), step(Argument::AmaxSync),
};
// clang-format on

/// Last, and not in a grouped table's records but for the single-kernel three.
// clang-format off
inline constexpr Step back_tail[] = {
    step(Argument::dstD), step(Argument::Synchronizer), step(Argument::GSUSync), Step::stream_k_tail,
    step(Argument::batchOffsetD), step(Argument::batchOffsetC), step(Argument::batchOffsetA), step(Argument::batchOffsetB),
    step(Argument::RNDSeed),
};
// clang-format on

} // namespace kernabi
