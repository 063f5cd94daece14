// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernarg/layout.hpp"
#include "conformance/protocol/object.hpp"

namespace kernabi::protocol {

/// A form as the groups of a solve request: the inverse of `request_from`, so far as a form goes.
[[nodiscard]] Json request_of(const Form& form);

/// A dialect as `dialect_from_text` reads it: a preset's name, with the members in which it differs.
[[nodiscard]] std::string dialect_text(Version version, const Dialect& dialect);

} // namespace kernabi::protocol
