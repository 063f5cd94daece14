// SPDX-License-Identifier: MIT
// A decoded block as text of 80 columns where it can be.
#pragma once
#include "conformance/reading/block_view.hpp"
#include <string>

namespace kernabi::cli {

/// The grounds on which the version was told.
[[nodiscard]] std::string reading_text(const reading::Reading& reading, std::size_t bytes);
/// The rows, the bit fields under their words, and the findings.
[[nodiscard]] std::string block_text(const reading::BlockView& view, bool colour);

} // namespace kernabi::cli
