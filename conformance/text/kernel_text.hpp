// SPDX-License-Identifier: MIT
// The kernel side's refusals and findings in words.
#pragma once
#include "abi/kernel/lint.hpp"
#include "abi/kernel/result.hpp"
#include <string>

namespace kernabi::text {

/// "VectorWidthA is 0: the kernel writer divides by it"
[[nodiscard]] std::string of(const kernel::Outcome& outcome);
/// "VAccvgprReadB32: gfx1100 has no v_accvgpr_read_b32"
[[nodiscard]] std::string of(const kernel::LineFault& fault, const kernel::Target& target);
[[nodiscard]] std::string of(const kernel::Finding& finding, const kernel::Inputs& in);
/// "gfx90a, gfx942, ..."
[[nodiscard]] std::string target_names();

} // namespace kernabi::text
