// SPDX-License-Identifier: MIT
#include "conformance/dump/hex_rows.hpp"

#include "conformance/dump/characters.hpp"

namespace kernabi::dump {
namespace {

constexpr std::size_t longest_offset = 16;

/// Takes `least` to 16 hexadecimal digits off the front.
bool take_offset(std::string_view& line, std::size_t least, std::uint64_t& offset) noexcept {
    std::size_t length = 0;
    offset = 0;
    for (; length < line.size() && is_hex(line[length]); ++length)
        if (length < longest_offset) offset = offset << 4 | hex_value(line[length]);
    line.remove_prefix(length);
    return length >= least && length <= longest_offset;
}

} // namespace

std::optional<HexRow> match_xxd(std::string_view line) noexcept {
    HexRow row;
    line = trim_left(line);
    if (!take_offset(line, 4, row.offset) || !line.starts_with(':')) return {};
    line = trim_left(line.substr(1));
    row.digits = line.substr(0, line.find("  "));
    return row;
}

std::optional<HexRow> match_hexdump(std::string_view line) noexcept {
    HexRow row;
    line = trim(line);
    if (!take_offset(line, 7, row.offset) || !line.starts_with("  ")) return {};
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos || bar + 1 == line.size() || !line.ends_with('|')) return {};
    row.digits = line.substr(0, bar);
    return row;
}

std::optional<HexRow> match_offset(std::string_view line) noexcept {
    HexRow row;
    line = trim(line);
    if (!take_offset(line, 7, row.offset) || !line.empty()) return {};
    return row;
}

bool is_word_dump(std::string_view line) noexcept {
    std::uint64_t offset = 0;
    const std::size_t before = line.size();
    if (!take_offset(line, 7, offset) || before - line.size() != 7) return false;
    std::size_t words = 0;
    while (line.size() >= 5 && line.front() == ' ') {
        std::uint64_t word = 0;
        std::string_view rest = trim_left(line);
        const std::size_t size = rest.size();
        if (!take_offset(rest, 4, word) || size - rest.size() != 4) return false;
        line = rest;
        ++words;
    }
    return words != 0 && trim(line).empty();
}

} // namespace kernabi::dump
