// SPDX-License-Identifier: MIT
// Right results are accepted, however a device orders its sums.
#include "tests/fast/random_gemm.hpp"
#include "tests/gemm/judged.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

using namespace kernabi;
using test::Random;

namespace {

/// D as a device might leave it: each element's products in an order of its own, in `parts` sums that are then added;
/// fused or rounded first; alpha and beta by any order of rounding that the steps allow.
void compute_in_any_order(test::Judged& p, Random& random) {
    const cpu::Gemm& g = p.g;
    std::vector<std::uint64_t> order(g.k);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    const std::uint64_t parts = 1 + random.below(4);
    const bool fused = random.one_in(2);
    const auto alpha = cpu::load<cpu::Single>(g.alpha), beta = cpu::load<cpu::Single>(g.beta);
    for (std::uint64_t j = 0; j < g.n; ++j)
        for (std::uint64_t i = 0; i < g.m; ++i) {
            float sums[4] = {};
            for (std::uint64_t n = 0; n < g.k; ++n) {
                const float a = cpu::load<cpu::Single>(g.a.type, cpu::element(g.a, i, order[n], 0));
                const float b = cpu::load<cpu::Single>(g.b.type, cpu::element(g.b, order[n], j, 0));
                float& sum = sums[n % parts];
                const float product = a * b;
                sum = fused ? std::fma(a, b, sum) : sum + product;
            }
            const float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
            const float c = cpu::load<cpu::Single>(g.c.type, cpu::element(g.c, i, j, 0));
            const float scaled = alpha * sum;
            const float r = random.one_in(2) ? std::fma(beta, c, scaled) : scaled + beta * c;
            cpu::store<cpu::Single>(g.d.type, cpu::element(g.d, i, j, 0), r);
        }
}

} // namespace

TEST_CASE("10,000 right results of up to 64 x 64 x 256 in random orders are accepted") {
    constexpr DataType types[] = {DataType::Float, DataType::Half, DataType::BFloat16, DataType::Float8,
                                  DataType::BFloat8_fnuz};
    constexpr gemm::Values kinds[] = {gemm::Values::uniform, gemm::Values::adversarial, gemm::Values::small};
    std::size_t accepted = 0;
    for (std::size_t n = 0; n < 10000; ++n) {
        Random random(n);
        // Most are small, so that all of them take seconds; every hundredth is of the full size.
        const std::uint64_t side = n % 100 == 0 ? 64 : 12, depth = n % 100 == 0 ? 256 : 64;
        test::Judged p(random.any_of<DataType>({std::begin(types), std::end(types)}), 1 + random.below(side),
                       1 + random.below(side), 1 + random.below(depth), 1, kinds[random.below(3)]);
        if (n % 100 == 0) p.g.m = p.g.n = std::min(p.g.m, p.g.n);
        compute_in_any_order(p, random);
        gemm::Options options;
        options.threads = 1;
        options.method = gemm::Method::bounds;
        const gemm::Report report = gemm::judge(p.g, options);
        accepted += report.passed() ? 1u : 0u;
        if (report.passed()) continue;
        CAPTURE(n);
        for (const std::string& line : gemm::lines_of(report)) MESSAGE(line);
        FAIL_CHECK("refused");
        break;
    }
    std::printf("%zu right results accepted\n", accepted);
    CHECK(accepted == 10000);
}

TEST_CASE("the definition's own results of every type and switch are accepted") {
    std::size_t judged = 0;
    for (const test::TypeRow& row : test::type_rows())
        for (std::size_t n = 0; n < 100; ++n) {
            Random random(777 + n);
            test::RandomGemm x = test::random_gemm(row, random, {});
            x.attach();
            REQUIRE(cpu::compute(x.gemm).status == Status::ok);
            gemm::Options options;
            options.threads = 1;
            const gemm::Report report = gemm::judge(x.gemm, options);
            ++judged;
            if (report.passed()) continue;
            CAPTURE(std::string(row.name));
            CAPTURE(777 + n);
            CAPTURE(std::string(row_of(x.gemm.activation).name));
            for (const std::string& line : gemm::lines_of(report)) MESSAGE(line);
            FAIL_CHECK("refused");
            break;
        }
    CHECK(judged == 100 * test::type_rows().size());
}
