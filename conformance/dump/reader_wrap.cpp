// SPDX-License-Identifier: MIT
// The part of Reader that puts wrapped argument lines together again.
#include "conformance/dump/reader.hpp"

#include "conformance/dump/characters.hpp"

#include <algorithm>

namespace kernabi::dump {
namespace {

/// Every piece is parsed again with those before it, so their number bounds the work.
constexpr unsigned most_pieces = 32;
constexpr std::size_t longest_value_tail = 64;

/// Whether a line can be the end of a value whose brackets are still open: one short word that closes them.
bool continues_value(std::string_view tail) noexcept {
    tail = trim_right(tail);
    return tail.size() <= longest_value_tail && tail.ends_with(')') && std::none_of(tail.begin(), tail.end(), is_blank);
}

} // namespace

void Reader::hold(const ArgumentLine& read, std::string_view text, Prefix prefix, std::uint64_t number) {
    pending_.text.assign(text);
    pending_.prefix = prefix;
    pending_.line = number;
    pending_.pieces = 0;
    keep(read);
}

void Reader::keep(const ArgumentLine& read) {
    pending_.read = read;
    pending_.read.name = pending_.read.value = {};
    if (read.match == Match::bytes) pending_.byte = bytes_.front();
}

bool Reader::continue_pending(std::string_view text, std::uint64_t number) {
    // Where only the last '>' is wanting, it is no mark of quoting.
    const bool wants_end = pending_.text.ends_with("<padding") || pending_.text.ends_with("<unbound");
    const std::string_view tail = wants_end ? trim_left(text) : skip_quotes(text);
    if (!tail.empty() && pending_.pieces < most_pieces && join(tail) && take_joined(number)) return true;
    flush_pending(ErrorCode::incomplete);
    return false;
}

/// Sets joined_ to the pending text with the line that follows it. False if that cannot be its continuation.
bool Reader::join(std::string_view tail) {
    const ArgumentLine& read = pending_.read;
    joined_ = pending_.text;
    if (read.value_open) {
        // An int8 of 10 or 13 prints as a line end between the brackets.
        const auto character = static_cast<char>(pending_.byte);
        const bool line_end = read.count == 1 && (character == '\n' || character == '\r');
        if (line_end && joined_.back() == '(' && tail.front() == ')')
            joined_ += character;
        else if (!continues_value(tail))
            return false;
    } else if (!read.glue) {
        joined_ += ' ';
    }
    if (joined_.size() + tail.size() > max_line) return false;
    joined_ += tail;
    return true;
}

/// True if joined_ is an argument line, or the beginning of one, or a complete one with the wrong number of bytes.
bool Reader::take_joined(std::uint64_t number) {
    const bool was_complete = pending_.read.match == Match::bytes;
    const ArgumentLine read = parse_argument(joined_, bytes_);
    switch (read.match) {
    case Match::none: return false;
    case Match::partial:
        if (was_complete || read.stage < Stage::colon) return false;
        break;
    case Match::bad:
        if (read.error == ErrorCode::bad_digit || !is_serious(read, pending_.prefix, read.error)) return false;
        report(read.error, read, joined_, pending_.line, 0);
        pending_.text.clear();
        return true;
    case Match::padding:
    case Match::unbound:
    case Match::bytes:
        if (read.value_missing || read.value_open) break;
        pending_.text.clear();
        deliver(read, pending_.line);
        fresh_line(std::string_view(joined_).substr(read.end), number);
        return true;
    }
    pending_.text = joined_;
    ++pending_.pieces;
    keep(read);
    return true;
}

/// The next line does not continue it: what there is, is all.
void Reader::flush_pending(ErrorCode code) {
    const ArgumentLine read = parse_argument(pending_.text, bytes_);
    if (read.match == Match::bytes)
        deliver(read, pending_.line);
    else if (is_serious(read, pending_.prefix, code))
        report(code, read, pending_.text, pending_.line, 0);
    pending_.text.clear();
}

} // namespace kernabi::dump
