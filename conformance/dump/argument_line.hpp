// SPDX-License-Identifier: MIT
#pragma once

#include "conformance/dump/events.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kernabi::dump {

enum class Match : std::uint8_t {
    none,    ///< Not an argument line.
    partial, ///< The text ends inside one; the next line may go on.
    padding,
    unbound,
    bytes,
    bad, ///< An argument line with a mistake.
};

/// How far the text went, in the order of the grammar.
enum class Stage : std::uint8_t { open, range, closed, name, colon, digits };

/// What stands at the start of a text. The views point into that text.
struct ArgumentLine {
    Match match = Match::none;
    Stage stage = Stage::open;
    ErrorCode error{};          ///< Only for bad.
    bool glue = true;           ///< partial: the next line goes on inside the same token.
    bool value_missing = false; ///< bytes: all there, no `(` yet.
    bool value_open = false;    ///< bytes: all there, no `)` yet.
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::size_t count = 0; ///< Bytes read.
    std::size_t end = 0;   ///< Offset in the text one past the line, or of the mistake.
    std::string_view name;
    std::string_view value;

    [[nodiscard]] std::uint64_t size() const noexcept { return std::uint64_t{last} - first + 1; }
};

/// Reads `[first..last] name: hh hh (value)`, `... name: <unbound>` or `[p..q] <padding>` at the start of `text`, which
/// begins with '['. The bytes go to `bytes`, which only grows.
///
/// The brackets around the value are not trusted: an int8 prints as one raw character, be it `)` or a line end.
ArgumentLine parse_argument(std::string_view text, std::vector<std::uint8_t>& bytes);

} // namespace kernabi::dump
