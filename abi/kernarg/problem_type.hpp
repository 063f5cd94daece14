// SPDX-License-Identifier: MIT
// Everything besides version and dialect that shapes an argument block.
#pragma once
#include "abi/kernarg/types.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi {

inline constexpr unsigned gemm_sizes = 4;  ///< free 0 (m), free 1 (n), batch, summation (k)
inline constexpr unsigned tensor_dims = 3; ///< of each of A, B, C, D
inline constexpr unsigned max_activation_args = 4;

enum class ScaleAB : std::uint8_t { none, scalar, vector };
/// Tensor whose gradient the bias is; TensileLite's letters.
enum class BiasSource : std::uint8_t { a, b, c, d };
/// How a split over k is summed (globalAccumulation).
enum class Accumulation : std::uint8_t {
    none,
    single_buffer,
    multiple_buffer,
    multiple_buffer_single_kernel,
    partials_buffer
};

/// The problem type and those properties of the kernel and the launch on which argument names and offsets depend, under
/// TensileLite's names wherever it keeps them. Defaults: a plain strided f32 GEMM with beta.
struct ProblemType {
    DataType aType = DataType::Float, bType = DataType::Float, cType = DataType::Float, dType = DataType::Float,
             eType = DataType::Float;
    DataType computeInputType = DataType::Float, computeType = DataType::Float,
             activationComputeDataType = DataType::Float;
    DataType alphaType = DataType::Float, betaType = DataType::Float, biasType = DataType::Float;
    bool transA = false, transB = false;
    bool highPrecisionAccumulate = false;
    bool useBeta = true;
    bool useGradient = false;
    bool useE = false;
    bool useScaleCD = false;
    bool useInitialStridesAB = false, useInitialStridesCD = false;
    bool stridedBatched = true; ///< false: the D, C, A, B slots hold arrays of pointers, one a batch
    bool outputAmaxD = false;
    bool groupedGemm = false;
    bool stochasticRounding = false;
    bool supportDeviceUserArguments = false;
    bool useGateResidual = false; ///< 2026
    ScaleAB useScaleAB = ScaleAB::none;
    std::uint8_t useBias = 0;          ///< 0 none, 1 along M, 2 along N, 3 as factorDim says
    std::uint8_t useScaleAlphaVec = 0; ///< the same
    BiasSource biasSrc = BiasSource::d;
    Activation activationType = Activation::None;
    std::uint8_t activationArgLength = 0;     ///< at most `max_activation_args`
    std::uint8_t sparse = 0;                  ///< 0 none, 1 A, 2 B is the compressed operand
    std::uint32_t mxBlockA = 0, mxBlockB = 0; ///< elements of k to one scale, 0 none (2026)

    // sizeMapping and solution
    bool activationFused = true;
    bool debugKernel = false;
    std::uint8_t streamK = 0; ///< 0 none, 1 to 3 (2024), 3 to 5 (2026)
    bool streamKAtomic = false;
    bool persistentKernel = false;
    std::uint8_t persistentLoopArgsVersion = 0; ///< 0 or 1; 1 only with version 3
    std::uint8_t expertSchedulingMode = 0;
    Accumulation globalAccumulation = Accumulation::none;
    bool streamKTotalIters = false; ///< 2026: named custom kernels keep totalIters among the words of mode 3

    // the launch
    std::uint32_t gsu = 1;     ///< parts of k as the launch uses them, not as the word holds them
    bool bias_is_null = false; ///< gradient mode names the slot `bias`, not `ws_bias`, when there is no bias
};

/// Whether the D slot (and in some forms the C slot) holds the workspace (abi-facts 2.1, item 2).
[[nodiscard]] constexpr bool d_slot_is_workspace(const ProblemType& type) noexcept {
    if (type.gsu <= 1 || type.streamK != 0) return false;
    switch (type.globalAccumulation) {
    case Accumulation::multiple_buffer:
    case Accumulation::multiple_buffer_single_kernel: return true;
    case Accumulation::single_buffer: return type.computeType != type.dType || type.activationType != Activation::None;
    default: return false;
    }
}

/// The C slot keeps the real C in the single-kernel form.
[[nodiscard]] constexpr bool c_slot_is_workspace(const ProblemType& type) noexcept {
    return d_slot_is_workspace(type) && type.globalAccumulation != Accumulation::multiple_buffer_single_kernel;
}

/// Whether D's and C's strides are the packed ones of the workspace. Wider than the slots' rule: with single_buffer and
/// no redirection the pointers are the real ones and the strides are still packed (host-2024, item 11).
[[nodiscard]] constexpr bool strides_are_workspace(const ProblemType& type) noexcept {
    return type.gsu > 1 && type.streamK == 0 && type.globalAccumulation != Accumulation::none;
}

/// Bytes of one element in memory; 0 for types without a whole number of them.
[[nodiscard]] constexpr unsigned element_bytes(DataType type) noexcept { return row_of(type).bits / 8u; }

} // namespace kernabi
