// SPDX-License-Identifier: MIT
// kernabi inspect and kernabi check as people call them.
#include "tests/cli/program.hpp"
#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using nlohmann::json;
using test::has;
using test::kernabi;
using test::Ran;

namespace {

const std::string data = KERNABI_DATA;

std::string file(const char* name) { return data + "/" + name; }

json parsed(const Ran& ran) {
    const json out = json::parse(ran.out, nullptr, false);
    REQUIRE(out.is_object());
    return out;
}

std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

const std::string dump =
    "Kernel elf_v4\n l(256, 1, 1) x g(1, 1, 1) = (256, 1, 1)\n"
    "[0..3] gemm_count: 01 00 00 00 (1)\n[4..7] internalArgs: 01 00 00 00 (1)\n[8..11] internalArgs1: 01 00 00 00 (1)\n"
    "[12..15] numWorkGroups: 01 00 00 00 (1)\n[16..19] size_0: 01 00 00 00 (1)\n[20..23] size_1: 01 00 00 00 (1)\n"
    "[24..27] size_2: 01 00 00 00 (1)\n[28..31] size_3: 01 00 00 00 (1)\n[32..39] d: 00 00 00 00 00 00 00 00 (0)\n";

} // namespace

TEST_CASE("inspect --json has the files, code objects, kernels and arguments") {
    const Ran ran = kernabi("inspect --json " + file("three_notes.co"));
    CHECK(ran.status == 0);
    const json out = parsed(ran);
    REQUIRE(out["files"].size() == 1);
    CHECK(out["files"][0]["path"] == file("three_notes.co"));
    CHECK(out["files"][0]["format"] == "elf");
    const json& object = out["files"][0]["code_objects"][0];
    CHECK(object["target"] == "gfx942");
    CHECK(object["code_object_version"] == 4);
    REQUIRE(object["kernels"].size() == 3);
    const json& kernel = object["kernels"][1];
    CHECK(kernel["name"] == "note_1");
    CHECK(kernel["symbol"] == "note_1.kd");
    CHECK(kernel["kern_args_version"] == 2);
    CHECK(kernel["layout"] == "v2-universal");
    CHECK(kernel["kernarg_segment_size"] == 104);
    CHECK(kernel["wavefront_size"] == 64);
    CHECK(kernel["descriptor"]["user_sgpr_count"] == 2);
    CHECK(kernel["args"][8] ==
          json::parse(
              R"({"name":"D","offset":32,"size":8,"value_kind":"global_buffer","value_type":"void","meaning":"d"})"));
}

TEST_CASE("check exits 0 when all conform, 1 when something differs, and says what") {
    CHECK(kernabi("check " + file("elf_v5.co")).status == 0);
    CHECK(kernabi("check " + file("foreign.co")).status == 0);
    const Ran ran = kernabi("check --json " + file("segment_size.co"));
    CHECK(ran.status == 1);
    const json kernel = parsed(ran)["files"][0]["code_objects"][0]["kernels"][0];
    CHECK(kernel["verdict"] == "differs");
    REQUIRE(kernel["findings"].size() == 1);
    CHECK(kernel["findings"][0]["code"] == "segment_size");
    CHECK(kernel["findings"][0]["wanted"] == 104);
    CHECK(kernel["findings"][0]["found"] == 112);
    CHECK(has(kernabi("check " + file("natural_alignment.co")).out, "the ABI packs it at 108"));
}

TEST_CASE("a folder: one line for each file that cannot be read, the rest goes on, exit 2") {
    const test::TemporaryFolder folder;
    std::filesystem::copy_file(file("elf_v4.co"), folder.path / "a.co");
    std::filesystem::copy_file(file("segment_size.co"), folder.path / "z.co");
    folder.file("empty.co", "");
    folder.file("text.co", "hello");
    folder.file("cut.co", test::slurp(file("elf_v4.co")).substr(0, 900));
    REQUIRE(::mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
    const Ran ran = kernabi("check --json -j 2 " + folder.path.string());
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "empty.co: an empty file"));
    CHECK(has(ran.err, "text.co: neither an ELF nor an offload bundle"));
    CHECK(has(ran.err, "pipe: not a regular file"));
    CHECK(has(ran.err, "cut.co: "));
    const json out = parsed(ran);
    REQUIRE(out["files"].size() == 6);
    CHECK(out["files"][0]["code_objects"][0]["kernels"][0]["verdict"] == "conforms"); // a.co
    CHECK(out["files"][5]["code_objects"][0]["kernels"][0]["verdict"] == "differs");  // z.co
    CHECK(out["files"][2]["format"].is_null());
    CHECK(out["files"][2]["problems"][0] == "an empty file");
}

TEST_CASE("patterns, missing files and files without kernels") {
    const Ran both = kernabi("inspect '" + data + "/elf_v[45].co'");
    CHECK(both.status == 0);
    CHECK(has(both.out, "2 kernels in 2 code objects of 2 files"));
    CHECK(has(kernabi("inspect '" + data + "/*.nothing'").err, "no file matches"));
    const Ran missing = kernabi("inspect " + data + "/missing.co");
    CHECK(missing.status == 2);
    CHECK(lines(missing.err) == 1);
    CHECK(has(missing.err, "No such file"));
}

TEST_CASE("filters by kernel, target and version; none left is exit 2") {
    CHECK(has(kernabi("inspect --kernel 'note_[12]' " + file("three_notes.co")).out, "2 kernels"));
    CHECK(has(kernabi("inspect --kernel note_0 " + file("three_notes.co")).out, "strideD1")); // lists arguments
    CHECK(has(kernabi("inspect --target gfx90a " + file("bundle.hipfb")).out, "1 kernels"));
    CHECK(has(kernabi("inspect --abi 0 " + file("header_after_sizes.co")).out, "1 kernels"));
    CHECK(kernabi("check --abi 3 " + file("elf_v4.co")).status == 2);
    CHECK(has(kernabi("check --kernel nothing " + file("elf_v4.co")).err, "no kernel there"));
}

TEST_CASE("check --dump: does the block sent fit the kernel that got it?") {
    const test::TemporaryFolder folder;
    const Ran cut = kernabi("check --json --dump " + folder.file("cut.txt", dump) + " " + file("elf_v4.co"));
    CHECK(cut.status == 1);
    const json kernel = parsed(cut)["files"][0]["code_objects"][0]["kernels"][0];
    CHECK(kernel["verdict"] == "differs");
    CHECK(kernel["findings"][0]["code"] == "dump_missing");
    CHECK(kernel["findings"][0]["argument"] == "C");
    const Ran other = kernabi("check --dump " + folder.file("dump.txt", dump) + " " + file("elf_v5.co"));
    CHECK(other.status == 2);
    CHECK(has(other.err, "no launch in it names a kernel of these files"));
    CHECK(kernabi("check --dump " + folder.file("none.txt", "nothing\n") + " " + file("elf_v4.co")).status == 2);
}

TEST_CASE("byte maps: a page of all kernels, a picture of one") {
    const test::TemporaryFolder folder;
    const std::string page = (folder.path / "page.html").string(), picture = (folder.path / "map.svg").string();
    CHECK(kernabi("check --html " + page + " " + file("natural_alignment.co")).status == 1);
    CHECK(has(test::slurp(page), "natural_alignment"));
    CHECK(has(test::slurp(page), "<svg"));
    CHECK(kernabi("inspect --svg " + picture + " " + file("elf_v4.co")).status == 0);
    CHECK(has(test::slurp(picture), "strideB1"));
    CHECK(kernabi("inspect --svg " + picture + "2 " + file("three_notes.co")).status == 2);
}

TEST_CASE("--max-size bounds what a bundle may unpack to") {
    const Ran ran = kernabi("inspect --max-size 1K " + file("compressed.hipfb"));
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "--max-size"));
    CHECK(kernabi("inspect --max-size lots " + file("compressed.hipfb")).status == 2);
}
