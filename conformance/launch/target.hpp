// SPDX-License-Identifier: MIT
// Which devices a code object runs on.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace kernabi::launch {

/// How well a code object's target (gfx90a:xnack+, gfx9-4-generic) suits a device (gfx90a:sramecc+:xnack-): the more
/// the larger, nothing where it does not run there. A feature that the code object leaves open runs with either
/// setting, and so does any where the device does not tell its own.
/// Source: LLVM's "User Guide for AMDGPU Backend", target ID and generic processors.
[[nodiscard]] std::optional<int> fit(std::string_view object, std::string_view device);

} // namespace kernabi::launch
