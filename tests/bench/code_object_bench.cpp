// SPDX-License-Identifier: MIT
// Reading, inferring and judging code objects: small kernels, 20 arguments and 2 KiB of metadata each.
#include "conformance/codeobject/container.hpp"
#include "conformance/inference/findings.hpp"
#include "tests/codeobject/build.hpp"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace kernabi;

class Judge final : public codeobject::Handler {
  public:
    std::uint64_t conform = 0, others = 0;

    void kernel(const codeobject::Kernel& kernel) override {
        inference::judge(kernel, inferrer_.infer(kernel), "gfx942", report_);
        ++(report_.verdict == inference::Verdict::conforms ? conform : others);
    }
    void problem(const codeobject::Problem&) override { ++others; }

  private:
    inference::Inferrer inferrer_;
    inference::Report report_;
};

void read_code_object(benchmark::State& state, bool one_note) {
    fixture::ElfFacts facts;
    facts.one_note = one_note;
    const auto count = static_cast<std::size_t>(state.range(0));
    const fixture::Buffer file = fixture::elf(fixture::small_kernels(count), facts);
    for (auto _ : state) {
        Judge judge;
        codeobject::read_file({file.data(), file.size()}, {}, judge);
        if (judge.conform != count || judge.others != 0) state.SkipWithError("not every kernel conforms");
    }
    const double rounds = static_cast<double>(state.iterations());
    state.counters["kernels"] = benchmark::Counter(rounds * static_cast<double>(count), benchmark::Counter::kIsRate);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size()));
}
BENCHMARK_CAPTURE(read_code_object, a_note_each, false)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_code_object, one_note, true)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);

} // namespace
