// SPDX-License-Identifier: MIT
// What kernabi launch shows, as text and as JSON.
#pragma once
#include "conformance/launch/buffers.hpp"
#include "conformance/launch/launches.hpp"
#include "conformance/launch/run.hpp"
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kernabi::cli {

/// All that is sent: the kernel, its buffers and launches. `device`: where it runs, in words; empty for a dry run.
struct Sending {
    const launch::ChosenKernel& kernel;
    const launch::Task& task;
    const std::vector<launch::Launch>& launches;
    const std::vector<launch::Buffer>& buffers;
    std::string device;
};

/// `blocks`: with every argument, as kernabi decode shows it.
[[nodiscard]] std::string text_of(const Sending& sending, bool blocks, bool colour);
[[nodiscard]] nlohmann::json json_of(const Sending& sending);

[[nodiscard]] std::string text_of(const launch::Result& result, unsigned repeat);
[[nodiscard]] nlohmann::json json_of(const launch::Result& result);

} // namespace kernabi::cli
