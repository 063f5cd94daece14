// SPDX-License-Identifier: MIT
// A version is an enumerator, so that 4 has to be meant.
// wants: Version
#include "abi/kernarg/layout.hpp"

kernabi::Form form();
kernabi::Form form() {
    kernabi::Form result{};
#ifdef MISUSE
    result.version = 2;
#else
    result.version = kernabi::Version::v2;
#endif
    return result;
}
