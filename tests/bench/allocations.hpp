// SPDX-License-Identifier: MIT
#pragma once
#include <benchmark/benchmark.h>
#include <cstddef>

namespace kernabi::bench {

/// Allocations of the whole program so far.
[[nodiscard]] std::size_t allocations() noexcept;

/// Reports the allocations of each iteration between its making and its end.
class CountAllocations {
  public:
    explicit CountAllocations(benchmark::State& state) : state_(state), before_(allocations()) {}
    CountAllocations(const CountAllocations&) = delete;
    CountAllocations& operator=(const CountAllocations&) = delete;
    ~CountAllocations() {
        state_.counters["allocations"] =
            benchmark::Counter(static_cast<double>(allocations() - before_), benchmark::Counter::kAvgIterations);
    }

  private:
    benchmark::State& state_;
    std::size_t before_;
};

} // namespace kernabi::bench
