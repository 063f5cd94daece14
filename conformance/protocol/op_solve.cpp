// SPDX-License-Identifier: MIT
#include "conformance/protocol/ops.hpp"
#include "conformance/protocol/solve_json.hpp"
#include "conformance/text/dump_writer.hpp"
#include "conformance/text/printed.hpp"

namespace kernabi::protocol {

namespace {

/// y and z are null where the published host leaves them unset.
Json triple(const Grid& grid, bool x_alone) {
    if (x_alone) return Json::array({grid.x, nullptr, nullptr});
    return Json::array({grid.x, grid.y, grid.z});
}

const char* function_name(Function function) {
    switch (function) {
    case Function::single_call: return "singleCall";
    case Function::grouped_call: return "singleCallGrouped";
    case Function::auxiliary: break;
    }
    return "auxiliary";
}

} // namespace

Json invocation_json(const Invocation& invocation, const std::string& kernel) {
    Json args = Json::array();
    for_each_named(invocation, [&](const Entry& entry, const Name& name) {
        if (entry.argument == Argument::debugBuffer) return; // the host never binds it
        const std::uint8_t* const at = invocation.bytes.data + entry.offset;
        args.push_back({name.text, entry.offset, entry.size, to_hex(at, entry.size),
                        text::as_utf8(text::printed_value(entry.kind, at))});
    });
    return {{"function", function_name(invocation.function)},
            {"kernelName", kernel},
            {"workGroupSize", Json::array({invocation.workGroupSize, 1, 1})},
            {"numWorkGroups", triple(invocation.numWorkGroups, invocation.x_alone)},
            {"numWorkItems", triple(invocation.numWorkItems, invocation.x_alone)},
            {"size", invocation.bytes.size},
            {"bytes", to_hex(invocation.bytes.data, invocation.bytes.size)},
            {"args", std::move(args)},
            {"dump", text::as_utf8(text::argument_lines(invocation))}};
}

Json op_solve(const Json& in) {
    const std::vector<Request> requests = requests_from(in);
    Json invocations = Json::array();
    const Solved solved = solve_all(requests, [&](const Invocation& invocation, const std::string& kernel) {
        invocations.push_back(invocation_json(invocation, kernel));
    });
    Json out = {{"invocations", std::move(invocations)}};
    if (requests.front().call == Call::solve) out["requiredWorkspaceSize"] = solved.requiredWorkspaceSize;
    if (!solved.grouped) return out;
    out[solved.user ? "deviceUserArguments" : "argsBuffer"] = {
        {"bytes", to_hex(solved.table.data(), solved.table.size())}};
    out["requiredHostWorkspaceSizePerProblem"] = solved.sizes.hostBytesPerProblem;
    out["requiredWorkspaceSizeGroupedGemm"] = solved.sizes.requiredWorkspaceSize;
    return out;
}

} // namespace kernabi::protocol
