// SPDX-License-Identifier: MIT
#include "conformance/cli/code_objects.hpp"
#include "conformance/bytemap/svg.hpp"
#include "conformance/cli/code_objects_text.hpp"
#include "conformance/cli/ordered_output.hpp"
#include "conformance/codeobject/container.hpp"
#include "conformance/codeobject/mapped_file.hpp"
#include "conformance/codeobject/walk.hpp"
#include <algorithm>
#include <atomic>
#include <charconv>
#include <exception>
#include <fmt/format.h>
#include <fnmatch.h>
#include <thread>
#include <unistd.h>

namespace kernabi::cli {

namespace {

constexpr std::size_t piece = std::size_t{1} << 16;
constexpr std::size_t most_sections = 1000, most_problems_a_file = 20;

/// What the workers share.
struct Job {
    const std::string& who;
    const CodeObjectOptions& options;
    const Presentation& presentation;
    codeobject::Limits limits{};
    std::vector<std::string> files;
    OrderedOutput output;
    std::mutex mutex;
    Totals totals{};
    std::atomic<std::size_t> next{0}, finished{0};
    std::exception_ptr failure;
    bool progress = false;

    Job(const std::string& w, const CodeObjectOptions& o, const Presentation& p, std::vector<std::string> f)
        : who(w), options(o), presentation(p), files(std::move(f)), output(files.size()) {}

    void complain(const std::string& path, const std::string& what) {
        const std::lock_guard lock(mutex);
        if (progress) std::fputs("\r\033[K", stderr);
        std::fprintf(stderr, "%s: %s: %s\n", who.c_str(), printable(path).c_str(), printable(what).c_str());
    }
    void show_progress() {
        const std::size_t done = ++finished;
        if (!progress) return;
        const std::lock_guard lock(mutex);
        constexpr std::size_t width = 30;
        const std::size_t full = width * done / files.size();
        std::fprintf(stderr, "\r\033[K[%s%s] %zu of %zu files", std::string(full, '#').c_str(),
                     std::string(width - full, '.').c_str(), done, files.size());
        if (done == files.size()) std::fputs("\r\033[K", stderr);
    }
};

/// Reads one file and writes what it holds.
class FileReader final : public codeobject::Handler {
  public:
    FileReader(Job& job, inference::Inferrer& inferrer, std::size_t part)
        : job_(job), inferrer_(inferrer), part_(part), path_(job.files[part]) {}

    void run() {
        if (json()) begin_json();
        codeobject::MappedFile file;
        if (const std::string wrong = file.open(path_); !wrong.empty())
            problem({0, false, wrong});
        else
            codeobject::read_file(file.bytes(), job_.limits, *this);
        if (json()) end_json();
        if (problems_ > most_problems_a_file)
            job_.complain(path_, fmt::format("{} problems; the first {} were shown", problems_, most_problems_a_file));
        job_.output.write(part_, out_);
        const std::lock_guard lock(job_.mutex);
        job_.totals.problems += problems_;
        job_.totals.code_objects += code_objects_;
        job_.totals.kernels += kernels_;
        for (std::size_t i = 0; i < 3; ++i) job_.totals.verdicts[i] += verdicts_[i];
        for (const auto& [reason, count] : foreign_) job_.totals.foreign[reason] += count;
    }

    void format(codeobject::Format format) override { format_ = codeobject::name_of(format); }

    void code_object_begin(const codeobject::CodeObject& object) override {
        object_ = object;
        shown_ = 0;
        ++code_objects_;
        begun_ = false;
    }

    void kernel(const codeobject::Kernel& kernel) override {
        if (!wanted(kernel)) return;
        const inference::Inference& inference = inferrer_.infer(kernel);
        const KernelSeen seen{object_, kernel, inference, report_};
        ++kernels_;
        const bool show = job_.presentation.judge(seen);
        const auto verdict = static_cast<std::size_t>(report_.verdict);
        ++verdicts_[verdict];
        if (report_.verdict == inference::Verdict::foreign) ++foreign_[report_.reason];
        if (!job_.options.html.empty() || !job_.options.svg.empty()) add_section(seen);
        if (!show) return;
        if (!begun_) begin_code_object();
        json() ? add_json(seen) : job_.presentation.add_text(out_, seen);
        ++shown_;
        if (out_.size() > piece) job_.output.write(part_, out_);
    }

    void code_object_end() override {
        // Filters leave out code objects without a kernel that is shown; without them all are told of.
        if (!begun_ && job_.options.kernel.empty() && job_.options.target.empty() && job_.options.abi.empty() && json())
            begin_code_object();
        if (begun_ && json()) out_ += "]}";
    }

    void problem(const codeobject::Problem& problem) override {
        std::string what = problem.offset == 0 && !problem.unpacked ? problem.what
                           : problem.unpacked
                               ? fmt::format("byte {} of the unpacked bundle: {}", problem.offset, problem.what)
                               : fmt::format("byte {}: {}", problem.offset, problem.what);
        if (++problems_ > most_problems_a_file) return;
        job_.complain(path_, what);
        texts_.push_back(std::move(what));
    }

  private:
    [[nodiscard]] bool json() const { return job_.options.json; }

    [[nodiscard]] bool wanted(const codeobject::Kernel& kernel) const {
        const CodeObjectOptions& o = job_.options;
        if (!o.kernel.empty() && ::fnmatch(o.kernel.c_str(), std::string(kernel.name).c_str(), 0) != 0) return false;
        if (!o.target.empty() && object_.target != o.target &&
            ::fnmatch(o.target.c_str(), object_.target.c_str(), 0) != 0 &&
            object_.target.substr(0, object_.target.find(':')) != o.target)
            return false;
        return o.abi.empty() || (kernel.config.has_version && kernel.config.version == o.abi[0] - '0');
    }

    void begin_json() {
        out_ += part_ == 0 ? "" : ",";
        out_ += "{\"path\":";
        add_json_string(out_, path_);
        head_ = out_.size();
    }
    /// The format is known only once reading has begun.
    void end_head() {
        if (head_ == 0) return;
        head_ = 0;
        out_ += ",\"format\":";
        add_json_name(out_, format_);
        out_ += ",\"code_objects\":[";
    }
    void end_json() {
        end_head();
        out_ += "]";
        if (!texts_.empty()) {
            out_ += ",\"problems\":[";
            for (std::size_t i = 0; i < texts_.size(); ++i) {
                if (i != 0) out_ += ',';
                add_json_string(out_, texts_[i]);
            }
            out_ += "]";
        }
        out_ += "}";
    }

    void begin_code_object() {
        begun_ = true;
        if (json()) {
            end_head();
            out_ += any_ ? "," : "";
            out_ += "{\"target\":";
            add_json_name(out_, object_.target);
            out_ += ",\"code_object_version\":";
            add_json_number(out_, object_.version == 0 ? std::nullopt : std::optional<std::uint64_t>(object_.version));
            if (!object_.bundle_id.empty()) {
                out_ += ",\"bundle_id\":";
                add_json_string(out_, object_.bundle_id);
            }
            out_ += ",\"kernels\":[";
        } else {
            out_ += fmt::format("{}: {}, {}, code object version {}\n", printable(path_), format_,
                                object_.target.empty() ? "no target" : printable(object_.target), object_.version);
        }
        any_ = true;
    }

    void add_json(const KernelSeen& seen) {
        out_ += shown_ == 0 ? "{" : ",{";
        add_kernel_json(out_, seen);
        job_.presentation.add_json(out_, seen);
        out_ += '}';
    }

    void add_section(const KernelSeen& seen) {
        const std::lock_guard lock(job_.mutex);
        if (job_.totals.sections.size() < most_sections) job_.totals.sections.push_back(section_of(path_, seen));
    }

    Job& job_;
    inference::Inferrer& inferrer_;
    std::size_t part_;
    const std::string& path_;
    codeobject::CodeObject object_{};
    inference::Report report_{};
    std::string out_, format_;
    std::vector<std::string> texts_;
    std::uint64_t problems_ = 0, code_objects_ = 0, kernels_ = 0, shown_ = 0, verdicts_[3] = {};
    std::map<std::string, std::uint64_t> foreign_;
    std::size_t head_ = 0;
    bool begun_ = false, any_ = false;
};

void work(Job& job) {
    try {
        inference::Inferrer inferrer;
        for (std::size_t part = job.next++; part < job.files.size(); part = job.next++) {
            FileReader(job, inferrer, part).run();
            job.output.finish(part);
            job.show_progress();
        }
    } catch (...) {
        {
            const std::lock_guard lock(job.mutex);
            if (!job.failure) job.failure = std::current_exception();
        }
        job.next = job.files.size();
        job.output.stop();
    }
}

} // namespace

void CodeObjectOptions::add_to(CLI::App& app) {
    app.add_option(
           "FILE", files,
           "code objects (.co, .hsaco), offload bundles, compressed bundles, programs or libraries with HIP kernels; "
           "folders are walked, quoted patterns expanded")
        ->required()
        ->type_name("FILE...");
    app.add_option("--kernel", kernel, "only kernels of this name; * and ? stand for any letters")
        ->type_name("PATTERN");
    app.add_option("--target", target, "only code objects for this processor: gfx942, gfx90a:xnack+, 'gfx11*'")
        ->type_name("PATTERN");
    app.add_option("--abi", abi, "only kernels of this KernArgsVersion")
        ->type_name("N")
        ->check(CLI::IsMember({"0", "1", "2", "3"}));
    app.add_flag("--json", json, "one JSON object");
    app.add_option("--html", html, "write a page with byte maps to a new file")->type_name("FILE");
    app.add_option("--svg", svg, "write one kernel's byte map to a new file")->type_name("FILE");
    app.add_option("--max-size", max_size, "bytes that one file may unpack to, with K, M or G (default 2G)")
        ->type_name("BYTES");
    app.add_option("-j,--jobs", jobs, "files read at once (default: one a core)")
        ->type_name("N")
        ->check(CLI::Range(1, 256));
}

std::uint64_t byte_count(const std::string& option, const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const unsigned shift = unit.empty() ? 0 : unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : 64;
    if (error != std::errc{} || shift == 64 || number == 0 || number > (std::uint64_t{1} << 48 >> shift))
        throw Error(option + " " + text + ": wanted a number of bytes such as 500M or 2G");
    return number << shift;
}

Totals read_code_objects(const std::string& who, const CodeObjectOptions& options, const Presentation& presentation) {
    codeobject::Found found = codeobject::find_files(options.files);
    Job job(who, options, presentation, std::move(found.files));
    job.limits.max_unpacked = byte_count("--max-size", options.max_size);
    job.progress = job.files.size() > 1 && ::isatty(2) == 1 && ::isatty(1) != 1;
    for (const codeobject::WalkProblem& problem : found.problems) job.complain(problem.path, problem.what);
    if (options.json) print("{\"files\":[");
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t count = std::min<std::size_t>(options.jobs != 0 ? options.jobs : cores, job.files.size());
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 1; i < count; ++i) workers.emplace_back([&job] { work(job); });
        work(job);
    }
    if (job.failure) std::rethrow_exception(job.failure);
    job.totals.files = job.files.size();
    job.totals.problems += found.problems.size();
    return std::move(job.totals);
}

void write_maps(const CodeObjectOptions& options, const Totals& totals, const std::string& title) {
    if (!options.html.empty()) write_new_file(options.html, bytemap::html_page(title, totals.sections));
    if (options.svg.empty()) return;
    if (totals.sections.size() != 1)
        throw Error(fmt::format("--svg draws one kernel, and {} fit; name one with --kernel", totals.sections.size()));
    write_new_file(options.svg, bytemap::svg(totals.sections[0].view, totals.sections[0].title));
}

} // namespace kernabi::cli
