// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernarg/header.hpp"
#include "conformance/protocol/object.hpp"

namespace kernabi::protocol {

/// The fields that this version and dialect have, by name.
[[nodiscard]] Json header_json(Version version, const Dialect& dialect, const HeaderFields& fields);

} // namespace kernabi::protocol
