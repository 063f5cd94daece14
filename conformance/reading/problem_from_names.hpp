// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernarg/layout.hpp"
#include "conformance/reading/launch.hpp"

namespace kernabi::reading {

/// The problem type that gives these names and sizes. What names cannot tell (A's type, the activation's kind) keeps
/// its default.
[[nodiscard]] ProblemType problem_type_of(const DumpLaunch& launch);
/// Whether alpha or beta is wider than its type packs it: a half's 4 bytes before alpha_2's 2.
[[nodiscard]] bool has_widened_scalars(const DumpLaunch& launch);

} // namespace kernabi::reading
