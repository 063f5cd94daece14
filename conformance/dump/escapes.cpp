// SPDX-License-Identifier: MIT
#include "conformance/dump/escapes.hpp"

namespace kernabi::dump {
namespace {

constexpr char escape = '\x1b';

/// Length of the control sequence at the start of `text`, 0 if there is none.
std::size_t csi_length(std::string_view text) noexcept {
    for (std::size_t i = 2; i < text.size(); ++i) {
        if (text[i] >= '@' && text[i] <= '~') return i + 1;
        if (text[i] < ' ' || text[i] > '?') return 0;
    }
    return 0;
}

/// An operating system command ends in BEL or ESC \; links and titles use it.
std::size_t osc_length(std::string_view text) noexcept {
    for (std::size_t i = 2; i < text.size(); ++i) {
        if (text[i] == '\a') return i + 1;
        if (text[i] == escape) return i + 1 < text.size() && text[i + 1] == '\\' ? i + 2 : 0;
    }
    return 0;
}

std::size_t sequence_length(std::string_view text) noexcept {
    if (text.size() < 2) return 0;
    if (text[1] == '[') return csi_length(text);
    if (text[1] == ']') return osc_length(text);
    return 0;
}

} // namespace

void strip_escapes(std::string_view text, std::string& plain) {
    plain.clear();
    while (!text.empty()) {
        const std::size_t at = text.find(escape);
        plain.append(text.substr(0, at));
        if (at == std::string_view::npos) return;
        text.remove_prefix(at);
        const std::size_t length = sequence_length(text);
        if (length == 0) plain.push_back(escape);
        text.remove_prefix(length == 0 ? 1 : length);
    }
}

} // namespace kernabi::dump
