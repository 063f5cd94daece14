// SPDX-License-Identifier: MIT
// kernabi launch: a real kernel on a device, judged against the reference.
#include "conformance/cli/common.hpp"
#include "conformance/cli/devices.hpp"
#include "conformance/cli/launch_print.hpp"
#include "conformance/cli/natural.hpp"
#include "conformance/cli/watchdog.hpp"
#include "conformance/gemm/buffers.hpp"
#include "conformance/launch/run.hpp"
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

namespace kernabi::cli {

namespace {

constexpr const char* who = "kernabi launch";
/// A foreign kernel's name may be no UTF-8.
constexpr auto replace = nlohmann::json::error_handler_t::replace;

struct Options {
    std::string file, kernel, policy = "strict", target, values = "uniform";
    ProblemOptions problem;
    std::uint64_t seed = 1;
    unsigned repeat = 1, timeout = 120;
    int device = -1;
    bool dry_run = false, json = false;

    [[nodiscard]] launch::Wanted wanted(const std::string& device_target) const { return {kernel, device_target}; }
};

nlohmann::json problem_of(const Options& options) {
    nlohmann::json problem = options.problem.request();
    if (!problem.contains("policy") || options.policy != "strict") problem["policy"] = options.policy;
    return problem;
}

/// Everything that needs no device: the kernel, what is asked of it, the launches.
struct Prepared {
    launch::ChosenKernel kernel;
    launch::Task task;
    std::vector<launch::Buffer> buffers;
    std::vector<launch::Launch> launches;

    Prepared(const Options& options, const std::string& device_target)
        : kernel(launch::choose_kernel(options.file, options.wanted(device_target))),
          task(launch::make_task(kernel, problem_of(options))) {
        buffers = launch::plan_buffers(task, 0);
        send_to(buffers, true);
        const std::uint64_t workspace = launch::launches_of(kernel, task.request).workspace;
        buffers = launch::plan_buffers(task, workspace);
        send_to(buffers, true);
        launches = launch::launches_of(kernel, task.request).all;
    }

    /// Points the request there; made-up addresses do where nothing is launched.
    void send_to(std::vector<launch::Buffer>& there, bool made_up) {
        if (made_up) launch::pretend(there);
        task.request.pointers = {};
        launch::point_to(there, task.request.pointers);
    }
};

void print_now(const std::string& text) {
    print(text);
    std::fflush(stdout);
}

/// Where metadata itself parts from the ABI, the ABI's layout is sent all the same.
void note_findings(const launch::ChosenKernel& kernel) {
    for (const inference::Finding& finding : kernel.report.findings)
        std::fprintf(stderr, "%s: note: metadata parts from the ABI: %s\n", who, finding.message.c_str());
}

int dry_run(const Options& options) {
    Prepared prepared(options, options.target);
    note_findings(prepared.kernel);
    const Sending sending{prepared.kernel, prepared.task, prepared.launches, prepared.buffers, ""};
    print(options.json ? json_of(sending).dump(-1, ' ', false, replace) + "\n"
                       : text_of(sending, true, ::isatty(1) == 1));
    return conforms;
}

/// What was sent, as far as it came, though the device gave no result.
void print_error(nlohmann::json sent, const std::string& error) {
    sent["right"] = false;
    sent["error"] = error;
    print_now(sent.dump(-1, ' ', false, replace) + "\n");
}

int run_on(FoundRuntime& found, std::size_t index, std::size_t number, const Options& options, const Watched& watched,
           nlohmann::json& sent) {
    const hip::DeviceInfo& info = found.devices[index];
    watched.about("reading " + options.file);
    Prepared prepared(options, info.target + info.features);
    note_findings(prepared.kernel);
    found.runtime->use(index);
    watched.about("loading the code object for " + prepared.kernel.target);
    found.runtime->load({prepared.kernel.image.data(), prepared.kernel.image.size()});

    launch::RunOptions how;
    how.values = *gemm::values_from(options.values);
    how.seed = options.seed;
    how.repeat = options.repeat;
    how.about = [&](const std::string& what) { watched.about(what); };
    launch::DeviceBuffers buffers(*found.runtime, std::move(prepared.buffers), how);
    prepared.buffers = buffers.all();
    prepared.send_to(prepared.buffers, false);
    prepared.launches = launch::launches_of(prepared.kernel, prepared.task.request).all;

    const std::string device =
        fmt::format("device {}: {} ({}{}), {}", number, info.name, info.target, info.features, found.runtime->name());
    const Sending sending{prepared.kernel, prepared.task, prepared.launches, prepared.buffers, device};
    if (options.json)
        sent = json_of(sending);
    else
        print_now(text_of(sending, false, false));
    const launch::Result result = launch::run(*found.runtime, prepared.task, prepared.launches, buffers, how);
    if (result.report.outcome.status != Status::ok)
        throw Error(gemm::text_of(prepared.task.gemm, result.report.outcome));
    if (options.json) {
        sent.update(json_of(result));
        print_now(sent.dump(-1, ' ', false, replace) + "\n");
    } else {
        print_now(text_of(result, options.repeat));
    }
    return result.right() ? conforms : does_not_conform;
}

/// The device named, or the first that the file has a code object for.
int run_somewhere(const Options& options, const Watched& watched, nlohmann::json& sent) {
    watched.about("looking for devices");
    FoundDevices all = look_for_devices({hip::Platform::amd});
    if (!all.broken.empty()) throw hip::RuntimeError("looking for devices: " + all.broken);
    std::string reasons = all.reasons;
    std::size_t number = 0;
    for (FoundRuntime& one : all.runtimes)
        for (std::size_t i = 0; i < one.devices.size(); ++i, ++number) {
            if (options.device >= 0 && static_cast<std::size_t>(options.device) != number) continue;
            try {
                return run_on(one, i, number, options, watched, sent);
            } catch (const launch::OtherTarget& why) {
                add_reason(reasons, why.what());
            }
        }
    if (number != 0 && options.device >= 0 && static_cast<std::size_t>(options.device) >= number)
        throw Error(
            fmt::format("there is no device {}: kernabi run --list-devices names those there are", options.device));
    throw hip::Unavailable(reasons);
}

int run(const Options& options) {
    if (!options.problem.given()) throw Error("--problem FILE: wanted, a solve request in JSON (or --set)");
    if (options.dry_run) return dry_run(options);
    if (!options.target.empty()) throw Error("--target: a device has its own; it is for --dry-run");
    try { // bad input is told of wherever this runs
        (void)Prepared(options, "");
    } catch (const launch::SeveralTargets&) { // the device decides
    }
    nlohmann::json sent = nlohmann::json::object();
    const auto work = [&](const Watched& watched) {
        try {
            return run_somewhere(options, watched, sent);
        } catch (const hip::RuntimeError& error) {
            if (options.json) print_error(sent, error.what());
            throw;
        }
    };
    return watch(who, options.timeout, work, [&](const std::string& why) {
        if (options.json) print_error(sent, why);
    });
}

} // namespace

void add_launch(CLI::App& app, Command& chosen) {
    CLI::App* const command =
        app.add_subcommand("launch", "Run a code object's kernel on a device and judge what it left in D");
    const auto options = std::make_shared<Options>();
    command->add_option("FILE", options->file, "code object, bundle or program, as kernabi inspect")->required();
    command->add_option("--kernel", options->kernel, "or a pattern with * and ? (default: the only one)")
        ->type_name("NAME");
    options->problem.add_to(*command);
    command->add_option("--policy", options->policy, "host_2024: as the published host of October 2024")
        ->type_name("NAME")
        ->check(CLI::IsMember({"strict", "host_2024"}))
        ->capture_default_str();
    command->add_option("--values", options->values, "of inputs; small: whole numbers, exact sums")
        ->check(CLI::IsMember({"small", "uniform", "adversarial", "special"}))
        ->capture_default_str();
    command->add_option("--seed", options->seed, "the same seed gives the same inputs")
        ->check(natural)
        ->capture_default_str();
    command->add_option("--repeat", options->repeat, "run N times; all must give the same bits")
        ->type_name("N")
        ->check(CLI::Range(1u, 1000000u))
        ->capture_default_str();
    command->add_option("--device", options->device, "by run --list-devices (default: the first to fit)")
        ->type_name("N")
        ->check(CLI::Range(0, 1023));
    command->add_option("--timeout", options->timeout, "seconds without a step that mean a hang")
        ->type_name("S")
        ->check(CLI::Range(1u, most_seconds))
        ->capture_default_str();
    command->add_flag("--dry-run", options->dry_run, "show what would be sent; needs no device");
    command->add_option("--target", options->target, "with --dry-run: for a device such as gfx90a:xnack-")
        ->type_name("TARGET");
    command->add_flag("--json", options->json, "one JSON object");
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
