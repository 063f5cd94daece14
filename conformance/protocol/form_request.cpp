// SPDX-License-Identifier: MIT
#include "conformance/protocol/form_request.hpp"

namespace kernabi::protocol {

namespace {

const char* name_of(DataType type) { return row_of(type).name; }

Json problem_type(const ProblemType& t) {
    constexpr const char* scale_ab[] = {"", "Scalar", "Vector"};
    return {{"transA", t.transA},
            {"transB", t.transB},
            {"aType", name_of(t.aType)},
            {"bType", name_of(t.bType)},
            {"cType", name_of(t.cType)},
            {"dType", name_of(t.dType)},
            {"eType", name_of(t.eType)},
            {"computeInputType", name_of(t.computeInputType)},
            {"computeType", name_of(t.computeType)},
            {"activationComputeDataType", name_of(t.activationComputeDataType)},
            {"highPrecisionAccumulate", t.highPrecisionAccumulate},
            {"useBeta", t.useBeta},
            {"useGradient", t.useGradient},
            {"useBias", t.useBias},
            {"useE", t.useE},
            {"useScaleAB", scale_ab[static_cast<std::size_t>(t.useScaleAB)]},
            {"useScaleCD", t.useScaleCD},
            {"useScaleAlphaVec", t.useScaleAlphaVec},
            {"useInitialStridesAB", t.useInitialStridesAB},
            {"useInitialStridesCD", t.useInitialStridesCD},
            {"stridedBatched", t.stridedBatched},
            {"outputAmaxD", t.outputAmaxD},
            {"groupedGemm", t.groupedGemm},
            {"activationType", row_of(t.activationType).name},
            {"activationArgLength", t.activationArgLength},
            {"sparse", t.sparse},
            {"stochasticRounding", t.stochasticRounding},
            {"supportDeviceUserArguments", t.supportDeviceUserArguments},
            {"useGateResidual", t.useGateResidual},
            {"mxBlockA", t.mxBlockA},
            {"mxBlockB", t.mxBlockB}};
}

Json size_mapping(const ProblemType& t) {
    return {{"globalSplitU", t.gsu},
            {"streamK", t.streamK},
            {"streamKAtomic", t.streamKAtomic ? 1 : 0},
            {"persistentKernel", t.persistentKernel ? 1 : 0},
            {"globalAccumulation", static_cast<int>(t.globalAccumulation)},
            {"activationFused", t.activationFused},
            {"expertSchedulingMode", t.expertSchedulingMode},
            {"persistentLoopArgsVersion", t.persistentLoopArgsVersion}};
}

} // namespace

std::string dialect_text(Version version, const Dialect& dialect) {
    constexpr const char* headers[] = {"universal", "none"};
    constexpr const char* args1[] = {"absent", "wgm32", "xccg", "chunk", "split_k", "sfc"};
    constexpr const char* orders[] = {"d_first", "a_first"};
    constexpr const char* places[] = {"tail", "after_beta", "before_alpha"};
    constexpr const char* scalars[] = {"packed", "widened"};
    constexpr const char* tails[] = {"none", "batch_offsets"};
    constexpr const char* years[] = {"2024", "2026"};
    for (const Preset& row : presets)
        if (row.version == version && row.dialect == dialect) return row.name;
    std::string text = default_preset(version).name;
    text += std::string(",header=") + headers[static_cast<std::size_t>(dialect.header)] +
            ",args1=" + args1[static_cast<std::size_t>(dialect.args1)];
    text += std::string(",order=") + orders[static_cast<std::size_t>(dialect.order)] +
            ",stream_k=" + places[static_cast<std::size_t>(dialect.stream_k)];
    return text + ",scalars=" + scalars[static_cast<std::size_t>(dialect.scalars)] +
           ",tail=" + tails[static_cast<std::size_t>(dialect.tail)] +
           ",enums=" + years[static_cast<std::size_t>(dialect.enums)];
}

Json request_of(const Form& form) {
    constexpr const char* tensors[] = {"A", "B", "C", "D"};
    const ProblemType& t = form.type;
    const bool universal = form.dialect.header == Header::universal;
    Json pointers = Json::object();
    pointers["bias"] = t.bias_is_null ? "0x0" : "0x7f0000000000";
    return {{"call", t.groupedGemm ? "grouped" : "single"},
            {"dialect", dialect_text(form.version, form.dialect)},
            {"internalArgsSupport", {{"version", static_cast<int>(form.version)}, {"useUniversalArgs", universal}}},
            {"sizeMapping", size_mapping(t)},
            {"solution", {{"debugKernel", t.debugKernel}}},
            {"problemType", problem_type(t)},
            {"params", {{"biasType", name_of(t.biasType)}}},
            {"problem",
             {{"alphaType", name_of(t.alphaType)},
              {"betaType", name_of(t.betaType)},
              {"biasSrc", tensors[static_cast<std::size_t>(t.biasSrc)]}}},
            {"pointers", std::move(pointers)}};
}

} // namespace kernabi::protocol
