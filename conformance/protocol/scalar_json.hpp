// SPDX-License-Identifier: MIT
// Numbers of a named type, between JSON and the bits of the type.
#pragma once
#include "abi/kernarg/types.hpp"
#include "conformance/protocol/object.hpp"
#include <cstdint>

namespace kernabi::protocol {

/// A JSON number, "nan", "-nan", "inf" or "-inf" in the bits of `kind`; for complex kinds [re, im] or a real number.
/// parts[1] is the imaginary part. Whole numbers for integer kinds are cut to the type as a C conversion would;
/// bad_type for anything else.
void scalar_bits(const Json& value, const std::string& where, Kind kind, std::uint64_t (&parts)[2]);

/// The raw value of an argument as JSON: numbers as themselves, pointers as "0x...", NaN and infinities as text.
[[nodiscard]] Json scalar_json(Kind kind, std::uint64_t low, std::uint64_t high);

} // namespace kernabi::protocol
