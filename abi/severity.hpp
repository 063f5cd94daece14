// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace kernabi {

/// How bad a lint's finding is.
enum class Severity : std::uint8_t {
    note,    ///< true and harmless, but it surprises people
    warning, ///< legal, but no known host or kernel does it, or it depends on what is not known here
    error,   ///< something else is read or done than was meant
};

} // namespace kernabi
