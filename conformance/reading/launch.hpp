// SPDX-License-Identifier: MIT
// One launch of a dump, collected.
#pragma once
#include "conformance/dump/events.hpp"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::reading {

struct DumpArgument {
    std::string name;
    std::uint32_t offset = 0, size = 0; ///< bytes
    std::vector<std::uint8_t> bytes;    ///< empty when unbound
    bool unbound = false;
    std::string printed; ///< the value in brackets
    std::uint64_t line = 0;
};

struct DumpLaunch {
    std::string kernel;
    std::uint64_t line = 0;
    bool table = false;
    std::optional<dump::Geometry> geometry;
    std::vector<DumpArgument> args;

    [[nodiscard]] const DumpArgument* find(std::string_view name) const {
        for (const DumpArgument& arg : args)
            if (arg.name == name) return &arg;
        return nullptr;
    }
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
};

} // namespace kernabi::reading
