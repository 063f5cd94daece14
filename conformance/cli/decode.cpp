// SPDX-License-Identifier: MIT
// kernabi decode: a dump, hexadecimal text or raw bytes to named values.
#include "abi/kernarg/launch.hpp"
#include "conformance/bytemap/html.hpp"
#include "conformance/cli/common.hpp"
#include "conformance/cli/decode_print.hpp"
#include "conformance/dump/bytes.hpp"
#include "conformance/dump/reader.hpp"
#include "conformance/protocol/request_json.hpp"
#include "conformance/reading/infer_bytes.hpp"
#include "conformance/reading/infer_names.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace kernabi::cli {

namespace {

struct Options {
    std::string file = "-", html;
    AbiOptions abi;
    ProblemOptions problem;
    std::uint32_t cus = 0;
    bool json = false, check = false;
};

/// What the run is told and what it has seen.
struct Session {
    const Options& options;
    reading::Told told;
    std::optional<Request> request;
    LintContext context{};
    bool colour = false;
    std::uint64_t launches = 0, errors = 0, bad_lines = 0;
    std::vector<bytemap::Section> sections; ///< for --html

    explicit Session(const Options& o) : options(o), told(o.abi.told()), colour(::isatty(1) == 1) {
        if (o.problem.given()) {
            nlohmann::json in = o.problem.request();
            nlohmann::json& support = in["internalArgsSupport"];
            if (support.is_null()) support = nlohmann::json::object();
            if (told.version)
                support["version"] = static_cast<int>(*told.version);
            else if (support.is_object() && !support.contains("version"))
                support["version"] = 2;
            if (told.dialect) in["dialect"] = *told.dialect;
            request = protocol::request_from(protocol::Object(in, ""));
            request->form.type.gsu = static_cast<std::uint32_t>(detail::choose(*request).gsu);
            if (in.contains("problem") && in.contains("sizeMapping")) context.request = &*request;
        }
        context.cuCount = o.cus;
    }
};

/// Most arguments that are held at once: a GEMM's block has fewer than 100; a longer list is shown in pieces.
constexpr std::size_t most_arguments = 1024;
constexpr std::size_t most_sections = 1000;

void show(Session& session, const std::string& title, nlohmann::json facts, const reading::Reading& reading,
          const reading::BlockView& view) {
    for (const reading::FindingView& f : view.findings) session.errors += f.severity == "error";
    std::size_t bytes = 0;
    for (const reading::ArgumentView& row : view.args)
        bytes = std::max<std::size_t>(bytes, std::size_t{row.offset} + row.size);
    if (!session.options.html.empty()) {
        if (session.sections.size() < most_sections)
            session.sections.push_back({title, reading_text(reading, bytes), view});
        return;
    }
    if (!session.options.json) {
        print(title + "\n" + reading_text(reading, bytes) + block_text(view, session.colour));
        return;
    }
    constexpr const char* kinds[] = {"gemm", "header", "grouped_launch", "table", "helper", "unknown"};
    facts["what"] = kinds[static_cast<std::size_t>(reading.what)];
    if (reading.what == reading::What::gemm || reading.what == reading::What::header ||
        reading.what == reading::What::grouped_launch) {
        facts["version"] = static_cast<int>(reading.form.version);
        facts["assumed"] = reading.assumed;
        facts["why"] = reading.why;
    }
    facts.update(reading::to_json(view));
    print(facts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

class Printer final : public dump::Handler {
  public:
    Printer(Session& session, std::string file) : session_(session), file_(std::move(file)) {}

    void launch_begin(const dump::Launch& launch) override {
        launch_ = {};
        launch_.kernel = launch.kernel;
        launch_.line = launch.line;
        launch_.table = launch.table;
        ++session_.launches;
    }
    void geometry(const dump::Geometry& geometry) override { launch_.geometry = geometry; }
    void argument(const dump::Argument& a) override {
        launch_.args.push_back({std::string(a.name),
                                a.first,
                                static_cast<std::uint32_t>(a.size),
                                {a.bytes.begin(), a.bytes.end()},
                                a.unbound,
                                std::string(a.value),
                                a.line});
        if (launch_.args.size() == most_arguments) {
            launch_.table = true;
            launch_end();
        }
    }
    void launch_end() override {
        if (launch_.args.empty()) return;
        const reading::Reading reading = reading::infer(launch_, session_.told);
        show(session_, title(), facts(), reading, reading::view_of(launch_, reading, session_.context));
        launch_.args.clear();
    }
    bool problem(const dump::Problem& p) override {
        if (++session_.bad_lines <= 20)
            std::fprintf(stderr, "kernabi decode: %s:%llu: %.*s; %.*s\n", file_.c_str(),
                         static_cast<unsigned long long>(p.line), static_cast<int>(p.what.size()), p.what.data(),
                         static_cast<int>(p.remedy.size()), p.remedy.data());
        return true;
    }

  private:
    std::string title() const {
        std::string text = fmt::format("launch {} at line {}", session_.launches, launch_.line);
        if (!launch_.kernel.empty()) text += ": " + launch_.kernel;
        if (launch_.geometry) {
            const dump::Geometry& g = *launch_.geometry;
            text += fmt::format("\n  {} x {} x {} threads, {} x {} x {} workgroups, {} x {} x {} work-items",
                                g.workgroup_size[0], g.workgroup_size[1], g.workgroup_size[2], g.workgroups[0],
                                g.workgroups[1], g.workgroups[2], g.work_items[0], g.work_items[1], g.work_items[2]);
        }
        return text;
    }
    nlohmann::json facts() const {
        nlohmann::json out = {{"launch", session_.launches}, {"line", launch_.line}, {"kernel", launch_.kernel}};
        if (launch_.geometry) {
            out["workGroupSize"] = launch_.geometry->workgroup_size;
            out["numWorkGroups"] = launch_.geometry->workgroups;
            out["numWorkItems"] = launch_.geometry->work_items;
        }
        return out;
    }

    Session& session_;
    std::string file_;
    reading::DumpLaunch launch_;
};

void decode_block(Session& session, const std::string& name, std::string_view text) {
    std::vector<std::uint8_t> bytes;
    if (const auto error = dump::read_block(text, bytes)) {
        const std::string where = error->line == 0 ? "" : fmt::format(":{}:{}", error->line, error->column);
        throw Error(name + where + ": " + error->message);
    }
    const ConstBytes block{bytes.data(), bytes.size()};
    const reading::Reading reading =
        reading::infer(block, session.told, session.request ? &session.request->form.type : nullptr);
    if (reading.what == reading::What::unknown)
        throw Error(fmt::format("{}: {} bytes that read as no version's block; name the version with --abi and the "
                                "problem type with --problem or --set",
                                name, bytes.size()));
    ++session.launches;
    show(session, fmt::format("block of {} bytes", bytes.size()), {{"block", bytes.size()}}, reading,
         reading::view_of(block, reading, session.context));
}

/// Fills `chunk` until it is full or the input ends.
std::size_t read_some(int file, char* chunk, std::size_t size, const std::string& name) {
    std::size_t have = 0;
    while (have < size) {
        const ssize_t count = ::read(file, chunk + have, size - have);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw Error(name + ": " + std::strerror(errno));
        if (count == 0) break;
        have += static_cast<std::size_t>(count);
    }
    return have;
}

void decode_stream(Session& session, int file, const std::string& name) {
    std::vector<char> chunk(1 << 18);
    std::size_t have = read_some(file, chunk.data(), chunk.size(), name);
    const dump::InputKind kind = dump::sniff({chunk.data(), have});
    if (kind == dump::InputKind::empty)
        throw Error(name + ": empty; wanted a dump (TENSILE_DB=0x40), hexadecimal text or raw bytes");
    if (dump::is_code_object({chunk.data(), have}))
        throw Error(name + ": a code object or a program; kernabi inspect and kernabi check read those");
    const bool is_json = chunk[0] == '{';
    if (kind != dump::InputKind::dump) {
        if (have == chunk.size()) throw Error(name + ": neither a dump nor a block of at most 65536 bytes");
        return decode_block(session, name, {chunk.data(), have});
    }
    Printer printer(session, name);
    dump::Reader reader(printer);
    while (have != 0) {
        reader.feed({chunk.data(), have});
        have = read_some(file, chunk.data(), chunk.size(), name);
    }
    reader.finish();
    if (session.launches == 0 && session.bad_lines == 0 && is_json)
        throw Error(name + ": JSON and no argument lines; kernabi solve reads a request, and --dump makes it a log");
    if (session.launches == 0 && session.bad_lines == 0)
        throw Error(name + ": no argument lines in it; run the host with TENSILE_DB=0x40 and keep its standard output");
}

int run(const Options& options) {
    Session session(options);
    const std::string name = options.file == "-" ? "standard input" : options.file;
    const int file = options.file == "-" ? 0 : ::open(options.file.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw Error(name + ": " + std::strerror(errno));
    decode_stream(session, file, name);
    if (!options.html.empty())
        write_new_file(options.html, bytemap::html_page("Argument blocks of " + name, session.sections));
    if (session.bad_lines > 0)
        throw Error(fmt::format("{}: {} damaged argument lines; the rest was read", name, session.bad_lines));
    return options.check && session.errors > 0 ? does_not_conform : conforms;
}

} // namespace

void add_decode(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand(
        "decode", "Say what every argument and bit of a dump, a hex text or raw bytes means, and what looks wrong");
    const auto options = std::make_shared<Options>();
    command->add_option(
        "FILE", options->file,
        "a log with dumps (TENSILE_DB=0x40), hexadecimal text or raw bytes; - or nothing: standard input");
    options->abi.add_to(*command);
    options->problem.add_to(*command);
    command->add_option("--cu", options->cus, "compute units of the device, for what depends on them")->type_name("N");
    command->add_flag("--json", options->json, "one JSON object a launch");
    command->add_option("--html", options->html, "write a page with byte maps to a new file")->type_name("FILE");
    command->add_flag("--check", options->check, "exit 1 when a finding is an error");
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
