// SPDX-License-Identifier: MIT
// Single wrong elements in large results. Each takes seconds.
#include "tests/gemm/judged.hpp"
#include <cstdio>

using namespace kernabi;
using gemm::Pattern;
using gemm::Report;
using test::Judged;

TEST_CASE("one element off by four bounds in 4096 x 4096 is found element by element") {
    Judged p(DataType::Float, 4096, 4096, 512);
    p.compute();
    CHECK(p.judge().wrong == 0);
    const double right = p.get(3001, 1777);
    p.put(3001, 1777, 1e6);
    const Report gross = p.judge();
    p.put(3001, 1777, right);
    p.put(3001, 1777, (gross.first.low + gross.first.high) / 2 + 4 * gross.first.bound);
    const Report r = p.judge();
    CHECK(r.method == gemm::Method::bounds);
    CHECK(r.wrong == 1);
    CHECK(r.pattern == Pattern::single);
    CHECK(r.first.i == 3001);
    CHECK(r.first.j == 1777);
}

TEST_CASE("one element off by a thousand bounds in 8192 x 8192 is found by projections") {
    Judged p(DataType::Float, 8192, 8192, 256);
    p.compute();
    const Report clean = p.judge(gemm::Method::projections);
    CHECK(clean.wrong == 0);
    CHECK(clean.method == gemm::Method::projections);
    const double right = p.get(8191, 4096);
    p.put(8191, 4096, 1e6);
    const Report gross = p.judge(gemm::Method::projections);
    REQUIRE(gross.wrong == 1);
    const double off = 1000 * gross.first.bound;
    std::printf("a thousand bounds: %g, on %g\n", off, right);
    p.put(8191, 4096, right + off);
    const Report r = p.judge(gemm::Method::projections);
    CHECK(r.wrong == 1);
    CHECK(r.pattern == Pattern::single);
    CHECK(r.first.i == 8191);
    CHECK(r.first.j == 4096);
}
