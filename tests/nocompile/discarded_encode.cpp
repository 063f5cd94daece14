// SPDX-License-Identifier: MIT
// A field that does not fit leaves the words as they were.
// wants: (encode|Status).*(nodiscard|unused)
#include "abi/kernarg/header.hpp"

kernabi::Words words_of(const kernabi::HeaderFields& fields);
kernabi::Words words_of(const kernabi::HeaderFields& fields) {
    kernabi::Words words{};
    kernabi::FieldFault fault{};
#ifdef MISUSE
    kernabi::encode(kernabi::Version::v2, {}, kernabi::Policy::strict, fields, words, fault);
#else
    if (kernabi::encode(kernabi::Version::v2, {}, kernabi::Policy::strict, fields, words, fault) != kernabi::Status::ok)
        words = {};
#endif
    return words;
}
