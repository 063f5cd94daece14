// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/dump/recorder.hpp"

using kernabi::dump::max_line;
using kernabi::test::Events;
using kernabi::test::read_dump;
using kernabi::test::read_dump_in_chunks;
using kernabi::test::Recorder;

namespace {

/// The damaged line stands between two good ones, which must come through.
Events around(std::string_view damaged) {
    return read_dump("[0..0] a: 01 (x)\n" + std::string(damaged) + "\n[9..9] z: 02 (y)\n");
}

Events only(std::string_view error) {
    return {"launch 1 ", "arg 1 a 0 1 01 (x)", "error 2 " + std::string(error), "arg 3 z 9 1 02 (y)", "end"};
}

std::string message(std::string_view text) {
    Recorder recorder;
    kernabi::dump::Reader reader(recorder);
    reader.feed(text);
    reader.finish();
    REQUIRE(recorder.problems.size() == 1);
    return recorder.problems.front();
}

} // namespace

TEST_CASE("a byte count that differs from the offsets is one error") {
    CHECK(around("[1..4] b: 01 02 03 (1)") == only("byte_count"));
    CHECK(around("[1..4] b: 01 02 03 04 05 (1)") == only("byte_count"));
    CHECK(around("[1..4] b: 01 02 03 04 05") == only("byte_count"));
    CHECK(around("[1..4] b: (1)") == only("byte_count"));
    CHECK(message("[1..4] b: 01 02 03 (1)") ==
          "argument 'b' [1..4] has 3 bytes, its offsets say 4; restore the missing "
          "or surplus bytes, or take the dump again");
}

TEST_CASE("a wrapped line with a wrong byte count is one error at its first line") {
    CHECK(read_dump("[0..0] a: 01 (x)\n[1..4] b: 01 02\n03 (5)\n[9..9] z: 02 (y)\n") ==
          Events{"launch 1 ", "arg 1 a 0 1 01 (x)", "error 2 byte_count", "arg 4 z 9 1 02 (y)", "end"});
}

TEST_CASE("what is no byte of two digits is one error") {
    CHECK(around("[1..2] b: 01 0g (1)") == only("bad_digit"));
    CHECK(around("[1..2] b: 01 2 (1)") == only("bad_digit"));
    CHECK(around("[1..2] b: 0102 (1)") == only("bad_digit"));
    CHECK(around("[1..2] b: <unbownd>") == only("bad_digit"));
    CHECK(message("[1..2] b: 01 0g (1)") == "argument 'b' [1..2]: '0g' is not a byte of two hexadecimal digits; write "
                                            "each byte as two digits 0-9 a-f with a space between bytes");
}

TEST_CASE("an error names the column of the mistake") {
    Recorder recorder;
    kernabi::dump::Reader reader(recorder);
    reader.feed("> [1..2] b: 01 0g (1)\n");
    reader.finish();
    CHECK(recorder.columns == std::vector<std::uint64_t>{16});
}

TEST_CASE("offsets past 32 bits and reversed offsets are one error") {
    CHECK(around("[4294967295..4294967296] b: 01 02 (1)") == only("offset_overflow"));
    CHECK(around("[99999999999999999999999..4] b: 01 (1)") == only("offset_overflow"));
    CHECK(around("[4..3] b: (1)") == only("offset_reversed"));
    CHECK(around("[4..3] b: <unbound>") == only("offset_reversed"));
    CHECK(message("[4..3] b: 01 (1)") ==
          "argument 'b' [4..3]: the last offset is before the first; correct the offsets "
          "to [first..last], last included");
}

TEST_CASE("the largest offsets are read") {
    CHECK(
        read_dump("[4294967295..4294967295] b: 01 (1)\n[0..4294967295] c: <unbound>\n") ==
        Events{"launch 1 ", "arg 1 b 4294967295 1 01 (1)", "end", "launch 2 ", "arg 2 c 0 4294967296 unbound", "end"});
}

TEST_CASE("a line that stops early is one error, and the next line is read") {
    for (std::string_view damaged : {"[1..4] b: 01 02", "[1..4] b: 01 0", "[1..4] b:", "[1..4] b", "[1..4]", "[1..4",
                                     "[1..4] b: <unb", "[1..4] <pad"}) {
        CAPTURE(damaged);
        CHECK(around(damaged) == only("incomplete"));
    }
    CHECK(read_dump("[0..3] a: 01 02\nOCCUPANCY: 3\n[4..4] b: 01 (x)\n") ==
          Events{"launch 1 ", "error 1 incomplete", "arg 3 b 4 1 01 (x)", "end"});
}

TEST_CASE("an input that ends inside an argument is one error, wherever it is cut") {
    const std::string line = "[120..123] GSUSync: 00 00 00 00 (0)";
    for (std::size_t at = 1; at < line.size(); ++at) {
        const Events events = read_dump("[0..0] a: 01 (x)\n" + line.substr(0, at));
        CAPTURE(at);
        // From the last digit on the bytes are there, and the value does not matter.
        if (at <= line.find(" (") - 1)
            CHECK(events == Events{"launch 1 ", "arg 1 a 0 1 01 (x)", "error 2 truncated", "end"});
        else
            CHECK(events[2].starts_with("arg 2 GSUSync 120 4 00000000 ("));
    }
    CHECK(message("[0..3] a: 01 00") ==
          "argument 'a' [0..3]: the input ends here, inside the line; copy the log to the "
          "end of its last line");
}

TEST_CASE("in a log a line must look more like an argument for its mistake to count") {
    CHECK(read_dump("INFO: [0..3] progress: fine\ndone [0..3] x: 01 zz\ntail [0..3] x: 01\nlist [1..2\n[1\n").empty());
    CHECK(read_dump("rank0: [0..3] x: 01 zz\n") == Events{"launch 1 ", "error 1 bad_digit", "end"});
}

TEST_CASE("a line over the limit is passed over unless it is an argument") {
    const std::string text(max_line, 'x');
    CHECK(read_dump("[0..0] a: 01 (x)\n" + text + "y[1..1] q: 01 (q)\n[1..1] b: 02 (y)\n") ==
          Events{"launch 1 ", "arg 1 a 0 1 01 (x)", "arg 3 b 1 1 02 (y)", "end"});
    std::string bytes = "[1..999999] b:";
    while (bytes.size() <= max_line) bytes += " 01";
    CHECK(around(bytes) == only("line_too_long"));
    CHECK(around("[1..1] b: 01 (1)" + text) == only("line_too_long"));
    CHECK(read_dump_in_chunks("[0..0] a: 01 (x)\n" + bytes + "\n[9..9] z: 02 (y)\n", 4096) == only("line_too_long"));
    CHECK(message(bytes) == "line is longer than 65536 bytes; restore the line breaks: one argument a line");
}

TEST_CASE("a line of exactly the limit is read whole") {
    const std::string line = "[1..1] b: 01 (1)";
    const Events expected = {"launch 1 ", "arg 1 b 1 1 01 (1)", "end"};
    CHECK(read_dump(line + std::string(max_line - line.size(), ' ') + "\n") == expected);
    CHECK(read_dump(line + std::string(max_line - line.size() + 1, ' ') + "\n") ==
          Events{"launch 1 ", "error 1 line_too_long", "end"});
}
