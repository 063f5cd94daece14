// SPDX-License-Identifier: MIT
#pragma once
#include "backends/cpu/gemm.hpp"
#include <nlohmann/json.hpp>

namespace kernabi::protocol {

/// A GEMM from the groups of a `gemm` request: problemType, problem, inputs, and where given params and sizeMapping. It
/// has no views yet. Throws `Refusal`.
[[nodiscard]] cpu::Gemm gemm_from(const nlohmann::json& in);

} // namespace kernabi::protocol
