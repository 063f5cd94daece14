// SPDX-License-Identifier: MIT
// Reading a log of a few megabytes of argument dumps from memory.
#include "conformance/dump/reader.hpp"
#include "tests/bench/allocations.hpp"
#include <benchmark/benchmark.h>
#include <string>

namespace {

class Counter final : public kernabi::dump::Handler {
  public:
    std::size_t arguments = 0;
    void argument(const kernabi::dump::Argument&) override { ++arguments; }
    bool problem(const kernabi::dump::Problem&) override { return false; }
};

std::string log_of(std::size_t size) {
    const std::string launch =
        "Kernel Cijk_Ailk_Bljk_HHS_BH_Bias_HAS_SAV_UserArgs_MT128x128x64\n"
        " l(256, 1, 1) x g(300, 1, 1) = (76800, 1, 1)\n"
        "[0..3] gemm_count: 01 00 00 00 (1)\n[4..7] internalArgs: 02 00 20 20 (538968066)\n"
        "[8..11] internalArgs1: f8 ff ff ff (-8)\n[12..15] numWorkGroups: 2c 01 00 00 (300)\n"
        "[16..19] size_0: 00 05 00 00 (1280)\n[20..23] size_1: c0 03 00 00 (960)\n"
        "[24..27] size_2: 01 00 00 00 (1)\n[28..31] size_3: 00 20 00 00 (8192)\n"
        "[32..39] ws_d: 00 00 80 b9 68 7f 00 00 (0x7f68b9800000)\n[40..47] c: 00 be 98 c4 68 7f 00 00 "
        "(0x7f68c498be00)\n"
        "[48..55] a: 00 00 60 c2 68 7f 00 00 (0x7f68c2600000)\n[56..63] b: 00 ff a4 c3 68 7f 00 00 (0x7f68c3a4ff00)\n"
        "[64..67] strideW_D1: 00 05 00 00 (1280)\n[68..71] strideW_D2: 00 c0 12 00 (1228800)\n"
        "[96..99] alpha: 00 00 80 3f (1)\n[100..103] beta: 00 00 00 00 (0)\n";
    std::string log;
    while (log.size() < size) log += launch;
    return log;
}

void read_dump(benchmark::State& state) {
    const std::string log = log_of(std::size_t{4} << 20);
    std::size_t arguments = 0;
    const kernabi::bench::CountAllocations counting(state);
    for (auto _ : state) {
        Counter counter;
        kernabi::dump::Reader reader(counter);
        if (!reader.feed(log) || !reader.finish()) state.SkipWithError("stopped");
        arguments += counter.arguments;
    }
    benchmark::DoNotOptimize(arguments);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(log.size()));
}

BENCHMARK(read_dump)->Unit(benchmark::kMillisecond);

} // namespace
