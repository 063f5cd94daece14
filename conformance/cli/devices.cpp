// SPDX-License-Identifier: MIT
#include "conformance/cli/devices.hpp"
#include <fmt/format.h>

namespace kernabi::cli {

void add_reason(std::string& reasons, const std::string& why) { reasons += (reasons.empty() ? "" : "; ") + why; }

FoundDevices look_for_devices(const std::vector<hip::Platform>& platforms) {
    FoundDevices all;
    for (const hip::Platform platform : platforms) {
        try {
            FoundRuntime one{hip::open_runtime(platform), {}};
            one.devices = one.runtime->devices();
            all.runtimes.push_back(std::move(one));
        } catch (const hip::Unavailable& why) {
            add_reason(all.reasons, why.what());
        } catch (const hip::RuntimeError& error) {
            add_reason(all.broken, error.what());
        }
    }
    return all;
}

std::string line_of(std::size_t number, const hip::DeviceInfo& info, const hip::Runtime& runtime) {
    return fmt::format("{}  {}  {}{}  {} MiB  {}\n", number, info.name, info.target, info.features, info.memory >> 20,
                       runtime.name());
}

nlohmann::json json_of(std::size_t number, const hip::DeviceInfo& info, const hip::Runtime& runtime) {
    return {{"device", number},          {"name", info.name},           {"target", info.target},
            {"features", info.features}, {"memory_bytes", info.memory}, {"runtime", runtime.name()}};
}

} // namespace kernabi::cli
