// SPDX-License-Identifier: MIT
// kernabi check: whether code objects' metadata agrees with the ABI, and blocks of a dump with both.
#include "conformance/cli/check_dump.hpp"
#include "conformance/cli/code_objects.hpp"
#include "conformance/cli/code_objects_text.hpp"
#include <atomic>
#include <fmt/format.h>

namespace kernabi::cli {

namespace {

/// Findings of one kernel that are listed unless all are asked for.
constexpr std::size_t most_lines = 8;

struct Options {
    CodeObjectOptions common;
    std::string dump;
    bool all = false;
};

void add_findings_json(std::string& out, const char* key, const std::vector<inference::Finding>& findings) {
    out += fmt::format(",\"{}\":[", key);
    bool first = true;
    for (const inference::Finding& f : findings) {
        out += fmt::format("{}{{\"code\":\"{}\",\"argument\":", first ? "" : ",", inference::text_of(f.code));
        first = false;
        add_json_name(out, f.argument);
        out += ",\"wanted\":";
        add_json_number(out, f.wanted);
        out += ",\"found\":";
        add_json_number(out, f.found);
        out += ",\"message\":";
        add_json_string(out, f.message);
        out += '}';
    }
    out += ']';
}

class Check final : public Presentation {
  public:
    Check(const Options& options, const SentBlocks& sent) : options_(options), sent_(sent) {}

    bool judge(const KernelSeen& seen) const override {
        inference::judge(seen.kernel, seen.inference, seen.object.target, seen.report);
        for (const inference::SentBlock& block : sent_.to(seen.kernel.name)) {
            ++matched_;
            inference::compare_sent(seen.kernel, seen.inference, block, seen.report);
        }
        return options_.common.json || options_.all || seen.report.verdict == inference::Verdict::differs;
    }
    void add_text(std::string& out, const KernelSeen& seen) const override {
        out += fmt::format("  {:<9}", inference::text_of(seen.report.verdict));
        add_kernel_line(out, seen);
        if (!seen.report.reason.empty()) out += fmt::format("      {}\n", seen.report.reason);
        std::size_t left = options_.all ? seen.report.findings.size() : most_lines;
        for (const inference::Finding& f : seen.report.findings) {
            if (left-- == 0) {
                out += fmt::format("      and {} more; --all lists them\n", seen.report.findings.size() - most_lines);
                break;
            }
            out += fmt::format("      {}: {}\n", inference::text_of(f.code), printable(f.message));
        }
        // A zero in the descriptor is the rule in TensileLite's assembly: told where all is asked for.
        for (const inference::Finding& f : seen.report.notes)
            if (options_.all || f.code != inference::Code::descriptor_kernarg_zero)
                out += fmt::format("      note, {}: {}\n", inference::text_of(f.code), printable(f.message));
    }
    void add_json(std::string& out, const KernelSeen& seen) const override {
        out += fmt::format(",\"verdict\":\"{}\",\"reason\":", inference::text_of(seen.report.verdict));
        add_json_name(out, seen.report.reason);
        add_findings_json(out, "findings", seen.report.findings);
        add_findings_json(out, "notes", seen.report.notes);
    }
    /// Blocks of the dump that met their kernel.
    [[nodiscard]] std::uint64_t matched() const { return matched_; }

  private:
    const Options& options_;
    const SentBlocks& sent_;
    mutable std::atomic<std::uint64_t> matched_{0};
};

void print_totals(const Totals& totals, const Check& check, const Options& options) {
    print(fmt::format("{} kernels: {} conform, {} differ, {} foreign\n", totals.kernels, totals.verdicts[0],
                      totals.verdicts[1], totals.verdicts[2]));
    for (const auto& [reason, count] : totals.foreign) print(fmt::format("  {} foreign: {}\n", count, reason));
    if (!options.dump.empty()) print(fmt::format("{} blocks of {} met their kernels\n", check.matched(), options.dump));
}

int run(const Options& options) {
    SentBlocks sent;
    if (!options.dump.empty()) sent.read(options.dump);
    const Check check(options, sent);
    const Totals totals = read_code_objects("kernabi check", options.common, check);
    if (options.common.json)
        print("]}\n");
    else
        print_totals(totals, check, options);
    write_maps(options.common, totals, "Arguments of kernels, checked");
    if (totals.problems != 0) return wrong_use; // each was told
    if (totals.kernels == 0) throw Error("no kernel there, or none that the options name");
    if (!options.dump.empty() && check.matched() == 0)
        throw Error(options.dump + ": no launch in it names a kernel of these files");
    return totals.verdicts[static_cast<std::size_t>(inference::Verdict::differs)] != 0 ? does_not_conform : conforms;
}

} // namespace

void add_check(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand(
        "check", "Hold the metadata of code objects against the ABI: each kernel conforms, differs or is foreign");
    const auto options = std::make_shared<Options>();
    options->common.add_to(*command);
    command->add_option("--dump", options->dump, "a log of TENSILE_DB=0x40: do the blocks sent fit the kernels?")
        ->type_name("FILE");
    command->add_flag("--all", options->all, "list conforming and foreign kernels too");
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
