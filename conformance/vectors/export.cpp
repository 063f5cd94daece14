// SPDX-License-Identifier: MIT
#include "conformance/vectors/export.hpp"
#include "abi/kernarg/names.hpp"
#include "abi/kernel/target.hpp"
#include "conformance/protocol/object.hpp"
#include "conformance/text/explain.hpp"
#include "vectors/reader/to_form.hpp"
#include "vectors/reader/to_kernel.hpp"
#include "vectors/reader/to_request.hpp"
#include <fmt/format.h>

namespace kernabi::vectors {

namespace {

using Json = nlohmann::json;

/// FORMAT.md's members by number; 0 is none.
constexpr const char* member_names[member_count + 1] = {"",
                                                        "aType",
                                                        "bType",
                                                        "cType",
                                                        "dType",
                                                        "eType",
                                                        "computeInputType",
                                                        "computeType",
                                                        "activationComputeDataType",
                                                        "alphaType",
                                                        "betaType",
                                                        "biasType",
                                                        "transA",
                                                        "transB",
                                                        "highPrecisionAccumulate",
                                                        "useBeta",
                                                        "useGradient",
                                                        "useE",
                                                        "useScaleCD",
                                                        "useInitialStridesAB",
                                                        "useInitialStridesCD",
                                                        "stridedBatched",
                                                        "outputAmaxD",
                                                        "groupedGemm",
                                                        "stochasticRounding",
                                                        "supportDeviceUserArguments",
                                                        "useGateResidual",
                                                        "useScaleAB",
                                                        "useBias",
                                                        "useScaleAlphaVec",
                                                        "biasSrc",
                                                        "activationType",
                                                        "activationArgLength",
                                                        "sparse",
                                                        "mxBlockA",
                                                        "mxBlockB",
                                                        "activationFused",
                                                        "debugKernel",
                                                        "streamK",
                                                        "streamKAtomic",
                                                        "persistentKernel",
                                                        "persistentLoopArgsVersion",
                                                        "expertSchedulingMode",
                                                        "globalAccumulation",
                                                        "gsu",
                                                        "biasIsNull"};

constexpr const char* host_names[host_input_count + 1] = {"",
                                                          "ias.gsu",
                                                          "ias.wgm",
                                                          "ias.staggerU",
                                                          "map.gsu",
                                                          "map.gsuc",
                                                          "map.gsuwgmrr",
                                                          "map.wgm",
                                                          "map.wgmxcc",
                                                          "map.wgmxccg",
                                                          "map.staggerU",
                                                          "map.staggerUMapping",
                                                          "map.staggerStrideShift",
                                                          "param.gsu",
                                                          "param.gsuc",
                                                          "param.gsuwgmrr",
                                                          "param.wgm",
                                                          "param.wgmxcc",
                                                          "param.wgmxccg",
                                                          "cuCount",
                                                          "gemmCount",
                                                          "argType",
                                                          "numWorkGroups"};

/// Members 1 to 11 are data types, 31 an activation, 27 and 30 enumerations of their own.
Json member_value(std::uint16_t member, std::uint32_t value) {
    constexpr const char* scale_ab[] = {"", "Scalar", "Vector"};
    constexpr const char* tensors[] = {"A", "B", "C", "D"};
    if (member >= 1 && member <= 11) return row_of(static_cast<DataType>(value)).name;
    if (member == 31) return row_of(static_cast<Activation>(value)).name;
    if (member == 27) return scale_ab[value % 3];
    if (member == 30) return tensors[value % 4];
    return value;
}

Json dialect_json(const Dialect& d) {
    constexpr const char* args1[] = {"absent", "wgm32", "xccg", "chunk", "split_k", "sfc"};
    constexpr const char* places[] = {"tail", "after_beta", "before_alpha"};
    return {{"header", d.header == Header::universal ? "universal" : "none"},
            {"args1", args1[static_cast<std::size_t>(d.args1)]},
            {"order", d.order == Order::d_first ? "d_first" : "a_first"},
            {"stream_k", places[static_cast<std::size_t>(d.stream_k)]},
            {"scalars", d.scalars == Scalars::packed ? "packed" : "widened"},
            {"tail", d.tail == Tail::none ? "none" : "batch_offsets"},
            {"enums", d.enums == Enums::y2024 ? "2024" : "2026"}};
}

std::string slot_name(std::uint16_t argument, std::uint16_t index) {
    const ArgumentRow& row = arguments[argument];
    if (row.times == Times::scalar) return std::string(row.dump) + (index == 1 ? ".imaginary" : "");
    if (row.suffix == Suffix::underscore_index) return fmt::format("{}_{}", row.dump, index);
    return row.suffix == Suffix::index ? fmt::format("{}{}", row.dump, index) : std::string(row.dump);
}

Json hex(ConstBytes bytes) { return protocol::to_hex(bytes.data, bytes.size); }

Json buffer_json(const Buffer& buffer) {
    constexpr const char* access[] = {"read", "write", "unread", "scratch"};
    constexpr const char* rules[] = {"unchanged", "exact", "band", "any"};
    Json out = {{"name", string_of(buffer.name)},
                {"argument", slot_name(buffer.argument, 0)},
                {"matrix", buffer.index},
                {"access", access[static_cast<std::size_t>(buffer.access)]},
                {"rule", rules[static_cast<std::size_t>(buffer.rule)]},
                {"type", row_of(buffer.type).name},
                {"address", fmt::format("{:#x}", buffer.address)},
                {"length", buffer.length}};
    switch (buffer.generator) {
    case Generator::inline_bytes: out["initial"] = hex(buffer.initial); break;
    case Generator::one_byte: out["fill"] = buffer.seed; break;
    case Generator::stream: out["splitmix64_seed"] = fmt::format("{:#x}", buffer.seed); break;
    }
    if (buffer.rule == Rule::exact) out["expected"] = hex(buffer.expected);
    if (buffer.rule == Rule::band) {
        out["expected_low"] = hex(buffer.expected);
        out["expected_high"] = hex(buffer.expected_high);
    }
    return out;
}

Json expectation(const Record& record) {
    Json out = {{"status", static_cast<int>(record.expected_status())}};
    if (record.expected_status() != Status::ok) out["meaning"] = text::of(record.expected_status());
    if (record.fault_space() == FaultSpace::field) out["field"] = field_names[record.fault_number()];
    if (record.fault_space() == FaultSpace::argument)
        out["argument"] = slot_name(record.fault_number(), record.fault_index());
    if (record.fault_space() == FaultSpace::input) out["input"] = kernel::inputs[record.fault_number()].name;
    return out;
}

std::string request_name(std::uint16_t input) {
    switch (input) {
    case request_call: return "call";
    case request_activation: return "params.activationEnum";
    case request_gemms: return "gemms";
    case wanted_workspace: return "requiredWorkspaceSize";
    case wanted_host_bytes: return "requiredHostWorkspaceSizePerProblem";
    default: return request_inputs[input - 1].name;
    }
}

/// A launch sequence: the request by rows (`NAME`, or `NAME@2` for the second problem alone), the launches, the table.
void add_launches(const Record& record, Json& out) {
    constexpr const char* functions[] = {"singleCall", "singleCallGrouped", "auxiliary"};
    Json request = Json::object(), launches = Json::array();
    for (std::size_t i = 0; i < record.request_rows(); ++i) {
        const RequestRow row = record.request_row(i);
        const std::string name = request_name(row.input);
        request[row.gemm == 0 ? name : fmt::format("{}@{}", name, row.gemm)] = row.value;
    }
    for (std::size_t i = 0; i < record.launches(); ++i) {
        const LaunchRow row = record.launch(i);
        Json grid = {row.grid[0], row.grid[1], row.grid[2]};
        if (row.x_alone) grid[1] = grid[2] = nullptr;
        launches.push_back({{"function", functions[row.function]},
                            {"kernelName", string_of(row.name)},
                            {"threads", row.threads},
                            {"numWorkGroups", std::move(grid)},
                            {"work_items_x", row.items},
                            {"bytes", hex(row.block)}});
    }
    out["request"] = std::move(request);
    if (!launches.empty()) out["launches"] = std::move(launches);
    if (record.table().size != 0) out["table"] = hex(record.table());
}

Json kernel_value(const kernel::InputRow& row, std::int64_t value) {
    const bool is_type =
        row.meaning == kernel::Meaning::type && value >= 0 && value < static_cast<std::int64_t>(data_type_count);
    if (is_type) return data_types[value].name;
    if (row.meaning == kernel::Meaning::quarters) return static_cast<double>(value) / 4;
    const kernel::Target* const target = row.meaning == kernel::Meaning::processor ? kernel::target_of(value) : nullptr;
    return target != nullptr ? Json(target->name) : Json(value);
}

/// A kernel function's inputs by name; the comment as text, the tokens as a list.
Json kernel_inputs(const Record& record, const KernelQuestion& question) {
    Json out = Json::object();
    for (std::size_t i = 0; i < record.kernel_values(); ++i) {
        const KernelValue row = record.kernel_value(i);
        if (row.input >= kernel::input_count) continue;
        const kernel::InputRow& input = kernel::inputs[row.input];
        out[input.name] = kernel_value(input, row.value);
    }
    if (question.characters != 0) out["comment"] = std::string(question.comment, question.characters);
    if (question.has_tokens)
        out["memoryToken"] = std::vector<std::int64_t>(question.token, question.token + question.tokens);
    return out;
}

Json kernel_lines(const Record& record) {
    Json lines = Json::array();
    std::string line;
    for (const std::uint8_t c : record.lines()) {
        if (c != '\n') {
            line += static_cast<char>(c);
            continue;
        }
        lines.push_back(line);
        line.clear();
    }
    return lines;
}

} // namespace

nlohmann::json to_json(const Record& record) {
    constexpr const char* provenances[] = {"page", "recorded", "derived"};
    Json flags = Json::array(), problem = Json::object(), fields = Json::object(), host = Json::object(),
         values = Json::object(), relocations = Json::array(), buffers = Json::array();
    for (std::size_t i = 0; i < flag_count; ++i)
        if ((record.flags() >> i & 1u) != 0) flags.push_back(flag_names[i]);
    for (std::size_t i = 0; i < record.members(); ++i)
        problem[member_names[record.member(i).member]] = member_value(record.member(i).member, record.member(i).value);
    for (std::size_t i = 0; i < record.fields(); ++i)
        fields[field_names[record.field(i).field]] = record.field(i).value;
    for (std::size_t i = 0; i < record.host_inputs(); ++i)
        host[host_names[record.host_input(i).field]] = record.host_input(i).value;
    for (std::size_t i = 0; i < record.values(); ++i)
        values[slot_name(record.value(i).argument, record.value(i).index)] =
            fmt::format("{:#x}", record.value(i).value);
    for (std::size_t i = 0; i < record.relocations(); ++i) {
        const Relocation row = record.relocation(i);
        Json out = {{"offset", row.offset}, {"buffer", row.buffer}, {"addend", row.addend}};
        if (row.place != in_block) out["in_buffer"] = row.place;
        relocations.push_back(std::move(out));
    }
    for (std::size_t i = 0; i < record.buffers(); ++i) buffers.push_back(buffer_json(record.buffer(i)));
    Json out = {{"id", string_of(record.id())},
                {"comment", string_of(record.comment())},
                {"kind", record_kind_names[static_cast<std::size_t>(record.kind())]},
                {"strictness", record.strictness() == Strictness::required ? "required" : "recommended"},
                {"provenance", provenances[static_cast<std::size_t>(record.provenance())]},
                {"flags", std::move(flags)},
                {"expected", expectation(record)}};
    if (!record.has_version()) {
        const KernelQuestion question = to_kernel(record);
        out["function"] = kernel::function_names[static_cast<std::size_t>(question.function)];
        out["inputs"] = kernel_inputs(record, question);
        if (record.expected_status() == Status::ok) out["lines"] = kernel_lines(record);
        return out;
    }
    out["version"] = static_cast<int>(record.version());
    out["dialect"] = dialect_json(record.dialect());
    out["policy"] = record.policy() == Policy::strict ? "strict" : "host_2024";
    if (record.preset().size() != 0) out["preset"] = string_of(record.preset());
    if (!problem.empty()) out["problem"] = std::move(problem);
    if (!fields.empty()) out["fields"] = std::move(fields);
    if (!host.empty()) out["host"] = std::move(host);
    if (!values.empty()) out["values"] = std::move(values);
    if (record.block().size != 0) out["bytes"] = hex(record.block());
    if (!relocations.empty()) out["relocations"] = std::move(relocations);
    if (!buffers.empty()) out["buffers"] = std::move(buffers);
    if (record.request_rows() != 0) add_launches(record, out);
    return out;
}

nlohmann::json json_schema() {
    const Json text = {{"type", "string"}}, whole = {{"type", "integer"}},
               hex_text = {{"type", "string"}, {"pattern", "^([0-9a-f]{2})*$"}};
    const Json address = {{"type", "string"}, {"pattern", "^0x[0-9a-f]+$"}};
    const auto one_of = [](std::initializer_list<const char*> names) {
        Json list = Json::array();
        for (const char* name : names) list.push_back(name);
        return Json{{"enum", std::move(list)}};
    };
    const auto object = [](Json properties, std::initializer_list<const char*> required) {
        Json names = Json::array();
        for (const char* name : required) names.push_back(name);
        return Json{{"type", "object"},
                    {"properties", std::move(properties)},
                    {"required", std::move(names)},
                    {"additionalProperties", false}};
    };
    const auto numbers = [&](Json of) { return Json{{"type", "object"}, {"additionalProperties", std::move(of)}}; };
    const auto list_of = [](Json of) { return Json{{"type", "array"}, {"items", std::move(of)}}; };
    const Json dialect = object({{"header", one_of({"universal", "none"})},
                                 {"args1", one_of({"absent", "wgm32", "xccg", "chunk", "split_k", "sfc"})},
                                 {"order", one_of({"d_first", "a_first"})},
                                 {"stream_k", one_of({"tail", "after_beta", "before_alpha"})},
                                 {"scalars", one_of({"packed", "widened"})},
                                 {"tail", one_of({"none", "batch_offsets"})},
                                 {"enums", one_of({"2024", "2026"})}},
                                {"header", "args1", "order", "stream_k", "scalars", "tail", "enums"});
    const Json buffer = object({{"name", text},
                                {"argument", text},
                                {"matrix", whole},
                                {"access", one_of({"read", "write", "unread", "scratch"})},
                                {"rule", one_of({"unchanged", "exact", "band", "any"})},
                                {"type", text},
                                {"address", address},
                                {"length", whole},
                                {"initial", hex_text},
                                {"fill", whole},
                                {"splitmix64_seed", address},
                                {"expected", hex_text},
                                {"expected_low", hex_text},
                                {"expected_high", hex_text}},
                               {"name", "argument", "matrix", "access", "rule", "type", "address", "length"});
    const Json relocation = object({{"offset", whole}, {"buffer", whole}, {"addend", whole}, {"in_buffer", whole}},
                                   {"offset", "buffer", "addend"});
    const Json expected = object(
        {{"status", whole}, {"meaning", text}, {"field", text}, {"argument", text}, {"input", text}}, {"status"});
    Json functions = Json::array();
    for (const char* name : kernel::function_names) functions.push_back(name);
    Json record =
        object({{"id", {{"type", "string"}, {"pattern", "^(v[0-3]|kernel)\\.[a-z0-9_]+\\.[a-z0-9_]+$"}}},
                {"comment", text},
                {"kind", one_of({"header", "decode", "refuse_header", "block", "refuse_block", "gemm", "refuse_gemm",
                                 "kernel", "refuse_kernel", "invocation", "refuse_invocation"})},
                {"strictness", one_of({"required", "recommended"})},
                {"provenance", one_of({"page", "recorded", "derived"})},
                {"version", {{"type", "integer"}, {"minimum", 0}, {"maximum", 3}}},
                {"dialect", dialect},
                {"preset", text},
                {"policy", one_of({"strict", "host_2024"})},
                {"flags", list_of(text)},
                {"expected", expected},
                {"problem", {{"type", "object"}}},
                {"fields", numbers(whole)},
                {"host", numbers(whole)},
                {"values", numbers(address)},
                {"bytes", hex_text},
                {"relocations", list_of(relocation)},
                {"buffers", list_of(buffer)},
                {"function", {{"enum", std::move(functions)}}},
                {"inputs", {{"type", "object"}}},
                {"lines", list_of(text)},
                {"request", numbers(whole)},
                {"launches", list_of({{"type", "object"}})},
                {"table", hex_text}},
               {"id", "comment", "kind", "strictness", "provenance", "flags", "expected"});
    // A block of some version, or a function of the kernel side.
    record["anyOf"] = {{{"required", {"version", "dialect", "policy"}}}, {{"required", {"function", "inputs"}}}};
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", "KernABI vectors"},
            {"type", "object"},
            {"properties", {{"sets", list_of(text)}, {"digest", text}, {"records", list_of(record)}}},
            {"required", {"sets", "digest", "records"}}};
}

} // namespace kernabi::vectors
