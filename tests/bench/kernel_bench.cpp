// SPDX-License-Identifier: MIT
// The accumulator map of a tile of 256 registers, whole and by index; and a list of as many instructions.
#include "abi/kernel/lists.hpp"
#include <benchmark/benchmark.h>

using namespace kernabi;
using kernel::Input;

namespace {

/// MFMA 16x16 with SourceSwap, widths 2 and 2, an 8 x 8 wave tile.
kernel::Inputs tile_256() {
    kernel::Inputs in;
    in[Input::MatrixInstM] = in[Input::MatrixInstN] = 16;
    in[Input::MatrixInstBM] = in[Input::MatrixInstBN] = in[Input::SourceSwap] = 1;
    in[Input::WavefrontSize] = 64;
    in[Input::VectorWidthA] = in[Input::VectorWidthB] = 2;
    in[Input::MIWaveTile_0] = in[Input::MIWaveTile_1] = 8;
    in[Input::ComputeDataType] = static_cast<std::int64_t>(DataType::Float);
    return in;
}

void acc_map_fill(benchmark::State& state) {
    const kernel::Inputs in = tile_256();
    std::uint16_t to[256] = {};
    for (auto _ : state) {
        kernel::AccMap map{};
        if (!kernel::make_acc_map(in, map).ok() || kernel::fill_acc_to_arch(map, Span<std::uint16_t>(to)) != Status::ok)
            state.SkipWithError("no map");
        benchmark::DoNotOptimize(to);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(acc_map_fill);

void acc_map_by_index(benchmark::State& state) {
    kernel::AccMap map{};
    if (!kernel::make_acc_map(tile_256(), map).ok()) state.SkipWithError("no map");
    std::uint64_t index = 0;
    for (auto _ : state) benchmark::DoNotOptimize(index = map.to_arch(index & 0xff) + 1);
}
BENCHMARK(acc_map_by_index);

void mul_alpha_list(benchmark::State& state) {
    const kernel::Inputs in = tile_256();
    for (auto _ : state) {
        std::uint64_t sum = 0;
        const auto take = [&sum](const kernel::Instruction& i) {
            sum += static_cast<std::uint64_t>(i.operand[2].number);
        };
        if (!kernel::mul_alpha(in, take).ok()) state.SkipWithError("no list");
        benchmark::DoNotOptimize(sum);
    }
}
BENCHMARK(mul_alpha_list);

} // namespace
