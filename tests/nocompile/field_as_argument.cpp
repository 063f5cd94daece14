// SPDX-License-Identifier: MIT
// Header fields and arguments are numbered apart: one cannot stand for the other.
// wants: Argument
#include "abi/kernarg/values.hpp"

std::uint64_t workgroups(const kernabi::Values& values);
std::uint64_t workgroups(const kernabi::Values& values) {
#ifdef MISUSE
    return values.at(kernabi::Field::numWorkGroups);
#else
    return values.at(kernabi::Argument::numWorkGroups);
#endif
}
