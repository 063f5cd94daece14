// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernel/acc_map.hpp"
#include "conformance/kernel/wave_tile.hpp"
#include <string>

namespace kernabi::wave {

/// A self-contained SVG picture: one row an accumulator output with its architectural index, one column a lane, the
/// colour by the element of D (hue by column, lightness by row). Every cell's title says lane, registers and element.
[[nodiscard]] std::string svg(const kernel::AccMap& map, const WaveTile& tile, const std::string& title);

} // namespace kernabi::wave
