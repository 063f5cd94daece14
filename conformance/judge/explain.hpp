// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/judge/verdict.hpp"
#include "vectors/reader/record.hpp"
#include <string>

namespace kernabi::judge {

/// What was wrong in one line: offset, field or argument, bits, wanted and got, decoded.
[[nodiscard]] std::string explain(const vectors::Record& record, const Verdict& verdict);

} // namespace kernabi::judge
