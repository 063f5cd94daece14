// SPDX-License-Identifier: MIT
// The values of a GEMM block's arguments, from a request: those that the block holds and no others, since clearing
// every slot costs more than a whole launch may take.
#pragma once
#include "abi/kernarg/request.hpp"
#include "abi/kernarg/strides.hpp"
#include "abi/kernarg/values.hpp"
#include <cstdint>

namespace kernabi {

namespace detail {

constexpr void fill_operands(const Request& request, const ProblemType& type, std::uint64_t ws,
                             Values& values) noexcept {
    const Pointers& p = request.pointers;
    const Problem& problem = request.problem;
    const bool strided = type.stridedBatched;
    values.at(Argument::size, 0) = problem.m;
    values.at(Argument::size, 1) = problem.n;
    values.at(Argument::size, 2) = problem.batch;
    values.at(Argument::size, 3) = problem.k;
    const std::uint64_t d = strided ? p.d : p.batchD, c = strided ? p.c : p.batchC;
    values.at(Argument::d) = d_slot_is_workspace(type) ? ws : d;
    values.at(Argument::c) = c_slot_is_workspace(type) ? ws : d_slot_is_workspace(type) ? p.c : c;
    values.at(Argument::a) = strided ? p.a : p.batchA;
    values.at(Argument::b) = strided ? p.b : p.batchB;
    for (unsigned part = 0; part < 2; ++part) {
        values.at(Argument::alpha, part) = request.inputs.alpha[part];
        values.at(Argument::beta, part) = type.useBeta ? request.inputs.beta[part] : 0;
    }
}

constexpr void fill_rare_pointers(const Request& request, const ProblemType& type, std::uint64_t ws,
                                  Values& values) noexcept {
    const Pointers& p = request.pointers;
    if (type.debugKernel) values.at(Argument::debugBuffer) = 0; // the host never binds it
    if (type.mxBlockA != 0 || type.mxBlockB != 0) {
        values.at(Argument::mxsa) = p.mxsa;
        values.at(Argument::mxsb) = p.mxsb;
    }
    if (type.sparse != 0) values.at(Argument::metadata) = p.metadata;
    if (type.streamK != 0) {
        values.at(Argument::ws) = ws;
        values.at(Argument::Flags) = p.Synchronizer;
    }
    if (type.outputAmaxD) {
        values.at(Argument::AddrAmaxOut) = p.amaxD;
        values.at(Argument::AmaxWS) = ws;
        values.at(Argument::AmaxSync) = p.Synchronizer;
    }
    if (type.globalAccumulation == Accumulation::multiple_buffer_single_kernel) {
        values.at(Argument::dstD) = p.d; // never the array of pointers, not even for pointer batches (recorded)
        values.at(Argument::Synchronizer) = p.Synchronizer;
        values.at(Argument::GSUSync) = 0;
    }
}

/// Activation values and kind; with fewer values than the kernel takes all are 0 (host-2024, item 14).
constexpr void fill_activation(const Request& request, const ProblemType& type, Values& values) noexcept {
    const bool given = request.inputs.activation_count >= type.activationArgLength;
    for (unsigned i = 0; i < max_activation_args; ++i)
        values.at(Argument::activation, i) = given ? request.inputs.activation[i] : 0;
    const ActivationRow& kind = row_of(request.params.activationEnum);
    values.at(Argument::activationType) =
        request.form.dialect.enums == Enums::y2026 ? kind.number_2026 : kind.number_2024;
}

constexpr void fill_epilogue(const Request& request, const ProblemType& type, std::uint64_t ws,
                             Values& values) noexcept {
    const Pointers& p = request.pointers;
    const bool newer = request.form.dialect.enums == Enums::y2026;
    if (type.useScaleAB != ScaleAB::none) {
        values.at(Argument::scaleA) = p.scaleA;
        values.at(Argument::scaleB) = p.scaleB;
    }
    if (type.useScaleCD) {
        values.at(Argument::scaleC) = p.scaleC;
        values.at(Argument::scaleD) = p.scaleD;
    }
    values.at(Argument::scaleAlphaVec) = p.scaleAlphaVec;
    values.at(Argument::factorDim) = request.params.factorDim;
    if (type.useBias != 0) {
        const DataTypeRow& bias = row_of(type.biasType);
        const bool gradient_of_d = type.useGradient && type.biasSrc == BiasSource::d;
        values.at(Argument::bias) = gradient_of_d && !type.bias_is_null ? ws
                                    : type.stridedBatched               ? p.bias
                                                                        : p.batchBias;
        values.at(Argument::bias_type) = newer ? bias.number_2026 : bias.number_2024;
        values.at(Argument::strideBias) = request.problem.strideBias;
    }
    if (type.useGateResidual) {
        const DataTypeRow& gate = row_of(type.dType);
        values.at(Argument::gateResidual) = p.gateResidual;
        values.at(Argument::gate_type) = newer ? gate.number_2026 : gate.number_2024;
    }
    if (type.useE) values.at(Argument::e) = p.e;
    if (type.activationType != Activation::None) fill_activation(request, type, values);
}

constexpr void fill_tail(const Request& request, const ProblemType& type, Values& values) noexcept {
    if (type.expertSchedulingMode != 0) values.at(Argument::ESMRuntimeSupported) = 0;
    if (request.form.dialect.tail == Tail::batch_offsets) {
        values.at(Argument::batchOffsetD) = static_cast<std::uint64_t>(request.problem.batchOffsetD);
        values.at(Argument::batchOffsetC) = static_cast<std::uint64_t>(request.problem.batchOffsetC);
        values.at(Argument::batchOffsetA) = static_cast<std::uint64_t>(request.problem.batchOffsetA);
        values.at(Argument::batchOffsetB) = static_cast<std::uint64_t>(request.problem.batchOffsetB);
    }
    if (type.stochasticRounding) values.at(Argument::RNDSeed) = request.inputs.rndSeed;
}

} // namespace detail

/// Everything but the words and the Stream-K numbers. `ws`: where this problem's workspace starts. `type`: as the
/// launch uses it (gsu, bias_is_null).
constexpr void fill_values(const Request& request, const ProblemType& type, std::uint64_t ws, Values& values) noexcept {
    detail::fill_operands(request, type, ws, values);
    detail::fill_rare_pointers(request, type, ws, values);
    fill_strides(request, type, values);
    detail::fill_epilogue(request, type, ws, values);
    detail::fill_tail(request, type, values);
}

} // namespace kernabi
