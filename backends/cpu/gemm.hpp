// SPDX-License-Identifier: MIT
// One GEMM as a kernel is asked for it, in terms of memory that the caller owns, and the function that defines its
// result.
#pragma once
#include "abi/kernarg/types.hpp"
#include "abi/span.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi::cpu {

/// One number in a type's own bits (the low ones). `imaginary` is used by complex types only.
struct Scalar {
    DataType type = DataType::None; ///< None: the compute type
    std::uint64_t bits = 0;
    std::uint64_t imaginary = 0;
};

/// A column-major operand. `ld` and `stride` are in elements; batch b starts at b * stride of `bytes`, or, where
/// `per_batch` is given, at the start of its view b. Elements of 4 or 6 bits (A and B with block scales) stand one
/// behind the other, in each byte the low bits first.
template <typename Byte>
struct Matrix {
    DataType type = DataType::None;
    std::uint64_t ld = 0;
    std::uint64_t stride = 0;
    Span<Byte> bytes;
    Span<const Span<Byte>> per_batch;
};
using Input = Matrix<const std::uint8_t>;
using Output = Matrix<std::uint8_t>;

enum class ScaleAB : std::uint8_t { none, scalar, vector };
enum class BiasSource : std::uint8_t { a, b, d };

/// Everything a launch says about its GEMM. Sizes and strides count elements. Views that the problem does not use may
/// be empty.
struct Gemm {
    DataType computeType = DataType::Float;
    DataType computeInputType = DataType::None; ///< None: A's and B's own
    bool transA = false;
    bool transB = false;
    std::uint64_t m = 0;
    std::uint64_t n = 0;
    std::uint64_t k = 0;
    std::uint64_t batch = 1;

    Input a;
    Input b;
    /// Block scales: so many elements along k share a scale (0: none; 32 is defined). An element is then its number
    /// times its block's scale, rounded to f32: exact but past f32's range and among its subnormals.
    std::uint32_t mxBlockA = 0;
    std::uint32_t mxBlockB = 0;
    /// The scales, one E8 byte a block, stored as A and B are with k counted in blocks, the last one cut off where k
    /// ends. ld 0 means packed columns, stride 0 packed matrices.
    Input mxsa;
    Input mxsb;
    Input c;
    Output d;
    Scalar alpha;
    Scalar beta;
    bool useBeta = false;

    DataType scaleABType = DataType::None; ///< of scaleA, scaleB and scaleAlphaVec; None: alpha's
    DataType scaleCDType = DataType::None; ///< of scaleC and scaleD; None: beta's
    ScaleAB useScaleAB = ScaleAB::none;
    ConstBytes scaleA; ///< one element, or with `vector` m of them
    ConstBytes scaleB; ///< one element, or with `vector` n of them
    bool useScaleCD = false;
    ConstBytes scaleC; ///< one element
    ConstBytes scaleD; ///< one element

    std::uint8_t useScaleAlphaVec = 0; ///< 0 no, 1 along M, 2 along N, 3 as factorDim says
    ConstBytes scaleAlphaVec;
    std::uint8_t useBias = 0;   ///< 0 no, 1 along M, 2 along N, 3 as factorDim says
    std::uint8_t factorDim = 0; ///< 0 along M, 1 along N
    DataType biasType = DataType::None;
    std::uint64_t strideBias = 0;
    ConstBytes bias;
    Span<const ConstBytes> batchBias; ///< where given, batch b's bias is its view b

    bool useGradient = false;
    BiasSource biasSrc = BiasSource::d;
    Bytes biasGradient; ///< gradient mode with useBias writes here instead of reading `bias`
    bool useE = false;
    Output e; ///< written; read in gradient mode. ld 0 means m, stride 0 means m * n

    Activation activation = Activation::None; ///< the kind to apply, so never All or Hipblaslt_all
    Scalar activationArgs[2];
    bool outputAmaxD = false;
    Bytes amaxD; ///< one element of the compute type

    std::uint64_t gsu = 1;    ///< parts of k; 0 counts as 1
    std::uint64_t depthU = 0; ///< a part is whole steps of this many k; needed where gsu is past 1
};

/// What a refusal is about.
enum class Argument : std::uint8_t {
    none,
    computeType,
    computeInputType,
    a,
    b,
    c,
    d,
    e,
    alpha,
    beta,
    scaleA,
    scaleB,
    scaleC,
    scaleD,
    scaleAlphaVec,
    bias,
    biasType,
    activation,
    activationArgs,
    amaxD,
    gsu,
    depthU,
    mxBlockA,
    mxBlockB,
    mxsa,
    mxsb,
};

[[nodiscard]] const char* name_of(Argument argument) noexcept;

/// A status and, where it is not ok, the argument that is at fault.
struct [[nodiscard]] Outcome {
    Status status = Status::ok;
    Argument argument = Argument::none;
};

/// Whether `compute` would do it: types and switches that are defined, every view long enough for every access (sums
/// and products of sizes are checked too), no two elements of D or E at one place. Reads scalars only. unsupported: a
/// type or a step that has no definition; value_out_of_range: a number outside its meaning, or a leading dimension
/// below the number of rows; source_too_short, destination_too_small: a view; overlap: D or E with itself;
/// contradiction: a derivative in gradient mode without E.
Outcome check(const Gemm& gemm) noexcept;

/// Checks, then computes element by element as the definition orders it. On anything but ok nothing is read or written.
Outcome compute(const Gemm& gemm) noexcept;

} // namespace kernabi::cpu
