// SPDX-License-Identifier: MIT
// kernabi gemm: inputs made, results computed, results judged, all as raw files.
#include "backends/cpu/fast/fast.hpp"
#include "conformance/cli/common.hpp"
#include "conformance/cli/natural.hpp"
#include "conformance/gemm/buffers.hpp"
#include "conformance/gemm/inputs.hpp"
#include "conformance/gemm/judge.hpp"
#include "conformance/gemm/mapped_file.hpp"
#include "conformance/gemm/report_json.hpp"
#include "conformance/protocol/gemm_json.hpp"
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <unistd.h>

namespace kernabi::cli {

namespace {

using gemm::Buffer;
using gemm::MappedFile;

struct GemmOptions {
    ProblemOptions problem;
    std::string dir = ".", out, results, values = "uniform", method = "auto";
    std::uint64_t seed = 1;
    unsigned threads = 0, projections = 4, poison = 0xaa;
    bool json = false;

    [[nodiscard]] cpu::Gemm gemm() const {
        if (!problem.given())
            throw Error("--problem FILE: wanted, a solve request in JSON (or --set problem.m=512 ...)");
        return protocol::gemm_from(protocol::completed(problem.request()));
    }
    [[nodiscard]] std::uint8_t fill() const { return static_cast<std::uint8_t>(poison); }
};

std::string path_of(const std::string& dir, const char* name) { return dir + "/" + name + ".bin"; }

/// The buffers' list, after what can be refused by numbers alone.
std::vector<Buffer> list(const cpu::Gemm& g) {
    std::vector<Buffer> buffers = gemm::buffers_of(g);
    for (const Buffer& buffer : buffers)
        if (buffer.is_too_large) throw Error(std::string(buffer.name) + ": more bytes than any memory has");
    return buffers;
}

void make_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw Error(path + ": " + error.message());
}

void check_or_refuse(const cpu::Gemm& g) {
    const cpu::Outcome outcome = cpu::check(g);
    if (outcome.status != Status::ok) throw Error(gemm::text_of(g, outcome));
}

/// Types, switches and leading dimensions, which need no memory to be wrong.
void check_numbers(const cpu::Gemm& g, const std::vector<Buffer>& buffers) {
    cpu::Gemm sized = g;
    std::vector<std::uint8_t> scalars(64);
    for (const Buffer& buffer : buffers)
        gemm::attach(sized, buffer.name, {scalars.data(), static_cast<std::size_t>(buffer.bytes)});
    check_or_refuse(sized);
}

class Inputs {
  public:
    Inputs(cpu::Gemm& g, const std::vector<Buffer>& buffers, const std::string& dir) {
        for (const Buffer& buffer : buffers) {
            if (buffer.is_written) continue;
            files_.push_back(MappedFile::open(path_of(dir, buffer.name)));
            attach(g, buffer, files_.back());
        }
    }
    /// Outputs as they were left, to be judged; nothing writes to them.
    void results(cpu::Gemm& g, const std::vector<Buffer>& buffers, const std::string& dir) {
        for (const Buffer& buffer : buffers) {
            if (!buffer.is_written) continue;
            files_.push_back(MappedFile::open(path_of(dir, buffer.name)));
            attach(g, buffer, files_.back());
        }
    }

  private:
    static void attach(cpu::Gemm& g, const Buffer& buffer, const MappedFile& file) {
        const ConstBytes bytes = file.bytes();
        if (bytes.size < buffer.bytes)
            throw Error(file.path() + ": " + std::to_string(bytes.size) + " bytes, needs " +
                        std::to_string(buffer.bytes));
        gemm::attach(g, buffer.name, {const_cast<std::uint8_t*>(bytes.data), bytes.size});
    }

    std::vector<MappedFile> files_;
};

/// A share of the work on standard error, where a person sees it.
class ProgressLine {
  public:
    ProgressLine() : is_shown_(::isatty(2) != 0) {}
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine() {
        if (last_ >= 0) std::fputs("\r      \r", stderr);
    }
    static void tell(void* self, double share) { static_cast<ProgressLine*>(self)->show(share); }
    static void count(void* self, std::uint64_t done, std::uint64_t all) {
        static_cast<ProgressLine*>(self)->show(static_cast<double>(done) / static_cast<double>(all));
    }

  private:
    void show(double share) {
        const int percent = static_cast<int>(100 * share);
        if (!is_shown_ || percent == last_) return;
        last_ = percent;
        std::fprintf(stderr, "\r%3d %% ", percent);
    }

    bool is_shown_;
    int last_ = -1;
};

int make(const GemmOptions& options) {
    const cpu::Gemm g = options.gemm();
    const std::vector<Buffer> buffers = list(g);
    check_numbers(g, buffers);
    const std::optional<gemm::Values> kind = gemm::values_from(options.values);
    if (!kind) throw Error("--values " + options.values + ": wanted small, uniform, adversarial or special");
    make_folder(options.dir);
    std::vector<MappedFile> files;
    files.reserve(buffers.size());
    for (const Buffer& buffer : buffers)
        files.push_back(MappedFile::create(path_of(options.dir, buffer.name), buffer.bytes));
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const Bytes bytes = files[i].writable();
        if (bytes.empty()) continue;
        std::memset(bytes.data, options.fill(), bytes.size);
        if (!buffers[i].is_written) gemm::fill(buffers[i].type, *kind, options.seed + i, bytes);
    }
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        files[i].keep();
        print(files[i].path() + ": " + std::to_string(buffers[i].bytes) + " bytes" +
              (buffers[i].is_written ? ", filled\n" : "\n"));
    }
    return conforms;
}

int compute(const GemmOptions& options) {
    cpu::Gemm g = options.gemm();
    const std::vector<Buffer> buffers = list(g);
    check_numbers(g, buffers);
    const Inputs inputs(g, buffers, options.dir);
    if (options.out.empty()) throw Error("--out DIR: wanted, a folder for the results");
    make_folder(options.out);
    std::vector<MappedFile> files;
    files.reserve(buffers.size());
    for (const Buffer& buffer : buffers) {
        if (!buffer.is_written) continue;
        files.push_back(MappedFile::create(path_of(options.out, buffer.name), buffer.bytes));
        const Bytes bytes = files.back().writable();
        if (!bytes.empty()) std::memset(bytes.data, options.fill(), bytes.size);
        gemm::attach(g, buffer.name, bytes);
    }
    check_or_refuse(g);
    ProgressLine line;
    cpu::fast::Options how;
    how.threads = options.threads;
    how.context = &line;
    how.progress = ProgressLine::count;
    const cpu::Outcome outcome = cpu::fast::compute(g, how);
    if (outcome.status != Status::ok) throw Error(gemm::text_of(g, outcome));
    for (MappedFile& file : files) {
        file.keep();
        print(file.path() + ": " + std::to_string(file.bytes().size) + " bytes\n");
    }
    return conforms;
}

gemm::Method method_of(const std::string& name) {
    for (const auto method :
         {gemm::Method::automatic, gemm::Method::exact, gemm::Method::bounds, gemm::Method::projections})
        if (name == gemm::name_of(method)) return method;
    throw Error("--method " + name + ": wanted auto, exact, bounds or projections");
}

int judge(const GemmOptions& options) {
    cpu::Gemm g = options.gemm();
    const std::vector<Buffer> buffers = list(g);
    check_numbers(g, buffers);
    gemm::Options how;
    how.method = method_of(options.method);
    Inputs files(g, buffers, options.dir);
    if (options.results.empty()) throw Error("--results DIR: wanted, the folder with d.bin");
    files.results(g, buffers, options.results);
    ProgressLine line;
    how.threads = options.threads;
    how.seed = options.seed;
    how.projections = options.projections;
    how.poison = options.fill();
    how.context = &line;
    how.progress = ProgressLine::tell;
    const gemm::Report report = gemm::judge(g, how);
    if (report.outcome.status != Status::ok) throw Error(gemm::text_of(g, report.outcome));
    if (options.json)
        print(gemm::json_of(report).dump() + "\n");
    else
        for (const std::string& text : gemm::lines_of(report)) print(text + "\n");
    return report.passed() ? conforms : does_not_conform;
}

} // namespace

void add_gemm(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand(
        "gemm", "Make a GEMM's inputs, compute it, or judge a result: raw little-endian files NAME.bin, one a buffer");
    command->require_subcommand(1);
    const auto options = std::make_shared<GemmOptions>();
    const auto add = [&](const char* name, const char* about, int (*run)(const GemmOptions&)) {
        CLI::App* const part = command->add_subcommand(name, about);
        options->problem.add_to(*part);
        part->add_option("--dir", options->dir, "folder of the inputs")->type_name("DIR")->capture_default_str();
        part->add_option("--poison", options->poison, "byte that outputs are filled with, to see what was not written")
            ->check(CLI::Range(0, 255))
            ->capture_default_str();
        part->callback([&chosen, options, run] { chosen = [options, run] { return run(*options); }; });
        return part;
    };
    CLI::App* const maker = add("make", "Write inputs, and outputs filled with the poison, into new files", make);
    maker
        ->add_option("--values", options->values,
                     "small: whole numbers, so that sums are exact; uniform; adversarial: sums that cancel; special: "
                     "with NaN and infinities")
        ->capture_default_str();
    maker->add_option("--seed", options->seed, "the same seed gives the same bytes")
        ->check(natural)
        ->capture_default_str();
    CLI::App* const computer = add("compute", "Compute the results into new files", compute);
    computer->add_option("--out", options->out, "folder for the results")->type_name("DIR");
    computer->add_option("--threads", options->threads, "how many; 0: one a core")->capture_default_str();
    CLI::App* const judger = add("judge", "Judge results; exit status 1 where they are wrong", judge);
    judger->add_option("--results", options->results, "folder of d.bin and what else was written")->type_name("DIR");
    judger
        ->add_option("--method", options->method,
                     "exact: every bit; bounds: every element within its rounding; projections: random sums of rows, "
                     "for large results; auto: what fits")
        ->capture_default_str();
    judger->add_option("--seed", options->seed, "random number seed of the projections")
        ->check(natural)
        ->capture_default_str();
    judger->add_option("--projections", options->projections, "random sums of each row")
        ->check(CLI::Range(1, 8))
        ->capture_default_str();
    judger->add_option("--threads", options->threads, "how many; 0: one a core")->capture_default_str();
    judger->add_flag("--json", options->json, "the report as one JSON object");
}

} // namespace kernabi::cli
