// SPDX-License-Identifier: MIT
// The devices of this machine, for every command that runs on one.
#pragma once
#include "backends/hip/runtime.hpp"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kernabi::cli {

/// A runtime that answered, with its devices.
struct FoundRuntime {
    std::unique_ptr<hip::Runtime> runtime;
    std::vector<hip::DeviceInfo> devices;
};

struct FoundDevices {
    std::vector<FoundRuntime> runtimes;
    std::string reasons; ///< why a platform has none, joined by "; "
    std::string broken;  ///< a runtime that is there and fails: no reason to skip
};

/// Asks each platform in turn; devices are numbered through in that order.
[[nodiscard]] FoundDevices look_for_devices(const std::vector<hip::Platform>& platforms);

/// Adds a reason to a list of them.
void add_reason(std::string& reasons, const std::string& why);

/// "0  AMD Instinct MI300X  gfx942:sramecc+:xnack-  196592 MiB  HIP 60342131"
[[nodiscard]] std::string line_of(std::size_t number, const hip::DeviceInfo& info, const hip::Runtime& runtime);

[[nodiscard]] nlohmann::json json_of(std::size_t number, const hip::DeviceInfo& info, const hip::Runtime& runtime);

} // namespace kernabi::cli
