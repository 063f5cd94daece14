// SPDX-License-Identifier: MIT
// What TensileLite writes into a kernel's name and nowhere else in a code object.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kernabi::launch {

/// `_MT128x64x32_`: elements of D a workgroup, and of k a step. `_WG16_16_1`: threads a workgroup, in three factors.
struct NameFacts {
    std::optional<std::array<std::uint32_t, 3>> macroTile, workGroup;
};
[[nodiscard]] NameFacts facts_of_name(std::string_view kernel);

} // namespace kernabi::launch
