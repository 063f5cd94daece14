// SPDX-License-Identifier: MIT
#include "conformance/launch/task.hpp"
#include "abi/kernarg/host_2024.hpp"
#include "abi/kernarg/launch.hpp"
#include "conformance/launch/contradiction.hpp"
#include "conformance/launch/kernel_name.hpp"
#include "conformance/protocol/form_json.hpp"
#include "conformance/protocol/form_request.hpp"
#include "conformance/protocol/gemm_json.hpp"
#include "conformance/protocol/request_json.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>

namespace kernabi::launch {

namespace {

using protocol::Json;
using protocol::Object;

/// Of a form's groups those that metadata settles: the rest are defaults, which a problem must not inherit.
Json told_by_metadata(const inference::Plan& plan) {
    Json in = protocol::request_of(plan.form);
    const ProblemType& type = plan.form.type;
    const auto drop = [&](const char* group, std::initializer_list<const char*> keys) {
        for (const char* key : keys) in[group].erase(key);
    };
    drop("problemType", {"transA", "transB", "aType", "bType", "cType", "dType", "eType", "computeInputType",
                         "computeType", "highPrecisionAccumulate", "supportDeviceUserArguments"});
    if (type.activationArgLength == 0) drop("problemType", {"activationComputeDataType"});
    if (type.activationType == Activation::None) drop("problemType", {"activationType"});
    drop("sizeMapping", {"globalSplitU", "activationFused"});
    if (type.globalAccumulation == Accumulation::none) drop("sizeMapping", {"globalAccumulation"});
    drop("problem", {"biasSrc"});
    if (!plan.form.type.useBeta) drop("problem", {"betaType"});
    for (const char* group : {"params", "pointers", "call"}) in.erase(group);
    return in;
}

Json& group(Json& in, const char* name) {
    Json& part = in[name];
    if (part.is_null()) part = Json::object();
    if (!part.is_object()) throw protocol::Refusal{"bad_type", std::string(name) + ": wanted an object"};
    return part;
}

bool gives(const Json& problem, const char* name, const char* key) {
    return problem.contains(name) && problem[name].is_object() && problem[name].contains(key);
}

/// The version and whether there is a header: metadata's. A problem that says something else is refused.
void check_version(const ChosenKernel& kernel, const Json& problem) {
    if (!gives(problem, "internalArgsSupport", "version")) return;
    const Version said =
        protocol::version_from(Object(problem["internalArgsSupport"], "internalArgsSupport"), "version");
    if (said == kernel.plan.form.version) return;
    throw Wrong(fmt::format("KernArgsVersion: the kernel's is {} and the problem's {}; leave "
                            "internalArgsSupport.version out",
                            static_cast<int>(kernel.plan.form.version), static_cast<int>(said)));
}

/// A fixed activation with arguments is one of several, and metadata does not say which.
void check_activation(const ChosenKernel& kernel, const Json& problem) {
    if (kernel.plan.form.type.activationType != Activation::Clippedrelu) return;
    if (gives(problem, "problemType", "activationType")) return;
    throw Wrong("activation: the kernel takes activation arguments and metadata does not say of which kind; set "
                "problemType.activationType");
}

/// Tile and workgroup as the kernel's name has them; a problem with another tile would launch another grid.
void add_name_facts(const ChosenKernel& kernel, Json& in) {
    const NameFacts facts = facts_of_name(kernel.name);
    Json& sizes = group(in, "sizeMapping");
    if (facts.macroTile) {
        const auto& tile = *facts.macroTile;
        if (!sizes.contains("macroTile")) sizes["macroTile"] = Json::array({tile[0], tile[1], 1u});
        if (!sizes.contains("depthU")) sizes["depthU"] = tile[2];
        const Json& said = sizes["macroTile"];
        if (said.is_array() && said.size() == 3 && (said[0] != tile[0] || said[1] != tile[1]))
            throw Wrong(fmt::format("sizeMapping.macroTile: the problem says {}, the kernel's name {} x {}",
                                    said.dump(), tile[0], tile[1]));
    }
    if (sizes.contains("workGroupSize")) return;
    if (facts.workGroup)
        sizes["workGroupSize"] = *facts.workGroup;
    else if (kernel.max_workgroup_size && *kernel.max_workgroup_size <= 1024) // TensileLite's generator writes its own
        sizes["workGroupSize"] = Json::array({*kernel.max_workgroup_size, 1u, 1u});
}

/// Zeros for activation arguments that the problem leaves out.
void add_activation_arguments(const ChosenKernel& kernel, Json& in) {
    Json& inputs = group(in, "inputs");
    const std::size_t count = kernel.plan.form.type.activationArgLength;
    if (count != 0 && !inputs.contains("activationArgs")) inputs["activationArgs"] = Json(count, 0);
}

/// The problem over metadata's groups, member by member, and then the defaults.
Json merged(const ChosenKernel& kernel, const Json& problem) {
    Json in = told_by_metadata(kernel.plan);
    // A scalar of 8 bytes and more has its compute type; that metadata says less is a contradiction, no default.
    if (!gives(problem, "problem", "alphaType") && gives(problem, "problemType", "computeType")) {
        const DataType compute =
            protocol::data_type_from(Object(problem["problemType"], "problemType"), "computeType", DataType::Float);
        if (row_of(compute).bits >= 64) in["problem"].erase("alphaType"), in["problem"].erase("betaType");
    }
    // And the other way round: such a scalar tells the compute type of a problem that does not.
    if (!gives(problem, "problemType", "computeType") && row_of(kernel.plan.form.type.alphaType).bits >= 64)
        group(in, "problemType")["computeType"] = row_of(kernel.plan.form.type.alphaType).name;
    for (const auto& [key, value] : problem.items()) {
        if (in[key].is_object() && value.is_object())
            in[key].update(value);
        else
            in[key] = value;
    }
    in.erase("pointers"); // another machine's
    add_name_facts(kernel, in);
    add_activation_arguments(kernel, in);
    if (!in.contains("call")) in["call"] = "solve";
    if (!in.contains("policy")) in["policy"] = "strict";
    if (!gives(in, "hardware", "arch"))
        group(in, "hardware")["arch"] = kernel.target.substr(0, kernel.target.find(':'));
    in = protocol::completed(std::move(in));
    Json& type = in["problemType"];
    if (!type.contains("cType")) type["cType"] = type["dType"];
    return in;
}

/// What the definition is asked, from the same groups; the split is the launch's.
cpu::Gemm gemm_of(Json in, const Request& request) {
    const std::int64_t parts = std::max<std::int64_t>(kernabi::detail::choose(request).gsu, 1);
    group(in, "sizeMapping")["globalSplitU"] = 1;
    group(in, "params")["gsu"] = 0;
    cpu::Gemm gemm = protocol::gemm_from(in);
    gemm.gsu = static_cast<std::uint64_t>(parts);
    gemm.depthU = request.sizes.depthU;
    return gemm;
}

/// What the definition of D knows nothing of.
void check_defined(const ProblemType& type) {
    if (type.useGateResidual) throw Wrong("gateResidual: there is no definition of its result to judge by");
}

void check_sizes(const ChosenKernel& kernel, const Request& request) {
    const Problem& p = request.problem;
    if (p.m == 0 || p.n == 0 || p.batch == 0)
        throw Wrong("problem: m, n or batch is 0, so that there is no element of D to judge");
    const std::uint64_t threads = threads_of(request);
    if (kernel.max_workgroup_size && threads > *kernel.max_workgroup_size)
        throw Wrong(fmt::format("sizeMapping.workGroupSize: {} threads, and the kernel takes at most {} "
                                "(.max_flat_workgroup_size)",
                                threads, *kernel.max_workgroup_size));
}

} // namespace

Task make_task(const ChosenKernel& kernel, Json problem) {
    if (!problem.is_object()) throw Wrong("the problem is no JSON object; wanted a solve request");
    check_version(kernel, problem);
    check_activation(kernel, problem);
    const Json in = merged(kernel, problem);
    if (!in["problem"].contains("m") || !in["problem"].contains("n") || !in["problem"].contains("k"))
        throw Wrong("problem: m, n and k are wanted; --problem FILE or --set problem.m=...");
    Task task{protocol::request_from(Object(in, "")), {}};
    if (task.request.call != Call::solve && task.request.call != Call::single)
        throw Wrong("call: a group's launches are not made here; wanted solve or single");
    check_agreement(kernel, task.request.form);
    check_sizes(kernel, task.request);
    check_defined(task.request.form.type);
    task.gemm = gemm_of(in, task.request);
    return task;
}

} // namespace kernabi::launch
