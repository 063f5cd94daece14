// SPDX-License-Identifier: MIT
#include "conformance/launch/launches.hpp"
#include "conformance/protocol/solve_request.hpp"
#include "conformance/text/dump_writer.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace kernabi::launch {

namespace {

std::uint32_t narrow(std::uint64_t count, const std::string& kernel) {
    if (count == 0) throw Wrong(kernel + ": a grid of no workgroup; nothing would run");
    if (count > 0x7fffffff)
        throw Wrong(fmt::format("{}: a grid of {} workgroups, more than a runtime takes", kernel, count));
    return static_cast<std::uint32_t>(count);
}

Launch launch_from(const ChosenKernel& kernel, const Invocation& invocation) {
    Launch launch{};
    launch.is_helper = invocation.name != nullptr;
    launch.kernel = launch.is_helper ? invocation.name->text : kernel.name;
    const Grid& grid = invocation.numWorkGroups;
    launch.grid = {narrow(grid.x, launch.kernel), narrow(grid.y, launch.kernel), narrow(grid.z, launch.kernel)};
    launch.group = {narrow(invocation.workGroupSize, launch.kernel), 1, 1};
    launch.bytes.assign(invocation.bytes.begin(), invocation.bytes.end());
    if (invocation.form != nullptr) launch.form = *invocation.form;
    if (launch.is_helper) launch.lines = text::argument_lines(invocation);
    return launch;
}

} // namespace

Launches launches_of(const ChosenKernel& kernel, const Request& request) {
    Launches launches;
    const protocol::Solved solved =
        protocol::solve_all({request}, [&](const Invocation& invocation, const std::string&) {
            launches.all.push_back(launch_from(kernel, invocation));
        });
    launches.workspace = solved.requiredWorkspaceSize;
    for (const Launch& one : launches.all)
        if (one.is_helper && std::find(kernel.beside.begin(), kernel.beside.end(), one.kernel) == kernel.beside.end())
            throw Wrong(
                fmt::format("the problem needs the helper kernel {} besides, and the code object has none of "
                            "that name; set call to single for the GEMM alone, or sizeMapping.globalSplitU to 1",
                            one.kernel));
    return launches;
}

} // namespace kernabi::launch
