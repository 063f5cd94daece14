// SPDX-License-Identifier: MIT
// kernabi run: every vector against a subject, a table, and one line of counts.
#include "conformance/cli/run_hip.hpp"
#include "conformance/cli/vectors_options.hpp"
#include "conformance/judge/explain.hpp"
#include "conformance/judge/judge.hpp"
#include "conformance/subjects/pipe.hpp"
#include "conformance/subjects/reference.hpp"
#include <array>
#include <fmt/format.h>
#include <unistd.h>

namespace kernabi::cli {

namespace {

struct Options {
    VectorsOptions vectors;
    std::string subject, backend = "cpu";
    HipOptions hip;
    bool list = false, json = false, verbose = false;
};

struct Count {
    std::size_t planned = 0, ran = 0, passed = 0, failed = 0, skipped = 0, remarks = 0;
    void add(const Count& other) {
        planned += other.planned, ran += other.ran, passed += other.passed, failed += other.failed,
            skipped += other.skipped, remarks += other.remarks;
    }
};

/// The table's columns: header, block, launch, refuse, gemm.
constexpr std::size_t family_count = 5;

std::size_t family_of(const vectors::Record& record) {
    switch (record.kind()) {
    case vectors::RecordKind::header:
    case vectors::RecordKind::decode: return 0;
    case vectors::RecordKind::block: return 1;
    case vectors::RecordKind::invocation: return 2;
    case vectors::RecordKind::gemm: return 4;
    default: return 3;
    }
}

/// Counts and what is to be said of each record.
class Tally {
  public:
    explicit Tally(const Options& options) : options_(options) {}

    void take(const vectors::Record& record, const judge::Verdict& verdict, bool withdrawn) {
        Count& count = count_of(record);
        ++count.planned;
        const bool recommended = record.strictness() == vectors::Strictness::recommended;
        const bool remark = verdict.result == judge::Result::failed && recommended;
        if (withdrawn || verdict.result == judge::Result::skipped)
            ++count.skipped;
        else
            ++count.ran, ++(verdict.passed() || remark ? count.passed : count.failed), count.remarks += remark;
        tell(record, verdict, withdrawn, remark);
    }

    [[nodiscard]] Count total() const {
        Count sum{};
        for (const auto& version : counts_)
            for (const Count& count : version) sum.add(count);
        for (const Count& count : functions_) sum.add(count);
        return sum;
    }

    void print_table() const {
        bool versions = false, functions = false;
        for (const auto& version : counts_)
            for (const Count& count : version) versions = versions || count.planned != 0;
        for (const Count& count : functions_) functions = functions || count.planned != 0;
        if (versions) print_versions();
        if (versions && functions) print("\n");
        if (functions) print_functions();
    }

  private:
    [[nodiscard]] Count& count_of(const vectors::Record& record) {
        if (record.has_version()) return counts_[static_cast<std::size_t>(record.version())][family_of(record)];
        return functions_[static_cast<std::size_t>(vectors::to_kernel(record).function)];
    }

    void print_functions() const {
        print(fmt::format("{:<14}{:>8}{:>8}{:>8}{:>8}{:>9}\n", "function", "planned", "ran", "passed", "failed",
                          "skipped"));
        for (std::size_t f = 0; f < kernel::function_count; ++f) {
            const Count& count = functions_[f];
            print(fmt::format("{:<14}{:>8}{:>8}{:>8}{:>8}{:>9}\n", kernel::function_names[f], count.planned, count.ran,
                              count.passed, count.failed, count.skipped));
        }
    }

    void print_versions() const {
        print(fmt::format("{:<7}{:>8}{:>8}{:>8}{:>8}{:>8}  {:>8}{:>6}{:>8}{:>8}{:>9}\n", "version", "header", "block",
                          "launch", "refuse", "gemm", "planned", "ran", "passed", "failed", "skipped"));
        for (std::size_t v = 0; v < version_count; ++v) {
            Count sum{};
            std::string line = fmt::format("{:<7}", v);
            for (const Count& count : counts_[v]) {
                sum.add(count);
                line +=
                    fmt::format("{:>8}", count.planned == 0 ? "-" : fmt::format("{}/{}", count.passed, count.planned));
            }
            print(line + fmt::format("  {:>8}{:>6}{:>8}{:>8}{:>9}\n", sum.planned, sum.ran, sum.passed, sum.failed,
                                     sum.skipped));
        }
    }

    void tell(const vectors::Record& record, const judge::Verdict& verdict, bool withdrawn, bool remark) {
        const char* const result = withdrawn                                  ? "withdrawn"
                                   : remark                                   ? "remark"
                                   : verdict.result == judge::Result::failed  ? "failed"
                                   : verdict.result == judge::Result::skipped ? "skipped"
                                                                              : "passed";
        const std::string why = judge::explain(record, verdict);
        if (options_.json) {
            nlohmann::json line = {{"id", vectors::string_of(record.id())}, {"result", result}};
            if (!why.empty()) line["message"] = why;
            print(line.dump() + "\n");
        } else if (options_.verbose || verdict.result == judge::Result::failed) {
            print(fmt::format("{:<9} {}{}{}\n", result, vectors::string_of(record.id()),
                              why.empty() ? "" : "\n          ", why));
        }
    }

    const Options& options_;
    std::array<std::array<Count, family_count>, version_count> counts_{};
    std::array<Count, kernel::function_count> functions_{};
};

template <judge::Subject S>
void judge_all(const vectors::Library& library, const Options& options, S& subject, Tally& tally) {
    for (const auto& file : library.files) {
        std::vector<std::uint8_t> memory(judge::memory_needed(file->view));
        judge::judge_file(
            file->view, subject, {memory.data(), memory.size()},
            [&](const vectors::Record& record) { return options.vectors.wants(record); },
            [&](const vectors::Record& record, const judge::Verdict& verdict) {
                tally.take(record, verdict, library.manifest.records.at(vectors::string_of(record.id())).withdrawn);
            });
    }
}

int list(const vectors::Library& library, const Options& options) {
    std::size_t count = 0;
    for (const auto& file : library.files)
        for (const vectors::Record record : file->view)
            if (options.vectors.wants(record)) {
                print(vectors::string_of(record.id()) + "\n");
                ++count;
            }
    if (count == 0) throw Error("no vector matches the filter");
    return conforms;
}

int conclude(const vectors::Library& library, const Options& options, const std::string& subject, const Tally& tally) {
    const Count total = tally.total();
    if (total.planned == 0) throw Error("no vector matches the filter; nothing was run");
    const std::string line = fmt::format("planned {}, ran {}, passed {}, failed {}, skipped {}", total.planned,
                                         total.ran, total.passed, total.failed, total.skipped);
    if (options.json) {
        print(nlohmann::json{{"subject", subject},
                             {"digest", library.manifest.digest},
                             {"planned", total.planned},
                             {"ran", total.ran},
                             {"passed", total.passed},
                             {"failed", total.failed},
                             {"skipped", total.skipped},
                             {"remarks", total.remarks}}
                  .dump() +
              "\n");
    } else {
        print("vectors " + library.manifest.digest.substr(0, 16) + ", subject " + subject + "\n");
        tally.print_table();
        if (total.remarks > 0)
            print(fmt::format("{} of those that passed differ where sources disagree (recommended only)\n",
                              total.remarks));
        print(line + "\n");
    }
    if (total.ran == 0) return nothing_could_run;
    return total.failed == 0 ? conforms : does_not_conform;
}

int run(const Options& options) {
    if (options.backend == "hip" || options.hip.list_devices) {
        if (!options.subject.empty()) throw Error("--subject and --backend hip: a device is its own subject");
        if (options.list && !options.hip.list_devices) return list(options.vectors.load(), options);
        HipOptions hip = options.hip;
        hip.json = options.json;
        return run_hip(options.vectors, hip);
    }
    if (options.backend != "cpu") throw Error("--backend " + options.backend + ": there are cpu and hip");
    const vectors::Library library = options.vectors.load();
    if (options.list) return list(library, options);
    Tally tally(options);
    if (options.subject.empty()) {
        subjects::Reference reference;
        judge_all(library, options, reference, tally);
        return conclude(library, options, "reference (kernabi " KERNABI_VERSION ")", tally);
    }
    subjects::PipeSubject subject(options.subject);
    judge_all(library, options, subject, tally);
    const int status = conclude(library, options, subject.name(), tally);
    if (!subject.broken().empty()) throw Error(subject.broken() + "; what came after was skipped");
    return status;
}

} // namespace

void add_run(CLI::App& app, Command& chosen) {
    CLI::App* const command =
        app.add_subcommand("run", "Hold all frozen vectors against the reference, or a subject of yours, and count");
    const auto options = std::make_shared<Options>();
    options->vectors.add_folder_to(*command);
    options->vectors.add_filter_to(*command);
    command
        ->add_option("--subject", options->subject,
                     "a command that speaks the line protocol, as kernabi serve does (conformance/PROTOCOL.md)")
        ->type_name("CMD");
    command
        ->add_option("--backend", options->backend,
                     "where vectors run: cpu, or hip, which climbs the bring-up ladder on each device")
        ->type_name("NAME");
    options->hip.add_to(*command);
    command->add_flag("--list", options->list, "name what would run, and stop");
    command->add_flag("--json", options->json, "one JSON object a vector, and one with the counts");
    command->add_flag("-v,--verbose", options->verbose, "say every vector, not only those that failed");
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
