// SPDX-License-Identifier: MIT
#pragma once
#include "backends/cpu/gemm.hpp"
#include <nlohmann/json.hpp>

namespace kernabi::protocol {

/// A GEMM from the groups of a `gemm` request: problemType, problem, inputs, and where given params and sizeMapping. It
/// has no views yet. Throws `Refusal`.
[[nodiscard]] cpu::Gemm gemm_from(const nlohmann::json& in);

/// What a request leaves out, as for the other commands: f32, matrices without gaps, alpha 1 and beta 0. Sizes must be
/// given. Throws `Refusal` where a group is no object.
[[nodiscard]] nlohmann::json completed(nlohmann::json in);

} // namespace kernabi::protocol
