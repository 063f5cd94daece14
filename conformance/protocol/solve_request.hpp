// SPDX-License-Identifier: MIT
// A solve request whole: one problem, or the problems of a group.
#pragma once
#include "abi/kernarg/grouped.hpp"
#include "conformance/protocol/object.hpp"
#include "conformance/protocol/refusal.hpp"
#include <functional>
#include <string>
#include <vector>

namespace kernabi::protocol {

/// `gemms` laid over the common inputs, one request each; a single problem gives one. Throws as `request_from`;
/// missing_key where a grouped call has no `gemms`.
[[nodiscard]] std::vector<Request> requests_from(const Json& in);

/// What came of a request.
struct Solved {
    std::vector<std::uint8_t> table; ///< of a group: for the device, or the user's records
    GroupedSizes sizes{};
    std::uint64_t requiredWorkspaceSize = 0;
    bool grouped = false, user = false;
};

/// Solves and gives each launch to `visit` with its kernel's name (the solution's own kernel is called "kernel").
/// Throws Refusal with code value_out_of_range, refused or unsupported.
Solved solve_all(const std::vector<Request>& requests,
                 const std::function<void(const Invocation&, const std::string&)>& visit);

} // namespace kernabi::protocol
