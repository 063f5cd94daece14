// SPDX-License-Identifier: MIT
// Text in pieces: nothing is collected, an `Out` takes each piece as Text.
#pragma once
#include "abi/kernel/instruction.hpp"

namespace kernabi::kernel::detail {

[[nodiscard]] constexpr Text text_of(const char* literal) noexcept {
    std::size_t size = 0;
    while (literal[size] != '\0') ++size;
    return {literal, size};
}

/// Writes to an Out and knows the column.
template <typename Out>
struct Writer {
    Out& out;
    std::size_t column = 0;

    constexpr void text(Text piece) noexcept {
        if (piece.size == 0) return;
        out(piece);
        column += piece.size;
    }
    constexpr void text(const char* literal) noexcept { text(text_of(literal)); }
    constexpr void character(char c) noexcept { text(Text(&c, 1)); }
    constexpr void number(std::int64_t value) noexcept {
        if (value < 0) character('-');
        number(value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
    }
    constexpr void number(std::uint64_t value) noexcept {
        char digits[20] = {};
        std::size_t first = sizeof(digits);
        do digits[--first] = static_cast<char>('0' + value % 10);
        while ((value /= 10) != 0);
        text(Text(digits + first, sizeof(digits) - first));
    }
    /// Somebody's text: what is no printable ASCII becomes a blank, so that it stays on its line.
    constexpr void foreign(Text piece) noexcept {
        for (const char c : piece) character(c >= ' ' && c <= '~' ? c : ' ');
    }
    constexpr void end_line() noexcept {
        character('\n');
        column = 0;
    }
    constexpr void comment(const Comment& c) noexcept {
        text(c.before);
        if (c.numbered) number(c.number);
        text(c.after);
        foreign(c.given);
    }
};

[[nodiscard]] constexpr bool is_empty(const Comment& c) noexcept {
    return c.before[0] == '\0' && !c.numbered && c.after[0] == '\0' && c.given.size == 0;
}

} // namespace kernabi::kernel::detail
