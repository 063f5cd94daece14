// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/gemm/report.hpp"
#include <nlohmann/json.hpp>

namespace kernabi::gemm {

/// The report for programs; numbers that JSON has not are the texts nan, inf and -inf.
[[nodiscard]] nlohmann::json json_of(const Report& report);

} // namespace kernabi::gemm
