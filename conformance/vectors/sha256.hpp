// SPDX-License-Identifier: MIT
#pragma once
#include "abi/span.hpp"
#include <string>

namespace kernabi::vectors {

/// SHA-256 in lower-case hexadecimal.
[[nodiscard]] std::string sha256(ConstBytes bytes);

} // namespace kernabi::vectors
