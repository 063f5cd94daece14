// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/vectors/library.hpp"
#include <nlohmann/json.hpp>

namespace kernabi::vectors {

/// A record with every name spelled out; numbers as themselves, addresses and raw scalars as hexadecimal text.
[[nodiscard]] nlohmann::json to_json(const Record& record);

/// The JSON Schema (draft 2020-12) of what `to_json` gives.
[[nodiscard]] nlohmann::json json_schema();

} // namespace kernabi::vectors
