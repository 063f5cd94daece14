// SPDX-License-Identifier: MIT
// kernabi diff: two dumps, blocks or solve requests, argument by argument.
#include "conformance/cli/common.hpp"
#include "conformance/diff/compare.hpp"
#include <fmt/format.h>
#include <memory>

namespace kernabi::cli {

namespace {

struct Options {
    std::string before, after;
    AbiOptions abi;
    bool json = false;
};

diff::Side read(const std::string& path, const Options& options) {
    return diff::read_side(path == "-" ? "standard input" : path, read_file(path, std::size_t{64} << 20),
                           options.abi.told());
}

int run(const Options& options) {
    if (options.before == "-" && options.after == "-") throw Error("only one side can be standard input");
    const diff::Side before = read(options.before, options), after = read(options.after, options);
    for (const diff::Side* side : {&before, &after})
        for (const std::string& remark : side->remarks) std::fprintf(stderr, "kernabi diff: %s\n", remark.c_str());
    const std::size_t common = std::min(before.blocks.size(), after.blocks.size());
    bool same = before.blocks.size() == after.blocks.size();
    nlohmann::json launches = nlohmann::json::array();
    for (std::size_t i = 0; i < common; ++i) {
        const diff::Comparison comparison = diff::compare(before.blocks[i], after.blocks[i]);
        same = same && comparison.same();
        if (options.json) {
            launches.push_back(diff::as_json(comparison));
        } else if (!comparison.same()) {
            const std::string kernel = comparison.kernel.empty() ? "" : " (" + comparison.kernel + ")";
            print(fmt::format("launch {}{}: {} difference{}\n", i + 1, kernel, comparison.differences.size(),
                              comparison.differences.size() == 1 ? "" : "s") +
                  diff::as_text(comparison));
        }
    }
    if (options.json) {
        const nlohmann::json out = {{"same", same},
                                    {"launches", {before.blocks.size(), after.blocks.size()}},
                                    {"compared", std::move(launches)}};
        print(out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    } else if (before.blocks.size() != after.blocks.size()) {
        print(fmt::format("{} launches became {}\n", before.blocks.size(), after.blocks.size()));
    } else if (same) {
        print(fmt::format("{} launch{}, no difference\n", common, common == 1 ? "" : "es"));
    }
    return same ? conforms : does_not_conform;
}

} // namespace

void add_diff(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand(
        "diff",
        "Compare two dumps, blocks or solve requests: which argument, which bits, and why; exit 1 if they differ");
    const auto options = std::make_shared<Options>();
    const char* const what = "a log with dumps (TENSILE_DB=0x40), hexadecimal text, raw bytes or a solve request "
                             "(JSON); - is standard input";
    command->add_option("A", options->before, what)->required();
    command->add_option("B", options->after, what)->required();
    options->abi.add_to(*command);
    command->add_flag("--json", options->json, "one JSON object");
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
