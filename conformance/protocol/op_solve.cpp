// SPDX-License-Identifier: MIT
#include "abi/kernarg/launch.hpp"
#include "abi/kernarg/names.hpp"
#include "conformance/protocol/ops.hpp"
#include "conformance/protocol/request_json.hpp"
#include "conformance/text/explain.hpp"
#include "conformance/text/printed.hpp"

namespace kernabi::protocol {

namespace {

Json triple(std::uint64_t x, std::uint64_t y, std::uint64_t z) { return Json::array({x, y, z}); }

struct Packed {
    std::uint8_t bytes[1024];
    std::size_t size;
    Layout layout;
};

Packed packed(const Request& request, const Launch& launch) {
    Packed result{};
    kernabi::Refusal why{};
    Status status = make_layout(launch.form, result.layout);
    if (status == Status::ok) status = pack(launch, request.policy, result.bytes, result.size, why);
    if (status != Status::ok)
        throw Refusal{status == Status::value_out_of_range ? "value_out_of_range" : "refused",
                      text::of(status, why, request)};
    return result;
}

Json invocation_json(const Request& request, const Launch& launch) {
    const Packed block = packed(request, launch);
    Json args = Json::array();
    std::string dump;
    for (const Entry& entry : block.layout) {
        const std::string name = dump_name(entry, launch.form).text;
        const std::uint8_t* const at = block.bytes + entry.offset;
        if (entry.argument == Argument::debugBuffer) { // the host never binds it
            dump += text::unbound_line(entry, name);
            continue;
        }
        const std::string value = text::printed_value(entry.kind, at);
        args.push_back({name, entry.offset, entry.size, to_hex(at, entry.size), text::as_utf8(value)});
        dump += text::argument_line(entry, name, at);
    }
    const Grid& grid = launch.numWorkGroups;
    return {{"function", "singleCall"},
            {"kernelName", "kernel"},
            {"workGroupSize", triple(launch.workGroupSize, 1, 1)},
            {"numWorkGroups", triple(grid.x, grid.y, grid.z)},
            {"numWorkItems", triple(grid.x * launch.workGroupSize, grid.y, grid.z)},
            {"size", block.size},
            {"bytes", to_hex(block.bytes, block.size)},
            {"args", std::move(args)},
            {"dump", text::as_utf8(dump)}};
}

} // namespace

Json op_solve(const Json& raw) {
    const Object in(raw, "");
    const Request request = request_from(in);
    if (request.call == Call::grouped || request.call == Call::groupedUser)
        throw Refusal{"unsupported", "solve: grouped launches are not built yet"};
    Launch launch{};
    kernabi::Refusal why{};
    if (const Status status = make_launch(request, launch, why); status != Status::ok)
        throw Refusal{status == Status::value_out_of_range ? "value_out_of_range" : "refused",
                      text::of(status, why, request)};
    if (request.call == Call::solve && needs_helpers(launch.form.type))
        throw Refusal{"unsupported", "solve: this request needs helper launches (beta-only, conversion, activation, "
                                     "reduction), which are not built yet; call \"single\" gives the GEMM launch"};
    Json out = {{"invocations", Json::array({invocation_json(request, launch)})}};
    if (request.call == Call::solve) out["requiredWorkspaceSize"] = launch.requiredWorkspaceSize;
    return out;
}

} // namespace kernabi::protocol
