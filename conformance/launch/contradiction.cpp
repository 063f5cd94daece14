// SPDX-License-Identifier: MIT
#include "conformance/launch/contradiction.hpp"
#include "conformance/text/explain.hpp"
#include <fmt/format.h>

namespace kernabi::launch {

namespace {

using inference::Expected;
using Id = Argument;

/// The settings of a request that put an argument into the block or take it out.
struct Setting {
    Id argument;
    const char* key;
};
// clang-format off
constexpr Setting settings[] = {
    {Id::alpha, "problem.alphaType"}, {Id::beta, "problem.betaType, problemType.useBeta"},
    {Id::strideD, "problemType.useInitialStridesCD"}, {Id::strideC, "problemType.useInitialStridesCD"},
    {Id::strideA, "problemType.useInitialStridesAB"}, {Id::strideB, "problemType.useInitialStridesAB"},
    {Id::bias, "problemType.useBias"}, {Id::bias_type, "problemType.useBias, useGradient"}, {Id::strideBias, "problemType.useBias, useGradient"},
    {Id::factorDim, "problemType.useBias, useScaleAlphaVec"}, {Id::scaleAlphaVec, "problemType.useScaleAlphaVec"},
    {Id::scaleA, "problemType.useScaleAB"}, {Id::scaleB, "problemType.useScaleAB"},
    {Id::scaleC, "problemType.useScaleCD"}, {Id::scaleD, "problemType.useScaleCD"},
    {Id::e, "problemType.useE"}, {Id::strideE, "problemType.useE"},
    {Id::activation, "problemType.activationArgLength, activationType"}, {Id::activationType, "problemType.activationType, sizeMapping.activationFused"},
    {Id::AddrAmaxOut, "problemType.outputAmaxD"}, {Id::AmaxWS, "problemType.outputAmaxD"}, {Id::AmaxSync, "problemType.outputAmaxD"},
    {Id::dstD, "sizeMapping.globalAccumulation"}, {Id::Synchronizer, "sizeMapping.globalAccumulation"}, {Id::GSUSync, "sizeMapping.globalAccumulation"},
    {Id::ws, "sizeMapping.streamK"}, {Id::Flags, "sizeMapping.streamK"},
    {Id::gateResidual, "problemType.useGateResidual"}, {Id::gate_type, "problemType.useGateResidual"},
    {Id::mxsa, "problemType.mxBlockA"}, {Id::mxsb, "problemType.mxBlockB"}, {Id::strideMXSA, "problemType.mxBlockA"}, {Id::strideMXSB, "problemType.mxBlockB"},
    {Id::metadata, "problemType.sparse"}, {Id::strideMetadata, "problemType.sparse"},
    {Id::debugBuffer, "solution.debugKernel"}, {Id::RNDSeed, "problemType.stochasticRounding"},
    {Id::batchOffsetD, "dialect"}, {Id::batchOffsetC, "dialect"}, {Id::batchOffsetA, "dialect"}, {Id::batchOffsetB, "dialect"},
};
// clang-format on

std::string remedy(Id argument) {
    for (const Setting& row : settings)
        if (row.argument == argument) return std::string("; see ") + row.key;
    return inference::is_stream_k_word(argument) ? "; see sizeMapping.streamK" : "; see dialect";
}

[[noreturn]] void refuse(const Expected& one, const std::string& what) {
    throw Wrong(one.meaning + ": " + what + remedy(one.identity.argument));
}

} // namespace

void check_agreement(const ChosenKernel& kernel, const Form& form) {
    const inference::Plan sent = inference::plan_of(form);
    if (sent.status != Status::ok)
        throw Wrong("version, dialect and problem type do not hold together: " + text::of(sent.status));
    for (const Expected& one : kernel.plan.expected) {
        const Expected* const other = sent.find(one.identity);
        if (other == nullptr)
            refuse(one,
                   fmt::format("the kernel takes it ({} bytes at {}) and the problem has none", one.size, one.offset));
        if (other->size != one.size)
            refuse(one, fmt::format("the kernel takes {} bytes and the problem's has {}", one.size, other->size));
    }
    for (const Expected& one : sent.expected)
        if (kernel.plan.find(one.identity) == nullptr)
            refuse(one, fmt::format("the problem has it ({} bytes) and the kernel takes none", one.size));
    // The same arguments in another order.
    for (const Expected& one : kernel.plan.expected)
        if (const Expected* const other = sent.find(one.identity); other->offset != one.offset)
            refuse(one,
                   fmt::format("the kernel takes it at {} and the problem sends it at {}", one.offset, other->offset));
}

} // namespace kernabi::launch
