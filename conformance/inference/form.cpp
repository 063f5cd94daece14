// SPDX-License-Identifier: MIT
#include "conformance/inference/form.hpp"

namespace kernabi::inference {

namespace {

using Id = Argument;

/// Any of the Stream-K and persistent words.
bool has_stream_k_words(const Features& features) {
    for (auto word = static_cast<unsigned>(Id::magicNumberProblemNumGroupTiles0);
         word <= static_cast<unsigned>(Id::PersistentGrid); ++word)
        if (features.has(static_cast<Id>(word))) return true;
    return false;
}

/// Words that only the generation of 2024 has.
bool has_words_of_2024(const Features& features) {
    for (const Id word :
         {Id::magicNumberProblemNumGroupTiles0, Id::magicShiftProblemNumGroupTiles0,
          Id::magicNumProblemNumGroupTiles0By1, Id::magicShiftProblemNumGroupTiles0By1, Id::skExtraIters})
        if (features.has(word)) return true;
    return false;
}

void read_stream_k(const Features& f, Form& form) {
    ProblemType& type = form.type;
    Dialect& dialect = form.dialect;
    if (dialect.order == Order::d_first && has_stream_k_words(f))
        dialect.stream_k = has_words_of_2024(f) ? StreamKPlace::tail : StreamKPlace::after_beta;
    const bool tail = dialect.stream_k == StreamKPlace::tail;
    if (f.has(Id::PersistentGrid) || f.persistent_version == 1) {
        type.persistentLoopArgsVersion = 1;
    } else if (f.has(Id::TotalItems) || f.has(Id::SKSplit) || f.has(Id::SKItersPerWI)) {
        type.streamK = 4;
    } else if (tail) {
        if (f.has(Id::skGrid) || f.has(Id::skTiles) || f.has(Id::skExtraIters))
            type.streamK = 3;
        else if (f.has(Id::itersPerTile) || f.has(Id::SKItersPerWG))
            type.streamK = 1;
        else
            type.persistentKernel = has_stream_k_words(f);
    } else if (has_stream_k_words(f)) {
        type.streamK = 3;
        type.streamKTotalIters = f.has(Id::totalIters);
    }
    // A grouped record has the buffers and none of the words.
    if (type.streamK == 0 && type.persistentLoopArgsVersion == 0 && (f.has(Id::ws) || f.has(Id::Flags)))
        type.streamK = 3;
    type.streamKAtomic = type.streamK != 0 && !f.has(Id::Flags) && !f.has(Id::ws);
}

void read_epilogue(const Features& f, ProblemType& type) {
    if (f.has(Id::scaleA) || f.has(Id::scaleB)) type.useScaleAB = ScaleAB::scalar;
    type.useScaleCD = f.has(Id::scaleC) || f.has(Id::scaleD);
    const bool by_factor = f.has(Id::factorDim), bias = f.has(Id::bias);
    type.useScaleAlphaVec = !f.has(Id::scaleAlphaVec) ? 0 : by_factor && !bias ? 3 : 1;
    type.useBias = !bias ? 0 : by_factor ? 3 : 1;
    type.useGradient = bias && !f.has(Id::bias_type) && !f.has(Id::strideBias);
    type.useGateResidual = f.has(Id::gateResidual) || f.has(Id::gate_type);
    type.useE = f.has(Id::e);
    type.activationArgLength = f.activation_args;
    type.activationComputeDataType = f.activation;
    type.activationType = f.has(Id::activationType) ? Activation::All
                          : f.activation_args != 0  ? Activation::Clippedrelu
                                                    : Activation::None;
    type.outputAmaxD = f.has(Id::AddrAmaxOut) || f.has(Id::AmaxWS) || f.has(Id::AmaxSync);
    if (f.has(Id::dstD) || f.has(Id::Synchronizer) || f.has(Id::GSUSync))
        type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
}

ProblemType problem_type_of(const Features& f) {
    ProblemType type{};
    type.debugKernel = f.has(Id::debugBuffer);
    type.useInitialStridesCD = f.strides_cd > 2;
    type.useInitialStridesAB = f.strides_ab > 2;
    type.mxBlockA = f.has(Id::mxsa) || f.has(Id::strideMXSA) ? 32 : 0;
    type.mxBlockB = f.has(Id::mxsb) || f.has(Id::strideMXSB) ? 32 : 0;
    // Pointer-array blocks hand over no scales, but their strides.
    type.stridedBatched = !(type.mxBlockA != 0 && !f.has(Id::mxsa)) && !(type.mxBlockB != 0 && !f.has(Id::mxsb));
    type.sparse = f.has(Id::metadata) || f.has(Id::strideMetadata) ? 1 : 0;
    type.useBeta = f.has(Id::beta) && !f.beta_padded;
    type.alphaType = f.alpha;
    type.betaType = f.beta;
    type.expertSchedulingMode = f.has(Id::ESMRuntimeSupported) ? 1 : 0;
    type.stochasticRounding = f.has(Id::RNDSeed);
    read_epilogue(f, type);
    return type;
}

/// Whether the block starts with gemm_count and its fellows. That name says it (the others stand behind beta too); else
/// what custom.config says, or version 3, which has no other form.
bool has_header(const Features& f) {
    if (f.has(Id::gemm_count)) return true;
    return f.version == Version::v3 || f.universal == 1;
}

bool is_complex(DataType type) { return type == DataType::ComplexFloat || type == DataType::ComplexDouble; }

} // namespace

Form form_of(const Features& f) {
    Form form{};
    form.version = f.version;
    const bool universal = has_header(f);
    form.dialect = default_preset(f.version, universal).dialect;
    if (f.version == Version::v3 && !f.a_first && f.has(Id::a)) {
        for (const Preset& row : presets)
            if (row.version == Version::v3 && row.dialect.order == Order::d_first) form.dialect = row.dialect;
    }
    form.type = problem_type_of(f);
    form.dialect.tail =
        f.has(Id::batchOffsetD) || f.has(Id::batchOffsetC) || f.has(Id::batchOffsetA) || f.has(Id::batchOffsetB)
            ? Tail::batch_offsets
            : Tail::none;
    read_stream_k(f, form);
    const ProblemType& type = form.type;
    if (form.dialect.stream_k != StreamKPlace::tail || form.dialect.tail == Tail::batch_offsets || type.mxBlockA != 0 ||
        type.mxBlockB != 0 || type.useGateResidual || type.expertSchedulingMode != 0)
        form.dialect.enums = Enums::y2026;
    // Metadata describes a half as one slot of 4 bytes in either year; bf16 and int8 by their size.
    const bool wide = f.alpha_wide || is_complex(f.alpha) || is_complex(f.beta);
    form.dialect.scalars = wide ? Scalars::widened : Scalars::packed;
    // A record of the grouped table has neither header nor internalArgs.
    form.type.groupedGemm = !universal && !f.has(Id::internalArgs) && f.grouped != 0;
    return form;
}

} // namespace kernabi::inference
