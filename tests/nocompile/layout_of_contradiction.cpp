// SPDX-License-Identifier: MIT
// A layout at compile time needs a form that holds together.
// wants: version_dialect_and_problem_type_do_not_hold_together
#include "abi/kernarg/layout.hpp"

constexpr kernabi::Form form() {
    kernabi::Form result{};
#ifdef MISUSE
    result.dialect.order = kernabi::Order::a_first; // version 2 has no such order
#endif
    return result;
}
constexpr kernabi::Layout layout = kernabi::layout_of(form());
static_assert(layout.size == 104);
