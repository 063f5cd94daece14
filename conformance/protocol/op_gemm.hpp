// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

namespace kernabi::protocol {

/// The `gemm` op: problemType, params, inputs, problem and hexadecimal buffers to the buffers that the GEMM writes: d,
/// and e, amaxD and bias (a bias gradient) where the problem has them. Throws `Refusal`; then nothing was computed.
[[nodiscard]] nlohmann::json op_gemm(const nlohmann::json& in);

} // namespace kernabi::protocol
