// SPDX-License-Identifier: MIT
// A block as a map of its bytes: 16 a row, one box an argument.
#pragma once
#include "conformance/reading/block_view.hpp"
#include <string>

namespace kernabi::bytemap {

/// A self-contained SVG picture. Boxes bear the argument's name and, where bytes are known, its value; every box has a
/// title with all of it.
[[nodiscard]] std::string svg(const reading::BlockView& view, const std::string& title);

/// Text for XML: the five marks escaped, and what XML cannot hold replaced.
[[nodiscard]] std::string escaped(std::string_view text);

} // namespace kernabi::bytemap
