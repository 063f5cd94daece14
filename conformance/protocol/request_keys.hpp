// SPDX-License-Identifier: MIT
// The keys of a solve request, by group: what a misspelt one is held against, and what a help text lists.
#pragma once
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace kernabi::protocol {

struct KeyGroup {
    std::string_view name; ///< "" for what stands in the request itself
    std::string_view keys; ///< with a blank between them
    std::string_view what;
};

extern const std::array<KeyGroup, 10> request_groups;

/// Refuses (unknown_key) a key that nothing reads, in the request and in each of `gemms`, and names the nearest one.
/// The protocol itself lets such keys pass, since a recorded request may hold more than is read here; a person's
/// `problem.M` would pass as m = 1.
void refuse_unknown_keys(const nlohmann::json& request);

} // namespace kernabi::protocol
