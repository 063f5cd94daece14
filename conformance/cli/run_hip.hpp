// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/cli/vectors_options.hpp"
#include <cstdint>
#include <string>

namespace kernabi::cli {

/// What `kernabi run --backend hip` is told.
struct HipOptions {
    std::string modules; ///< folder of code objects; empty: the one built with the program
    int device = -1;     ///< number as --list-devices counts; -1: every one
    bool list_devices = false, json = false;
    unsigned timeout = 120; ///< seconds without a step after which the device counts as hung
    std::uint64_t stress = 1000000, seed = 1;
    std::size_t drop = 0;

    void add_to(CLI::App& app);
};

/// Climbs the ladder on each device, in a child process that a hang cannot outlive.
[[nodiscard]] int run_hip(const VectorsOptions& vectors, const HipOptions& options);

} // namespace kernabi::cli
