// SPDX-License-Identifier: MIT
// Runs the kernabi program as a person would.
#pragma once
#include "tests/support/folder.hpp"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace test {

struct Ran {
    int status = -1; ///< exit status; 128 + signal where one ended it
    std::string out, err;
};

inline std::string slurp(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// `arguments` as the shell splits them; `input` is what standard input gives.
inline Ran kernabi(const std::string& arguments, const std::string& input = "") {
    const TemporaryFolder folder;
    const std::string in = folder.file("in", input), out = (folder.path / "out").string(), err = (folder.path / "err").string();
    const std::string command = std::string(KERNABI_PROGRAM) + " " + arguments + " <" + in + " >" + out + " 2>" + err;
    const int raw = std::system(command.c_str());
    Ran ran{};
    ran.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    ran.out = slurp(out);
    ran.err = slurp(err);
    return ran;
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// One line that names the program: what every error is.
inline bool is_one_line(const std::string& err) {
    return err.starts_with("kernabi") && err.ends_with('\n') && err.find('\n') == err.size() - 1;
}

} // namespace test
