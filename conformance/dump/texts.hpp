// SPDX-License-Identifier: MIT
#pragma once

#include "conformance/dump/argument_line.hpp"
#include "conformance/dump/events.hpp"

#include <string>
#include <string_view>

namespace kernabi::dump {

/// Says in `out` what is wrong with an argument line; `text` is the one that was parsed.
void describe(ErrorCode code, const ArgumentLine& line, std::string_view text, std::string& out);

/// What the user can do about it.
[[nodiscard]] std::string_view remedy(ErrorCode code) noexcept;

} // namespace kernabi::dump
