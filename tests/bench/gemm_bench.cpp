// SPDX-License-Identifier: MIT
// The fast path on one core beside OpenBLAS's, in the same run and by processor time; one core against all of them by
// the clock; the judge.
// `--benchmark_filter=gemm/f32` and the like pick some. Where other work disturbs, repetitions and their medians help.
#include "backends/cpu/element.hpp"
#include "backends/cpu/fast/fast.hpp"
#include "conformance/gemm/inputs.hpp"
#include "conformance/gemm/judge.hpp"
#include <benchmark/benchmark.h>
#include <cstdint>
#include <string>
#include <vector>
#if defined(KERNABI_WITH_OPENBLAS)
#include <cblas.h>
#endif

namespace {

using namespace kernabi;

struct Row {
    const char* name;
    DataType type, result, compute;
};
constexpr Row rows[] = {
    {"f32", DataType::Float, DataType::Float, DataType::Float},
    {"f16", DataType::Half, DataType::Half, DataType::Float},
    {"bf16", DataType::BFloat16, DataType::BFloat16, DataType::Float},
    {"f8", DataType::Float8, DataType::Float8, DataType::Float},
    {"bf8_fnuz", DataType::BFloat8_fnuz, DataType::Half, DataType::Float},
    {"f64", DataType::Double, DataType::Double, DataType::Double},
    {"i8", DataType::Int8, DataType::Int32, DataType::Int32},
};

struct Problem {
    cpu::Gemm g;
    std::vector<std::uint8_t> a, b, d;

    Problem(const Row& row, std::uint64_t n, bool transA, bool transB) {
        g.computeType = row.compute;
        g.transA = transA;
        g.transB = transB;
        g.m = g.n = g.k = n;
        g.a.type = g.b.type = row.type;
        g.c.type = g.d.type = row.result;
        const auto lay = [&](auto& x, std::vector<std::uint8_t>& memory, std::uint64_t seed) {
            x.ld = n;
            memory.resize(n * n * cpu::size_of(x.type));
            gemm::fill(x.type, gemm::Values::uniform, seed, {memory.data(), memory.size()});
            x.bytes = {memory.data(), memory.size()};
        };
        lay(g.a, a, 1);
        lay(g.b, b, 2);
        lay(g.d, d, 3);
        g.alpha = {DataType::Double, 0x3ff0000000000000u, 0};
    }
};

void count(benchmark::State& state, std::uint64_t n) {
    state.counters["GFLOP/s"] = benchmark::Counter(
        2e-9 * static_cast<double>(n * n * n) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void run_ours(benchmark::State& state, const Row& row, std::uint64_t n, bool transA, bool transB, unsigned threads) {
    Problem p(row, n, transA, transB);
    cpu::fast::Options options;
    options.threads = threads;
    for (auto _ : state)
        if (cpu::fast::compute(p.g, options).status != Status::ok) state.SkipWithError("refused");
    count(state, n);
}

#if defined(KERNABI_WITH_OPENBLAS)
void run_blas(benchmark::State& state, std::uint64_t n, bool transA, bool transB, bool is_double) {
    openblas_set_num_threads(1);
    const Row& row = is_double ? rows[5] : rows[0];
    Problem p(row, n, transA, transB);
    const int size = static_cast<int>(n);
    const auto a = transA ? CblasTrans : CblasNoTrans, b = transB ? CblasTrans : CblasNoTrans;
    const auto* const x = static_cast<const void*>(p.a.data());
    const auto* const y = static_cast<const void*>(p.b.data());
    auto* const z = static_cast<void*>(p.d.data());
    for (auto _ : state) {
        if (is_double)
            cblas_dgemm(CblasColMajor, a, b, size, size, size, 1, static_cast<const double*>(x), size,
                        static_cast<const double*>(y), size, 0, static_cast<double*>(z), size);
        else
            cblas_sgemm(CblasColMajor, a, b, size, size, size, 1, static_cast<const float*>(x), size,
                        static_cast<const float*>(y), size, 0, static_cast<float*>(z), size);
    }
    count(state, n);
}
#endif

/// The right result of an f16 GEMM, judged by projections on every core.
void run_judge(benchmark::State& state, std::uint64_t n) {
    Problem p(rows[1], n, false, false);
    p.g.beta = {DataType::Float, 0, 0};
    if (cpu::fast::compute(p.g).status != Status::ok) state.SkipWithError("refused");
    gemm::Options options;
    options.method = gemm::Method::projections;
    for (auto _ : state)
        if (!gemm::judge(p.g, options).passed()) state.SkipWithError("a right result was refused");
}

const bool registered = [] {
    for (const std::uint64_t n : {256u, 512u, 1024u, 2048u})
        for (const bool transA : {false, true})
            for (const bool transB : {false, true}) {
                const std::string suffix = "/" + std::to_string(n) + "/" + (transA ? "T" : "N") + (transB ? "T" : "N");
                for (const Row& row : rows)
                    benchmark::RegisterBenchmark(
                        ("gemm/" + std::string(row.name) + suffix).c_str(),
                        [&row, n, transA, transB](benchmark::State& s) { run_ours(s, row, n, transA, transB, 1); });
#if defined(KERNABI_WITH_OPENBLAS)
                for (const bool is_double : {false, true})
                    benchmark::RegisterBenchmark(
                        ((is_double ? "gemm/openblas_dgemm" : "gemm/openblas_sgemm") + suffix).c_str(),
                        [n, transA, transB, is_double](benchmark::State& s) {
                            run_blas(s, n, transA, transB, is_double);
                        });
#endif
            }
    for (const unsigned threads : {1u, 2u, 0u})
        benchmark::RegisterBenchmark(
            ("gemm_threads/f32/2048/" + (threads == 0 ? "all" : std::to_string(threads))).c_str(),
            [threads](benchmark::State& s) { run_ours(s, rows[0], 2048, false, false, threads); })
            ->UseRealTime();
    benchmark::RegisterBenchmark("gemm_judge/f16/8192/projections", [](benchmark::State& s) { run_judge(s, 8192); })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(3);
    return true;
}();

} // namespace
