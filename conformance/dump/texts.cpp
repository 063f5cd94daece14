// SPDX-License-Identifier: MIT
#include "conformance/dump/texts.hpp"

#include "conformance/dump/characters.hpp"

#include <algorithm>

namespace kernabi::dump {
namespace {

constexpr std::size_t most_quoted = 40;

/// The word at the start of `text`, safe to print.
void quote(std::string_view text, std::string& out) {
    const std::size_t blank = std::min(text.find_first_of(" \t("), text.size());
    out += '\'';
    for (char c : text.substr(0, std::min(std::max<std::size_t>(blank, 1), most_quoted)))
        out += c < ' ' || c > '~' ? '?' : c;
    out += '\'';
}

void subject(const ArgumentLine& line, std::string_view text, std::string& out) {
    out = "argument ";
    if (line.name.empty())
        out = "argument line ";
    else
        out.append("'").append(line.name.substr(0, most_quoted)).append("' ");
    out += text.substr(0, std::min(text.find(']'), most_quoted));
    if (line.stage >= Stage::closed) out += ']';
}

void describe_count(const ArgumentLine& line, std::string& out) {
    out.append(" has ").append(std::to_string(line.count)).append(" bytes, its offsets say ");
    out += std::to_string(line.size());
}

} // namespace

void describe(ErrorCode code, const ArgumentLine& line, std::string_view text, std::string& out) {
    if (code == ErrorCode::line_too_long) {
        out = "line is longer than " + std::to_string(max_line) + " bytes";
        return;
    }
    if (code == ErrorCode::bad_geometry) {
        out = "the launch's geometry has a number of more than 64 bits";
        return;
    }
    subject(line, text, out);
    switch (code) {
    case ErrorCode::byte_count: describe_count(line, out); break;
    case ErrorCode::bad_digit:
        out += ": ";
        quote(text.substr(line.end), out);
        out += " is not a byte of two hexadecimal digits";
        break;
    case ErrorCode::offset_overflow: out += ": an offset has more than 32 bits"; break;
    case ErrorCode::offset_reversed: out += ": the last offset is before the first"; break;
    case ErrorCode::incomplete: out += " stops early and the next line does not continue it"; break;
    case ErrorCode::truncated: out += ": the input ends here, inside the line"; break;
    case ErrorCode::line_too_long:
    case ErrorCode::bad_geometry: break;
    }
}

std::string_view remedy(ErrorCode code) noexcept {
    switch (code) {
    case ErrorCode::byte_count: return "restore the missing or surplus bytes, or take the dump again";
    case ErrorCode::bad_digit: return "write each byte as two digits 0-9 a-f with a space between bytes";
    case ErrorCode::offset_overflow: return "correct the offsets; a block has less than 4 GiB";
    case ErrorCode::offset_reversed: return "correct the offsets to [first..last], last included";
    case ErrorCode::incomplete: return "join the line's pieces, or remove what another program printed between them";
    case ErrorCode::truncated: return "copy the log to the end of its last line";
    case ErrorCode::line_too_long: return "restore the line breaks: one argument a line";
    case ErrorCode::bad_geometry: return "correct the line, or remove it: the arguments do not need it";
    }
    return {};
}

} // namespace kernabi::dump
