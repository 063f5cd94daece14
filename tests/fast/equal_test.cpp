// SPDX-License-Identifier: MIT
// The fast path gives the definition's bytes, whatever the problem is.
#include "backends/cpu/fast/fast.hpp"
#include "tests/fast/random_gemm.hpp"
#include <cstdio>
#include <doctest/doctest.h>

using namespace kernabi;
using namespace kernabi::test;
namespace fast = kernabi::cpu::fast;

namespace {

std::vector<fast::Isa> sets_here() {
    std::vector<fast::Isa> sets;
    for (const fast::Isa isa : fast::all_isas)
        if (fast::is_available(isa)) sets.push_back(isa);
    return sets;
}

/// Small blocks half of the time, so that small problems cross their borders.
fast::Options options_for(fast::Isa isa, Random& random) {
    fast::Options options;
    options.isa = isa;
    options.threads = 1;
    if (random.one_in(2)) options.blocking = {1 + random.below(7), 1 + random.below(30), 1 + random.below(20)};
    return options;
}

/// Problems of a row on which both agree; a test failure names the first other one.
std::size_t agreeing(const TypeRow& row, std::size_t count, const Sizes& sizes, std::uint64_t seed) {
    const std::vector<fast::Isa> sets = sets_here();
    std::size_t agreed = 0, refused = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Random random(seed + i);
        RandomGemm wanted = random_gemm(row, random, sizes), got = wanted;
        wanted.attach();
        got.attach();
        const fast::Isa isa = sets[i % sets.size()];
        const cpu::Outcome outcome = cpu::compute(wanted.gemm);
        const cpu::Outcome of_fast = fast::compute(got.gemm, options_for(isa, random));
        refused += outcome.status != Status::ok ? 1 : 0;
        if (outcome.status == of_fast.status && outcome.argument == of_fast.argument && wanted.same_results(got)) {
            ++agreed;
            continue;
        }
        CAPTURE(seed + i);
        CAPTURE(std::string(fast::name_of(isa)));
        CAPTURE(static_cast<int>(outcome.status));
        CAPTURE(static_cast<int>(of_fast.status));
        FAIL_CHECK(std::string(row.name));
        break;
    }
    CAPTURE(std::string(row.name));
    CHECK(refused == 0); // a problem that is not computed shows nothing
    return agreed;
}

} // namespace

TEST_CASE("the fast path equals the definition bit for bit on 20,000 random problems") {
    constexpr std::size_t each = 700;
    static_assert(each >= 500);
    std::size_t agreed = 0, row_number = 0;
    for (const TypeRow& row : type_rows()) agreed += agreeing(row, each, {}, 1000003 * ++row_number);
    std::printf("%zu random problems of %zu kinds, every bit equal\n", agreed, type_rows().size());
    CHECK(agreed == each * type_rows().size());
    CHECK(agreed >= 20000);
}

TEST_CASE("natural blocks, and every thread count, give the same bits") {
    const std::vector<TypeRow>& rows = type_rows();
    for (const std::size_t number : {1u, 4u, 15u, 18u}) { // f32, f16, i8, complex f32
        Random random(number);
        RandomGemm wanted = random_gemm(rows[number], random, {300, 180, 500, 1});
        wanted.gemm.gsu = 2;
        wanted.gemm.depthU = 16;
        RandomGemm got = wanted;
        wanted.attach();
        REQUIRE(cpu::compute(wanted.gemm).status == Status::ok);
        for (const unsigned threads : {0u, 1u, 3u, 7u}) {
            RandomGemm again = got;
            again.attach();
            fast::Options options;
            options.threads = threads;
            REQUIRE(fast::compute(again.gemm, options).status == Status::ok);
            CAPTURE(threads);
            CHECK(again.same_results(wanted));
        }
    }
}

TEST_CASE("progress ends at all of the work, and rises") {
    Random random(5);
    RandomGemm x = random_gemm(type_rows()[1], random, {200, 200, 200, 1});
    x.attach();
    x.gemm.alpha = {DataType::Float, 0x3f800000, 0};
    struct Seen {
        std::uint64_t last = 0, all = 0;
    } seen;
    fast::Options options;
    options.threads = 1;
    options.blocking = {16, 0, 0};
    options.context = &seen;
    options.progress = [](void* context, std::uint64_t done, std::uint64_t all) {
        Seen& s = *static_cast<Seen*>(context);
        CHECK(done > s.last);
        s = {done, all};
    };
    REQUIRE(fast::compute(x.gemm, options).status == Status::ok);
    CHECK(seen.last == seen.all);
}

TEST_CASE("what the definition refuses is refused with the same outcome, and nothing is written") {
    Random random(7);
    RandomGemm x = random_gemm(type_rows()[1], random, {});
    x.attach();
    const RandomGemm before = x;
    x.gemm.d.bytes.size = 0;
    const cpu::Outcome wanted = cpu::check(x.gemm), got = fast::compute(x.gemm);
    CHECK(wanted.status == Status::destination_too_small);
    CHECK(got.status == wanted.status);
    CHECK(got.argument == wanted.argument);
    CHECK(x.same_results(before));
}
