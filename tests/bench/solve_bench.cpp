// SPDX-License-Identifier: MIT
// From a request to every launch's bytes: plain, with every option, with helper launches, and a group of 64.
#include "abi/kernarg/grouped.hpp"
#include "tests/bench/allocations.hpp"
#include "tests/launch/request.hpp"
#include <benchmark/benchmark.h>

using namespace kernabi;

namespace {

void solve_launches(benchmark::State& state, Request request) {
    std::uint8_t bytes[512] = {};
    Launch work{};
    const bench::CountAllocations counting(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(&request);
        benchmark::ClobberMemory();
        Refusal refusal{};
        std::size_t needed = 0;
        const Status status = solve(
            request, work, bytes, needed,
            [](const Invocation& invocation) { benchmark::DoNotOptimize(invocation.bytes.data); }, refusal);
        if (status != Status::ok) state.SkipWithError("refused");
    }
}

Request split(Accumulation sum) {
    Request request = test::base_request(Version::v2);
    request.map.gsu = 4;
    request.form.type.globalAccumulation = sum;
    return request;
}

Request strict_request() {
    Request request = test::base_request(Version::v2);
    request.policy = Policy::strict;
    return request;
}

void solve_plain(benchmark::State& state) { solve_launches(state, test::base_request(Version::v2)); }
void solve_plain_strict(benchmark::State& state) { solve_launches(state, strict_request()); }
void solve_beta_only_and_gemm(benchmark::State& state) { solve_launches(state, split(Accumulation::none)); }
void solve_gemm_and_conversion(benchmark::State& state) { solve_launches(state, split(Accumulation::multiple_buffer)); }

void solve_grouped_64(benchmark::State& state) {
    constexpr std::size_t count = 64;
    Request requests[count];
    for (std::size_t i = 0; i < count; ++i) {
        requests[i] = test::base_request(Version::v2);
        requests[i].call = Call::grouped;
        requests[i].form.type.groupedGemm = true;
        requests[i].problem.n = 64 + i;
    }
    static std::uint8_t table[1 << 16];
    std::uint8_t block[64] = {};
    Launch work{};
    const bench::CountAllocations counting(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(requests);
        benchmark::ClobberMemory();
        Refusal refusal{};
        GroupedSizes sizes{};
        const Status status = solve_grouped(
            count, [&](std::size_t i) -> const Request& { return requests[i]; }, work, table, block, sizes,
            [](const Invocation& invocation) { benchmark::DoNotOptimize(invocation.bytes.data); }, refusal);
        if (status != Status::ok) state.SkipWithError("refused");
    }
}

BENCHMARK(solve_plain);
BENCHMARK(solve_plain_strict);
BENCHMARK(solve_beta_only_and_gemm);
BENCHMARK(solve_gemm_and_conversion);
BENCHMARK(solve_grouped_64);

} // namespace
