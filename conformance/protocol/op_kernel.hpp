// SPDX-License-Identifier: MIT
// The ops of the kernel side.
#pragma once
#include "conformance/protocol/object.hpp"

namespace kernabi::protocol {

[[nodiscard]] Json op_wait(const Json& in);
[[nodiscard]] Json op_tdm_wait(const Json& in);
[[nodiscard]] Json op_sync_threads(const Json& in);
[[nodiscard]] Json op_acc_map(const Json& in);
[[nodiscard]] Json op_acc_regs(const Json& in);
[[nodiscard]] Json op_mul_alpha(const Json& in);
[[nodiscard]] Json op_move(const Json& in);
/// Any of them as lines for a target.
[[nodiscard]] Json op_assembly(const Json& in);

} // namespace kernabi::protocol
