// SPDX-License-Identifier: MIT
// kernabi launch on the fake device: code objects made here, with metadata and nothing to run.
#include "tests/hip/fake.hpp"
#include <algorithm>
#include <doctest/doctest.h>

namespace fixture = kernabi::fixture;
using test::has;
using test::on_fake;
using test::Ran;

namespace {

constexpr const char* half = "Cijk_Ailk_Bljk_HHS_BH_MT16x16x16";
constexpr const char* single = "Cijk_Alik_Bljk_SB_MT16x16x16";

fixture::Kernel plain(const std::string& name) {
    fixture::Kernel kernel = fixture::plain_kernel();
    kernel.name = name;
    kernel.max_workgroup_size = 256;
    return kernel;
}

kernabi::Form form_of(kernabi::Version version) { return {version, kernabi::default_preset(version).dialect, {}}; }

/// A file and the problem that goes with it.
struct File : test::TemporaryFolder {
    std::string name, problem;

    explicit File(const std::vector<fixture::Kernel>& kernels, const fixture::ElfFacts& facts = {})
        : name(file("kernels.co", test::text_of(fixture::elf(kernels, facts)))),
          problem("--set problem.m=40 --set problem.n=40 --set problem.k=24 --set inputs.alpha=2.5 --set "
                  "inputs.beta=0.5 ") {}
    Ran launch(const std::string& more = "", const std::string& behaviour = "") const {
        return on_fake("launch " + name + " " + problem + more, behaviour);
    }
};

struct HalfFile : File {
    explicit HalfFile(const std::vector<fixture::Kernel>& kernels = {plain(half)}) : File(kernels) {
        problem += "--set problemType.aType=Half --set problemType.bType=Half --set problemType.dType=Half ";
    }
};

} // namespace

TEST_CASE("a right kernel is judged right, in f16 and f32, transposed or not, of every version") {
    CHECK(HalfFile().launch().status == 0);
    CHECK(File({plain(single)}).launch("--set problemType.transA=true").status == 0);
    for (const auto version :
         {kernabi::Version::v0, kernabi::Version::v1, kernabi::Version::v2, kernabi::Version::v3}) {
        const File file({test::kernel_of(form_of(version), "Cijk_Ailk_Bjlk_SB_MT16x16x16")});
        const Ran ran = file.launch("--set problemType.transB=true --set problem.batch=3 --set problem.ldd=48");
        INFO(ran.out << ran.err);
        CHECK(ran.status == 0);
        CHECK(has(ran.out, "\nright\n"));
    }
}

TEST_CASE("scalars have the types that metadata says: halves twice, doubles") {
    kernabi::Form form = form_of(kernabi::Version::v2);
    form.type.alphaType = form.type.betaType = kernabi::DataType::Half;
    HalfFile halves({test::kernel_of(form, "Cijk_Ailk_Bljk_HHH_MT16x16x16")});
    const Ran ran = halves.launch("--set problemType.computeType=Half --values small");
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    form.type.alphaType = form.type.betaType = kernabi::DataType::Double;
    File doubles({test::kernel_of(form, "Cijk_Ailk_Bljk_DB_MT16x16x16")});
    const Ran told = doubles.launch("--set problemType.aType=Double");
    INFO(told.out << told.err);
    CHECK(told.status == 0);
    CHECK(has(doubles.launch("--set problem.alphaType=Float").err, "alpha: the kernel takes 8 bytes"));
}

TEST_CASE("the report names device, buffers, launches and verdict") {
    const Ran ran = HalfFile().launch();
    CHECK(has(ran.out, "for gfx942, version 2, dialect v2\n"));
    CHECK(has(ran.out, "on device 0: Fake device (gfx942:sramecc+:xnack-), HIP 60000000\n"));
    CHECK(has(ran.out, "launch 1: 9 x 1 x 1 workgroups of 256 threads, 104 bytes\n"));
    CHECK(has(ran.out, "D: 1600 elements, none wrong (bounds)\n"));
    CHECK(has(ran.out, "guards: whole on both sides of every buffer\n"));
}

TEST_CASE("epilogues and what is not read: bias, scales, activation, E, no beta, no alpha") {
    kernabi::Form form = form_of(kernabi::Version::v2);
    form.type.useBias = 1;
    form.type.useE = true;
    form.type.useScaleAlphaVec = 1;
    form.type.useScaleAB = kernabi::ScaleAB::scalar;
    form.type.activationType = kernabi::Activation::All;
    form.type.activationArgLength = 2;
    const File file({test::kernel_of(form, single)});
    const std::string transposed = "--set problemType.transA=true --set problem.strideBias=40 ";
    for (const char* more : {"--set params.activationEnum=Relu", "--set params.activationEnum=Gelu --values small",
                             "--set inputs.beta=0 --values special", "--set inputs.alpha=0 --values adversarial"}) {
        const Ran ran = file.launch(transposed + more);
        INFO(more << "\n" << ran.out << ran.err);
        CHECK(ran.status == 0);
    }
    const Ran unread = file.launch(transposed + "--set inputs.beta=0");
    CHECK(has(unread.out, "  c             not read "));
}

TEST_CASE("a split of k by one kernel needs workspace and counters, and gets them") {
    kernabi::Form form = form_of(kernabi::Version::v2);
    form.type.globalAccumulation = kernabi::Accumulation::multiple_buffer_single_kernel;
    const File file({test::kernel_of(form, "Cijk_Ailk_Bljk_SB_MT16x16x8")});
    const Ran ran = file.launch("--set sizeMapping.globalSplitU=3");
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "  ws            workspace "));
    CHECK(has(ran.out, "  Synchronizer  counters "));
}

TEST_CASE("arrays of addresses are made where the problem is not strided") {
    kernabi::Form form = form_of(kernabi::Version::v2);
    const File file({test::kernel_of(form, "Cijk_Ailk_Bljk_SB_MT16x16x16")});
    const Ran ran = file.launch("--set problemType.stridedBatched=false --set problem.batch=2", "arrays");
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "  batchA        addresses                16 bytes"));
}

TEST_CASE("wrong results give 1 and the pattern's name") {
    const HalfFile file;
    const struct {
        const char *behaviour, *pattern;
    } rows[] = {{"wrong_tile", "\"pattern\":\"tile\""},
                {"transposed", "\"pattern\":\"transposed\""},
                {"alpha_dropped", "\"pattern\":\"alpha_missing\""}};
    for (const auto& row : rows) {
        const Ran ran = file.launch("--json", row.behaviour);
        INFO(ran.out << ran.err);
        CHECK(ran.status == 1);
        CHECK(has(ran.out, row.pattern));
        CHECK(has(ran.out, "\"right\":false"));
    }
    const Ran text = file.launch("", "wrong_tile");
    CHECK(has(text.out, "\npattern: "));
    CHECK(has(text.out, "\nfirst: row "));
    CHECK(has(text.out, "\nwrong\n"));
}

TEST_CASE("what is written beside D, into inputs and between columns is found though D is right") {
    const HalfFile file;
    const Ran past = file.launch("", "past_end"), before = file.launch("", "before_start");
    CHECK(past.status == 1);
    CHECK(has(past.out, "guards: d: 4 bytes past its end were written, the first 0 past it\n"));
    CHECK(has(past.out, "none wrong"));
    CHECK(before.status == 1);
    CHECK(has(before.out, "guards: d: 4 bytes before its start were written, the nearest 1 before it\n"));
    const Ran padding = file.launch("--set problem.ldd=50", "padding");
    CHECK(padding.status == 1);
    CHECK(has(padding.out,
              "padding: d: 1 elements between columns were written, the first at row 40, column 0, batch 0\n"));
    const Ran input = file.launch("", "input");
    CHECK(input.status == 1);
    CHECK(has(input.out, "inputs: a: 1 bytes of this input were written, the first at row 0, column 0, batch 0\n"));
}

TEST_CASE("runs that give other bits are told of, with the place") {
    const HalfFile file;
    CHECK(has(file.launch("--repeat 3").out, "repeating: the same bits in 3 runs\n"));
    const Ran ran = file.launch("--repeat 3", "unsteady");
    CHECK(ran.status == 1);
    CHECK(has(ran.out, "repeating: d: run 2 gave other bits than the first in 1 bytes, the first at row 3, column 2"));
}

TEST_CASE("a contradiction names the argument and the setting") {
    const File file({plain(single)});
    const struct {
        const char *settings, *message;
    } rows[] = {
        {"--set problemType.useBias=1",
         "bias: the problem has it (8 bytes) and the kernel takes none; see problemType.useBias"},
        {"--set problem.alphaType=Double",
         "alpha: the kernel takes 4 bytes and the problem's has 8; see problem.alphaType"},
        {"--set problemType.computeType=Double", "alpha: the kernel takes 4 bytes and the problem's has 8"},
        {"--set problemType.useBeta=false", "beta: the kernel takes it (4 bytes at 100) and the problem has none"},
        {"--set internalArgsSupport.version=1", "KernArgsVersion: the kernel's is 2 and the problem's 1"},
        {"--set problemType.useE=true", "e: the problem has it"},
    };
    for (const auto& row : rows) {
        const Ran ran = file.launch(row.settings);
        INFO(ran.err);
        CHECK(ran.status == 2);
        CHECK(test::is_one_line(ran.err));
        CHECK(has(ran.err, row.message));
    }
}

TEST_CASE("another macro tile than the kernel's name has is refused") {
    const File file({plain(single)});
    const std::string problem = file.file("problem.json", R"({"sizeMapping": {"macroTile": [64, 16, 1]}})");
    const Ran ran = file.launch("--problem " + problem);
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "sizeMapping.macroTile: the problem says [64,16,1], the kernel's name 16 x 16"));
}

TEST_CASE("a workgroup larger than the kernel takes is refused") {
    fixture::Kernel kernel = plain(single);
    kernel.max_workgroup_size = 64;
    const std::string name = single;
    kernel.name = name + "_WG16_16_1";
    const Ran ran = File({kernel}).launch();
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "256 threads, and the kernel takes at most 64"));
}

TEST_CASE("several kernels are listed, a pattern or a name chooses, a wrong name says so") {
    const HalfFile file({plain(half), plain(std::string(half) + "_B"), plain("Cijk_other")});
    const Ran several = file.launch();
    CHECK(several.status == 2);
    CHECK(has(several.err, "3 kernels fit; name one with --kernel: " + std::string(half)));
    CHECK(file.launch("--kernel '*HHS*'").status == 2);
    CHECK(file.launch("--kernel '*_B'").status == 0);
    CHECK(file.launch("--kernel " + std::string(half)).status == 0);
    const Ran none = file.launch("--kernel nothing");
    CHECK(none.status == 2);
    CHECK(has(none.err, "no kernel nothing; kernabi inspect lists the 3"));
}

TEST_CASE("helper kernels must be in the code object, and are launched where they are") {
    const std::string split = "--kernel " + std::string(single) +
                              " --set problemType.transA=true --set sizeMapping.globalSplitU=2 "
                              "--set sizeMapping.globalAccumulation=2 ";
    const Ran missing = File({plain(single)}).launch(split);
    CHECK(missing.status == 2);
    CHECK(has(missing.err, "needs the helper kernel Cijk_SS_PostGSU2_VW1"));
    fixture::Kernel helper = plain("Cijk_SS_PostGSU2_VW1");
    helper.config = false;
    helper.args = {{"", 0, 8}};
    const File both({plain(single), helper});
    CHECK(has(both.launch(split + "--dry-run").out, "launch 2: 7 x 1 x 1 workgroups of 256 threads"));
    const Ran ran = both.launch(split + "--json", "buffers"); // the fake's helpers do nothing, so D is untouched
    INFO(ran.err);
    CHECK(ran.status == 1);
    CHECK(has(ran.out, "\"pattern\":\"untouched\""));
}

TEST_CASE("a dry run shows what would be sent and needs no library") {
    const HalfFile file;
    const Ran ran = test::without_library("launch " + file.name + " " + file.problem + "--dry-run");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "launch 1: 9 x 1 x 1 workgroups of 256 threads, 104 bytes\n"));
    CHECK(has(ran.out, "  [96..99]   alpha          00 00 20 40              2.5\n"));
    CHECK(has(ran.out, "buffers, at addresses made up for this page\n"));
    const Ran json = test::without_library("launch " + file.name + " " + file.problem + "--dry-run --json");
    CHECK(has(json.out, "\"workGroupSize\":[256,1,1]"));
    CHECK(has(json.out, "\"role\":\"output\""));
}

TEST_CASE("no library, no device and no code object for the target give 77, each in its own words") {
    const HalfFile file;
    const Ran library = test::without_library("launch " + file.name + " " + file.problem);
    const Ran device = file.launch("", "no_devices"), target = file.launch("", "target=gfx1100");
    for (const Ran* ran : {&library, &device, &target}) {
        CHECK(ran->status == 77);
        CHECK(test::is_one_line(ran->err));
    }
    CHECK(has(library.err, "libamdhip64.so is not on this machine"));
    CHECK(has(device.err, "finds no device"));
    CHECK(has(target.err, "no code object for gfx1100 holds a kernel; there is one for gfx942"));
}

TEST_CASE("features of the target decide between code objects of a bundle") {
    constexpr std::uint32_t gfx90a = 0x3f, xnack_off = 2u << 8, xnack_on = 3u << 8;
    const auto object = [&](std::uint32_t flags, const char* name) {
        fixture::ElfFacts facts;
        facts.flags = flags;
        return fixture::elf({plain(name)}, facts);
    };
    const test::TemporaryFolder folder;
    const std::string file =
        folder.file("bundle.co", test::text_of(fixture::bundle(
                                     {{"hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-", object(gfx90a | xnack_off, single)},
                                      {"hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+", object(gfx90a | xnack_on, single)}})));
    const std::string call =
        "launch " + file + " --set problem.m=8 --set problem.n=8 --set problem.k=8 --set problemType.transA=true";
    CHECK(has(on_fake(call, "target=gfx90a:sramecc+:xnack-").out, "for gfx90a:xnack-,"));
    CHECK(has(on_fake(call, "target=gfx90a:sramecc+:xnack+").out, "for gfx90a:xnack+,"));
    CHECK(on_fake(call, "target=gfx942:sramecc+:xnack-").status == 77);
    const Ran dry = on_fake(call + " --dry-run");
    CHECK(dry.status == 2);
    CHECK(has(dry.err, "the kernel is there for gfx90a:xnack-, gfx90a:xnack+; name one with --target"));
    CHECK(has(on_fake(call + " --dry-run --target gfx90a:xnack+").out, "for gfx90a:xnack+,"));
}

TEST_CASE("kernels that are there for several targets are counted once, and long names repeated short") {
    std::vector<fixture::Kernel> kernels;
    for (char c = 'a'; c < 'h'; ++c) kernels.push_back(plain(std::string("Cijk_") + c));
    const auto object = [&](std::uint32_t flags) {
        fixture::ElfFacts facts;
        facts.flags = flags;
        return fixture::elf(kernels, facts);
    };
    const test::TemporaryFolder folder;
    const std::string file = folder.file(
        "bundle.co", test::text_of(fixture::bundle({{"hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-", object(0x23f)},
                                                    {"hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+", object(0x33f)}})));
    const std::string call = "launch " + file + " --dry-run --set problem.m=8 --set problem.n=8 --set problem.k=8";
    const Ran several = on_fake(call), none = on_fake(call + " --kernel " + std::string(10000, 'x'));
    CHECK(has(several.err,
              ": 7 kernels fit; name one with --kernel: Cijk_a, Cijk_b, Cijk_c, Cijk_d, Cijk_e and 2 more\n"));
    CHECK(none.status == 2);
    CHECK(none.err.size() < 500);
}

TEST_CASE("too little memory names the buffer and the bytes; a launch error keeps what was printed") {
    const HalfFile file;
    const Ran memory = file.launch("", "memory=20000");
    CHECK(memory.status == 1);
    CHECK(test::is_one_line(memory.err));
    CHECK(has(memory.err, "b: too little memory on the device: 10112 bytes were asked for: out of memory (2)"));
    const Ran error = file.launch("", "launch_error=1");
    CHECK(error.status == 1);
    CHECK(has(error.err, "launch 1 of 1, " + std::string(half) + ": launch: unspecified launch failure (719)"));
    CHECK(has(error.out, "buffers\n"));
    CHECK(has(file.launch("--json", "launch_error=1").out, "\"error\":\"launch 1 of 1, "));
    CHECK(file.launch("", "load_error").status == 1);
}

TEST_CASE("a report that cannot be written is no success") {
    const HalfFile file;
    const test::Variable path("LD_LIBRARY_PATH", KERNABI_FAKE_FOLDER ":" KERNABI_NO_CUDA);
    for (const char* more : {"", "--json"}) {
        const std::string err = (file.path / "err").string();
        const std::string command =
            KERNABI_PROGRAM " launch " + file.name + " " + file.problem + more + " >/dev/full 2>" + err;
        const int status = std::system(command.c_str());
        CHECK(WEXITSTATUS(status) == 2);
        CHECK(has(test::slurp(err), "kernabi launch: standard output"));
    }
}

TEST_CASE("whatever a device does, JSON is one object that says so") {
    const HalfFile file;
    const struct {
        const char *behaviour, *error;
    } rows[] = {{"memory=20000", "b: too little memory on the device: "},
                {"load_error", "module load: "},
                {"hang=1", "no step for 1 second at launch 1 of 1, "},
                {"crash=1", "ended by signal 11 at launch 1 of 1, "}};
    for (const auto& row : rows) {
        const Ran ran = file.launch("--timeout 1 --json", row.behaviour);
        INFO(row.behaviour << ": " << ran.out);
        CHECK(ran.status == 1);
        CHECK(has(ran.out, std::string("\"error\":\"") + row.error));
        CHECK(ran.out.ends_with("\"right\":false}\n"));
        CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') == 1);
    }
}

TEST_CASE("a hang and a crash are bounded and named") {
    const HalfFile file;
    const Ran hang = file.launch("--timeout 1", "hang=1"), crash = file.launch("", "crash=1");
    CHECK(hang.status == 1);
    CHECK(has(hang.err, "kernabi launch: no step for 1 second at launch 1 of 1, " + std::string(half)));
    CHECK(crash.status == 1);
    CHECK(has(crash.err, "kernabi launch: ended by signal 11 at launch 1 of 1, "));
}

TEST_CASE("unreadable input gives 2 and one line, with or without a device") {
    const HalfFile file;
    const test::TemporaryFolder folder;
    const std::string text = folder.file("text", "no code object"),
                      cut = folder.file("cut.co", test::slurp(file.name).substr(0, 400));
    const std::vector<std::string> calls = {"launch " + text + " --set problem.m=1",
                                            "launch " + cut + " --set problem.m=1",
                                            "launch /nowhere --set problem.m=1",
                                            "launch " + file.name,
                                            "launch " + file.name + " --problem /nowhere",
                                            "launch " + file.name + " --set problem.m=1",
                                            "launch " + file.name + " " + file.problem + "--set problem.m=0",
                                            "launch " + file.name + " " + file.problem + "--set problem.lda=1",
                                            "launch " + file.name + " " + file.problem + "--device 7"};
    for (const std::string& call : calls) {
        const Ran ran = on_fake(call);
        INFO(call << "\n" << ran.err);
        CHECK(ran.status == 2);
        CHECK(test::is_one_line(ran.err));
    }
}

TEST_CASE("a foreign kernel and an unknown version say why they are none of this ABI") {
    fixture::Kernel foreign = plain("foreign"), later = plain("later");
    foreign.config = false;
    foreign.args = {{"x", 0, 8}};
    later.version = 7;
    CHECK(has(File({foreign}).launch().err, "foreign: no kernel of this ABI: "));
    CHECK(has(File({later}).launch().err, "its KernArgsVersion is 7; 0 to 3 are known"));
}
