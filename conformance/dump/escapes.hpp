// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace kernabi::dump {

/// Writes `text` to `plain` without terminal control sequences (CSI and OSC). Any other ESC stays: it can be the
/// value of an int8 argument.
void strip_escapes(std::string_view text, std::string& plain);

} // namespace kernabi::dump
