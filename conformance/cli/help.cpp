// SPDX-License-Identifier: MIT
#include "conformance/cli/help.hpp"

namespace kernabi::cli {

namespace {

constexpr std::size_t width = 80;

/// A line cut at blanks; what follows the first piece stands `indent` further in. A longer word keeps its line.
std::string wrapped(std::string line, std::size_t indent) {
    std::string text;
    while (line.size() > width) {
        const std::size_t first_word = line.find_first_not_of(' ', indent);
        std::size_t cut = line.rfind(' ', width);
        if (cut == std::string::npos || first_word == std::string::npos || cut <= first_word)
            cut = line.find(' ', width); // nothing to cut at within the width
        if (cut == std::string::npos) break;
        std::string rest = line.substr(line.find_first_not_of(' ', cut));
        text += line.substr(0, line.find_last_not_of(' ', cut) + 1) + "\n";
        line = std::string(indent, ' ') + rest;
    }
    return text + line + "\n";
}

} // namespace

std::string Help::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
    const std::string whole = Formatter::make_help(app, std::move(name), mode);
    std::string text;
    for (std::size_t at = 0; at < whole.size();) {
        const std::size_t end = std::min(whole.find('\n', at), whole.size());
        std::string line = whole.substr(at, end - at);
        line.erase(line.find_last_not_of(' ') + 1);
        text += wrapped(line, line.starts_with(' ') ? get_column_width() : 0);
        at = end + 1;
    }
    return text;
}

} // namespace kernabi::cli
