// SPDX-License-Identifier: MIT
#include "conformance/reading/problem_from_names.hpp"
#include "abi/bytes.hpp"

namespace kernabi::reading {

namespace {

std::uint64_t value_of(const DumpArgument* arg) {
    return arg == nullptr || arg->bytes.empty() || arg->bytes.size() > 8
               ? 0
               : load_le(arg->bytes.data(), arg->bytes.size());
}

/// A 4-byte scalar is an int32 where the printed number is the bytes' own; 0 looks the same either way.
bool prints_as_integer(const DumpArgument& arg) {
    const std::uint64_t raw = value_of(&arg);
    return raw != 0 && arg.printed == std::to_string(sign_extend(raw, 32));
}

DataType scalar_type(const DumpArgument* first, const DumpArgument* second) {
    if (first == nullptr) return DataType::Float;
    if (second != nullptr && second->size == 2) return DataType::Half;
    const bool pair = first->printed.starts_with('(');
    switch (first->size) {
    case 1: return DataType::Int8;
    case 2: return DataType::BFloat16;
    case 8: return pair ? DataType::ComplexFloat : DataType::Double;
    case 16: return DataType::ComplexDouble;
    default: return prints_as_integer(*first) ? DataType::Int32 : DataType::Float;
    }
}

DataType activation_type(const DumpArgument& first) {
    switch (first.size) {
    case 1: return DataType::Int8;
    case 2: return DataType::Half;
    case 8: return DataType::Double;
    default: return prints_as_integer(first) ? DataType::Int32 : DataType::Float;
    }
}

std::uint8_t count_numbered(const DumpLaunch& launch, const char* base) {
    std::uint8_t count = 0;
    while (count < max_activation_args && launch.has(base + std::to_string(count))) ++count;
    return count;
}

void read_splits(const DumpLaunch& launch, ProblemType& type) {
    const bool d_redirected = launch.has("ws_d"), packed_strides = launch.has("strideW_D1");
    if (launch.has("dstD"))
        type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    else if (launch.has("ws_c"))
        type.globalAccumulation = Accumulation::multiple_buffer;
    else if (packed_strides)
        type.globalAccumulation = Accumulation::single_buffer;
    const std::uint32_t gsu = static_cast<std::uint32_t>(value_of(launch.find("internalArgs"))) & 0xfffu;
    type.gsu = d_redirected || packed_strides ? (gsu > 1 ? gsu : 2) : 1;
    if (type.globalAccumulation == Accumulation::single_buffer && d_redirected)
        type.computeType = DataType::Double; // any but D's
}

void read_stream_k(const DumpLaunch& launch, ProblemType& type) {
    if (launch.has("TotalItems"))
        type.streamK = 4;
    else if (launch.has("skGrid") || launch.has("SKGrid"))
        type.streamK = 3;
    else if (launch.has("SKItersPerWG"))
        type.streamK = 1;
    type.persistentKernel = type.streamK == 0 && launch.has("magicNumberProblemNumGroupTiles0");
    type.persistentLoopArgsVersion = launch.has("PersistentGrid") ? 1 : 0;
    type.streamKAtomic = type.streamK != 0 && !launch.has("Flags");
}

void read_epilogue(const DumpLaunch& launch, ProblemType& type) {
    if (launch.has("scaleA")) type.useScaleAB = ScaleAB::scalar;
    type.useScaleCD = launch.has("scaleC");
    const bool by_factor = launch.has("factorDim");
    type.useScaleAlphaVec = !launch.has("scaleAlphaVec") ? 0 : by_factor ? 3 : 1;
    const bool bias = launch.has("bias") || launch.has("batchBias") || launch.has("ws_bias");
    type.useBias = !bias ? 0 : by_factor ? 3 : 1;
    if (bias && !launch.has("bias_type")) {
        type.useGradient = true;
        type.bias_is_null = !launch.has("ws_bias");
    }
    type.useGateResidual = launch.has("gateResidual");
    type.useE = launch.has("e");
    if (const DumpArgument* const first = launch.find("activation_0")) {
        type.activationType = Activation::Clippedrelu;
        type.activationArgLength = count_numbered(launch, "activation_");
        type.activationComputeDataType = activation_type(*first);
    }
    if (launch.has("activationType")) type.activationType = Activation::All;
    type.outputAmaxD = launch.has("AddrAmaxOut");
}

} // namespace

ProblemType problem_type_of(const DumpLaunch& launch) {
    ProblemType type{};
    type.debugKernel = launch.has("debugBuffer");
    type.stridedBatched = !launch.has("batchA");
    type.useInitialStridesAB = launch.has("strideA0");
    type.useInitialStridesCD = launch.has("strideD0") || launch.has("strideW_D0");
    type.mxBlockA = launch.has("mxsa") ? 32 : 0;
    type.mxBlockB = launch.has("mxsb") ? 32 : 0;
    type.sparse = launch.has("metadata") ? 1 : 0;
    type.useBeta = launch.has("beta");
    type.alphaType = scalar_type(launch.find("alpha"), launch.find("alpha_2"));
    type.betaType = scalar_type(launch.find("beta"), launch.find("beta_2"));
    type.expertSchedulingMode = launch.has("ESMRuntimeSupported") ? 1 : 0;
    type.stochasticRounding = launch.has("RNDSeed");
    read_splits(launch, type);
    read_stream_k(launch, type);
    read_epilogue(launch, type);
    return type;
}

bool has_widened_scalars(const DumpLaunch& launch) {
    const DumpArgument* const alpha = launch.find("alpha");
    return alpha != nullptr && alpha->size == 4 && launch.has("alpha_2");
}

} // namespace kernabi::reading
