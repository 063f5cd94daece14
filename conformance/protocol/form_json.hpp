// SPDX-License-Identifier: MIT
// Versions, dialects and types from their names in a request.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "conformance/protocol/object.hpp"
#include <optional>
#include <string>

namespace kernabi::protocol {

/// 0 to 3; anything else is value_out_of_range, no number bad_type.
[[nodiscard]] Version version_from(const Object& in, const char* key);

/// A preset's name, or `NAME,member=value,...` with the members of design 3.1 (header, args1, order, stream_k, scalars,
/// tail, enums). Left out: the version's own, or its nonuniversal form. value_out_of_range for an unknown name, refused
/// for a contradiction.
[[nodiscard]] Dialect dialect_from_text(Version version, const std::optional<std::string>& text, bool universal);

/// The `dialect` key of a request, with args1 taken from chunk, splitK and sfc where those are given and no dialect
/// says otherwise.
[[nodiscard]] Dialect dialect_from(const Object& in, Version version, std::optional<bool> universal);

[[nodiscard]] DataType data_type_from(const Object& in, const char* key, DataType otherwise);
[[nodiscard]] Activation activation_from(const Object& in, const char* key, Activation otherwise);

} // namespace kernabi::protocol
