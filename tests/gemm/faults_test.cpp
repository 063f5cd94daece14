// SPDX-License-Identifier: MIT
// Faults that kernels really have, planted into right results: each is found and named.
#include "tests/gemm/judged.hpp"
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

using namespace kernabi;
using gemm::Pattern;
using gemm::Report;
using test::Judged;

namespace {

/// A report must be clean before the fault and name it after.
template <typename Fault>
Report planted(Judged& p, Pattern wanted, const Fault& fault) {
    p.compute();
    const Report clean = p.judge();
    REQUIRE(clean.outcome.status == Status::ok);
    CHECK(clean.wrong == 0);
    fault();
    const Report report = p.judge();
    CAPTURE(report.what);
    CAPTURE(std::string(gemm::name_of(report.pattern)));
    CHECK(report.wrong > 0);
    CHECK(report.pattern == wanted);
    return report;
}

void for_rectangle(std::uint64_t i0, std::uint64_t i1, std::uint64_t j0, std::uint64_t j1, const auto& f) {
    for (std::uint64_t j = j0; j < j1; ++j)
        for (std::uint64_t i = i0; i < i1; ++i) f(i, j);
}

/// D of the shape in two types, so that each pattern is seen by more than one bound.
struct Shape {
    DataType type;
    std::uint64_t m, n, k, batch;
};
constexpr Shape shapes[] = {{DataType::Float, 96, 80, 64, 1}, {DataType::Half, 70, 130, 48, 1}};
constexpr Shape batched[] = {{DataType::Float, 40, 36, 32, 3}, {DataType::BFloat16, 33, 50, 24, 4}};

} // namespace

TEST_CASE("a wrong tile") {
    for (const Shape& s : shapes) {
        Judged p(s.type, s.m, s.n, s.k);
        const Report r = planted(p, Pattern::tile, [&] {
            for_rectangle(32, 48, 16, 32, [&](auto i, auto j) {
                p.put(i, j, p.get(i, j) * 1.5 + 0.25 * static_cast<double>((i * 7 + j * 3) % 5));
            });
        });
        CHECK(r.wrong > 200);
        CHECK(r.box.i0 == 32);
        CHECK(r.box.i1 == 47);
        CHECK(r.box.j0 == 16);
        CHECK(r.box.j1 == 31);
        CHECK(r.what == "rows 32 to 47, columns 16 to 31: a wrong tile");
    }
}

TEST_CASE("a transposed block") {
    for (const Shape& s : shapes) {
        Judged p(s.type, s.m, s.n, s.k);
        const Report r = planted(p, Pattern::transposed, [&] {
            for (std::uint64_t j = 0; j < 16; ++j)
                for (std::uint64_t i = 0; i < j; ++i) p.swap(16 + i, 48 + j, 16 + j, 48 + i);
        });
        CHECK(r.what == "rows 16 to 31, columns 48 to 63: transposed");
    }
}

TEST_CASE("every block transposed") {
    Judged p(DataType::Float, 64, 96, 40);
    const Report r = planted(p, Pattern::transposed, [&] {
        for (std::uint64_t bj = 0; bj < 96; bj += 32)
            for (std::uint64_t bi = 0; bi < 64; bi += 32)
                for (std::uint64_t j = 0; j < 32; ++j)
                    for (std::uint64_t i = 0; i < j; ++i) p.swap(bi + i, bj + j, bi + j, bj + i);
    });
    CHECK(r.what == "all of D: blocks of 32 x 32 are transposed");
}

TEST_CASE("alpha missing past the first tile") {
    for (const Shape& s : shapes) {
        Judged p(s.type, s.m, s.n, s.k);
        p.set(p.g.alpha, 1.5);
        const Report r = planted(p, Pattern::alpha_missing, [&] {
            cpu::Gemm g = p.g;
            p.set(g.alpha, 1.0);
            g.n -= 32;
            for (auto* x : {&g.b, &g.c}) {
                const std::size_t skip = 32 * x->ld * cpu::size_of(x->type);
                x->bytes = {x->bytes.data + skip, x->bytes.size - skip};
            }
            const std::size_t skip = 32 * g.d.ld * cpu::size_of(g.d.type);
            g.d.bytes = {g.d.bytes.data + skip, g.d.bytes.size - skip};
            p.compute(g);
        });
        CHECK(r.what == "columns 32 to " + std::to_string(s.n - 1) + ": alpha is missing");
    }
}

TEST_CASE("a stride off by one") {
    struct Case {
        const char* what;
        void (*change)(cpu::Gemm& g);
    };
    const Case cases[] = {
        {"the leading dimension of A is one less than it should be", [](cpu::Gemm& g) { g.a.ld -= 1; }},
        {"the leading dimension of B is one less than it should be", [](cpu::Gemm& g) { g.b.ld -= 1; }},
        {"the leading dimension of C is one less than it should be", [](cpu::Gemm& g) { g.c.ld -= 1; }},
        {"the leading dimension of D is one less than it should be", [](cpu::Gemm& g) { g.d.ld -= 1; }},
        {"the leading dimension of D is one more than it should be", [](cpu::Gemm& g) { g.d.ld += 1; }},
    };
    for (const Shape& s : shapes)
        for (const Case& c : cases) {
            Judged p(s.type, s.m, s.n, s.k);
            const Report r = planted(p, Pattern::leading_dimension, [&] {
                cpu::Gemm g = p.g;
                c.change(g);
                std::fill(p.d.begin(), p.d.end(), Judged::poison);
                p.d.resize(p.d.size() * 2, Judged::poison);
                p.g.d.bytes = g.d.bytes = {p.d.data(), p.d.size()};
                p.compute(g);
            });
            CHECK(r.what.find(c.what) != std::string::npos);
        }
}

TEST_CASE("an untouched region") {
    for (const Shape& s : shapes) {
        Judged p(s.type, s.m, s.n, s.k);
        const Report r = planted(p, Pattern::untouched, [&] {
            for_rectangle(64, s.m, 0, 16, [&](auto i, auto j) {
                std::memset(cpu::element(p.g.d, i, j, 0), Judged::poison, cpu::size_of(s.type));
            });
        });
        CHECK(r.what == "rows 64 to " + std::to_string(s.m - 1) + ", columns 0 to 15: untouched, still holds the fill");
    }
}

TEST_CASE("a batch offset ignored") {
    struct Case {
        const char* what;
        void (*change)(cpu::Gemm& g);
    };
    const Case cases[] = {
        {"the batch offset of A is ignored", [](cpu::Gemm& g) { g.a.stride = 0; }},
        {"the batch offset of B is ignored", [](cpu::Gemm& g) { g.b.stride = 0; }},
        {"the batch offset of C is ignored", [](cpu::Gemm& g) { g.c.stride = 0; }},
        {"computed from batch 0's inputs", [](cpu::Gemm& g) { g.a.stride = g.b.stride = g.c.stride = 0; }},
    };
    for (const Shape& s : batched)
        for (const Case& c : cases) {
            Judged p(s.type, s.m, s.n, s.k, s.batch);
            const Report r = planted(p, Pattern::batch_offset, [&] {
                cpu::Gemm g = p.g;
                c.change(g);
                p.compute(g);
            });
            CHECK(r.what.find(c.what) != std::string::npos);
            CHECK(r.box.batch0 == 1);
        }
}

TEST_CASE("a batch stride of D off by one") {
    for (const Shape& s : batched) {
        Judged p(s.type, s.m, s.n, s.k, s.batch);
        planted(p, Pattern::batch_stride, [&] {
            cpu::Gemm g = p.g;
            g.d.stride += 1;
            std::fill(p.d.begin(), p.d.end(), Judged::poison);
            p.compute(g);
        });
    }
}

TEST_CASE("a NaN and an infinity") {
    for (const Shape& s : shapes) {
        Judged p(s.type, s.m, s.n, s.k);
        const Report nan =
            planted(p, Pattern::not_a_number, [&] { p.put(3, 5, std::numeric_limits<double>::quiet_NaN()); });
        CHECK(nan.wrong == 1);
        CHECK(nan.first.i == 3);
        CHECK(nan.first.j == 5);
        const Report inf =
            planted(p, Pattern::infinite, [&] { p.put(7, 9, -std::numeric_limits<double>::infinity()); });
        CHECK(inf.worst.i == 7);
        CHECK(inf.worst.got == -std::numeric_limits<double>::infinity());
    }
}

TEST_CASE("one element off by four bounds") {
    for (const Shape& s : shapes) {
        Judged p(s.type, s.m, s.n, s.k);
        p.compute();
        // The bound is learnt from the report on a grossly wrong element.
        const double right = p.get(20, 30);
        p.put(20, 30, 1000);
        const Report gross = p.judge();
        const double middle = (gross.first.low + gross.first.high) / 2, bound = gross.first.bound;
        p.put(20, 30, right);
        const Report r = planted(p, Pattern::single, [&] { p.put(20, 30, middle + 4 * bound); });
        CHECK(r.wrong == 1);
        CHECK(r.worst.bounds > 3);
        CHECK(r.worst.bounds < 5);
        p.put(20, 30, middle + 0.9 * bound);
        CHECK(p.judge().wrong == 0);
    }
}

TEST_CASE("a swapped pair of columns, and of rows") {
    for (const Shape& s : shapes) {
        Judged p(s.type, s.m, s.n, s.k);
        const Report columns = planted(p, Pattern::swapped_columns, [&] {
            for (std::uint64_t i = 0; i < s.m; ++i) p.swap(i, 12, i, 61);
        });
        CHECK(columns.what == "columns 12 and 61 are swapped");
        const Report rows = planted(p, Pattern::swapped_rows, [&] {
            for (std::uint64_t j = 0; j < s.n; ++j) p.swap(4, j, 5, j);
        });
        CHECK(rows.what == "rows 4 and 5 are swapped");
    }
}

TEST_CASE("a row of zeros") {
    for (const Shape& s : shapes) {
        Judged p(s.type, s.m, s.n, s.k);
        const Report r = planted(p, Pattern::zeros, [&] {
            for (std::uint64_t j = 0; j < s.n; ++j) p.put(s.m - 1, j, 0.0);
        });
        CHECK(r.what == "row " + std::to_string(s.m - 1) + ": zeros");
    }
}

TEST_CASE("a poisoned tail of a batch") {
    for (const Shape& s : batched) {
        Judged p(s.type, s.m, s.n, s.k, s.batch);
        const Report r = planted(p, Pattern::untouched, [&] {
            for_rectangle(0, s.m, s.n - 7, s.n, [&](auto i, auto j) {
                std::memset(cpu::element(p.g.d, i, j, s.batch - 1), Judged::poison, cpu::size_of(s.type));
            });
        });
        CHECK(r.what == "batch " + std::to_string(s.batch - 1) + ", columns " + std::to_string(s.n - 7) + " to " +
                            std::to_string(s.n - 1) + ": untouched, still holds the fill");
    }
}

TEST_CASE("the same faults are found by projections, and their rows named") {
    Judged p(DataType::Half, 300, 200, 100);
    p.compute();
    const Report clean = p.judge(gemm::Method::projections);
    CHECK(clean.method == gemm::Method::projections);
    CHECK(clean.wrong == 0);
    p.put(17, 150, p.get(17, 150) + 8.0);
    const Report one = p.judge(gemm::Method::projections);
    CHECK(one.wrong == 1);
    CHECK(one.first.i == 17);
    CHECK(one.first.j == 150);
    CHECK(one.pattern == Pattern::single);
    for (std::uint64_t j = 0; j < 200; ++j) p.put(33, j, 0.0);
    const Report two = p.judge(gemm::Method::projections);
    CHECK(two.wrong > 150);
    CHECK(two.suspicious_rows >= 2);
}
