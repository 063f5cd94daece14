// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/dump/recorder.hpp"

using kernabi::test::Events;
using kernabi::test::read_dump;

namespace {

constexpr std::string_view before = "[28..31] size_3: 00 20 00 00 (8192)\n";
constexpr std::string_view argument = "[32..39] ws_d: 00 00 80 b9 68 7f 00 00 (0x7f68b9800000)";
constexpr std::string_view after = "\n[40..47] c: 00 be 98 c4 68 7f 00 00 (0x7f68c498be00)\n";

Events expected(unsigned line_after) {
    return {"launch 1 ", "arg 1 size_3 28 4 00200000 (8192)", "arg 2 ws_d 32 8 000080b9687f0000 (0x7f68b9800000)",
            "arg " + std::to_string(line_after) + " c 40 8 00be98c4687f0000 (0x7f68c498be00)", "end"};
}

std::string broken(std::string_view text, std::size_t at, std::string_view line_break) {
    return std::string(text.substr(0, at)).append(line_break).append(text.substr(at));
}

} // namespace

TEST_CASE("an argument line may be broken at any place") {
    for (std::size_t at = 1; at < argument.size(); ++at)
        for (std::string_view line_break : {"\n", "\r\n", "\n> ", "\n    "}) {
            CAPTURE(at);
            CHECK(read_dump(std::string(before) + broken(argument, at, line_break) + std::string(after)) ==
                  expected(4));
        }
}

TEST_CASE("a break may take the place of a blank") {
    for (std::size_t at = argument.find(' '); at != std::string_view::npos; at = argument.find(' ', at + 1)) {
        const std::string text = std::string(argument.substr(0, at)).append("\n").append(argument.substr(at + 1));
        CAPTURE(at);
        CHECK(read_dump(std::string(before) + text + std::string(after)) == expected(4));
    }
}

TEST_CASE("a line in narrow columns is put together from all its pieces") {
    for (std::size_t width = 20; width < argument.size(); ++width) {
        std::string text;
        unsigned lines = 3;
        for (std::size_t at = 0; at < argument.size(); at += width) {
            text.append(at == 0 ? "" : "\n").append(argument.substr(at, width));
            lines += at != 0;
        }
        CAPTURE(width);
        CHECK(read_dump(std::string(before) + text + std::string(after)) == expected(lines));
    }
}

TEST_CASE("broken padding and broken unbound lines") {
    const std::string padding = "[8..11] <padding>";
    const std::string unbound = "[8..11] x: <unbound>";
    for (std::size_t at = 1; at < padding.size(); ++at)
        CHECK(read_dump("[0..0] a: 01 (x)\n" + broken(padding, at, "\n")) ==
              Events{"launch 1 ", "arg 1 a 0 1 01 (x)", "padding 2 8 11", "end"});
    for (std::size_t at = 1; at < unbound.size(); ++at)
        CHECK(read_dump("[0..0] a: 01 (x)\n" + broken(unbound, at, "\n")) ==
              Events{"launch 1 ", "arg 1 a 0 1 01 (x)", "arg 2 x 8 4 unbound", "end"});
}

TEST_CASE("a long kernel name may be broken") {
    const std::string name = "Cijk_Ailk_Bljk_HHS_BH_Bias_HAS_SAV_UserArgs_MT128x128x64_MI32x32x1_SN_LDSB1_AFC0_AFEM1";
    for (std::size_t at = 40; at < name.size(); ++at) {
        CAPTURE(at);
        CHECK(read_dump("Kernel " + broken(name, at, "\n") + "\n l(1, 1, 1) x g(1, 1, 1) = (1, 1, 1)\n") ==
              Events{"launch 1 " + name, "geometry 3 1,1,1 1,1,1 1,1,1", "end"});
    }
    CHECK(read_dump("Kernel\n" + name + "\n l(1, 1, 1) x g(1, 1, 1) = (1, 1, 1)\n") ==
          Events{"launch 1 " + name, "geometry 3 1,1,1 1,1,1 1,1,1", "end"});
}

TEST_CASE("what another program prints after a kernel's name is not part of it") {
    const std::string name = "Cijk_Ailk_Bljk_HHS_BH_Bias_HAS_SAV_UserArgs_MT128x128x64";
    CHECK(read_dump("Kernel " + name + "\nready\nand waiting\n l(1, 1, 1) x g(1, 1, 1) = (1, 1, 1)\n") ==
          Events{"launch 1 " + name, "geometry 4 1,1,1 1,1,1 1,1,1", "end"});
    CHECK(read_dump("Kernel short\nready\n[0..0] a: 01 (x)\n") ==
          Events{"launch 1 short", "arg 3 a 0 1 01 (x)", "end"});
}

TEST_CASE("a complete argument without a value does not swallow the next line") {
    CHECK(read_dump("[0..1] a: 01 02\nbe careful\n[2..3] b: 03 04\n[4..5] c: 05 06 (1541\nnext\n") ==
          Events{"launch 1 ", "arg 1 a 0 2 0102 ()", "arg 3 b 2 2 0304 ()", "arg 4 c 4 2 0506 (1541)", "end"});
}
