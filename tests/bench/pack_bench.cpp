// SPDX-License-Identifier: MIT
// Packing the signature page's version 2 example, 124 bytes, in three ways; and reading its header.
#include "abi/kernarg/entry_points.hpp"
#include "abi/kernarg/pack.hpp"
#include "tests/bench/allocations.hpp"
#include <benchmark/benchmark.h>

using namespace kernabi;

namespace {

constexpr Form page_form() {
    Form form{};
    form.type.gsu = 2;
    form.type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    return form;
}
constexpr Layout page = layout_of(page_form());
static_assert(page.size == 124);

Values page_values() {
    Values values{};
    const std::uint64_t numbers[] = {1,
                                     538968066,
                                     0xfffffffffffffff8,
                                     300,
                                     1280,
                                     960,
                                     1,
                                     8192,
                                     0x7f68b9800000,
                                     0x7f68c498be00,
                                     0x7f68c2600000,
                                     0x7f68c3a4ff00,
                                     1280,
                                     1228800,
                                     1280,
                                     1228800,
                                     8320,
                                     10649600,
                                     8320,
                                     7987200,
                                     0x3f800000,
                                     0,
                                     0x7f68c4be3e00,
                                     0x7f68c4e3be00,
                                     0};
    for (std::size_t i = 0; i < page.count; ++i) values.slot[slot_of(page.entries[i])] = numbers[i];
    return values;
}

void pack_compile_time_layout(benchmark::State& state) {
    Values values = page_values();
    std::uint8_t bytes[128] = {};
    const bench::CountAllocations counting(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(&values); // may have changed: every value is read again
        benchmark::ClobberMemory();
        if (pack_fixed<page>(values, Policy::strict, {bytes, sizeof(bytes)}) != Status::ok)
            state.SkipWithError("refused");
        benchmark::DoNotOptimize(bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * page.size);
}

void pack_run_time_layout(benchmark::State& state) {
    Layout layout{};
    if (compiled::layout(page_form(), layout) != Status::ok) state.SkipWithError("no layout");
    Values values = page_values();
    std::uint8_t bytes[128] = {};
    const bench::CountAllocations counting(state);
    for (auto _ : state) {
        benchmark::ClobberMemory();
        std::size_t written = 0;
        ArgumentFault fault{};
        if (compiled::pack(layout, values, Policy::strict, {bytes, sizeof(bytes)}, written, fault) != Status::ok)
            state.SkipWithError("refused");
        benchmark::DoNotOptimize(bytes);
    }
}

void pack_walking_the_table(benchmark::State& state) {
    const Form form = page_form();
    Values values = page_values();
    std::uint8_t bytes[128] = {};
    const bench::CountAllocations counting(state);
    for (auto _ : state) {
        benchmark::ClobberMemory();
        std::size_t written = 0;
        ArgumentFault fault{};
        if (compiled::pack(form, values, Policy::strict, {bytes, sizeof(bytes)}, written, fault) != Status::ok)
            state.SkipWithError("refused");
        benchmark::DoNotOptimize(bytes);
    }
}

void decode_header(benchmark::State& state) {
    std::uint8_t bytes[16] = {1, 0, 0, 0, 2, 0, 0x20, 0x20, 0xf8, 0xff, 1, 0x4c, 0x2c, 1, 0, 0};
    const bench::CountAllocations counting(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(&bytes);
        benchmark::ClobberMemory();
        HeaderFields fields{};
        if (compiled::decode(Version::v2, default_preset(Version::v2).dialect, {bytes, sizeof(bytes)}, fields) !=
            Status::ok)
            state.SkipWithError("refused");
        benchmark::DoNotOptimize(fields);
    }
}

BENCHMARK(pack_compile_time_layout);
BENCHMARK(pack_run_time_layout);
BENCHMARK(pack_walking_the_table);
BENCHMARK(decode_header);

} // namespace
