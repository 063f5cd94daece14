// SPDX-License-Identifier: MIT
// Requests for launches to a subject behind the line protocol.
#include "conformance/protocol/form_request.hpp"
#include "conformance/protocol/scalar_json.hpp"
#include "conformance/subjects/pipe.hpp"
#include "vectors/reader/to_request.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace kernabi::subjects {

using protocol::Object;

namespace {

Json hex(std::uint64_t address) { return fmt::format("{:#x}", address); }

Json scalar(DataType type, const std::uint64_t (&bits)[2]) {
    Kind written{}, held = Kind::f32;
    (void)scalar_kind(type, Scalars::widened, written, held);
    return protocol::scalar_json(held, bits[0], bits[1]);
}

Json activation_values(const Request& r) {
    Json values = Json::array();
    Kind kind = Kind::f32;
    (void)activation_kind(r.form.type.activationComputeDataType, kind);
    for (std::uint32_t i = 0; i < r.inputs.activation_count; ++i)
        values.push_back(protocol::scalar_json(kind, i < max_activation_args ? r.inputs.activation[i] : 0, 0));
    return values;
}

void add_kernel(Json& in, const Request& r) {
    const SizeMapping& s = r.sizes;
    const HostMap& map = r.map;
    in["internalArgsSupport"].update(
        {{"gsu", r.support.gsu}, {"wgm", r.support.wgm}, {"staggerU", r.support.staggerU}});
    in["sizeMapping"].update({{"waveNum", s.waveNum},
                              {"workGroupSize", s.workGroupSize},
                              {"macroTile", s.macroTile},
                              {"depthU", s.depthU},
                              {"globalSplitUPGR", s.globalSplitUPGR},
                              {"packBatchDims", s.packBatchDims},
                              {"workspaceSizePerElemC", s.workspaceSizePerElemC},
                              {"workspaceSizePerElemBias", s.workspaceSizePerElemBias},
                              {"globalSplitU", map.gsu},
                              {"globalSplitUCoalesced", map.gsuc},
                              {"globalSplitUWorkGroupMappingRoundRobin", map.gsuwgmrr},
                              {"workGroupMapping", map.wgm},
                              {"workGroupMappingXCC", map.wgmxcc},
                              {"workGroupMappingXCCGroup", map.wgmxccg},
                              {"staggerU", map.staggerU},
                              {"staggerUMapping", map.staggerUMapping},
                              {"staggerStrideShift", map.staggerStrideShift}});
    in["params"].update({{"gsu", r.params.gsu},
                         {"gsuc", r.params.gsuc},
                         {"gsuwgmrr", r.params.gsuwgmrr},
                         {"wgm", r.params.wgm},
                         {"wgmxcc", r.params.wgmxcc},
                         {"wgmxccg", r.params.wgmxccg},
                         {"factorDim", r.params.factorDim},
                         {"activationEnum", row_of(r.params.activationEnum).name}});
    const Device& d = r.device;
    in["hardware"] = {{"arch", d.is_gfx12 ? "gfx1200" : "gfx942"}, {"cuCount", d.cuCount},
                      {"skDynamicGrid", d.skDynamicGrid},          {"skMaxCUs", d.skMaxCUs},
                      {"skGridMultiplier", d.skGridMultiplier},    {"skFixedGrid", d.skFixedGrid}};
}

void add_problem(Json& in, const Request& r) {
    const Problem& p = r.problem;
    in["problem"].update({{"m", p.m},
                          {"n", p.n},
                          {"k", p.k},
                          {"batch", p.batch},
                          {"lda", p.lda},
                          {"strideA", p.strideA},
                          {"ldb", p.ldb},
                          {"strideB", p.strideB},
                          {"ldc", p.ldc},
                          {"strideC", p.strideC},
                          {"ldd", p.ldd},
                          {"strideD", p.strideD},
                          {"lde", p.lde},
                          {"strideE", p.strideE},
                          {"strideBias", p.strideBias},
                          {"transposeC01", p.transposeC01},
                          {"batchOffsetD", p.batchOffsetD},
                          {"batchOffsetC", p.batchOffsetC},
                          {"batchOffsetA", p.batchOffsetA},
                          {"batchOffsetB", p.batchOffsetB}});
    in["inputs"] = {{"alpha", scalar(r.form.type.alphaType, r.inputs.alpha)},
                    {"beta", scalar(r.form.type.betaType, r.inputs.beta)},
                    {"activationArgs", activation_values(r)}};
    const Pointers& at = r.pointers;
    in["pointers"] = {{"a", hex(at.a)},
                      {"b", hex(at.b)},
                      {"c", hex(at.c)},
                      {"d", hex(at.d)},
                      {"e", hex(at.e)},
                      {"amaxD", hex(at.amaxD)},
                      {"batchA", hex(at.batchA)},
                      {"batchB", hex(at.batchB)},
                      {"batchC", hex(at.batchC)},
                      {"batchD", hex(at.batchD)},
                      {"batchBias", hex(at.batchBias)},
                      {"bias", hex(at.bias)},
                      {"scaleA", hex(at.scaleA)},
                      {"scaleB", hex(at.scaleB)},
                      {"scaleC", hex(at.scaleC)},
                      {"scaleD", hex(at.scaleD)},
                      {"scaleAlphaVec", hex(at.scaleAlphaVec)},
                      {"ws", hex(at.ws)},
                      {"Synchronizer", hex(at.Synchronizer)},
                      {"metadata", hex(at.metadata)}};
}

Json question_of(const vectors::Record& record) {
    constexpr const char* calls[] = {"solve", "single", "grouped", "groupedUser"};
    const Request first = vectors::to_request(record, 0);
    Json in = protocol::request_of(first.form);
    in["call"] = calls[static_cast<std::size_t>(first.call)];
    in["policy"] = first.policy == Policy::strict ? "strict" : "host_2024";
    in["userArgs"] = hex(first.userArgs);
    add_kernel(in, first);
    add_problem(in, first);
    if (first.call != Call::grouped && first.call != Call::groupedUser) return in;
    Json gemms = Json::array();
    for (std::size_t i = 0; i < vectors::gemms_of(record); ++i) {
        const Request one = vectors::to_request(record, i);
        Json whole = in;
        add_kernel(whole, one);
        add_problem(whole, one);
        gemms.push_back({{"problem", whole["problem"]},
                         {"inputs", whole["inputs"]},
                         {"pointers", whole["pointers"]},
                         {"params", whole["params"]}});
    }
    in["gemms"] = std::move(gemms);
    return in;
}

std::uint64_t number(const Json& triple, std::size_t axis) {
    return triple.at(axis).is_null() ? 0 : triple.at(axis).get<std::uint64_t>();
}

Grid grid_of(const Json& triple) { return {number(triple, 0), number(triple, 1), number(triple, 2)}; }

void check_launch(const Json& launch, judge::LaunchCheck& check) {
    const Object object(launch, "ok.invocations");
    const std::string function = object.text("function"), kernel = object.text("kernelName");
    const std::vector<std::uint8_t> bytes = object.bytes("bytes");
    KernelName name{};
    name.add(kernel.c_str());
    Invocation got{};
    got.function = function == "singleCall"          ? Function::single_call
                   : function == "singleCallGrouped" ? Function::grouped_call
                                                     : Function::auxiliary;
    got.name = &name;
    got.workGroupSize = number(object.at("workGroupSize"), 0);
    got.numWorkGroups = grid_of(object.at("numWorkGroups"));
    got.numWorkItems = grid_of(object.at("numWorkItems"));
    got.bytes = {bytes.data(), bytes.size()};
    check(got);
}

} // namespace

Status PipeSubject::solve(const vectors::Record& record, Bytes table, judge::LaunchCheck& check,
                          judge::SolveAnswer& answer) noexcept {
    return asked("solve", [&] {
        const Json reply = ask("solve", question_of(record));
        if (reply.is_null()) {
            // A message is not read for what it names: the record's own fault is taken for granted.
            if (record.fault_space() == vectors::FaultSpace::field)
                answer.refusal.field.field = static_cast<Field>(record.fault_number());
            if (record.fault_space() == vectors::FaultSpace::argument)
                answer.refusal.argument.entry.argument = static_cast<Argument>(record.fault_number());
            return code_ == "unsupported" ? Status::unsupported : record.expected_status();
        }
        const Object ok(reply, "ok");
        for (const Json& launch : ok.at("invocations")) check_launch(launch, check);
        answer.workspace =
            ok.word64(ok.has("requiredWorkspaceSize") ? "requiredWorkspaceSize" : "requiredWorkspaceSizeGroupedGemm",
                      static_cast<std::uint64_t>(vectors::request_value(record, vectors::wanted_workspace, 0)));
        answer.host_bytes =
            ok.word64("requiredHostWorkspaceSizePerProblem",
                      static_cast<std::uint64_t>(vectors::request_value(record, vectors::wanted_host_bytes, 0)));
        for (const char* const key : {"argsBuffer", "deviceUserArguments"}) {
            if (!ok.has(key)) continue;
            const std::vector<std::uint8_t> bytes = Object(ok.at(key), key).bytes("bytes", std::size_t{1} << 20);
            answer.table_size = bytes.size();
            std::copy_n(bytes.begin(), std::min(bytes.size(), table.size), table.data);
        }
        return Status::ok;
    });
}

} // namespace kernabi::subjects
