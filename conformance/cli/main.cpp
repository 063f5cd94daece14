// SPDX-License-Identifier: MIT
// The kernabi program: picks a command, runs it, and turns every error into one line and exit status 2.
#include "conformance/cli/common.hpp"
#include "conformance/cli/help.hpp"
#include "conformance/protocol/refusal.hpp"
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace {

int complain(const std::string& who, std::string message) {
    for (char& c : message)
        if (c == '\n') c = ' ';
    std::fprintf(stderr, "%s: %s\n", who.c_str(), message.c_str());
    return kernabi::cli::wrong_use;
}

std::string full_name(const CLI::App& app) {
    std::string name = "kernabi";
    for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
        at = at->get_subcommands().front();
        name += " " + at->get_name();
    }
    return name;
}

/// What is wrong with the command line. A word that is no command is named; CLI11 would only miss a command.
std::string wrong_words(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App* at = &app;
    while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
    const std::vector<std::string> rest = at->remaining();
    if (at->get_require_subcommand_min() == 0 || rest.empty()) return error.what();
    return (rest.front().starts_with('-') ? "no option '" : "no command '") + rest.front() + "'";
}

int run(int argc, char** argv) {
    CLI::App app{"Conformance kit for the argument blocks between a host and TensileLite's GEMM kernels "
                 "(KernArgsVersion 0 to 3).",
                 "kernabi"};
    app.formatter(std::make_shared<kernabi::cli::Help>());
    app.set_version_flag("--version", std::string("kernabi ") + KERNABI_VERSION);
    app.require_subcommand(1);
    app.fallthrough(false);
    kernabi::cli::Command chosen;
    kernabi::cli::add_run(app, chosen);
    kernabi::cli::add_decode(app, chosen);
    kernabi::cli::add_layout(app, chosen);
    kernabi::cli::add_solve(app, chosen);
    kernabi::cli::add_diff(app, chosen);
    kernabi::cli::add_gemm(app, chosen);
    kernabi::cli::add_launch(app, chosen);
    kernabi::cli::add_inspect(app, chosen);
    kernabi::cli::add_check(app, chosen);
    kernabi::cli::add_accmap(app, chosen);
    kernabi::cli::add_vectors(app, chosen);
    kernabi::cli::add_serve(app, chosen);
    app.footer("Exit status: 0 conforms, 1 does not, 2 wrong use or unreadable input, 77 nothing could run here.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& done) { // --help and --version
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        return complain(full_name(app), wrong_words(app, error) + " (see " + full_name(app) + " --help)");
    }
    const std::string name = full_name(app);
    try {
        const int status = chosen();
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return complain(name, "standard output broke");
        return status;
    } catch (const kernabi::cli::Error& error) {
        return complain(name, error.what());
    } catch (const kernabi::protocol::Refusal& refusal) {
        return complain(name, refusal.message);
    } catch (const std::bad_alloc&) {
        return complain(name, "out of memory");
    } catch (const std::exception& error) {
        return complain(name, error.what());
    }
}

} // namespace

int main(int argc, char** argv) { return run(argc, argv); }
