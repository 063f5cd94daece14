// SPDX-License-Identifier: MIT
// kernabi run --backend hip as it ships, on a runtime library that is this machine and fails on demand.
#include "tests/hip/fake.hpp"
#include <doctest/doctest.h>
#include <sys/stat.h>

using test::has;
using test::on_fake;
using test::Ran;

namespace {

/// A folder with a code object for the fake's target: any will do, for its kernels are in the library.
struct Modules : test::TemporaryFolder {
    Modules() {
        file("kernabi_gfx942.hsaco", test::text_of(kernabi::fixture::elf({kernabi::fixture::plain_kernel()})));
    }
    std::string climb(const std::string& more) const {
        return "run --backend hip --vectors " KERNABI_VECTORS " --modules " + path.string() + " " + more;
    }
};

} // namespace

TEST_CASE("every rung passes on a sound device") {
    const Modules modules;
    const Ran ran = on_fake(modules.climb("--stress 2000"));
    CHECK(ran.status == 0);
    CHECK(ran.err.empty());
    for (const char* rung : {"device ", "echo", "end", "fields", "decode", "geometry", "gemm", "stress"})
        CHECK(has(ran.out, std::string("\n  ") + rung));
    CHECK(has(ran.out, "failed 0"));
}

TEST_CASE("no library, no device and an unknown target are told apart and all give 77") {
    const Modules modules;
    const Ran library = test::without_library(modules.climb("")), device = on_fake(modules.climb(""), "no_devices"),
              target = on_fake(modules.climb(""), "target=gfx1999");
    for (const Ran* ran : {&library, &device, &target}) {
        CHECK(ran->status == 77);
        CHECK(test::is_one_line(ran->err));
    }
    CHECK(has(library.err, "libamdhip64.so is not on this machine"));
    CHECK(has(device.err, "libamdhip64.so finds no device: no ROCm-capable device is detected (100)"));
    CHECK(has(target.err, "device 0: no code object for gfx1999 in " + modules.path.string()));
}

TEST_CASE("a runtime that does not say its target gives 77 too") {
    const Modules modules;
    const Ran ran = on_fake(modules.climb(""), "target=other");
    CHECK(ran.status == 77);
    CHECK(has(ran.err, "no code object for unknown"));
}

TEST_CASE("devices are listed with target and features, as text and as JSON, and need no vectors") {
    const Ran text = on_fake("run --list-devices"), json = on_fake("run --list-devices --json");
    CHECK(text.status == 0);
    CHECK(text.out == "0  Fake device  gfx942:sramecc+:xnack-  1024 MiB  HIP 60000000\n");
    CHECK(has(json.out, "\"features\":\":sramecc+:xnack-\""));
    CHECK(on_fake("run --list-devices --device 1").status == 2);
}

TEST_CASE("too little memory says how much was asked for and gives 1") {
    const Modules modules;
    const Ran ran = on_fake(modules.climb(""), "memory=1000");
    CHECK(ran.status == 1);
    CHECK(test::is_one_line(ran.err));
    CHECK(has(ran.err, "too little memory on the device: 1048576 bytes were asked for: out of memory (2)"));
}

TEST_CASE("a launch error ends the climb and keeps what passed before") {
    const Modules modules;
    const Ran ran = on_fake(modules.climb(""), "launch_error=20");
    CHECK(ran.status == 1);
    CHECK(has(ran.out, "  device "));
    CHECK(has(ran.out, "launch: unspecified launch failure (719)"));
    CHECK(has(ran.out, "points to loader or runtime"));
    CHECK(!has(ran.out, "  end "));
}

TEST_CASE("a module that the runtime refuses, and one that is cut, give 1") {
    const Modules modules;
    const Ran refused = on_fake(modules.climb(""), "load_error");
    CHECK(refused.status == 1);
    CHECK(has(refused.err, "module load: device kernel image is invalid (200)"));
    std::filesystem::resize_file(modules.path / "kernabi_gfx942.hsaco", 300);
    const Ran cut = on_fake(modules.climb(""));
    CHECK(cut.status == 1);
    CHECK(has(cut.err, "is damaged"));
}

TEST_CASE("a module that is no regular file is told by its name, and never waited for") {
    const Modules modules;
    const std::filesystem::path module = modules.path / "kernabi_gfx942.hsaco";
    std::filesystem::remove(module);
    std::filesystem::create_directory(module);
    const Ran folder = on_fake(modules.climb(""));
    CHECK(folder.status == 1);
    CHECK(has(folder.err, module.string() + ": a folder; build it again\n"));
    std::filesystem::remove(module);
    REQUIRE(::mkfifo(module.c_str(), 0600) == 0);
    const Ran pipe = on_fake(modules.climb(""));
    CHECK(pipe.status == 1);
    CHECK(has(pipe.err, module.string() + ": not a regular file; build it again\n"));
}

TEST_CASE("a reader that has had enough ends the climb without a word") {
    const Modules modules;
    const test::TemporaryFolder folder;
    const test::Variable path("LD_LIBRARY_PATH", KERNABI_FAKE_FOLDER ":" KERNABI_NO_CUDA);
    const std::string err = (folder.path / "err").string(), command = "timeout 60 " KERNABI_PROGRAM " " +
                                                                      modules.climb("--stress 100000") + " 2>" + err +
                                                                      " | head -1 >" + err + ".out";
    CHECK(std::system(command.c_str()) == 0);
    CHECK(test::slurp(err).empty());
}

TEST_CASE("a hang is ended after the timeout, and rung and step are named") {
    const Modules modules;
    const Ran ran = on_fake(modules.climb("--timeout 1"), "hang=30");
    CHECK(ran.status == 1);
    CHECK(has(ran.err, "kernabi run: no step for 1 second at echo: "));
    CHECK(has(ran.out, "  device "));
}

TEST_CASE("a hang on a vector names the vector") {
    const Modules modules;
    const Ran ran = on_fake(modules.climb("--timeout 1"), "hang_kernel=kernabi_gemm");
    CHECK(ran.status == 1);
    INFO(ran.err);
    CHECK(has(ran.err, " at gemm: v"));
    CHECK(has(ran.out, "  geometry "));
}

TEST_CASE("a crash is told by its signal, rung and step") {
    const Modules modules;
    const Ran ran = on_fake(modules.climb(""), "crash=10");
    CHECK(ran.status == 1);
    CHECK(has(ran.err, "kernabi run: ended by signal 11 at echo: "));
    CHECK(has(ran.out, "  device "));
}

TEST_CASE("limits of options are refused before any device is asked") {
    const Modules modules;
    CHECK(on_fake(modules.climb("--timeout 0")).status == 2);
    CHECK(on_fake(modules.climb("--device=-3")).status == 2);
    CHECK(on_fake(modules.climb("--device 1")).status == 2);
    for (const char* option : {"--stress", "--seed", "--drop"})
        for (const char* value : {"=-1", "=18446744073709551616", "=1.5", "="}) {
            const Ran ran = on_fake(modules.climb(std::string(option) + value));
            INFO(option << value << ": " << ran.err);
            CHECK(ran.status == 2);
            CHECK(test::is_one_line(ran.err));
        }
}

TEST_CASE("a filter that no vector matches runs nothing, and a list runs nothing either") {
    const Modules modules;
    const Ran none = on_fake(modules.climb("--filter no_such_vector")), list = on_fake(modules.climb("--list"));
    CHECK(none.status == 2);
    CHECK(none.err == "kernabi run: no vector matches the filter; nothing was run\n");
    CHECK(list.status == 0);
    CHECK(list.out.starts_with("v0.block."));
    CHECK(!has(list.out, "device"));
}
