// SPDX-License-Identifier: MIT
#include "conformance/dump/bytes.hpp"

#include "conformance/dump/characters.hpp"
#include "conformance/dump/hex_rows.hpp"

namespace kernabi::dump {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool is_separator(char c) noexcept { return is_blank(c) || c == ',' || c == '|'; }

std::string quote(char c) {
    if (c >= ' ' && c <= '~') return {'\'', c, '\''};
    constexpr std::string_view digits = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(c);
    return std::string("byte 0x") + digits[value >> 4] + digits[value & 15U];
}

/// Reads hexadecimal text line by line. Every step returns false after an error, which is then in `error`.
class HexReader {
  public:
    explicit HexReader(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

    bool line(std::string_view text);
    bool finish();
    std::optional<BytesError> error;

  private:
    bool fail(const char* at, std::string message);
    bool row(const HexRow& row, const char* at);
    bool repeat(std::uint64_t offset);
    bool digits(std::string_view text);
    bool token(std::string_view text);
    bool add(std::uint8_t byte, const char* at);

    std::vector<std::uint8_t>& bytes_;
    const char* line_begin_ = nullptr;
    std::uint64_t number_ = 0;
    std::optional<std::uint64_t> base_; ///< Offset of the first row: part of a longer dump may be given.
    std::size_t row_begin_ = 0;
    std::uint64_t star_ = 0; ///< Line of a `*` whose rows are not known yet, or 0.
};

bool HexReader::fail(const char* at, std::string message) {
    const std::uint64_t column = at == nullptr ? 0 : static_cast<std::uint64_t>(at - line_begin_) + 1;
    error = BytesError{number_, column, std::move(message)};
    return false;
}

bool HexReader::line(std::string_view text) {
    ++number_;
    line_begin_ = text.data();
    const std::string_view content = trim(text);
    if (content.empty() || content.starts_with('#') || content.starts_with("```")) return true;
    if (content == "*") {
        if (!base_ || bytes_.size() == row_begin_)
            return fail(content.data(), "'*' repeats a row, but there is none before it: give the dump from its start");
        star_ = number_;
        return true;
    }
    if (const auto found = match_xxd(text)) return row(*found, content.data());
    if (const auto found = match_hexdump(text)) return row(*found, content.data());
    if (base_)
        if (const auto found = match_offset(text)) return row(*found, content.data());
    if (is_word_dump(content))
        return fail(content.data(), "this is hexdump's form of 16-bit words, its bytes are swapped: use hexdump -C");
    return digits(text.substr(0, text.find('#')));
}

bool HexReader::finish() {
    if (star_ == 0) return true;
    number_ = star_;
    return fail(nullptr, "'*' stands for repeated rows, but no offset follows to say how many: give the whole dump");
}

bool HexReader::row(const HexRow& row, const char* at) {
    if (!base_) base_ = row.offset - bytes_.size();
    const std::uint64_t offset = row.offset - *base_;
    if (star_ != 0 && !repeat(offset)) return false;
    if (offset != bytes_.size())
        return fail(at, "the row's offset does not follow on the " + std::to_string(bytes_.size()) +
                            " bytes before it: a row is missing or cut");
    row_begin_ = bytes_.size();
    return digits(row.digits);
}

bool HexReader::repeat(std::uint64_t offset) {
    star_ = 0;
    if (offset > max_block)
        return fail(nullptr, "the rows up to here are more than " + std::to_string(max_block) + " bytes");
    const std::size_t length = bytes_.size() - row_begin_;
    while (bytes_.size() < offset) bytes_.push_back(bytes_[bytes_.size() - length]);
    return true;
}

bool HexReader::digits(std::string_view text) {
    while (!text.empty()) {
        if (is_separator(text.front())) {
            text.remove_prefix(1);
            continue;
        }
        std::size_t length = 1;
        while (length < text.size() && !is_separator(text[length])) ++length;
        if (!token(text.substr(0, length))) return false;
        text.remove_prefix(length);
    }
    return true;
}

bool HexReader::token(std::string_view text) {
    const bool prefixed = text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const std::string_view digits = prefixed ? text.substr(2) : text;
    for (const char& c : digits)
        if (!is_hex(c))
            return fail(&c, quote(c) + " is no hexadecimal digit: write bytes in memory order, two digits each");
    if (prefixed && digits.size() > 2)
        return fail(text.data(), "the byte order of a 0x number of more than two digits is not known: write its bytes "
                                 "in memory order, two digits each");
    if (prefixed && digits.size() == 1) return add(hex_value(digits[0]), text.data());
    if (digits.size() % 2 != 0 || digits.empty())
        return fail(text.data(),
                    "odd number of digits (" + std::to_string(digits.size()) + "): write two digits for each byte");
    for (std::size_t i = 0; i < digits.size(); i += 2)
        if (!add(static_cast<std::uint8_t>(hex_value(digits[i]) << 4 | hex_value(digits[i + 1])), &digits[i]))
            return false;
    return true;
}

bool HexReader::add(std::uint8_t byte, const char* at) {
    if (bytes_.size() == max_block)
        return fail(at,
                    "the block is longer than " + std::to_string(max_block) + " bytes: give the argument bytes only");
    bytes_.push_back(byte);
    return true;
}

/// Takes a line and its end (LF, CR LF or CR) off the front.
std::string_view take_line(std::string_view& text) noexcept {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(line.size());
    if (!text.empty()) text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
    return line;
}

} // namespace

std::optional<BytesError> read_hex(std::string_view text, std::vector<std::uint8_t>& bytes) {
    bytes.clear();
    HexReader reader(bytes);
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    while (!text.empty())
        if (!reader.line(take_line(text))) break;
    if (!reader.error && reader.finish() && bytes.empty())
        reader.error = BytesError{0, 0, "the text holds no bytes: write them in memory order, two digits each"};
    if (reader.error) bytes.clear();
    return reader.error;
}

std::optional<BytesError> read_raw(std::string_view input, std::vector<std::uint8_t>& bytes) {
    bytes.clear();
    if (input.size() > max_block)
        return BytesError{0, 0,
                          "the input has " + std::to_string(input.size()) + " bytes, a block at most " +
                              std::to_string(max_block) + ": give the argument bytes only"};
    if (input.empty()) return BytesError{0, 0, "the input is empty: give the argument bytes"};
    bytes.reserve(input.size());
    for (char c : input) bytes.push_back(static_cast<unsigned char>(c));
    return {};
}

std::optional<BytesError> read_block(std::string_view input, std::vector<std::uint8_t>& bytes) {
    switch (sniff(input)) {
    case InputKind::hex: return read_hex(input, bytes);
    case InputKind::dump:
        bytes.clear();
        return BytesError{0, 0, "the input is text, not a block of bytes: give hexadecimal digits or the raw bytes"};
    case InputKind::empty:
    case InputKind::raw: break;
    }
    return read_raw(input, bytes);
}

} // namespace kernabi::dump
