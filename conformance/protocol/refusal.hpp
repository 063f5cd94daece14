// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace kernabi::protocol {

/// An error reply: one of bad_json, unknown_op, missing_key, bad_type, value_out_of_range, refused, unsupported,
/// too_large, and on the command line unknown_key; and one line that says what is wrong, where, and what to do.
struct Refusal {
    std::string code;
    std::string message;
};

} // namespace kernabi::protocol
