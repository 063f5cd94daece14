// SPDX-License-Identifier: MIT
#include "conformance/dump/argument_line.hpp"

#include "conformance/dump/characters.hpp"

#include <algorithm>
#include <limits>

namespace kernabi::dump {
namespace {

constexpr std::uint64_t offset_limit = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t longest_name = 256;

struct Cursor {
    const char* begin;
    const char* at;
    const char* end;

    [[nodiscard]] bool done() const noexcept { return at == end; }
    [[nodiscard]] std::size_t offset() const noexcept { return static_cast<std::size_t>(at - begin); }
    void skip_blanks() noexcept {
        while (at != end && is_blank(*at)) ++at;
    }
};

enum class Word : std::uint8_t { no, part, whole };

Word read_word(Cursor& cursor, std::string_view word) noexcept {
    for (char c : word) {
        if (cursor.done()) return Word::part;
        if (*cursor.at != c) return Word::no;
        ++cursor.at;
    }
    return Word::whole;
}

/// Saturates one past 32 bits, so that any number of digits is safe.
bool read_offset(Cursor& cursor, std::uint64_t& value) noexcept {
    const char* const start = cursor.at;
    value = 0;
    for (; !cursor.done() && is_digit(*cursor.at); ++cursor.at)
        value = std::min(value * 10 + static_cast<std::uint64_t>(*cursor.at - '0'), offset_limit + 1);
    return cursor.at != start;
}

void partial(ArgumentLine& line, Stage stage, bool glue) noexcept {
    line.match = Match::partial;
    line.stage = stage;
    line.glue = glue;
}

void bad(ArgumentLine& line, ErrorCode error, const Cursor& cursor) noexcept {
    line.match = Match::bad;
    line.error = error;
    line.end = cursor.offset();
}

/// `first..last]` and the blanks after it. True if the line may go on.
bool read_range(Cursor& cursor, ArgumentLine& line, bool& overflow) noexcept {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    const bool has_first = read_offset(cursor, first);
    if (cursor.done()) return partial(line, Stage::open, true), false;
    if (!has_first) return false;
    if (const Word dots = read_word(cursor, ".."); dots != Word::whole) {
        if (dots == Word::part) partial(line, Stage::open, true);
        return false;
    }
    const bool has_last = read_offset(cursor, last);
    if (cursor.done()) return partial(line, Stage::range, true), false;
    if (!has_last || *cursor.at != ']') return false;
    ++cursor.at;
    line.stage = Stage::closed;
    overflow = first > offset_limit || last > offset_limit;
    line.first = static_cast<std::uint32_t>(std::min(first, offset_limit));
    line.last = static_cast<std::uint32_t>(std::min(last, offset_limit));
    cursor.skip_blanks();
    if (cursor.done()) return partial(line, Stage::closed, false), false;
    return true;
}

void read_padding(Cursor& cursor, ArgumentLine& line) noexcept {
    const Word word = read_word(cursor, "<padding>");
    if (word == Word::part) return partial(line, Stage::name, true);
    line.match = word == Word::whole ? Match::padding : Match::none;
    line.end = cursor.offset();
}

bool read_name(Cursor& cursor, ArgumentLine& line) noexcept {
    const char* const start = cursor.at;
    while (!cursor.done() && is_name(*cursor.at)) ++cursor.at;
    const auto length = static_cast<std::size_t>(cursor.at - start);
    if (length == 0 || length > longest_name) return false;
    line.name = {start, length};
    if (cursor.done()) return partial(line, Stage::name, true), false;
    if (*cursor.at != ':') return false;
    ++cursor.at;
    line.stage = Stage::colon;
    return true;
}

void read_unbound(Cursor& cursor, ArgumentLine& line) noexcept {
    const Cursor start = cursor;
    switch (read_word(cursor, "<unbound>")) {
    case Word::part: return partial(line, Stage::colon, true);
    case Word::no: return bad(line, ErrorCode::bad_digit, start);
    case Word::whole: break;
    }
    line.match = Match::unbound;
    line.end = cursor.offset();
}

/// The text after `(`. Brackets nest in complex numbers; a single byte is one character whatever it is.
void read_value(Cursor& cursor, ArgumentLine& line) noexcept {
    const char* const start = cursor.at;
    const auto left = static_cast<std::size_t>(cursor.end - start);
    if (line.count == 1 && left >= 2 && start[1] == ')') {
        line.value = {start, 1};
        cursor.at = start + 2;
    } else {
        int depth = 1;
        for (; !cursor.done(); ++cursor.at) {
            depth += (*cursor.at == '(') - (*cursor.at == ')');
            if (depth == 0) break;
        }
        line.value = {start, static_cast<std::size_t>(cursor.at - start)};
        line.value_open = cursor.done();
        if (!cursor.done()) ++cursor.at;
    }
    line.end = cursor.offset();
}

/// Bytes up to `(` or the end of the text; a wrong one sets bad, half a byte at the end partial.
bool read_digits(Cursor& cursor, ArgumentLine& line, std::uint8_t* out) noexcept {
    while (!cursor.done() && *cursor.at != '(') {
        const std::uint8_t high = hex_value(*cursor.at);
        if (high == not_hex) return bad(line, ErrorCode::bad_digit, cursor), false;
        if (cursor.at + 1 == cursor.end) {
            partial(line, line.count == 0 ? Stage::colon : Stage::digits, true);
            return false;
        }
        const std::uint8_t low = hex_value(cursor.at[1]);
        const bool apart = cursor.at + 2 == cursor.end || is_blank(cursor.at[2]) || cursor.at[2] == '(';
        if (low == not_hex || !apart) return bad(line, ErrorCode::bad_digit, cursor), false;
        out[line.count++] = static_cast<std::uint8_t>(high << 4 | low);
        line.stage = Stage::digits;
        cursor.at += 2;
        cursor.skip_blanks();
    }
    return true;
}

void read_bytes(Cursor& cursor, ArgumentLine& line, std::uint8_t* out) noexcept {
    if (!read_digits(cursor, line, out)) return;
    if (cursor.done() && line.count < line.size()) return partial(line, line.stage, false);
    if (line.count != line.size()) return bad(line, ErrorCode::byte_count, cursor);
    line.match = Match::bytes;
    line.end = cursor.offset();
    if (cursor.done()) {
        line.value_missing = true;
        line.glue = false;
        return;
    }
    ++cursor.at;
    read_value(cursor, line);
}

} // namespace

ArgumentLine parse_argument(std::string_view text, std::vector<std::uint8_t>& bytes) {
    ArgumentLine line;
    Cursor cursor{text.data(), text.data() + 1, text.data() + text.size()};
    bool overflow = false;
    if (!read_range(cursor, line, overflow)) return line;
    if (*cursor.at == '<') {
        read_padding(cursor, line);
        return line;
    }
    if (!read_name(cursor, line)) return line;
    if (overflow || line.last < line.first) {
        bad(line, overflow ? ErrorCode::offset_overflow : ErrorCode::offset_reversed, {text.data(), text.data(), {}});
        return line;
    }
    cursor.skip_blanks();
    if (cursor.done()) {
        partial(line, Stage::colon, false);
        return line;
    }
    if (*cursor.at == '<') {
        read_unbound(cursor, line);
        return line;
    }
    const std::size_t most = static_cast<std::size_t>(cursor.end - cursor.at) / 2 + 1;
    if (bytes.size() < most) bytes.resize(most);
    read_bytes(cursor, line, bytes.data());
    return line;
}

} // namespace kernabi::dump
