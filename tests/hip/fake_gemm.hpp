// SPDX-License-Identifier: MIT
// A TensileLite kernel that the fake device runs: its form from the module's metadata and its name, its work done by
// the reference backend on the bytes that were sent.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "abi/span.hpp"
#include "backends/cpu/run_block.hpp"
#include "tests/hip/fake_faults.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace test {

struct FakeGemm {
    std::string name;
    kernabi::Form form{};
    kernabi::cpu::KernelProperties properties{};

    /// Runs a launch in this memory; empty, or why it cannot.
    [[nodiscard]] std::string run(kernabi::ConstBytes block, kernabi::Span<const kernabi::cpu::Region> memory,
                                  const Faults& faults, std::uint64_t launch) const;
};

/// The kernels of a loaded module that are of this ABI; others, helpers among them, do nothing.
[[nodiscard]] std::vector<FakeGemm> gemms_of(kernabi::ConstBytes module);

/// Bytes of an ELF whose size a loader is not told: to the end of its last section, and of its table.
[[nodiscard]] std::size_t elf_size(const std::uint8_t* image);

} // namespace test
