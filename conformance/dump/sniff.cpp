// SPDX-License-Identifier: MIT
#include "conformance/dump/bytes.hpp"

#include "conformance/dump/characters.hpp"
#include "conformance/dump/hex_rows.hpp"
#include "conformance/dump/markers.hpp"

#include <algorithm>

namespace kernabi::dump {
namespace {

/// More than this tells nothing new, and bounds the time for a large input.
constexpr std::size_t most_sniffed = 65536;

std::size_t count_digits(std::string_view text, std::size_t at) noexcept {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end - at;
}

/// `[first..last]` anywhere.
bool has_range(std::string_view text) noexcept {
    for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
        const std::size_t first = count_digits(text, at + 1);
        if (first == 0 || text.substr(at + 1 + first, 2) != "..") continue;
        const std::size_t last = count_digits(text, at + first + 3);
        if (last != 0 && text.substr(at + first + 3 + last, 1) == "]") return true;
    }
    return false;
}

bool is_heading(std::string_view line) noexcept {
    Geometry geometry;
    const auto kernel = match_kernel(line);
    return (kernel && kernel->bare) || match_grouped(line) || match_gemm(line) ||
           match_geometry(line, geometry) == GeometryMatch::yes;
}

/// At least half of the words can be bytes: a slip in one of them should be told as such.
bool is_hex_words(std::string_view line) noexcept {
    std::size_t words = 0;
    std::size_t good = 0;
    while (!line.empty()) {
        const std::size_t start = line.find_first_not_of(" \t,|");
        if (start == std::string_view::npos) break;
        line.remove_prefix(start);
        std::string_view word = line.substr(0, line.find_first_of(" \t,|"));
        line.remove_prefix(word.size());
        ++words;
        if (word.starts_with("0x") || word.starts_with("0X")) word.remove_prefix(2);
        if (word.size() % 2 == 0 && !word.empty() && std::all_of(word.begin(), word.end(), is_hex)) ++good;
    }
    return words != 0 && good * 2 >= words;
}

bool is_hex_line(std::string_view line) noexcept {
    return match_xxd(line) || match_hexdump(line) || is_word_dump(trim(line)) || is_hex_words(line);
}

/// No control characters but those of terminals and line ends, and UTF-8; a character cut at the end is let through.
bool is_text(std::string_view text) noexcept {
    constexpr std::string_view allowed = "\t\n\v\f\r\b\a\x1b";
    std::size_t more = 0;
    for (char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool follows = (byte & 0xc0U) == 0x80;
        if ((more != 0) != follows) return false;
        if (follows)
            --more;
        else if (byte >= 0x80)
            more = byte >= 0xf5 || byte < 0xc2 ? 9 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
        else if ((byte < 0x20 && allowed.find(c) == std::string_view::npos) || byte == 0x7f)
            return false;
        if (more == 9) return false;
    }
    return true;
}

/// The first line that says something; comments and fences do not.
bool begins_with_hex(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
        const std::string_view content = trim(line);
        if (!content.empty() && !content.starts_with('#') && !content.starts_with("```")) return is_hex_line(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return false;
}

bool has_heading(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
        if (is_heading(line)) return true;
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return false;
}

} // namespace

InputKind sniff(std::string_view head) {
    if (head.empty()) return InputKind::empty;
    head = head.substr(0, most_sniffed);
    if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
    if (has_range(head) || has_heading(head)) return InputKind::dump;
    if (!is_text(head)) return InputKind::raw;
    return begins_with_hex(head) ? InputKind::hex : InputKind::dump;
}

bool is_code_object(std::string_view head) {
    return head.starts_with("\x7f"
                            "ELF") ||
           head.starts_with("CCOB") || head.starts_with("__CLANG_OFFLOAD_BUNDLE__");
}

} // namespace kernabi::dump
