// SPDX-License-Identifier: MIT
// Instruction lists as JSON, both ways.
#pragma once
#include "abi/kernel/instruction.hpp"
#include "conformance/protocol/object.hpp"
#include <exception>

namespace kernabi::protocol {

/// A sink that builds the JSON of a list. What fails on the way is kept for `take`: the functions that call it may not
/// throw.
class ListBuilder {
  public:
    void operator()(const kernel::Instruction& instruction) noexcept;
    /// The list; throws what went wrong while it was built.
    [[nodiscard]] Json take();

  private:
    void add(Json item);

    std::vector<Json> open_;
    Json whole_;
    std::exception_ptr failure_;
};

/// A reply's list as the plain lines that vectors hold. Refusal where it is no list of known instructions.
[[nodiscard]] std::string plain_lines(const Json& list);
/// The same of acc_map's reply.
[[nodiscard]] std::string plain_map(const Json& reply);

} // namespace kernabi::protocol
