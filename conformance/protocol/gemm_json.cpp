// SPDX-License-Identifier: MIT
#include "conformance/protocol/gemm_json.hpp"
#include "abi/kernarg/geometry.hpp"
#include "abi/numeric/to_int.hpp"
#include "abi/numeric/unpacked.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/element.hpp"
#include "conformance/protocol/form_json.hpp"
#include "conformance/protocol/object.hpp"
#include <limits>
#include <string>

namespace kernabi::protocol {

namespace {

using cpu::Gemm;
using cpu::Scalar;

std::uint64_t size_from(const Object& in, const char* key) {
    const std::int64_t value = in.integer(key);
    if (value < 0) throw Refusal{"value_out_of_range", in.where(key) + " " + std::to_string(value) + " is negative"};
    return static_cast<std::uint64_t>(value);
}
std::uint64_t size_from(const Object& in, const char* key, std::uint64_t otherwise) {
    return in.has(key) ? size_from(in, key) : otherwise;
}

double number_from(const Json& value, const std::string& where) {
    if (!value.is_number()) throw Refusal{"bad_type", where + ": wanted a number, got " + value.type_name()};
    return value.get<double>();
}

/// A number's bits in a real type: floats round to nearest even, integers truncate.
std::uint64_t bits_in(DataType type, double value) {
    if (const numeric::Format* format = cpu::format_of(type)) return numeric::narrow(*format, value);
    const std::uint64_t bits = static_cast<std::uint32_t>(numeric::int32_toward_zero(value));
    return type == DataType::Int8 ? bits & 0xffu : bits;
}

DataType part_of(DataType type) {
    if (type == DataType::ComplexFloat) return DataType::Float;
    return type == DataType::ComplexDouble ? DataType::Double : type;
}

/// alpha or beta: a number, or for a complex type [re, im].
Scalar scalar_from(const Object& in, const char* key, DataType type) {
    const Json& value = in.at(key);
    const std::string where = in.where(key);
    if (!cpu::is_complex(type) || value.is_number())
        return {type, bits_in(part_of(type), number_from(value, where)), 0};
    if (!value.is_array() || value.size() != 2) throw Refusal{"bad_type", where + ": wanted [re, im]"};
    return {type, bits_in(part_of(type), number_from(value[0], where)),
            bits_in(part_of(type), number_from(value[1], where))};
}

void read_types(const Object& type, Gemm& g) {
    const auto required = [&](const char* key) {
        (void)type.at(key);
        return data_type_from(type, key, DataType::None);
    };
    g.transA = type.flag("transA", false);
    g.transB = type.flag("transB", false);
    g.a.type = required("aType");
    g.b.type = required("bType");
    g.d.type = required("dType");
    g.c.type = data_type_from(type, "cType", g.d.type);
    g.computeType = required("computeType");
    g.e.type = data_type_from(type, "eType", g.computeType);
    g.computeInputType = data_type_from(type, "computeInputType", DataType::None);
    const auto block = [&](const char* key, std::uint32_t& size, cpu::Input& scales) {
        size = static_cast<std::uint32_t>(type.integer(key, 0, 0, 65535));
        if (size != 0) scales.type = DataType::E8;
    };
    block("mxBlockA", g.mxBlockA, g.mxsa);
    block("mxBlockB", g.mxBlockB, g.mxsb);
    for (const char* key : {"sparse", "stochasticRounding", "groupedGemm"})
        if (type.integer(key, 0) != 0)
            throw Refusal{"unsupported", type.where(key) + ": the definition has no such GEMM"};
}

cpu::ScaleAB scale_ab_from(const Object& type) {
    const std::string name = type.text("useScaleAB", "");
    if (name.empty()) return cpu::ScaleAB::none;
    if (name == "Scalar") return cpu::ScaleAB::scalar;
    if (name == "Vector") return cpu::ScaleAB::vector;
    throw Refusal{"value_out_of_range", type.where("useScaleAB") + ": wanted \"\", \"Scalar\" or \"Vector\""};
}

cpu::BiasSource bias_source_from(const Object& problem) {
    const std::string name = problem.text("biasSrc", "D");
    if (name == "A") return cpu::BiasSource::a;
    if (name == "B") return cpu::BiasSource::b;
    if (name == "D") return cpu::BiasSource::d;
    throw Refusal{"value_out_of_range", problem.where("biasSrc") + ": wanted \"A\", \"B\" or \"D\""};
}

void read_switches(const Object& type, const Object& params, Gemm& g) {
    g.useBeta = type.flag("useBeta", true);
    g.useScaleAB = scale_ab_from(type);
    g.useScaleCD = type.flag("useScaleCD", false);
    g.useScaleAlphaVec = static_cast<std::uint8_t>(type.integer("useScaleAlphaVec", 0, 0, 3));
    g.useBias = static_cast<std::uint8_t>(type.integer("useBias", 0, 0, 3));
    g.useGradient = type.flag("useGradient", false);
    g.useE = type.flag("useE", false);
    g.outputAmaxD = type.flag("outputAmaxD", false);
    g.factorDim = static_cast<std::uint8_t>(params.integer("factorDim", 0, 0, 1));
    g.biasType = data_type_from(params, "biasType", g.computeType);
    g.activation = activation_from(type, "activationType", Activation::None);
    if (g.activation == Activation::All || g.activation == Activation::Hipblaslt_all)
        g.activation = activation_from(params, "activationEnum", Activation::None);
}

/// The global split as `solve` names it: a request's gsu, else the solution's.
void read_split(const Object& params, const Object& mapping, Gemm& g) {
    const std::int64_t solution = mapping.integer("globalSplitU", 1, 0, std::numeric_limits<std::int32_t>::max());
    const std::int64_t asked = params.integer("gsu", 0, 0, std::numeric_limits<std::int32_t>::max());
    g.gsu = static_cast<std::uint64_t>(asked > 0 ? asked : solution);
    g.depthU = g.gsu > 1 ? size_from(mapping, "depthU") : 0;
}

void read_problem(const Object& problem, Gemm& g) {
    g.m = size_from(problem, "m");
    g.n = size_from(problem, "n");
    g.k = size_from(problem, "k");
    g.batch = size_from(problem, "batch", 1);
    const auto matrix = [&](auto& x, const char* ld, const char* stride) {
        x.ld = size_from(problem, ld);
        x.stride = g.batch > 1 ? size_from(problem, stride) : size_from(problem, stride, 0);
    };
    matrix(g.a, "lda", "strideA");
    matrix(g.b, "ldb", "strideB");
    matrix(g.c, "ldc", "strideC");
    matrix(g.d, "ldd", "strideD");
    g.e.ld = size_from(problem, "lde", 0);
    g.e.stride = size_from(problem, "strideE", 0);
    g.mxsa.ld = size_from(problem, "ldMXSA", 0);
    g.mxsa.stride = size_from(problem, "strideMXSA", 0);
    g.mxsb.ld = size_from(problem, "ldMXSB", 0);
    g.mxsb.stride = size_from(problem, "strideMXSB", 0);
    g.strideBias = size_from(problem, "strideBias", 0);
    g.biasSrc = bias_source_from(problem);
}

void read_inputs(const Object& inputs, const Object& problem, Gemm& g) {
    g.alpha = scalar_from(inputs, "alpha", data_type_from(problem, "alphaType", g.computeType));
    const DataType beta_type = data_type_from(problem, "betaType", g.computeType);
    g.beta = g.useBeta || inputs.has("beta") ? scalar_from(inputs, "beta", beta_type) : Scalar{beta_type, 0, 0};
    for (Scalar& argument : g.activationArgs) argument.type = DataType::Double;
    if (!inputs.has("activationArgs")) return;
    const Json& arguments = inputs.at("activationArgs");
    if (!arguments.is_array()) throw Refusal{"bad_type", inputs.where("activationArgs") + ": wanted a list of numbers"};
    if (arguments.size() > 2) throw Refusal{"value_out_of_range", inputs.where("activationArgs") + ": at most two"};
    for (std::size_t i = 0; i < arguments.size(); ++i)
        g.activationArgs[i].bits = bits_in(DataType::Double, number_from(arguments[i], inputs.where("activationArgs")));
}

} // namespace

Gemm gemm_from(const Json& in) {
    const Object request(in, "");
    const Object type(request.at("problemType"), "problemType"), problem(request.at("problem"), "problem");
    const Object params = request.part("params");
    Gemm g;
    read_types(type, g);
    read_switches(type, params, g);
    read_problem(problem, g);
    read_split(params, request.part("sizeMapping"), g);
    read_inputs(Object(request.at("inputs"), "inputs"), problem, g);
    return g;
}

Json completed(Json in) {
    for (const char* group : {"problemType", "problem", "inputs"}) {
        Json& part = in[group];
        if (part.is_null()) part = Json::object();
        if (!part.is_object()) throw Refusal{"bad_type", std::string(group) + ": wanted an object"};
    }
    Json &type = in["problemType"], &problem = in["problem"], &inputs = in["inputs"];
    const auto otherwise = [](Json& part, const char* key, const Json& value) {
        if (!part.contains(key)) part[key] = value;
    };
    for (const char* key : {"aType", "computeType"}) otherwise(type, key, "Float");
    for (const char* key : {"bType", "dType"}) otherwise(type, key, type["aType"]);
    const auto size = [&](const char* key) -> std::uint64_t {
        return problem.contains(key) && problem[key].is_number_unsigned() ? problem[key].get<std::uint64_t>() : 0;
    };
    const auto set = [&](const char* key) { return type.contains(key) && (type[key] == true || type[key] == 1); };
    const bool a = set("transA"), b = set("transB");
    const struct {
        const char *ld, *stride, *rows, *columns;
    } matrices[] = {{"lda", "strideA", a ? "k" : "m", a ? "m" : "k"},
                    {"ldb", "strideB", b ? "n" : "k", b ? "k" : "n"},
                    {"ldc", "strideC", "m", "n"},
                    {"ldd", "strideD", "m", "n"}};
    for (const auto& matrix : matrices) {
        otherwise(problem, matrix.ld, size(matrix.rows));
        std::uint64_t whole = 0;
        if (!multiply_overflows(size(matrix.ld), size(matrix.columns), whole)) otherwise(problem, matrix.stride, whole);
    }
    otherwise(inputs, "alpha", 1);
    otherwise(inputs, "beta", 0);
    return in;
}

} // namespace kernabi::protocol
