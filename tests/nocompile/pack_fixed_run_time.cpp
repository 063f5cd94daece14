// SPDX-License-Identifier: MIT
// pack_fixed is for a layout that is a constant.
// wants: pack_fixed
#include "abi/kernarg/pack.hpp"

constexpr kernabi::Layout fixed = kernabi::layout_of({});

kernabi::Status pack_it(const kernabi::Layout& layout, const kernabi::Values& values, kernabi::Bytes to);
kernabi::Status pack_it(const kernabi::Layout& layout, const kernabi::Values& values, kernabi::Bytes to) {
#ifdef MISUSE
    return kernabi::pack_fixed<layout>(values, kernabi::Policy::strict, to);
#else
    (void)layout;
    return kernabi::pack_fixed<fixed>(values, kernabi::Policy::strict, to);
#endif
}
