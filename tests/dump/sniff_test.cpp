// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "conformance/dump/bytes.hpp"

using kernabi::dump::InputKind;
using kernabi::dump::sniff;
using std::string_view_literals::operator""sv;

TEST_CASE("dump text is known by an argument or a heading, even after other lines and with a raw int8 in it") {
    CHECK(sniff("[0..3] gemm_count: 01 00 00 00 (1)\n") == InputKind::dump);
    CHECK(sniff("loading model\nKernel Cijk_A\n") == InputKind::dump);
    CHECK(sniff("Grouped gemm argsPtr kernels: \nCijk_A\n") == InputKind::dump);
    CHECK(sniff("Gemm 0:\n   m: 128\n") == InputKind::dump);
    CHECK(sniff("01 02 03\n[0..0] alpha: 00 (\0)\n"sv) == InputKind::dump);
    CHECK(sniff("# Components\n\n### Version 2\n\n```\n[0..3] a: 01 00 00 00 (1)\n```\n") == InputKind::dump);
}

TEST_CASE("readable text without a sign of either is a log") {
    CHECK(sniff("starting up, please wait\n") == InputKind::dump);
    CHECK(sniff("gr\xc3\xbc\xc3\x9f dich\n") == InputKind::dump);
}

TEST_CASE("hexadecimal text in its forms") {
    CHECK(sniff("01000000 02002020") == InputKind::hex);
    CHECK(sniff("0x01, 0x00, 0x00") == InputKind::hex);
    CHECK(sniff("# a block\n01 00 00 00 | 01 00 08 20") == InputKind::hex);
    CHECK(sniff("00000000: 4b65 726e 656c 2078  Kernel x\n") == InputKind::hex);
    CHECK(sniff("00000000  4b 65  |Ke|\n00000002\n") == InputKind::hex);
    CHECK(sniff("0000000 0001 0000\n0000004\n") == InputKind::hex);
}

TEST_CASE("hexadecimal text with a slip in it is still told as such") {
    CHECK(sniff("01 00 0g 00") == InputKind::hex);
    CHECK(sniff("01 00 000 00") == InputKind::hex);
}

TEST_CASE("raw bytes") {
    CHECK(sniff("\x01\0\0\0\x02\0\x20\x20"sv) == InputKind::raw);
    CHECK(sniff("\xff\xff\xff\xff") == InputKind::raw);
    CHECK(sniff("\xef\xbb\xbf\0"sv) == InputKind::raw);
}

TEST_CASE("an empty input") { CHECK(sniff("") == InputKind::empty); }
