// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernarg/lint.hpp"
#include <string>

namespace kernabi::text {

[[nodiscard]] const char* of(Severity severity);
/// The likely mistake in one sentence: what the bytes say, what was probably meant, what to do.
[[nodiscard]] std::string of(const Finding& finding, const Form& form);
/// The argument's name in a dump.
[[nodiscard]] std::string argument_of(const Finding& finding, const Form& form);

} // namespace kernabi::text
