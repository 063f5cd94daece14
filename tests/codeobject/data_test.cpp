// SPDX-License-Identifier: MIT
// Code objects that LLVM assembled: the committed ones, and those of this build (KERNABI_FIXTURES names the folder).
#include "conformance/codeobject/mapped_file.hpp"
#include "tests/codeobject/collect.hpp"
#include <cstdlib>
#include <doctest/doctest.h>

using namespace kernabi;
using inference::Verdict;

namespace {

test::Collector read(const std::string& name) {
    const char* const folder = std::getenv("KERNABI_FIXTURES");
    REQUIRE(folder != nullptr);
    codeobject::MappedFile file;
    REQUIRE(file.open(std::string(folder) + "/" + name) == "");
    const ConstBytes bytes = file.bytes();
    return test::collected({bytes.begin(), bytes.end()});
}

struct Good {
    const char* file;
    const char* format;
    unsigned version;
    std::vector<std::string> targets; ///< a kernel each
};

} // namespace

TEST_CASE("LLVM's code objects, bundles and fat binaries are read, and conform") {
    const std::vector<std::string> two = {"gfx942", "gfx90a:xnack+"};
    const Good files[] = {
        {"elf_v4.co", "elf", 4, {"gfx942"}},
        {"elf_v5.co", "elf", 5, {"gfx942"}},
        {"elf_v6.co", "elf", 6, {"gfx11-generic"}},
        {"elf_xnack.co", "elf", 4, {"gfx90a:xnack+"}},
        {"three_notes.co", "elf", 4, {"gfx942", "gfx942", "gfx942"}},
        {"bundle.hipfb", "offload-bundle", 4, two},
        {"compressed.hipfb", "compressed-bundle", 4, two},
        {"fat_binary.o", "fat-binary", 4, {"gfx942", "gfx90a:xnack+", "gfx942", "gfx90a:xnack+"}},
        {"preload.co", "elf", 4, {"gfx942"}},
    };
    for (const Good& good : files) {
        CAPTURE(good.file);
        const test::Collector all = read(good.file);
        CHECK(all.problems.empty());
        CHECK(all.format_name == good.format);
        REQUIRE(all.kernels.size() == good.targets.size());
        for (std::size_t i = 0; i < good.targets.size(); ++i) {
            CHECK(all.kernels[i].target == good.targets[i]);
            CHECK(all.kernels[i].version == good.version);
            CHECK(all.kernels[i].descriptor.has_value());
            CHECK(all.kernels[i].report.verdict == Verdict::conforms);
        }
    }
}

TEST_CASE("LLVM's code objects with a fault have the finding that they are named after") {
    for (const char* const code :
         {"version_missing", "version_unknown", "header_contradiction", "header_after_sizes", "natural_alignment",
          "stream_k_order", "scalar_of_2_bytes", "arguments_overlap", "argument_past_segment", "segment_size",
          "descriptor_kernarg_size", "hidden_argument", "preload_past_segment", "preload_without_prologue",
          "argument_missing", "offset_differs", "size_differs", "argument_unknown"}) {
        CAPTURE(code);
        const test::Collector all = read(std::string(code) + ".co");
        REQUIRE(all.kernels.size() == 1);
        CHECK(all.kernels[0].report.verdict == Verdict::differs);
        bool there = false;
        for (const inference::Finding& f : all.kernels[0].report.findings)
            there = there || std::string(code) == inference::text_of(f.code);
        CHECK(there);
    }
}

TEST_CASE("LLVM's kernel of another library is foreign") {
    CHECK(read("foreign.co").kernels.at(0).report.verdict == Verdict::foreign);
}
