// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "conformance/dump/bytes.hpp"

using kernabi::dump::max_block;
using kernabi::dump::read_block;
using kernabi::dump::read_hex;
using kernabi::dump::read_raw;

namespace {

using Bytes = std::vector<std::uint8_t>;

const Bytes eight = {0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x20, 0x20};

Bytes good(std::string_view text) {
    Bytes bytes = {9};
    const auto error = read_hex(text, bytes);
    if (error) FAIL_CHECK(error->message);
    return bytes;
}

struct Place {
    std::uint64_t line;
    std::uint64_t column;
    bool operator==(const Place&) const = default;
};

/// Where the error is; its text must hold `word`.
Place bad(std::string_view text, std::string_view word) {
    Bytes bytes = {9};
    const auto error = read_hex(text, bytes);
    REQUIRE(error.has_value());
    CHECK(bytes.empty());
    INFO(error->message);
    CHECK(error->message.find(word) != std::string::npos);
    return {error->line, error->column};
}

} // namespace

TEST_CASE("plain hexadecimal text in its forms") {
    CHECK(good("0100000002002020") == eight);
    CHECK(good("01000000 02002020\n") == eight);
    CHECK(good("01 00 00 00 | 02 00 20 20") == eight);
    CHECK(good("0x01 0x00 0x00 0x00\r\n0x02 0X00 0x20 0x20\r\n") == eight);
    CHECK(good("0x1,0x0,0x0,0x0,0x2,0x0,0x20,0x20,") == eight);
    CHECK(good("01, 00, 00, 00,\n02, 00, 20, 20") == eight);
    CHECK(good("\xef\xbb\xbf# header\n01 00 00 00 # gemm_count\r\t02 00 20 20\n\n") == eight);
    CHECK(good("```\n01000000\n02002020\n```\n") == eight);
    CHECK(good("F8 fF") == Bytes{0xf8, 0xff});
}

TEST_CASE("the output of xxd, its text column left out") {
    CHECK(good("00000000: 0100 0000 0200 2020                      ......  \n") == eight);
    CHECK(good("00000000: 01 00 00 00 02 00 20 20  ad be ef\n") == eight);
    CHECK(good("00000010: 0100 0000  ....\n00000014: 0200 2020  ..  \n") == eight);
}

TEST_CASE("the output of hexdump -C, its text column left out") {
    CHECK(good("00000000  01 00 00 00 02 00 20 20                           |......  |\n00000008\n") == eight);
    CHECK(good("00000000  01 00 00 00 02 00 20 20  7c 7c 7c 7c 30 31 32 33  |......  ||||0123|\n00000010\n") ==
          Bytes{1, 0, 0, 0, 2, 0, 0x20, 0x20, 0x7c, 0x7c, 0x7c, 0x7c, 0x30, 0x31, 0x32, 0x33});
}

TEST_CASE("a star stands for rows like the one before it") {
    const Bytes bytes = good("00000000  01 02 03 04 05 06 07 08  09 0a 0b 0c 0d 0e 0f 10  |................|\n*\n"
                             "00000030  aa                                                |.|\n00000031\n");
    REQUIRE(bytes.size() == 49);
    for (std::size_t i = 0; i < 48; ++i) CHECK(bytes[i] == i % 16 + 1);
    CHECK(bytes[48] == 0xaa);
}

TEST_CASE("a wrong character and an odd number of digits have a line and a column") {
    CHECK(bad("01 00\n02 0g\n", "'g'") == Place{2, 5});
    CHECK(bad("01 00\r\n02 \x01\n", "byte 0x01") == Place{2, 4});
    CHECK(bad("01 000 02", "odd number of digits (3)") == Place{1, 4});
    CHECK(bad("01 0x 02", "odd number of digits (0)") == Place{1, 4});
    CHECK(bad("00000000: 0100 00g0  ..", "'g'") == Place{1, 18});
}

TEST_CASE("a number whose byte order is not known is refused") {
    CHECK(bad("0x00000001 0x20200002", "byte order") == Place{1, 1});
    CHECK(bad("0000000 0001 0000 0002 2020\n0000008\n", "hexdump -C") == Place{1, 1});
}

TEST_CASE("a row that is missing or cut is found by its offset") {
    CHECK(bad("00000000: 0100 0000  ....\n00000008: 0200 2020  ..  \n", "does not follow") == Place{2, 1});
    CHECK(bad("00000000  01 00  |..|\n00000004\n", "does not follow") == Place{2, 1});
    CHECK(bad("*\n01 02\n", "none before it") == Place{1, 1});
    CHECK(bad("00000000  01 00  |..|\n*\n", "no offset follows") == Place{2, 0});
    CHECK(bad("00000000  01 00  |..|\n*\nffffffff\n", "more than 65536") == Place{3, 0});
}

TEST_CASE("text without bytes is an error") {
    CHECK(bad("", "no bytes") == Place{0, 0});
    CHECK(bad("# only a comment\n", "no bytes") == Place{0, 0});
}

TEST_CASE("a block ends at its limit") {
    std::string text;
    for (std::size_t i = 0; i < max_block; ++i) text += "5a";
    CHECK(good(text).size() == max_block);
    CHECK(bad(text + "5a", "longer than 65536") == Place{1, 2 * max_block + 1});
    Bytes bytes;
    CHECK_FALSE(read_raw(std::string(max_block, 'x'), bytes).has_value());
    CHECK(bytes.size() == max_block);
    CHECK(read_raw(std::string(max_block + 1, 'x'), bytes).has_value());
    CHECK(bytes.empty());
    CHECK(read_raw("", bytes).has_value());
}

TEST_CASE("a block is read from text or raw bytes, and a dump is neither") {
    using std::string_view_literals::operator""sv;
    Bytes bytes;
    CHECK_FALSE(read_block("\x01\0\0\0\x02\0\x20\x20"sv, bytes).has_value());
    CHECK(bytes == eight);
    CHECK_FALSE(read_block("01000000 02002020", bytes).has_value());
    CHECK(bytes == eight);
    CHECK(read_block("[0..3] gemm_count: 01 00 00 00 (1)", bytes).has_value());
    CHECK(bytes.empty());
}
