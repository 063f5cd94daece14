// SPDX-License-Identifier: MIT
// Layouts of real kernels, from their metadata, and of recorded launches.
#include "tests/kernarg/rows.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using test::form_of;
using test::Names;
using test::preset;
using test::Row;
using test::stands;

namespace {

/// What most kernels here have in common: f16 in and out, f32 sums and scalars.
constexpr ProblemType half_in_float_out() {
    ProblemType type{};
    type.aType = type.bType = type.cType = type.dType = DataType::Half;
    type.highPrecisionAccumulate = true;
    return type;
}

constexpr Row v3_plain[] = {
    {"gemm_count", 0, 4},
    {"internalArgs", 4, 4},
    {"internalArgs1", 8, 4},
    {"numWorkGroups", 12, 4},
    {"size_0", 16, 4},
    {"size_1", 20, 4},
    {"size_2", 24, 4},
    {"size_3", 28, 4},
    {"a", 32, 8},
    {"b", 40, 8},
    {"strideA1", 48, 4},
    {"strideA2", 52, 4},
    {"strideB1", 56, 4},
    {"strideB2", 60, 4},
    {"alpha", 64, 4},
    {"beta", 68, 4},
    {"d", 72, 8},
    {"c", 80, 8},
    {"strideD1", 88, 4},
    {"strideD2", 92, 4},
    {"strideC1", 96, 4},
    {"strideC2", 100, 4},
    {"batchOffsetD", 104, 8},
    {"batchOffsetC", 112, 8},
    {"batchOffsetA", 120, 8},
    {"batchOffsetB", 128, 8},
};
static_assert(stands(form_of(preset("v3")), v3_plain));

constexpr Row v3_block_scaled[] = {
    // gfx1151, int4 weights
    {"Gemm info", 0, 4},
    {"kernel info0", 4, 4},
    {"kernel info1", 8, 4},
    {"numWG", 12, 4},
    {"SizesFree0", 16, 4},
    {"SizesFree1", 20, 4},
    {"SizesFree2", 24, 4},
    {"SizesSum0", 28, 4},
    {"A", 32, 8},
    {"B", 40, 8},
    {"strideA0", 48, 4},
    {"strideA1", 52, 4},
    {"strideB0", 56, 4},
    {"strideB1", 60, 4},
    {"alpha", 64, 4},
    {"beta", 68, 4},
    {"D", 72, 8},
    {"C", 80, 8},
    {"strideD0", 88, 4},
    {"strideD1", 92, 4},
    {"strideC0", 96, 4},
    {"strideC1", 100, 4},
    {"AddressScaleA", 104, 8},
    {"AddressScaleB", 112, 8},
    {"batchOffsetD", 120, 8},
    {"batchOffsetC", 128, 8},
    {"batchOffsetA", 136, 8},
    {"batchOffsetB", 144, 8},
};
constexpr ProblemType scale_ab() {
    ProblemType type = half_in_float_out();
    type.useScaleAB = ScaleAB::vector;
    return type;
}
static_assert(stands(form_of(preset("v3"), scale_ab()), v3_block_scaled, Names::metadata));

constexpr Row v3_single_kernel[] = {
    {"Gemm info", 0, 4},
    {"kernel info0", 4, 4},
    {"kernel info1", 8, 4},
    {"numWG", 12, 4},
    {"SizesFree0", 16, 4},
    {"SizesFree1", 20, 4},
    {"SizesFree2", 24, 4},
    {"SizesSum0", 28, 4},
    {"A", 32, 8},
    {"B", 40, 8},
    {"strideA0", 48, 4},
    {"strideA1", 52, 4},
    {"strideB0", 56, 4},
    {"strideB1", 60, 4},
    {"alpha", 64, 4},
    {"beta", 68, 4},
    {"D", 72, 8},
    {"C", 80, 8},
    {"strideD0", 88, 4},
    {"strideD1", 92, 4},
    {"strideC0", 96, 4},
    {"strideC1", 100, 4},
    {"dstD", 104, 8},
    {"Synchronizer", 112, 8},
    {"GSUSync", 120, 4},
    {"batchOffsetD", 124, 8},
    {"batchOffsetC", 132, 8},
    {"batchOffsetA", 140, 8},
    {"batchOffsetB", 148, 8},
};
constexpr ProblemType single_kernel() {
    ProblemType type = half_in_float_out();
    type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    return type;
}
static_assert(stands(form_of(preset("v3"), single_kernel()), v3_single_kernel, Names::metadata));

constexpr Row v2_mx[] = {
    // gfx1250, f4 with e8 scales
    {"Gemm info", 0, 4},
    {"kernel info0", 4, 4},
    {"kernel info1", 8, 4},
    {"numWG", 12, 4},
    {"SizesFree0", 16, 4},
    {"SizesFree1", 20, 4},
    {"SizesFree2", 24, 4},
    {"SizesSum0", 28, 4},
    {"D", 32, 8},
    {"C", 40, 8},
    {"A", 48, 8},
    {"MXSA", 56, 8},
    {"B", 64, 8},
    {"MXSB", 72, 8},
    {"strideD0", 80, 4},
    {"strideD1", 84, 4},
    {"strideC0", 88, 4},
    {"strideC1", 92, 4},
    {"strideA0", 96, 4},
    {"strideA1", 100, 4},
    {"strideMXSA0", 104, 4},
    {"strideMXSA1", 108, 4},
    {"strideB0", 112, 4},
    {"strideB1", 116, 4},
    {"strideMXSB0", 120, 4},
    {"strideMXSB1", 124, 4},
    {"alpha", 128, 4},
    {"beta", 132, 4},
    {"batchOffsetD", 136, 8},
    {"batchOffsetC", 144, 8},
    {"batchOffsetA", 152, 8},
    {"batchOffsetB", 160, 8},
};
constexpr ProblemType mx() {
    ProblemType type{};
    type.aType = type.bType = DataType::Float4;
    type.mxBlockA = type.mxBlockB = 16;
    return type;
}
static_assert(stands(form_of(preset("v2-2026"), mx()), v2_mx, Names::metadata));

constexpr Row v2_sparse[] = {
    // gfx1250, B compressed, bias and scaleAlphaVec along either side
    {"Gemm info", 0, 4},
    {"kernel info0", 4, 4},
    {"kernel info1", 8, 4},
    {"numWG", 12, 4},
    {"SizesFree0", 16, 4},
    {"SizesFree1", 20, 4},
    {"SizesFree2", 24, 4},
    {"SizesSum0", 28, 4},
    {"D", 32, 8},
    {"C", 40, 8},
    {"A", 48, 8},
    {"B", 56, 8},
    {"MetaData", 64, 8},
    {"strideD0", 72, 4},
    {"strideD1", 76, 4},
    {"strideC0", 80, 4},
    {"strideC1", 84, 4},
    {"strideA0", 88, 4},
    {"strideA1", 92, 4},
    {"strideB0", 96, 4},
    {"strideB1", 100, 4},
    {"strideMetadata0", 104, 4},
    {"strideMetadata1", 108, 4},
    {"alpha", 112, 4},
    {"beta", 116, 4},
    {"AddressScaleAlphaVec", 120, 8},
    {"bias", 128, 8},
    {"biasType", 136, 4},
    {"StrideBias", 140, 4},
    {"factorDim", 144, 4},
    {"activationAlpha", 148, 4},
    {"activationBeta", 152, 4},
    {"activationType", 156, 4},
    {"batchOffsetD", 160, 8},
    {"batchOffsetC", 168, 8},
    {"batchOffsetA", 176, 8},
    {"batchOffsetB", 184, 8},
};
constexpr ProblemType sparse() {
    ProblemType type{};
    type.sparse = 2;
    type.useScaleAlphaVec = type.useBias = 3;
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    return type;
}
static_assert(stands(form_of(preset("v2-2026"), sparse()), v2_sparse, Names::metadata));

constexpr Row v2_amax[] = {
    {"Gemm info", 0, 4},
    {"kernel info0", 4, 4},
    {"kernel info1", 8, 4},
    {"numWG", 12, 4},
    {"SizesFree0", 16, 4},
    {"SizesFree1", 20, 4},
    {"SizesFree2", 24, 4},
    {"SizesSum0", 28, 4},
    {"D", 32, 8},
    {"C", 40, 8},
    {"A", 48, 8},
    {"B", 56, 8},
    {"strideD0", 64, 4},
    {"strideD1", 68, 4},
    {"strideC0", 72, 4},
    {"strideC1", 76, 4},
    {"strideA0", 80, 4},
    {"strideA1", 84, 4},
    {"strideB0", 88, 4},
    {"strideB1", 92, 4},
    {"alpha", 96, 4},
    {"beta", 100, 4},
    {"AddressScaleA", 104, 8},
    {"AddressScaleB", 112, 8},
    {"AddressScaleC", 120, 8},
    {"AddressScaleD", 128, 8},
    {"AddrAmaxOut", 136, 8},
    {"AmaxWS", 144, 8},
    {"AmaxSync", 152, 8},
};
constexpr ProblemType amax() {
    ProblemType type{};
    type.useScaleAB = ScaleAB::scalar;
    type.useScaleCD = type.outputAmaxD = true;
    return type;
}
static_assert(stands(form_of(preset("v2"), amax()), v2_amax, Names::metadata));

constexpr Row v2_e[] = {
    {"Gemm info", 0, 4},
    {"kernel info0", 4, 4},
    {"kernel info1", 8, 4},
    {"numWG", 12, 4},
    {"SizesFree0", 16, 4},
    {"SizesFree1", 20, 4},
    {"SizesFree2", 24, 4},
    {"SizesSum0", 28, 4},
    {"D", 32, 8},
    {"C", 40, 8},
    {"A", 48, 8},
    {"B", 56, 8},
    {"strideD0", 64, 4},
    {"strideD1", 68, 4},
    {"strideC0", 72, 4},
    {"strideC1", 76, 4},
    {"strideA0", 80, 4},
    {"strideA1", 84, 4},
    {"strideB0", 88, 4},
    {"strideB1", 92, 4},
    {"alpha", 96, 4},
    {"beta", 100, 4},
    {"bias", 104, 8},
    {"biasType", 112, 4},
    {"StrideBias", 116, 4},
    {"E", 120, 8},
    {"StrideE0", 128, 4},
    {"StrideE1", 132, 4},
    {"activationAlpha", 136, 4},
    {"activationBeta", 140, 4},
    {"activationType", 144, 4},
};
constexpr ProblemType e_bias_activation() {
    ProblemType type = half_in_float_out();
    type.useE = true;
    type.useBias = 1;
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    return type;
}
static_assert(stands(form_of(preset("v2"), e_bias_activation()), v2_e, Names::metadata));

constexpr Row v2_stream_k_3[] = {
    {"Gemm info", 0, 4},
    {"kernel info0", 4, 4},
    {"kernel info1", 8, 4},
    {"numWG", 12, 4},
    {"SizesFree0", 16, 4},
    {"SizesFree1", 20, 4},
    {"SizesFree2", 24, 4},
    {"SizesSum0", 28, 4},
    {"D", 32, 8},
    {"C", 40, 8},
    {"A", 48, 8},
    {"B", 56, 8},
    {"AddressWS", 64, 8},
    {"AddressFlags", 72, 8},
    {"strideD0", 80, 4},
    {"strideD1", 84, 4},
    {"strideC0", 88, 4},
    {"strideC1", 92, 4},
    {"strideA0", 96, 4},
    {"strideA1", 100, 4},
    {"strideB0", 104, 4},
    {"strideB1", 108, 4},
    {"alpha", 112, 4},
    {"beta", 116, 4},
    {"activationAlpha", 120, 4},
    {"activationBeta", 124, 4},
    {"activationType", 128, 4},
    {"MagicNumberProblemNumGroupTiles0", 132, 4},
    {"MagicShiftProblemNumGroupTiles0", 136, 4},
    {"ItersPerTile", 140, 4},
    {"MagicNumberItersPerTile", 144, 4},
    {"MagicShiftItersPerTile", 148, 4},
    {"MagicNumProblemNumGroupTiles0By1", 152, 4},
    {"MagicShiftProblemNumGroupTiles0By1", 156, 4},
    {"TotalIters", 160, 4},
    {"SKItersPerWG", 164, 4},
    {"skGrid", 168, 4},
    {"skTiles", 172, 4},
    {"skExtraIters", 176, 4},
};
constexpr ProblemType stream_k(std::uint8_t mode) {
    ProblemType type = half_in_float_out();
    type.streamK = mode;
    type.gsu = 0;
    return type;
}
constexpr ProblemType stream_k_3_activation() {
    ProblemType type = stream_k(3);
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    return type;
}
static_assert(stands(form_of(preset("v2"), stream_k_3_activation()), v2_stream_k_3, Names::metadata));

// Recorded: every option of 2024 at once.
constexpr Row v2_everything[] = {
    {"gemm_count", 0, 4},
    {"internalArgs", 4, 4},
    {"internalArgs1", 8, 4},
    {"numWorkGroups", 12, 4},
    {"size_0", 16, 4},
    {"size_1", 20, 4},
    {"size_2", 24, 4},
    {"size_3", 28, 4},
    {"d", 32, 8},
    {"c", 40, 8},
    {"a", 48, 8},
    {"b", 56, 8},
    {"strideD1", 64, 4},
    {"strideD2", 68, 4},
    {"strideC1", 72, 4},
    {"strideC2", 76, 4},
    {"strideA1", 80, 4},
    {"strideA2", 84, 4},
    {"strideB1", 88, 4},
    {"strideB2", 92, 4},
    {"alpha", 96, 4},
    {"beta", 100, 4},
    {"scaleA", 104, 8},
    {"scaleB", 112, 8},
    {"scaleC", 120, 8},
    {"scaleD", 128, 8},
    {"scaleAlphaVec", 136, 8},
    {"bias", 144, 8},
    {"bias_type", 152, 4},
    {"strideBias", 156, 4},
    {"factorDim", 160, 4},
    {"e", 164, 8},
    {"strideE1", 172, 4},
    {"strideE2", 176, 4},
    {"activation_0", 180, 4},
    {"activation_1", 184, 4},
    {"activationType", 188, 4},
    {"AddrAmaxOut", 192, 8},
    {"AmaxWS", 200, 8},
    {"AmaxSync", 208, 8},
};
constexpr ProblemType everything() {
    ProblemType type = amax();
    type.useScaleAB = ScaleAB::vector;
    type.useScaleAlphaVec = type.useBias = 3;
    type.useE = true;
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    return type;
}
static_assert(stands(form_of(preset("v2"), everything()), v2_everything));

// Recorded: no universal arguments; the internal words follow beta.
constexpr Row v2_headless[] = {
    {"size_0", 0, 4},
    {"size_1", 4, 4},
    {"size_2", 8, 4},
    {"size_3", 12, 4},
    {"d", 16, 8},
    {"c", 24, 8},
    {"a", 32, 8},
    {"b", 40, 8},
    {"strideD1", 48, 4},
    {"strideD2", 52, 4},
    {"strideC1", 56, 4},
    {"strideC2", 60, 4},
    {"strideA1", 64, 4},
    {"strideA2", 68, 4},
    {"strideB1", 72, 4},
    {"strideB2", 76, 4},
    {"alpha", 80, 4},
    {"beta", 84, 4},
    {"internalArgs", 88, 4},
    {"internalArgs1", 92, 4},
    {"numWorkGroups", 96, 4},
    {"scaleA", 100, 8},
    {"scaleB", 108, 8},
    {"scaleC", 116, 8},
    {"scaleD", 124, 8},
    {"scaleAlphaVec", 132, 8},
    {"bias", 140, 8},
    {"bias_type", 148, 4},
    {"strideBias", 152, 4},
    {"e", 156, 8},
    {"strideE1", 164, 4},
    {"strideE2", 168, 4},
    {"activation_0", 172, 4},
    {"activation_1", 176, 4},
    {"activationType", 180, 4},
};
constexpr ProblemType headless_options() {
    ProblemType type{};
    type.useBias = type.useScaleAlphaVec = 1;
    type.useE = type.useScaleCD = true;
    type.useScaleAB = ScaleAB::scalar;
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    return type;
}
static_assert(stands(form_of(preset("v2-nonuniversal"), headless_options()), v2_headless));

// A custom gfx942 kernel of version 0.
constexpr Row v0_legacy[] = {
    {"size_0", 0, 4},
    {"size_1", 4, 4},
    {"size_2", 8, 4},
    {"size_3", 12, 4},
    {"d", 16, 8},
    {"c", 24, 8},
    {"a", 32, 8},
    {"b", 40, 8},
    {"strideD1", 48, 4},
    {"strideD2", 52, 4},
    {"strideC1", 56, 4},
    {"strideC2", 60, 4},
    {"strideA1", 64, 4},
    {"strideA2", 68, 4},
    {"strideB1", 72, 4},
    {"strideB2", 76, 4},
    {"alpha", 80, 4},
    {"beta", 84, 4},
    {"internalArgs", 88, 4},
    {"dstD", 92, 8},
    {"Synchronizer", 100, 8},
    {"GSUSync", 108, 4},
};
constexpr ProblemType legacy_single_kernel() {
    ProblemType type{};
    type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    return type;
}
static_assert(stands(form_of(preset("v0-legacy"), legacy_single_kernel()), v0_legacy));

constexpr Layout laid(const char* name, const ProblemType& type) {
    Layout layout{};
    return make_layout(form_of(preset(name), type), layout) == Status::ok ? layout : Layout{};
}

} // namespace

TEST_CASE("layout: every constant layout above stands at run time too") {
    CHECK(test::first_difference(form_of(preset("v3")), v3_plain) == sizeof(v3_plain) / sizeof(Row));
    CHECK(test::first_difference(form_of(preset("v3"), scale_ab()), v3_block_scaled, Names::metadata) ==
          sizeof(v3_block_scaled) / sizeof(Row));
    CHECK(test::first_difference(form_of(preset("v2-2026"), mx()), v2_mx, Names::metadata) ==
          sizeof(v2_mx) / sizeof(Row));
    CHECK(test::first_difference(form_of(preset("v2-2026"), sparse()), v2_sparse, Names::metadata) ==
          sizeof(v2_sparse) / sizeof(Row));
    CHECK(test::first_difference(form_of(preset("v2"), everything()), v2_everything) ==
          sizeof(v2_everything) / sizeof(Row));
}

TEST_CASE("layout: the segment is the size rounded up to 8: 124 and 128, 212 and 216") {
    CHECK(laid("v2", single_kernel()).size == 124);
    CHECK(laid("v2", single_kernel()).segment_size() == 128);
    CHECK(laid("v2", everything()).segment_size() == 216);
    ProblemType odd = stream_k(3); // activationType at 176, then four 64-bit offsets at 180, 188, 196, 204
    odd.useScaleAB = ScaleAB::scalar;
    odd.useScaleAlphaVec = 1;
    odd.activationType = Activation::Hipblaslt_all;
    odd.activationArgLength = 2;
    const Layout layout = laid("v2-2026", odd);
    CHECK(layout.find(Argument::activationType)->offset == 176);
    CHECK(layout.find(Argument::batchOffsetD)->offset == 180);
    CHECK(layout.find(Argument::batchOffsetB)->offset == 204);
    CHECK(layout.size == 212);
    CHECK(layout.segment_size() == 216);
}

TEST_CASE("layout: no use for beta removes the slot before version 3 and keeps it in version 3") {
    ProblemType type{};
    type.useBeta = false;
    CHECK(laid("v2", type).find(Argument::beta) == nullptr);
    CHECK(laid("v2", type).size == 100);
    CHECK(laid("v3", type).find(Argument::beta)->offset == 68);
}

TEST_CASE("layout: Stream-K mode 1 has nine words behind everything, a persistent kernel two") {
    const Layout one = laid("v2", stream_k(1));
    CHECK(one.find(Argument::magicNumberProblemNumGroupTiles0)->offset == 120);
    CHECK(one.find(Argument::SKItersPerWG)->offset == 152);
    CHECK(one.find(Argument::skGrid) == nullptr);
    CHECK(one.size == 156);
    ProblemType persistent{};
    persistent.persistentKernel = true;
    CHECK(laid("v2", persistent).find(Argument::magicShiftProblemNumGroupTiles0)->offset == 108);
    CHECK(laid("v2", persistent).size == 112);
}

TEST_CASE("layout: the Stream-K words of 2026 follow beta, in version 3 they precede alpha") {
    const Layout two = laid("v2-2026", stream_k(3));
    CHECK(two.find(Argument::beta)->offset == 116);
    CHECK(two.find(Argument::itersPerTile)->offset == 120);
    CHECK(two.find(Argument::skTiles)->offset == 140);
    CHECK(two.find(Argument::batchOffsetD)->offset == 144);
    const Layout three = laid("v3", stream_k(3));
    CHECK(three.find(Argument::Flags)->offset == 64);
    CHECK(three.find(Argument::itersPerTile)->offset == 72);
    CHECK(three.find(Argument::alpha)->offset == 96);
    CHECK(three.find(Argument::ws)->offset == 104);
    CHECK(three.find(Argument::d)->offset == 112);
}

TEST_CASE("layout: persistent loop arguments 1 are 16 bytes shorter and bring no workspace") {
    ProblemType type = stream_k(3);
    const Layout six = laid("v3", type);
    type.streamKAtomic = true;
    const Layout atomic = laid("v3", type);
    CHECK(six.size - atomic.size == 16); // ws and Flags
    type.persistentLoopArgsVersion = 1;
    const Layout two = laid("v3", type);
    CHECK(atomic.size - two.size == 16);
    CHECK(two.find(Argument::PersistentGrid)->offset == two.find(Argument::alpha)->offset - 4);
    CHECK(two.find(Argument::Flags) == nullptr);
}

TEST_CASE("layout: initial strides add dimension 0") {
    ProblemType type{};
    type.useInitialStridesAB = type.useInitialStridesCD = true;
    const Layout layout = laid("v2", type);
    CHECK(layout.find(Argument::strideD, 0)->offset == 64);
    CHECK(layout.find(Argument::strideB, 2)->offset == 108);
    CHECK(layout.find(Argument::alpha)->offset == 112);
}

TEST_CASE("layout: version 3 puts the metadata pointer behind the strides, version 2 before them") {
    ProblemType type{};
    type.sparse = 1;
    CHECK(laid("v2-2026", type).find(Argument::metadata)->offset == 64);
    CHECK(laid("v3", type).find(Argument::strideMetadata, 2)->offset == 68);
    CHECK(laid("v3", type).find(Argument::metadata)->offset == 72);
}

TEST_CASE("layout: a grouped record has no header and no batch offsets; two of them put D at 16") {
    ProblemType type{};
    type.groupedGemm = true;
    const Layout layout = laid("v2", type);
    CHECK(layout.find(Argument::gemm_count) == nullptr);
    CHECK(layout.find(Argument::d)->offset == 16);
    CHECK(layout.size == 88);
    CHECK(laid("v3", type).find(Argument::batchOffsetD) == nullptr);
}

TEST_CASE("layout: a debug kernel's pointer stands first behind the header") {
    ProblemType type{};
    type.debugKernel = true;
    CHECK(laid("v1", type).find(Argument::debugBuffer)->offset == 16);
    CHECK(laid("v1", type).find(Argument::size)->offset == 24);
}

TEST_CASE("layout: named custom kernels of 2026 keep totalIters between the magic shift and SKItersPerWG") {
    ProblemType type{};
    type.streamK = 3;
    const std::uint16_t generated = laid("v2-2026", type).size;
    type.streamKTotalIters = true;
    const Layout layout = laid("v2-2026", type);
    CHECK(layout.size == generated + 4);
    CHECK(layout.find(Argument::totalIters)->offset == layout.find(Argument::magicShiftItersPerTile)->offset + 4);
    CHECK(layout.find(Argument::SKItersPerWG)->offset == layout.find(Argument::totalIters)->offset + 4);
    CHECK(laid("v2", type).size == 168); // the words of 2024 had it all along
}
