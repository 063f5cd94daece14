// SPDX-License-Identifier: MIT
// Bytes to read from are no destination.
// wants: (Span|Bytes)
#include "abi/kernarg/pack.hpp"

kernabi::Status store(const kernabi::Words& words, kernabi::Bytes to, kernabi::ConstBytes from, std::size_t& written);
kernabi::Status store(const kernabi::Words& words, kernabi::Bytes to, kernabi::ConstBytes from, std::size_t& written) {
    (void)to, (void)from;
#ifdef MISUSE
    return kernabi::write_words(kernabi::Version::v2, {}, words, from, written);
#else
    return kernabi::write_words(kernabi::Version::v2, {}, words, to, written);
#endif
}
