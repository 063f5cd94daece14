// SPDX-License-Identifier: MIT
#include "conformance/dump/markers.hpp"

#include "conformance/dump/characters.hpp"

#include <algorithm>
#include <limits>

namespace kernabi::dump {
namespace {

constexpr std::string_view log_ends = ":]>|)";

/// Where `word` begins a word in `line` behind an acceptable prefix; npos if nowhere.
std::size_t find_word(std::string_view line, std::string_view word, Prefix& prefix) noexcept {
    for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
        if (at != 0 && !is_mark(line[at - 1]) && log_ends.find(line[at - 1]) == std::string_view::npos) continue;
        prefix = classify_prefix(line.substr(0, at));
        if (prefix == Prefix::bare || prefix == Prefix::log) return at;
    }
    return std::string_view::npos;
}

/// Takes a number off the front; npos-like saturation is reported through `fits`.
bool take_number(std::string_view& text, std::uint64_t& value, bool& fits) noexcept {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::size_t length = 0;
    value = 0;
    for (; length < text.size() && is_digit(text[length]); ++length) {
        const auto digit = static_cast<std::uint64_t>(text[length] - '0');
        if (value > (most - digit) / 10)
            fits = false;
        else
            value = value * 10 + digit;
    }
    text.remove_prefix(length);
    return length != 0;
}

bool take(std::string_view& text, char c) noexcept {
    text = trim_left(text);
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    text = trim_left(text);
    return true;
}

/// `(x, y, z)`
bool take_triple(std::string_view& text, std::array<std::uint64_t, 3>& triple, bool& fits) noexcept {
    return take(text, '(') && take_number(text, triple[0], fits) && take(text, ',') &&
           take_number(text, triple[1], fits) && take(text, ',') && take_number(text, triple[2], fits) &&
           take(text, ')');
}

bool take_geometry(std::string_view& text, Geometry& geometry, bool& fits) noexcept {
    return take(text, 'l') && take_triple(text, geometry.workgroup_size, fits) && take(text, 'x') && take(text, 'g') &&
           take_triple(text, geometry.workgroups, fits) && take(text, '=') &&
           take_triple(text, geometry.work_items, fits);
}

} // namespace

Prefix classify_prefix(std::string_view prefix) noexcept {
    if (skip_marks(prefix).empty()) return Prefix::bare;
    prefix = trim_right(prefix);
    if (prefix.back() == '#') return Prefix::comment;
    if (log_ends.find(prefix.back()) != std::string_view::npos) return Prefix::log;
    const std::size_t blank = prefix.find_last_of(" \t");
    return is_digit(prefix[blank == std::string_view::npos ? 0 : blank + 1]) ? Prefix::log : Prefix::text;
}

std::optional<KernelLine> match_kernel(std::string_view line) noexcept {
    constexpr std::string_view word = "Kernel";
    Prefix prefix{};
    const std::size_t at = find_word(line, word, prefix);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = line.substr(at + word.size());
    if (!rest.empty() && !is_blank(rest.front())) return {};
    const bool bare = prefix == Prefix::bare;
    if (trim(rest).empty()) return KernelLine{{}, bare};
    const std::string_view name = match_word(rest);
    if (name.empty()) return {};
    return KernelLine{name, bare};
}

GeometryMatch match_geometry(std::string_view line, Geometry& geometry) noexcept {
    for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1)) {
        std::string_view before = trim_right(line.substr(0, at));
        if (before.empty() || before.back() != 'l') continue;
        before.remove_suffix(1);
        if (!before.empty() && !is_mark(before.back()) && log_ends.find(before.back()) == std::string_view::npos)
            continue;
        bool fits = true;
        std::string_view text = line.substr(before.size());
        if (take_geometry(text, geometry, fits) && text.empty())
            return fits ? GeometryMatch::yes : GeometryMatch::too_large;
    }
    return GeometryMatch::none;
}

std::optional<std::string_view> match_grouped(std::string_view line) noexcept {
    constexpr std::string_view words = "Grouped gemm argsPtr kernels:";
    Prefix prefix{};
    const std::size_t at = find_word(line, words, prefix);
    if (at == std::string_view::npos) return {};
    return trim(line.substr(at + words.size()));
}

std::optional<GemmLine> match_gemm(std::string_view line) noexcept {
    constexpr std::string_view word = "Gemm";
    Prefix prefix{};
    const std::size_t at = find_word(line, word, prefix);
    if (at == std::string_view::npos) return {};
    std::string_view rest = line.substr(at + word.size());
    GemmLine out{0, at};
    bool fits = true;
    if (rest.empty() || !is_blank(rest.front())) return {};
    rest = trim_left(rest);
    if (!take_number(rest, out.index, fits) || !fits || !take(rest, ':') || !rest.empty()) return {};
    return out;
}

std::optional<NamedValue> match_note(std::string_view line, std::size_t indent) noexcept {
    if (line.size() <= indent || !is_blank(line[indent])) return {};
    const std::string_view text = trim(line.substr(indent));
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0) return {};
    const std::string_view name = text.substr(0, colon);
    if (!std::all_of(name.begin(), name.end(), is_name)) return {};
    return NamedValue{name, trim(text.substr(colon + 1))};
}

std::string_view match_word(std::string_view line) noexcept {
    const std::string_view word = trim(line);
    for (char c : word)
        if (c <= ' ' || c > '~') return {};
    // A sentence's last word is no name.
    if (!word.empty() && std::string_view(".,:;!?").find(word.back()) != std::string_view::npos) return {};
    return word;
}

} // namespace kernabi::dump
