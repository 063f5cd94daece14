// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

namespace kernabi::protocol {

/// {"text"} to {"launches": [{"kernel", "args": [[name, offset, size, hex or null]]}]}; a grouped table's launch also
/// has "table": true. Throws Refusal: missing_key, bad_type, value_out_of_range (the first damaged line, by number).
[[nodiscard]] nlohmann::json op_read_dump(const nlohmann::json& in);

} // namespace kernabi::protocol
