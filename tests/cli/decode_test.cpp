// SPDX-License-Identifier: MIT
#include "tests/cli/page.hpp"
#include "tests/cli/program.hpp"
#include <algorithm>
#include <doctest/doctest.h>

using test::has;
using test::kernabi;

TEST_CASE("the page's version 2 dump is warned of as version 1's, with the reason") {
    const test::Ran ran = kernabi("decode", test::page_v2);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "version 1, dialect v1, 124 bytes, segment 128"));
    CHECK(has(ran.out, "warning v2_reads_as_v1 internalArgs1"));
    CHECK(has(ran.out, "WGMXCC"));
    CHECK(has(ran.out, "1023"));
}

TEST_CASE("told --abi 2, the same dump's word is an error that names version 1") {
    const test::Ran ran = kernabi("decode --abi 2", test::page_v2);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "version 2, dialect v2"));
    CHECK(has(ran.out, "error v2_reads_as_v1 internalArgs1"));
    CHECK(has(ran.out, "as version 1 packs it"));
    CHECK(has(ran.out, "[31:22] wgmxccg            1023"));
    CHECK(has(ran.out, "[21:16] wgmxcc             63"));
}

TEST_CASE("--check makes an error finding exit 1") {
    CHECK(kernabi("decode --check --abi 2", test::page_v2).status == 1);
    CHECK(kernabi("decode --check --abi 1", test::page_v2).status == 0);
}

TEST_CASE("a word that only version 2 packs is read as version 2") {
    const test::Ran ran = kernabi("decode", test::page_with_args1("f8 ff c1 ff", "-4063240"));
    CHECK(has(ran.out, "version 2, dialect v2"));
    CHECK(has(ran.out, "[15:0] wgm                -8"));
    CHECK(has(ran.out, "note group_unresolved internalArgs1"));
}

TEST_CASE("a word that both versions pack is assumed, and --abi decides") {
    const test::Ran ran = kernabi("decode", test::page_with_args1("00 00 00 00", "0"));
    CHECK(has(ran.out, "version 2 (assumed)"));
    CHECK(has(ran.out, "--abi decides"));
    CHECK(has(kernabi("decode --abi 1", test::page_with_args1("00 00 00 00", "0")).out, "version 1, dialect v1"));
}

TEST_CASE("a kernel's name with GSUC tells version 2") {
    const std::string name = "Kernel Cijk_Ailk_Bljk_SB_MT64x64x8_GSU2_GSUC0_GSUWGMRR0_WGM8\n";
    const test::Ran ran = kernabi("decode", name + test::page_v2);
    CHECK(has(ran.out, "version 2, dialect v2"));
    CHECK(has(ran.out, "GSUC"));
}

TEST_CASE("the page's version 0 dump reads field by field") {
    const test::Ran ran = kernabi("decode", test::page_v0);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "version 0, dialect v0, 132 bytes, segment 136"));
    CHECK(has(ran.out, "[28:24] staggerStrideShift 1"));
    CHECK(has(ran.out, "[15:8] wgm                8"));
    CHECK(has(ran.out, "[128..131] activationType  05 00 00 00              5 (Relu)"));
    CHECK_FALSE(has(ran.out, "error"));
}

TEST_CASE("hexadecimal text of a block is read without names") {
    const test::Ran ran = kernabi("decode", test::page_v2_hex);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "version 1"));
    CHECK(has(ran.out, "[104..111] dstD"));
    CHECK(has(ran.out, "warning v2_reads_as_v1"));
}

TEST_CASE("eight and sixteen bytes are a header") {
    CHECK(has(kernabi("decode", "01000000 01082001").out, "header of version 0"));
    const test::Ran ran = kernabi("decode --abi 2 --cu 38", "01 00 00 00 | 01 00 08 20 | 00 00 01 4c | 00 01 00 00");
    CHECK(has(ran.out, "[31:22] wgmxccg            304"));
    CHECK(has(ran.out, "note other_device_cu_count internalArgs1"));
}

TEST_CASE("raw bytes are read as they are") {
    const test::Ran ran = kernabi("decode", std::string("\x01\x00\x00\x00\x01\x08\x20\x01", 8));
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "header of version 0"));
}

TEST_CASE("a problem type told by --set explains what follows beta") {
    const std::string block = test::page_v2_hex.substr(0, 208) + "0040fe9c467f0000" + "04000000" + "00050000";
    const test::Ran ran = kernabi("decode --abi 2 --set problemType.useBias=1", block);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "[104..111] bias"));
    CHECK(has(ran.out, "bias_type      04 00 00 00              4 (Half)"));
}

TEST_CASE("bytes past the layout are shown as words, not dropped") {
    const test::Ran ran = kernabi("decode --abi 1", test::page_v2_hex.substr(0, 208) + "efbeadde");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "[104..107] rest_0"));
    CHECK(has(ran.out, "3735928559"));
}

TEST_CASE("--json gives an object a launch") {
    const test::Ran ran = kernabi("decode --json", test::page_v0 + test::page_v2);
    CHECK(ran.status == 0);
    CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') == 2);
    CHECK(has(ran.out, R"("version":0)"));
    CHECK(has(ran.out, R"("code":"v2_reads_as_v1")"));
}

TEST_CASE("a log's other lines are passed over") {
    const test::Ran ran = kernabi("decode", "OCCUPANCY: 1\nhello world\n" + test::page_v0 + "bye\n");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "launch 1 at line 3"));
}

TEST_CASE("a helper kernel's block is named as one") {
    CHECK(has(kernabi("decode", "Kernel Cijk_S_GA\n[0..7] WS: 00 09 12 20 13 7f 00 00 (0x7f1320120900)\n").out,
              "a helper kernel's arguments"));
}

TEST_CASE("no argument line in a text is an error that says how to get a dump") {
    const test::Ran ran = kernabi("decode", "nothing to see\nhere\n");
    CHECK(ran.status == 2);
    CHECK(test::is_one_line(ran.err));
    CHECK(has(ran.err, "TENSILE_DB=0x40"));
}

TEST_CASE("a damaged line is named by its number, and the rest is read") {
    std::string text = test::page_v0;
    text.replace(text.find("ff 00 00 00 (255)"), 2, "fg");
    const test::Ran ran = kernabi("decode", text);
    CHECK(ran.status == 2);
    CHECK(has(ran.err, ":4:"));
    CHECK(has(ran.out, "activationType"));
}

TEST_CASE("empty input, a missing file and a folder are one line and exit 2") {
    for (const char* arguments : {"decode", "decode /nonexistent/dump.txt", "decode /"}) {
        const test::Ran ran = kernabi(arguments, "");
        CHECK(ran.status == 2);
        CHECK(test::is_one_line(ran.err));
    }
}

TEST_CASE("a block of bytes that fits no version asks for --abi") {
    const test::Ran ran = kernabi("decode", "ffffffffffffffffffffffffffffffffffffffffffffffff");
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "--abi"));
}

TEST_CASE("versions that do not exist are refused by name") {
    for (const char* version : {"4", "-1", "two", "22", "2x"}) {
        const test::Ran ran = kernabi(std::string("decode --abi=") + version, test::page_v2);
        CHECK(ran.status == 2);
        CHECK(test::is_one_line(ran.err));
        CHECK(has(ran.err, "KernArgsVersion is 0, 1, 2 or 3"));
    }
}

TEST_CASE("--html writes a page and does not overwrite one") {
    const test::TemporaryFolder folder;
    const std::string page = (folder.path / "page.html").string();
    CHECK(kernabi("decode --html " + page, test::page_v2).status == 0);
    const std::string content = test::slurp(page);
    CHECK(has(content, "<svg "));
    CHECK(has(content, "strideW_D1"));
    const test::Ran again = kernabi("decode --html " + page, test::page_v0);
    CHECK(again.status == 2);
    CHECK(test::slurp(page) == content);
}

TEST_CASE("names that are no text cannot break out of the page") {
    const test::TemporaryFolder folder;
    const std::string page = (folder.path / "page.html").string();
    CHECK(kernabi("decode --html " + page, "Kernel <script>alert(1)</script>\n[0..3] gemm_count: 01 00 00 00 (1)\n")
              .status == 0);
    CHECK_FALSE(has(test::slurp(page), "<script>"));
}

TEST_CASE("what another command reads is said so") {
    const test::TemporaryFolder folder;
    const std::string elf = folder.file("kernel.co", std::string("\x7f") + "ELF" + std::string(60, '\0'));
    CHECK(has(kernabi("decode " + elf).err, "kernabi inspect and kernabi check read those"));
    CHECK(has(kernabi("diff " + elf + " " + elf).err, "kernabi check --dump holds one against a dump"));
    const test::Ran request = kernabi("decode", R"({"problem": {"m": 512}})");
    CHECK(request.status == 2);
    CHECK(has(request.err, "kernabi solve reads a request"));
}
