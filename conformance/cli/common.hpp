// SPDX-License-Identifier: MIT
// What every command shares: exit statuses, errors, options that recur.
#pragma once
#include "conformance/reading/reading.hpp"
#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace kernabi::cli {

/// The meaning of the process's exit status (design 6).
enum Exit : int { conforms = 0, does_not_conform = 1, wrong_use = 2, nothing_could_run = 77 };

/// Wrong use or unreadable input: one line on standard error, exit 2.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// `--abi` and `--dialect`.
struct AbiOptions {
    std::string abi, dialect;

    void add_to(CLI::App& app);
    /// Throws Error for a version that is not 0 to 3.
    [[nodiscard]] reading::Told told() const;
};

/// A small solve request, for help texts and messages.
inline constexpr const char* example_request =
    R"({"internalArgsSupport":{"version":2},"problem":{"m":512,"n":256,"k":64}})";

/// `--problem FILE` and `--set GROUP.KEY=VALUE`: the groups of a solve request.
struct ProblemOptions {
    std::string file;
    std::vector<std::string> settings;

    void add_to(CLI::App& app);
    [[nodiscard]] bool given() const { return !file.empty() || !settings.empty(); }
    /// The request as JSON; Error where the file or a setting cannot be read, Refusal where nothing reads a key of it.
    [[nodiscard]] nlohmann::json request() const;
};

/// Registers a command; `run` gives the exit status.
using Command = std::function<int()>;
void add_check(CLI::App& app, Command& chosen);
void add_accmap(CLI::App& app, Command& chosen);
void add_decode(CLI::App& app, Command& chosen);
void add_gemm(CLI::App& app, Command& chosen);
void add_inspect(CLI::App& app, Command& chosen);
void add_diff(CLI::App& app, Command& chosen);
void add_launch(CLI::App& app, Command& chosen);
void add_layout(CLI::App& app, Command& chosen);
void add_run(CLI::App& app, Command& chosen);
void add_serve(CLI::App& app, Command& chosen);
void add_solve(CLI::App& app, Command& chosen);
void add_vectors(CLI::App& app, Command& chosen);

/// Writes to standard output; Error where that fails.
void print(std::string_view text);
/// A file's bytes, `-` is standard input; Error where it cannot be read or is larger than `most`.
[[nodiscard]] std::string read_file(const std::string& path, std::size_t most);
/// Writes a new file. An existing one is never overwritten: Error.
void write_new_file(const std::string& path, std::string_view content);

} // namespace kernabi::cli
