// SPDX-License-Identifier: MIT
// What a host is asked for: a kernel, a problem, its inputs and a device.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/host_2024.hpp"
#include "abi/kernarg/layout.hpp"
#include <cstdint>

namespace kernabi {

enum class Call : std::uint8_t {
    solve,       ///< the whole sequence of launches, with the host's refusals
    single,      ///< the GEMM launch alone
    grouped,     ///< several problems, their arguments in a table in device memory
    groupedUser, ///< the same with user arguments that the caller put there
};

/// The part of sizeMapping that shapes launches. Tiles in elements, depthU in elements of k, workspace in bytes an
/// element.
struct SizeMapping {
    std::uint32_t waveNum = 4;
    std::uint32_t workGroupSize[3] = {256, 1, 1};
    std::uint32_t macroTile[3] = {128, 128, 1};
    std::uint32_t depthU = 32;
    std::uint32_t globalSplitUPGR = 16;
    std::uint32_t packBatchDims = 0; ///< bit 0: batch packed into the first tile dimension, bit 1: into the second
    std::uint32_t workspaceSizePerElemC = 4;
    std::uint32_t workspaceSizePerElemBias = 0;
};

/// Sizes and strides in elements, whole 64 bits as the host holds them. A is {m,k,batch} or with transA {k,m,batch};
/// leading dimensions of 1 are not held.
struct Problem {
    std::uint64_t m = 1, n = 1, k = 1, batch = 1;
    std::uint64_t lda = 1, strideA = 1, ldb = 1, strideB = 1, ldc = 1, strideC = 1, ldd = 1, strideD = 1;
    std::uint64_t lde = 1, strideE = 1; ///< m and m*n where a request does not give them
    std::uint64_t strideBias = 0;
    std::uint64_t ldMXSA = 0, strideMXSA = 0, ldMXSB = 0, strideMXSB = 0;
    std::uint64_t ldGate = 0, strideGate = 0;
    std::int64_t batchOffsetD = 0, batchOffsetC = 0, batchOffsetA = 0, batchOffsetB = 0;
    bool transposeC01 =
        false; ///< C's free indices stand the other way round: the tile counts along x and y change places
};

/// Scalars as the bits of their types (alphaType, betaType, the activation's own); [0] real, [1] imaginary.
struct Inputs {
    std::uint64_t alpha[2] = {};
    std::uint64_t beta[2] = {};
    bool alpha_is_zero = false;
    std::uint64_t activation[max_activation_args] = {};
    std::uint32_t activation_count = 0; ///< fewer than activationArgLength: the host sends zeros for all
    std::uint32_t rndSeed = 0;
};

struct Params : HostParams {
    Activation activationEnum = Activation::None;
    std::uint32_t factorDim = 0;
};

struct Device {
    bool is_gfx12 = false;
    std::uint32_t cuCount = 304;
    std::uint32_t skDynamicGrid = 0, skMaxCUs = 0, skGridMultiplier = 1, skFixedGrid = 0;
};

struct Pointers {
    std::uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, amaxD = 0, batchA = 0, batchB = 0, batchC = 0, batchD = 0,
                  batchBias = 0, bias = 0, scaleA = 0, scaleB = 0, scaleC = 0, scaleD = 0, scaleAlphaVec = 0, ws = 0,
                  Synchronizer = 0, metadata = 0, mxsa = 0, mxsb = 0, gateResidual = 0;
};

/// `form.type.gsu` and `bias_is_null` are worked out from the rest; whatever a request puts there is not read.
struct Request {
    Call call = Call::solve;
    Policy policy = Policy::host_2024;
    Form form{};
    InternalArgsSupport support{};
    HostMap map{};
    Params params{};
    SizeMapping sizes{};
    Problem problem{};
    Inputs inputs{};
    Device device{};
    Pointers pointers{};
    std::uint64_t userArgs = 0;    ///< device address of the user's own table (groupedUser)
    bool nta = false, ntb = false; ///< version 3: non-temporal loads of A, B
    std::int64_t chunk = 0, splitK = 0, sfc = 0;
};

} // namespace kernabi
