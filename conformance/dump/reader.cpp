// SPDX-License-Identifier: MIT
#include "conformance/dump/reader.hpp"

#include "conformance/dump/characters.hpp"
#include "conformance/dump/escapes.hpp"
#include "conformance/dump/texts.hpp"

namespace kernabi::dump {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

} // namespace

bool Reader::feed(std::string_view chunk) {
    splitter_.feed(chunk, *this);
    return !stopped_;
}

bool Reader::finish() {
    splitter_.finish(*this);
    if (!stopped_ && !pending_.text.empty()) flush_pending(ErrorCode::truncated);
    const bool complete = !stopped_;
    if (complete) launches_.finish();
    launches_.reset();
    pending_.text.clear();
    in_gemm_ = stopped_ = false;
    return complete;
}

void Reader::line(std::string_view text, std::uint64_t number) {
    text = clean(text, number);
    if (!pending_.text.empty() && (continue_pending(text, number) || stopped_)) return;
    fresh_line(text, number);
}

/// A line over max_line is an error only if it began as an argument.
void Reader::long_line(std::string_view head, std::uint64_t number) {
    head = clean(head, number);
    if (!pending_.text.empty()) flush_pending(ErrorCode::incomplete);
    in_gemm_ = false;
    launches_.other_text();
    if (skip_marks(head).starts_with('#')) return;
    for (std::size_t at = head.find('['); at != std::string_view::npos && !stopped_; at = head.find('[', at + 1)) {
        const ArgumentLine read = parse_argument(head.substr(at), bytes_);
        if (read.match == Match::none || read.match == Match::padding) continue;
        if (is_serious(read, classify_prefix(head.substr(0, at)), ErrorCode::line_too_long))
            return report(ErrorCode::line_too_long, read, head.substr(at), number, 0);
    }
}

std::string_view Reader::clean(std::string_view text, std::uint64_t number) {
    if (number == 1 && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    if (text.find('\x1b') == std::string_view::npos) return text;
    strip_escapes(text, plain_);
    return plain_;
}

void Reader::fresh_line(std::string_view text, std::uint64_t number) {
    const std::string_view content = skip_marks(text);
    if (!content.empty() && content.front() != '#') {
        if (arguments(text, number)) {
            in_gemm_ = false;
            return;
        }
        if (gemm_block(text, number) || heading(text, number)) return;
        if (launches_.word(match_word(skip_quotes(text)), text.size())) return;
    } else {
        in_gemm_ = false;
    }
    launches_.other_text();
}

/// Finds the argument lines in `text`; more than one where line breaks were lost.
bool Reader::arguments(std::string_view text, std::uint64_t number) {
    bool any = false;
    std::size_t from = 0;
    std::size_t at = text.find('[');
    while (at != std::string_view::npos && !stopped_) {
        const std::string_view rest = text.substr(at);
        const bool possible = rest.size() == 1 || is_digit(rest[1]);
        const ArgumentLine read = possible ? parse_argument(rest, bytes_) : ArgumentLine{};
        std::size_t used = 1;
        if (read.match != Match::none) {
            const Prefix prefix = classify_prefix(text.substr(from, at - from));
            if (prefix == Prefix::comment) return true;
            switch (argument(read, rest, prefix, number, at)) {
            case Taken::nothing: break;
            case Taken::rest: return true;
            case Taken::argument:
                any = true;
                used = read.end;
                from = at + used;
                break;
            }
        }
        at = text.find('[', at + used);
    }
    return any;
}

Reader::Taken Reader::argument(const ArgumentLine& read, std::string_view text, Prefix prefix, std::uint64_t number,
                               std::size_t column) {
    switch (read.match) {
    case Match::none: return Taken::nothing;
    case Match::padding:
    case Match::unbound: break;
    case Match::bytes:
        if (!read.value_missing && !read.value_open) break;
        [[fallthrough]];
    case Match::partial: hold(read, text, prefix, number); return Taken::rest;
    case Match::bad:
        if (!is_serious(read, prefix, read.error)) return Taken::nothing;
        report(read.error, read, text, number, column + read.end + 1);
        return Taken::rest;
    }
    deliver(read, number);
    return Taken::argument;
}

bool Reader::gemm_block(std::string_view text, std::uint64_t number) {
    if (in_gemm_) {
        if (const auto note = match_note(text, gemm_.indent)) {
            handler_.note({gemm_.index, note->name, note->value, number});
            return true;
        }
    }
    const auto gemm = match_gemm(text);
    in_gemm_ = gemm.has_value();
    if (gemm) gemm_ = *gemm;
    return in_gemm_;
}

bool Reader::heading(std::string_view text, std::uint64_t number) {
    Geometry geometry;
    if (const GeometryMatch match = match_geometry(text, geometry); match != GeometryMatch::none) {
        geometry.line = number;
        if (match == GeometryMatch::yes)
            launches_.geometry(geometry);
        else
            report(ErrorCode::bad_geometry, {}, text, number, 0);
        return true;
    }
    if (const auto kernel = match_kernel(text)) {
        launches_.kernel(*kernel, text.size(), number);
        return true;
    }
    const auto grouped = match_grouped(text);
    if (!grouped) return false;
    launches_.grouped(number);
    launches_.word(match_word(*grouped), text.size());
    return true;
}

void Reader::deliver(const ArgumentLine& read, std::uint64_t number) {
    launches_.entry(read.first, number);
    if (read.match == Match::padding) return handler_.padding({read.first, read.last, number});
    Argument argument;
    argument.name = read.name;
    argument.first = read.first;
    argument.last = read.last;
    argument.size = read.size();
    argument.unbound = read.match == Match::unbound;
    if (!argument.unbound) argument.bytes = {bytes_.data(), read.count};
    argument.value = read.value;
    argument.line = number;
    handler_.argument(argument);
}

/// In the open, `[0..3] x: y` can be anybody's text: the less a line's beginning speaks for an argument, the more of it
/// must be right before its mistake is worth an error.
bool Reader::is_serious(const ArgumentLine& read, Prefix prefix, ErrorCode code) const noexcept {
    const bool last_chance = code == ErrorCode::truncated && launches_.open();
    switch (prefix) {
    case Prefix::bare:
        return last_chance || read.stage >= Stage::colon || (launches_.open() && read.stage >= Stage::range);
    case Prefix::log:
        return (last_chance && read.stage >= Stage::range) || read.stage >= Stage::digits ||
               (launches_.open() && read.stage >= Stage::colon);
    case Prefix::text:
    case Prefix::comment: break;
    }
    return false;
}

void Reader::report(ErrorCode code, const ArgumentLine& read, std::string_view text, std::uint64_t number,
                    std::uint64_t column) {
    // A damaged line at offset 0 still begins a launch: what follows is not the previous one's.
    if (read.stage >= Stage::closed && code != ErrorCode::offset_overflow) launches_.entry(read.first, number);
    describe(code, read, text, message_);
    if (!handler_.problem({code, number, column, message_, remedy(code)})) stopped_ = true;
}

} // namespace kernabi::dump
