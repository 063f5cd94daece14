// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernarg/request.hpp"
#include "conformance/protocol/object.hpp"

namespace kernabi::protocol {

/// The `in` of solve, layout, unpack and lint as a request. Everything may be left out but internalArgsSupport.version;
/// what is there must have its type. Grouped problems (`gemms`) are read by whoever handles them.
[[nodiscard]] Request request_from(const Object& in);

} // namespace kernabi::protocol
