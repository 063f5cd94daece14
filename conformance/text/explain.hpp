// SPDX-License-Identifier: MIT
// The contract's status codes and faults in words. The contract itself holds no texts.
#pragma once
#include "abi/kernarg/launch.hpp"
#include <string>

namespace kernabi::text {

[[nodiscard]] std::string of(Status status);
/// "wgmxcc 86 needs 7 bits, has 6"
[[nodiscard]] std::string of(const FieldFault& fault, Version version);
/// "size_0 4294967296 does not fit u32 (4 bytes)"
[[nodiscard]] std::string of(const ArgumentFault& fault, const Form& form);
/// Why a request got no launch.
[[nodiscard]] std::string of(Status status, const Refusal& refusal, const Request& request);

} // namespace kernabi::text
