// SPDX-License-Identifier: MIT
#include "conformance/cli/common.hpp"
#include "conformance/protocol/refusal.hpp"
#include "conformance/protocol/request_keys.hpp"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace kernabi::cli {

namespace {

struct Descriptor {
    int number;
    explicit Descriptor(int n) : number(n) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number > 2) ::close(number);
    }
};

/// A setting's value: JSON where it is JSON, else text, so that useBias=1 and activationType=Relu both do.
nlohmann::json value_of(const std::string& text) {
    nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
    return value.is_discarded() || value.is_array() ? nlohmann::json(text) : value;
}

void apply(nlohmann::json& request, const std::string& setting) {
    const std::size_t equals = setting.find('='), dot = setting.find('.');
    if (equals == std::string::npos || dot == std::string::npos || dot > equals)
        throw Error("--set " + setting + ": wanted GROUP.KEY=VALUE, such as problemType.useBias=1");
    nlohmann::json& group = request[setting.substr(0, dot)];
    if (!group.is_null() && !group.is_object())
        throw Error("--set " + setting + ": " + setting.substr(0, dot) + " is no group");
    group[setting.substr(dot + 1, equals - dot - 1)] = value_of(setting.substr(equals + 1));
}

} // namespace

void AbiOptions::add_to(CLI::App& app) {
    app.add_option("--abi", abi, "KernArgsVersion: 0, 1, 2 or 3")->type_name("N");
    app.add_option("--dialect", dialect, "a preset (v2-2026), or PRESET,member=value,...")->type_name("NAME");
}

reading::Told AbiOptions::told() const {
    reading::Told told{};
    if (!abi.empty()) {
        if (abi.size() != 1 || abi[0] < '0' || abi[0] > '3')
            throw Error("--abi " + abi + ": KernArgsVersion is 0, 1, 2 or 3");
        told.version = static_cast<Version>(abi[0] - '0');
    }
    if (!dialect.empty()) {
        told.dialect = dialect;
        if (!told.version) {
            for (const Preset& row : presets)
                if (dialect.substr(0, dialect.find(',')) == row.name) told.version = row.version;
            if (!told.version)
                throw Error("--dialect " + dialect + ": no such preset; kernabi layout --list-dialects names them");
        }
    }
    return told;
}

void ProblemOptions::add_to(CLI::App& app) {
    app.add_option(
           "--problem", file,
           "the GEMM and its kernel's solution, as far as known: a solve request in JSON (kernabi solve --help)")
        ->type_name("FILE");
    app.add_option("--set", settings,
                   "one value of it, such as problemType.useBias=1; may be given again, and without a FILE")
        ->type_name("GROUP.KEY=VALUE")
        ->allow_extra_args(false);
}

nlohmann::json ProblemOptions::request() const {
    nlohmann::json request = nlohmann::json::object();
    if (!file.empty()) {
        request = nlohmann::json::parse(read_file(file, std::size_t{64} << 20), nullptr, false);
        if (!request.is_object())
            throw Error(file + ": no JSON object; wanted a solve request, such as " + example_request);
        if (request.contains("in") && request["in"].is_object()) { // a line of the protocol
            nlohmann::json in = std::move(request["in"]);
            request = std::move(in);
        }
    }
    for (const std::string& setting : settings) apply(request, setting);
    protocol::refuse_unknown_keys(request);
    return request;
}

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw Error("standard output: " + std::string(std::strerror(errno)));
}

std::string read_file(const std::string& path, std::size_t most) {
    const Descriptor file(path == "-" ? 0 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number < 0) throw Error(path + ": " + std::strerror(errno));
    std::string content;
    char chunk[65536];
    for (;;) {
        const ssize_t count = ::read(file.number, chunk, sizeof(chunk));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw Error(path + ": " + std::strerror(errno));
        if (count == 0) return content;
        content.append(chunk, static_cast<std::size_t>(count));
        if (content.size() > most)
            throw Error(path + ": over " + std::to_string(most) + " bytes, more than this reads");
    }
}

void write_new_file(const std::string& path, std::string_view content) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (file.number < 0) throw Error(path + ": " + std::strerror(errno) + (errno == EEXIST ? "; name a new file" : ""));
    while (!content.empty()) {
        const ssize_t count = ::write(file.number, content.data(), content.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) throw Error(path + ": " + std::strerror(errno));
        content.remove_prefix(static_cast<std::size_t>(count));
    }
}

} // namespace kernabi::cli
