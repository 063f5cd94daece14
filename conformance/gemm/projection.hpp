// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/gemm/elements.hpp"
#include "conformance/gemm/judge.hpp"
#include <cstdint>
#include <vector>

namespace kernabi::gemm {

/// Whether D is linear in A B, which random sums need: real, no activation, no input or step that bends it.
[[nodiscard]] bool may_be_projected(const cpu::Gemm& g);

struct Projected {
    std::vector<std::uint64_t> suspicious; ///< rows, worst first
    double hides = 0;                      ///< in bounds of an ordinary element
};

/// One batch: D x against alpha A (B x) + beta C x and what else is added, for vectors x of +1 and -1 drawn from the
/// seed. A row is suspicious where a difference is past `deviations` times the root of the sum of its elements' squared
/// bounds (by Hoeffding's inequality roundings alone pass it with a chance of 2 exp(-deviations^2 / 2)), or stands out
/// from the other rows by far.
[[nodiscard]] Projected project(const Elements& elements, std::uint64_t batch, const Options& options);

inline constexpr double deviations = 5.0;

} // namespace kernabi::gemm
