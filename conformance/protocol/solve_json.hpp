// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/protocol/solve_request.hpp"

namespace kernabi::protocol {

/// One launch as the protocol shows it.
[[nodiscard]] Json invocation_json(const Invocation& invocation, const std::string& kernel);

} // namespace kernabi::protocol
