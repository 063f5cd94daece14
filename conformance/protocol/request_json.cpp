// SPDX-License-Identifier: MIT
#include "conformance/protocol/request_json.hpp"
#include "abi/kernarg/widen.hpp"
#include "conformance/protocol/form_json.hpp"
#include "conformance/protocol/scalar_json.hpp"
#include <optional>

namespace kernabi::protocol {

namespace {

constexpr std::int64_t u32_most = 0xffffffff;

std::uint32_t number32(const Object& part, const char* key, std::uint32_t otherwise) {
    return static_cast<std::uint32_t>(part.integer(key, otherwise, 0, u32_most));
}

std::uint8_t number8(const Object& part, const char* key, std::int64_t most) {
    return static_cast<std::uint8_t>(part.integer(key, 0, 0, most));
}

void triple(const Object& part, const char* key, std::uint32_t (&to)[3]) {
    if (!part.has(key)) return;
    const Json& value = part.at(key);
    if (!value.is_array() || value.size() != 3) throw Refusal{"bad_type", part.where(key) + ": wanted three numbers"};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!value[i].is_number_unsigned() || value[i].get<std::uint64_t>() > u32_most)
            throw Refusal{"bad_type", part.where(key) + ": wanted three numbers of 32 bits"};
        to[i] = value[i].get<std::uint32_t>();
    }
}

void read_support(const Object& part, InternalArgsSupport& support) {
    support.version = version_from(part, "version");
    support.gsu = part.flag("gsu", true);
    support.wgm = part.flag("wgm", true);
    support.staggerU = part.flag("staggerU", true);
    support.useUniversalArgs = part.flag("useUniversalArgs", true);
}

void read_size_mapping(const Object& part, Request& request) {
    SizeMapping& s = request.sizes;
    HostMap& map = request.map;
    ProblemType& type = request.form.type;
    s.waveNum = number32(part, "waveNum", s.waveNum);
    triple(part, "workGroupSize", s.workGroupSize);
    triple(part, "macroTile", s.macroTile);
    s.depthU = number32(part, "depthU", s.depthU);
    s.globalSplitUPGR = number32(part, "globalSplitUPGR", s.globalSplitUPGR);
    s.packBatchDims = number32(part, "packBatchDims", 0);
    s.workspaceSizePerElemC = number32(part, "workspaceSizePerElemC", s.workspaceSizePerElemC);
    s.workspaceSizePerElemBias = number32(part, "workspaceSizePerElemBias", 0);
    map.gsu = part.integer("globalSplitU", map.gsu, -1, u32_most);
    map.gsuc = part.flag("globalSplitUCoalesced", false);
    map.gsuwgmrr = part.flag("globalSplitUWorkGroupMappingRoundRobin", false);
    map.wgm = part.integer("workGroupMapping", map.wgm);
    map.wgmxcc = part.integer("workGroupMappingXCC", map.wgmxcc);
    map.wgmxccg = part.integer("workGroupMappingXCCGroup", map.wgmxccg);
    map.staggerU = part.integer("staggerU", map.staggerU);
    map.staggerUMapping = part.integer("staggerUMapping", map.staggerUMapping);
    map.staggerStrideShift = part.integer("staggerStrideShift", map.staggerStrideShift);
    type.streamK = number8(part, "streamK", 5);
    type.streamKAtomic = part.integer("streamKAtomic", 0) != 0;
    type.persistentKernel = part.integer("persistentKernel", 0) != 0;
    type.globalAccumulation = static_cast<Accumulation>(part.integer("globalAccumulation", 0, 0, 4));
    type.activationFused = part.flag("activationFused", true);
    type.expertSchedulingMode = number8(part, "expertSchedulingMode", 255);
    type.persistentLoopArgsVersion = number8(part, "persistentLoopArgsVersion", 1);
    request.chunk = part.integer("chunk", 0);
    request.splitK = part.integer("splitK", 0);
    request.sfc = part.integer("sfc", 0);
}

ScaleAB scale_ab_from(const Object& part) {
    const std::string name = part.text("useScaleAB", "");
    if (name.empty()) return ScaleAB::none;
    if (name == "Scalar") return ScaleAB::scalar;
    if (name == "Vector") return ScaleAB::vector;
    throw Refusal{"value_out_of_range",
                  part.where("useScaleAB") + " is \"\", \"Scalar\" or \"Vector\", not '" + name + "'"};
}

void read_types(const Object& part, ProblemType& type) {
    type.aType = data_type_from(part, "aType", type.aType);
    type.bType = data_type_from(part, "bType", type.aType);
    type.cType = data_type_from(part, "cType", type.cType);
    type.dType = data_type_from(part, "dType", type.cType);
    type.eType = data_type_from(part, "eType", type.eType);
    type.computeInputType = data_type_from(part, "computeInputType", type.aType);
    type.computeType = data_type_from(part, "computeType", type.computeType);
    type.activationComputeDataType = data_type_from(part, "activationComputeDataType", type.computeType);
}

void read_problem_type(const Object& part, ProblemType& type) {
    read_types(part, type);
    type.transA = part.flag("transA", false);
    type.transB = part.flag("transB", false);
    type.highPrecisionAccumulate = part.flag("highPrecisionAccumulate", false);
    type.useBeta = part.flag("useBeta", true);
    type.useGradient = part.flag("useGradient", false);
    type.useE = part.flag("useE", false);
    type.useScaleCD = part.flag("useScaleCD", false);
    type.useInitialStridesAB = part.flag("useInitialStridesAB", false);
    type.useInitialStridesCD = part.flag("useInitialStridesCD", false);
    type.stridedBatched = part.flag("stridedBatched", true);
    type.outputAmaxD = part.flag("outputAmaxD", false);
    type.groupedGemm = part.flag("groupedGemm", false);
    type.stochasticRounding = part.flag("stochasticRounding", false);
    type.supportDeviceUserArguments = part.flag("supportDeviceUserArguments", false);
    type.useGateResidual = part.flag("useGateResidual", false);
    type.useScaleAB = scale_ab_from(part);
    type.useBias = number8(part, "useBias", 3);
    type.useScaleAlphaVec = number8(part, "useScaleAlphaVec", 3);
    type.activationType = activation_from(part, "activationType", Activation::None);
    type.activationArgLength = number8(part, "activationArgLength", max_activation_args);
    type.sparse = number8(part, "sparse", 2);
    type.mxBlockA = number32(part, "mxBlockA", 0);
    type.mxBlockB = number32(part, "mxBlockB", 0);
}

BiasSource bias_source_from(const Object& part) {
    const std::string name = part.text("biasSrc", "D");
    if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'D') return static_cast<BiasSource>(name[0] - 'A');
    throw Refusal{"value_out_of_range", part.where("biasSrc") + " is A, B, C or D, not '" + name + "'"};
}

void read_problem(const Object& part, Request& request) {
    Problem& p = request.problem;
    ProblemType& type = request.form.type;
    type.alphaType = data_type_from(part, "alphaType", type.computeType);
    type.betaType = data_type_from(part, "betaType", type.alphaType);
    type.biasSrc = bias_source_from(part);
    p.m = part.word64("m", 1);
    p.n = part.word64("n", 1);
    p.k = part.word64("k", 1);
    p.batch = part.word64("batch", 1);
    p.lda = part.word64("lda", type.transA ? p.k : p.m);
    p.ldb = part.word64("ldb", type.transB ? p.n : p.k);
    p.ldc = part.word64("ldc", p.m);
    p.ldd = part.word64("ldd", p.m);
    p.strideA = part.word64("strideA", p.lda * (type.transA ? p.m : p.k));
    p.strideB = part.word64("strideB", p.ldb * (type.transB ? p.k : p.n));
    p.strideC = part.word64("strideC", p.ldc * p.n);
    p.strideD = part.word64("strideD", p.ldd * p.n);
    p.lde = part.word64("lde", p.m);
    p.strideE = part.word64("strideE", p.m * p.n);
    p.strideBias = part.word64("strideBias", 0);
    p.ldMXSA = part.word64("ldMXSA", 0);
    p.strideMXSA = part.word64("strideMXSA", 0);
    p.ldMXSB = part.word64("ldMXSB", 0);
    p.strideMXSB = part.word64("strideMXSB", 0);
    p.transposeC01 = part.flag("transposeC01", false);
    p.ldGate = part.word64("ldGate", 0);
    p.strideGate = part.word64("strideGate", 0);
    const struct {
        const char* key;
        std::int64_t& to;
    } offsets[] = {{"batchOffsetD", p.batchOffsetD},
                   {"batchOffsetC", p.batchOffsetC},
                   {"batchOffsetA", p.batchOffsetA},
                   {"batchOffsetB", p.batchOffsetB}};
    for (const auto& offset : offsets) offset.to = part.integer(offset.key, 0);
}

/// `batchOffsets` of design 5: four numbers d, c, a, b, or 0 for all.
void read_batch_offsets(const Object& in, Problem& p) {
    if (!in.has("batchOffsets")) return;
    const Json& value = in.at("batchOffsets");
    std::int64_t* const to[] = {&p.batchOffsetD, &p.batchOffsetC, &p.batchOffsetA, &p.batchOffsetB};
    const char* const names[] = {"d", "c", "a", "b"};
    for (std::size_t i = 0; i < 4; ++i) {
        if (value.is_object())
            *to[i] = Object(value, in.where("batchOffsets")).integer(names[i], 0);
        else if (value.is_array() && value.size() == 4 && value[i].is_number_integer())
            *to[i] = value[i].get<std::int64_t>();
        else if (value != 0)
            throw Refusal{"bad_type", in.where("batchOffsets") + ": wanted four numbers, for d, c, a, b"};
    }
}

void read_params(const Object& part, Request& request) {
    Params& params = request.params;
    params.gsu = part.integer("gsu", 0);
    params.gsuc = part.flag("gsuc", false);
    params.gsuwgmrr = part.flag("gsuwgmrr", false);
    params.wgm = part.integer("wgm", 0);
    params.wgmxcc = part.integer("wgmxcc", 0);
    params.wgmxccg = part.integer("wgmxccg", 0);
    params.activationEnum = activation_from(part, "activationEnum", Activation::None);
    params.factorDim = number32(part, "factorDim", 0);
    request.form.type.biasType = data_type_from(part, "biasType", DataType::Float);
    request.nta = part.flag("nta", false);
    request.ntb = part.flag("ntb", false);
}

void read_inputs(const Object& part, Request& request) {
    Inputs& inputs = request.inputs;
    const ProblemType& type = request.form.type;
    Kind written{}, alpha = Kind::f32, beta = Kind::f32, activation = Kind::f32;
    // A type without packing is refused by the contract later; its value is then of no interest.
    (void)scalar_kind(type.alphaType, Scalars::widened, written, alpha);
    (void)scalar_kind(type.betaType, Scalars::widened, written, beta);
    (void)activation_kind(type.activationComputeDataType, activation);
    const Json one = 1, zero = 0;
    scalar_bits(part.has("alpha") ? part.at("alpha") : one, part.where("alpha"), alpha, inputs.alpha);
    scalar_bits(part.has("beta") ? part.at("beta") : zero, part.where("beta"), beta, inputs.beta);
    const unsigned bits = row_of(alpha).size * 8u / (alpha == Kind::c32 || alpha == Kind::c64 ? 2u : 1u);
    const std::uint64_t magnitude =
        row_of(alpha).is_signed ? ~std::uint64_t{0} : (std::uint64_t{1} << (bits - 1)) - 1; // -0 is 0
    inputs.alpha_is_zero = (inputs.alpha[0] & magnitude) == 0 && (inputs.alpha[1] & magnitude) == 0;
    if (!part.has("activationArgs")) return;
    const Json& values = part.at("activationArgs");
    if (!values.is_array()) throw Refusal{"bad_type", part.where("activationArgs") + ": wanted a list of numbers"};
    for (const Json& value : values) {
        std::uint64_t parts[2];
        scalar_bits(value, part.where("activationArgs"), activation, parts);
        // The value travels as the activation's type says; a bf16 argument was rounded to bf16 before the host widened
        // it.
        if (type.activationComputeDataType == DataType::BFloat16) {
            scalar_bits(value, part.where("activationArgs"), Kind::bf16, parts);
            parts[0] = widen(parts[0], Kind::bf16, Kind::f32);
        }
        if (inputs.activation_count < max_activation_args) inputs.activation[inputs.activation_count] = parts[0];
        ++inputs.activation_count;
    }
}

void read_device(const Object& part, Device& device) {
    device.is_gfx12 = part.text("arch", "gfx942").starts_with("gfx12");
    device.cuCount = number32(part, "cuCount", device.cuCount);
    device.skDynamicGrid = number32(part, "skDynamicGrid", 0);
    device.skMaxCUs = number32(part, "skMaxCUs", 0);
    device.skGridMultiplier = number32(part, "skGridMultiplier", 1);
    device.skFixedGrid = number32(part, "skFixedGrid", 0);
}

void read_pointers(const Object& part, Pointers& p) {
    const struct {
        const char* key;
        std::uint64_t& to;
    } all[] = {{"a", p.a},
               {"b", p.b},
               {"c", p.c},
               {"d", p.d},
               {"e", p.e},
               {"amaxD", p.amaxD},
               {"batchA", p.batchA},
               {"batchB", p.batchB},
               {"batchC", p.batchC},
               {"batchD", p.batchD},
               {"batchBias", p.batchBias},
               {"bias", p.bias},
               {"scaleA", p.scaleA},
               {"scaleB", p.scaleB},
               {"scaleC", p.scaleC},
               {"scaleD", p.scaleD},
               {"scaleAlphaVec", p.scaleAlphaVec},
               {"ws", p.ws},
               {"Synchronizer", p.Synchronizer},
               {"metadata", p.metadata},
               {"mxsa", p.mxsa},
               {"mxsb", p.mxsb},
               {"gateResidual", p.gateResidual}};
    for (const auto& pointer : all) pointer.to = part.address(pointer.key, 0);
}

Call call_from(const Object& in) {
    const std::string name = in.text("call", "single");
    if (name == "solve") return Call::solve;
    if (name == "single") return Call::single;
    if (name == "grouped") return Call::grouped;
    if (name == "groupedUser") return Call::groupedUser;
    throw Refusal{"value_out_of_range",
                  in.where("call") + " is solve, single, grouped or groupedUser, not '" + name + "'"};
}

Policy policy_from(const Object& in) {
    const std::string name = in.text("policy", "host_2024");
    if (name == "host_2024") return Policy::host_2024;
    if (name == "strict") return Policy::strict;
    throw Refusal{"value_out_of_range", in.where("policy") + " is strict or host_2024, not '" + name + "'"};
}

} // namespace

Request request_from(const Object& in) {
    Request request{};
    request.call = call_from(in);
    request.policy = policy_from(in);
    const Object support = in.part("internalArgsSupport");
    read_support(support, request.support);
    read_size_mapping(in.part("sizeMapping"), request);
    read_problem_type(in.part("problemType"), request.form.type);
    read_problem(in.part("problem"), request);
    read_batch_offsets(in, request.problem);
    read_batch_offsets(in.part("problem"), request.problem);
    read_params(in.part("params"), request);
    read_inputs(in.part("inputs"), request);
    read_device(in.part("hardware"), request.device);
    read_pointers(in.part("pointers"), request.pointers);
    request.userArgs = in.address("userArgs", 0);
    request.form.type.debugKernel = in.part("solution").flag("debugKernel", false);
    request.form.version = request.support.version;
    std::optional<bool> universal;
    if (support.has("useUniversalArgs")) universal = request.support.useUniversalArgs;
    request.form.dialect = dialect_from(in, request.form.version, universal);
    if (request.form.dialect.args1 == Args1::xccg) {
        if (request.sfc != 0)
            request.form.dialect.args1 = Args1::sfc;
        else if (request.splitK != 0)
            request.form.dialect.args1 = Args1::split_k;
        else if (request.chunk != 0)
            request.form.dialect.args1 = Args1::chunk;
    }
    return request;
}

} // namespace kernabi::protocol
