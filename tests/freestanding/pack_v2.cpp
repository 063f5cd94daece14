// SPDX-License-Identifier: MIT
// What a small controller needs of the contract: the block of a version 2 kernel, packed under strict, walking the
// table.
#include "abi/kernarg/pack.hpp"

using namespace kernabi;

extern "C" {

/// Bytes written, or 0 when the problem type does not hold together, a value does not fit, or the destination is too
/// small.
std::size_t pack_v2(const ProblemType& type, const Values& values, std::uint8_t* to, std::size_t size);
std::size_t pack_v2(const ProblemType& type, const Values& values, std::uint8_t* to, std::size_t size) {
    const Form form{Version::v2, default_preset(Version::v2).dialect, type};
    std::size_t written = 0;
    ArgumentFault fault{};
    return pack(form, values, Policy::strict, {to, size}, written, fault) == Status::ok ? written : 0;
}
}
