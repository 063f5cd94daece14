// SPDX-License-Identifier: MIT
// Built twice: over the contract's argument table, and over a copy of it in which C stands before D. The checker has no
// table of its own, so it follows.
#include "tests/codeobject/collect.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using inference::Verdict;

namespace {

/// Metadata in which C (at 32) stands before D.
fixture::Kernel c_first() {
    fixture::Kernel k = fixture::plain_kernel();
    std::swap(k.args[8].name, k.args[9].name);
    return k;
}

} // namespace

TEST_CASE("the checker's layouts are the contract's own") {
#ifdef KERNABI_C_BEFORE_D
    constexpr bool changed = true;
#else
    constexpr bool changed = false;
#endif
    const test::Seen ordinary = test::judged(fixture::plain_kernel()), swapped = test::judged(c_first());
    CHECK(ordinary.report.verdict == (changed ? Verdict::differs : Verdict::conforms));
    CHECK(swapped.report.verdict == (changed ? Verdict::conforms : Verdict::differs));
    const test::Seen& wrong = changed ? ordinary : swapped;
    REQUIRE(wrong.report.findings.size() == 2);
    CHECK(wrong.report.findings[0].argument == (changed ? "C" : "D"));
    CHECK(wrong.report.findings[0].wanted == 32);
    CHECK(wrong.report.findings[0].found == 40);
}
