// SPDX-License-Identifier: MIT
// The matrix instructions, vector widths and wave tiles that the register proofs run over.
#pragma once
#include "conformance/kernel/wave_tile.hpp"

namespace kernabi::test {

using namespace wave;

inline constexpr Shape shapes[] = {
    {"MFMA 32x32", 32, 32, 1, 1, 64, 16, mfma_32x32},
    {"MFMA 32x32, 2 blocks along N", 32, 32, 1, 2, 64, 16, mfma_32x32},
    {"MFMA 32x32, 2 blocks along M", 32, 32, 2, 1, 64, 16, mfma_32x32},
    {"MFMA 16x16", 16, 16, 1, 1, 64, 4, mfma_16x16},
    {"MFMA 16x16, 4 blocks along N", 16, 16, 1, 4, 64, 4, mfma_16x16},
    {"MFMA 16x16, 2 by 2 blocks", 16, 16, 2, 2, 64, 4, mfma_16x16},
    {"MFMA 16x16, 4 blocks along M", 16, 16, 4, 1, 64, 4, mfma_16x16},
    {"MFMA 4x4, 16 blocks along N", 4, 4, 1, 16, 64, 4, mfma_4x4},
    {"MFMA 4x4, 2 by 8 blocks", 4, 4, 2, 8, 64, 4, mfma_4x4},
    {"MFMA 4x4, 4 by 4 blocks", 4, 4, 4, 4, 64, 4, mfma_4x4},
    {"MFMA 4x4, 8 by 2 blocks", 4, 4, 8, 2, 64, 4, mfma_4x4},
    {"MFMA 4x4, 16 blocks along M", 4, 4, 16, 1, 64, 4, mfma_4x4},
    {"MFMA f64 16x16", 16, 16, 1, 1, 64, 4, mfma_f64_16x16},
    {"WMMA 16x16, gfx11", 16, 16, 1, 1, 32, 8, wmma_gfx11},
    {"WMMA 16x16, gfx12", 16, 16, 1, 1, 32, 8, wmma_gfx12},
};

/// Every vector width of 1, 2 and 4 with every number of instructions up to 4 that it divides.
struct WidthAndTile {
    std::size_t width, tile;
};
inline constexpr WidthAndTile widths_and_tiles[] = {{1, 1}, {1, 2}, {2, 2}, {1, 3}, {1, 4}, {2, 4}, {4, 4}};

} // namespace kernabi::test
