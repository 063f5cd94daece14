// SPDX-License-Identifier: MIT
// A status says whether the layout was filled at all.
// wants: (make_layout|Status).*(nodiscard|unused)
#include "abi/kernarg/layout.hpp"

void fill(kernabi::Layout& layout);
void fill(kernabi::Layout& layout) {
#ifdef MISUSE
    kernabi::make_layout({}, layout);
#else
    if (kernabi::make_layout({}, layout) != kernabi::Status::ok) layout = kernabi::Layout{};
#endif
}
