// SPDX-License-Identifier: MIT
// The bring-up ladder: from "is there a device" to "a GEMM by these bytes is right", simplest first. The first rung
// that fails is the last that is climbed.
#pragma once
#include "conformance/bringup/launcher.hpp"
#include "conformance/vectors/library.hpp"
#include <functional>
#include <string>
#include <vector>

namespace kernabi::bringup {

/// A rung's name, what passing it proves, and the layer that a failure points to.
struct RungRow {
    const char* name;
    const char* proves;
    const char* failure;
};
// clang-format off
inline constexpr RungRow rung_rows[] = {
    {"device", "memory can be had, and bytes come back as they went", "driver or link: nothing above this can be believed"},
    {"echo", "every byte of a segment of every size reaches the kernel", "loader or runtime: segment size, copy, or where a kernel looks"},
    {"end", "segments that end at any alignment arrive to their last byte", "runtime: the tail of the argument buffer is cut or rounded"},
    {"fields", "one field or argument at a time is read where it stands and nowhere else", "device compiler or kernel: a bit field shifted, slots swapped"},
    {"decode", "every vector of every version reads back in full", "device compiler: code that reads a layout"},
    {"geometry", "every thread knows its workgroup and its place in it, once", "runtime or queue: grid or workgroup size, ids"},
    {"gemm", "the GEMM vectors give their frozen results", "device arithmetic or memory: the bytes are right, the sum is not"},
    {"stress", "random blocks, launches and copies overlapping, are all read right", "timing: argument buffers reused too early, copies not ordered"},
};
// clang-format on

struct RungResult {
    std::size_t rung = 0;
    std::size_t planned = 0, passed = 0, failed = 0, skipped = 0;
    std::vector<std::string> failures; ///< the first few, one line each
    std::string note;
    [[nodiscard]] bool good() const noexcept { return failed == 0 && passed > 0; }
};

struct LadderOptions {
    std::size_t drop = 0;                 ///< see Launcher
    std::uint64_t stress_blocks = 200000; ///< 0 leaves the rung out
    std::uint64_t seed = 1;
    std::function<bool(const vectors::Record&)> wanted = [](const vectors::Record&) { return true; };
    /// Says what is done next, before it is done: a hang is then known by it.
    std::function<void(const char* rung, const std::string& what)> about = [](const char*, const std::string&) {};
    std::function<void(const RungResult&)> finished = [](const RungResult&) {};
};

/// Climbs; the results of what was climbed. Runtime errors are failures of the rung they fall in.
[[nodiscard]] std::vector<RungResult> climb(hip::Runtime& runtime, const vectors::Library& library,
                                            const LadderOptions& options);

} // namespace kernabi::bringup
