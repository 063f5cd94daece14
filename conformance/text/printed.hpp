// SPDX-License-Identifier: MIT
// Values and argument lines exactly as the host prints them.
#pragma once
#include "abi/kernarg/layout.hpp"
#include <cstdint>
#include <string>

namespace kernabi::text {

/// Numbers in decimal, floats with 6 significant digits, pointers in hex with null as 0, int8 as one raw byte, complex
/// as (re,im).
[[nodiscard]] std::string printed_value(Kind kind, const std::uint8_t* bytes);
/// `[16..19] size_0: 00 05 00 00 (1280)` and a line end.
[[nodiscard]] std::string argument_line(const Entry& entry, const std::string& name, const std::uint8_t* bytes);
/// `[16..23] debugBuffer: <unbound>` and a line end.
[[nodiscard]] std::string unbound_line(const Entry& entry, const std::string& name);
/// Raw bytes as text that JSON can hold: a byte above 0x7f becomes the character of that number.
[[nodiscard]] std::string as_utf8(const std::string& raw);

} // namespace kernabi::text
