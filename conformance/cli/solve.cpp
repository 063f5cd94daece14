// SPDX-License-Identifier: MIT
// kernabi solve: a request to the launches that a host would make.
#include "conformance/cli/common.hpp"
#include "conformance/protocol/ops.hpp"
#include "conformance/protocol/request_keys.hpp"
#include "conformance/protocol/solve_request.hpp"
#include "conformance/text/dump_writer.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace kernabi::cli {

namespace {

struct Options {
    ProblemOptions problem;
    AbiOptions abi;
    std::string policy;
    bool json = false, dump = false, keys = false;
};

/// The groups and keys of a request, a group a paragraph of at most 80 columns.
std::string keys_text() {
    std::string text;
    for (const protocol::KeyGroup& group : protocol::request_groups) {
        text += fmt::format("{}{}{}\n", group.name.empty() ? "(outside groups)" : group.name,
                            group.what.empty() ? "" : ": ", group.what);
        std::string line = "   ";
        for (std::string_view rest = group.keys; !rest.empty();) {
            const std::string_view key = rest.substr(0, rest.find(' '));
            if (line.size() + 1 + key.size() > 80) text += std::exchange(line, "   ") + "\n";
            line.append(1, ' ').append(key);
            rest.remove_prefix(std::min(key.size() + 1, rest.size()));
        }
        text += line + "\n";
    }
    return text;
}

nlohmann::json request_of(const Options& options) {
    nlohmann::json in = options.problem.request();
    const reading::Told told = options.abi.told();
    if (told.version) {
        nlohmann::json& support = in["internalArgsSupport"];
        if (support.is_null()) support = nlohmann::json::object();
        if (!support.is_object()) throw Error("internalArgsSupport: wanted an object");
        support["version"] = static_cast<int>(*told.version);
    }
    if (!in.contains("internalArgsSupport"))
        throw Error("which version? name it with --abi N, --dialect NAME or internalArgsSupport.version");
    if (told.dialect) in["dialect"] = *told.dialect;
    if (!options.policy.empty()) in["policy"] = options.policy;
    return in;
}

std::string triple(const Grid& grid, bool x_alone) {
    return x_alone ? fmt::format("{}", grid.x) : fmt::format("{} x {} x {}", grid.x, grid.y, grid.z);
}

std::string table_row(std::size_t number, const Invocation& i, const std::string& kernel) {
    return fmt::format("{:<4}{:>8}  {:<24}{:<28}{:>6}  {}\n", number, i.workGroupSize,
                       triple(i.numWorkGroups, i.x_alone), triple(i.numWorkItems, i.x_alone), i.bytes.size,
                       kernel.empty() ? "(unnamed)" : kernel);
}

/// The launches, as a table or as the host's log; then what a group sends besides, and the workspace.
std::string text_of(const std::vector<Request>& requests, bool dump) {
    std::string text, launches;
    std::vector<std::string> kernels;
    const protocol::Solved solved = protocol::solve_all(requests, [&](const Invocation& i, const std::string& kernel) {
        kernels.push_back(kernel);
        launches += dump ? text::launch_text(i, kernel) : table_row(kernels.size(), i, kernel);
    });
    if (dump) {
        if (solved.grouped)
            text += solved.user ? text::user_text(requests)
                                : text::table_text(requests, {solved.table.data(), solved.table.size()}, kernels);
        return text + launches;
    }
    text = fmt::format("{:<4}{:>8}  {:<24}{:<28}{:>6}  {}\n", "", "threads", "workgroups", "work-items", "bytes",
                       "kernel") +
           launches;
    if (!solved.grouped) return text + fmt::format("workspace: {} bytes\n", solved.requiredWorkspaceSize);
    return text + fmt::format("{}: {} bytes for {} problems\nworkspace: {} bytes, host {} bytes a problem\n",
                              solved.user ? "user records" : "device table", solved.table.size(), requests.size(),
                              solved.sizes.requiredWorkspaceSize, solved.sizes.hostBytesPerProblem);
}

int run(const Options& options) {
    if (options.keys) {
        print(keys_text());
        return conforms;
    }
    if (!options.problem.given())
        throw Error(std::string("FILE: wanted, a solve request such as ") + example_request + " (or --set)");
    const nlohmann::json in = request_of(options);
    const std::vector<Request> requests = protocol::requests_from(in);
    try {
        if (options.json)
            print(protocol::op_solve(in).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
        else
            print(text_of(requests, options.dump));
    } catch (const protocol::Refusal& refusal) { // a good request that the policy refuses
        std::fprintf(stderr, "kernabi solve: %s: %s\n", refusal.code.c_str(), refusal.message.c_str());
        return does_not_conform;
    }
    return conforms;
}

} // namespace

void add_solve(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand("solve", "Show the launches that a host makes for a request: kernels, "
                                                          "grids and argument blocks; exit 1 where it is refused");
    const auto options = std::make_shared<Options>();
    command->add_option("FILE", options->problem.file,
                        "a solve request (JSON), or a line of the protocol that holds one; - is standard input");
    command
        ->add_option("--set", options->problem.settings,
                     "one value of it, such as problem.m=4096; may be given again, and without a FILE")
        ->type_name("GROUP.KEY=VALUE")
        ->allow_extra_args(false);
    command->add_flag("--keys", options->keys, "list the groups and keys of a request, and stop");
    command
        ->add_option("--policy", options->policy,
                     "strict, or host_2024 (default): as the published host of October 2024")
        ->type_name("NAME");
    options->abi.add_to(*command);
    auto* const json = command->add_flag("--json", options->json, "the protocol's answer as one JSON object");
    command->add_flag("--dump", options->dump, "the log text that the host prints with TENSILE_DB=0x40")
        ->excludes(json);
    command->footer(std::string("A request, all of it but the version optional:\n  ") + example_request +
                    "\nThe log of such a host, read back:\n  kernabi solve FILE --dump | kernabi decode");
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
