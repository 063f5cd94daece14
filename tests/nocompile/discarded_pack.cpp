// SPDX-License-Identifier: MIT
// A refused value leaves the bytes unwritten: nobody may launch them unasked.
// wants: (pack|Status).*(nodiscard|unused)
#include "abi/kernarg/entry_points.hpp"

std::size_t pack_it(const kernabi::Form& form, const kernabi::Values& values, kernabi::Bytes to);
std::size_t pack_it(const kernabi::Form& form, const kernabi::Values& values, kernabi::Bytes to) {
    std::size_t written = 0;
    kernabi::ArgumentFault fault{};
#ifdef MISUSE
    kernabi::compiled::pack(form, values, kernabi::Policy::strict, to, written, fault);
    return written;
#else
    return kernabi::compiled::pack(form, values, kernabi::Policy::strict, to, written, fault) == kernabi::Status::ok
               ? written
               : 0;
#endif
}
