// SPDX-License-Identifier: MIT
// ok is 0: a status read as a truth value would say the opposite.
// wants: (convert|conversion|convertible).*bool
#include "abi/kernarg/layout.hpp"

bool good(const kernabi::Form& form);
bool good(const kernabi::Form& form) {
    kernabi::Layout layout{};
#ifdef MISUSE
    if (kernabi::make_layout(form, layout)) return true;
    return false;
#else
    return kernabi::make_layout(form, layout) == kernabi::Status::ok;
#endif
}
