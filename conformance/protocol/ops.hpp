// SPDX-License-Identifier: MIT
// One function an op of the line protocol: `in` to `ok`, or Refusal.
#pragma once
#include "conformance/protocol/object.hpp"

namespace kernabi::protocol {

[[nodiscard]] Json op_hello(const Json& in);
[[nodiscard]] Json op_encode(const Json& in);
[[nodiscard]] Json op_decode(const Json& in);
[[nodiscard]] Json op_host_header(const Json& in);
[[nodiscard]] Json op_layout(const Json& in);
[[nodiscard]] Json op_unpack(const Json& in);
[[nodiscard]] Json op_lint(const Json& in);
[[nodiscard]] Json op_solve(const Json& in);

struct Op {
    const char* name;
    Json (*answer)(const Json& in);
};
/// Every op that this build answers.
extern const Op ops[];
extern const std::size_t op_count;

} // namespace kernabi::protocol
