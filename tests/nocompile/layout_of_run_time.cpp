// SPDX-License-Identifier: MIT
// layout_of answers at compile time only; make_layout is for the rest.
// wants: layout_of
#include "abi/kernarg/layout.hpp"

unsigned size_of_block(const kernabi::Form& form);
unsigned size_of_block(const kernabi::Form& form) {
#ifdef MISUSE
    return kernabi::layout_of(form).size;
#else
    kernabi::Layout layout{};
    return kernabi::make_layout(form, layout) == kernabi::Status::ok ? layout.size : 0u;
#endif
}
