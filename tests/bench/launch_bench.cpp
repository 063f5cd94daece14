// SPDX-License-Identifier: MIT
// From a request to a launch's bytes: the ordinary one of the recorded cases, and every option at once.
#include "tests/bench/allocations.hpp"
#include "tests/launch/request.hpp"
#include <benchmark/benchmark.h>

using namespace kernabi;

namespace {

void launch(benchmark::State& state, Request request) {
    std::uint8_t bytes[512] = {};
    const bench::CountAllocations counting(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(&request);
        benchmark::ClobberMemory();
        Launch result{};
        Refusal refusal{};
        std::size_t written = 0;
        if (make_launch(request, result, refusal) != Status::ok ||
            pack(result, request.policy, bytes, written, refusal) != Status::ok)
            state.SkipWithError("refused");
        benchmark::DoNotOptimize(bytes);
    }
}

Request everything() {
    Request request = test::base_request(Version::v2);
    ProblemType& type = request.form.type;
    type.useBias = type.useScaleAlphaVec = 3;
    type.useE = type.useScaleCD = type.outputAmaxD = true;
    type.useScaleAB = ScaleAB::vector;
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    request.inputs.activation_count = 2;
    return request;
}

void solve_one_launch(benchmark::State& state) { launch(state, test::base_request(Version::v2)); }
void solve_every_option(benchmark::State& state) { launch(state, everything()); }

BENCHMARK(solve_one_launch);
BENCHMARK(solve_every_option);

} // namespace
