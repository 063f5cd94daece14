// SPDX-License-Identifier: MIT
// A task's launches on a device, and what they left behind.
#pragma once
#include "conformance/gemm/judge.hpp"
#include "conformance/launch/buffers.hpp"
#include "conformance/launch/launches.hpp"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kernabi::launch {

struct RunOptions {
    gemm::Values values = gemm::Values::uniform;
    std::uint64_t seed = 1;
    unsigned repeat = 1; ///< the same launches again; at least 1
    /// Says what is done next, before it is done.
    std::function<void(const std::string&)> about = [](const std::string&) {};
};

/// Everything that is wrong besides D's numbers: a sentence each.
struct Faults {
    std::vector<std::string> guards;    ///< bytes around a buffer that were written
    std::vector<std::string> padding;   ///< bytes between an output's columns that were written
    std::vector<std::string> inputs;    ///< bytes of an input that changed
    std::vector<std::string> repeating; ///< where a repetition gave other bits

    [[nodiscard]] bool none() const { return guards.empty() && padding.empty() && inputs.empty() && repeating.empty(); }
};

struct Result {
    Faults faults;
    gemm::Report report;
    [[nodiscard]] bool right() const { return faults.none() && report.passed(); }
};

/// A launch's buffers on the device, and what was put there.
class DeviceBuffers {
  public:
    /// Allocates; throws hip::OutOfMemory, also where this machine has too little for its own copy.
    DeviceBuffers(hip::Runtime& runtime, std::vector<Buffer> buffers, const RunOptions& options);

    [[nodiscard]] const std::vector<Buffer>& all() const { return buffers_; }
    /// Puts outputs and workspace, and the first time everything, as they are before a launch.
    void prepare();
    /// Brings all back, and adds what is wrong.
    void collect(Faults& faults);
    /// Inputs as they were put there, outputs as they came back.
    void attach_to(cpu::Gemm& gemm);
    /// Keeps the outputs, or holds them against those kept.
    void compare_outputs(unsigned repetition, Faults& faults);

  private:
    struct Held {
        std::vector<std::uint8_t> before, after;
    };

    hip::Runtime& runtime_;
    std::vector<Buffer> buffers_;
    std::vector<std::unique_ptr<hip::Memory>> memory_;
    std::vector<Held> held_;
    std::vector<std::vector<std::uint8_t>> kept_;
    bool is_first_ = true;
};

/// Runs and judges on a runtime that uses the device and has the code object loaded.
[[nodiscard]] Result run(hip::Runtime& runtime, const Task& task, const std::vector<Launch>& launches,
                         DeviceBuffers& buffers, const RunOptions& options);

} // namespace kernabi::launch
