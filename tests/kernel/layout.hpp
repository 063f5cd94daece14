// SPDX-License-Identifier: MIT
// Where a matrix instruction leaves its outputs, by AMD's instruction set documents: lane and register to row and
// column.
#pragma once
#include <cstddef>

namespace kernabi::test {

/// Row and column within one block (for 4x4: within all of its blocks, which lie in lanes).
struct Place {
    std::size_t row = 0, column = 0;
};

/// One matrix instruction: its blocks along M and N, the lanes of a wave, outputs of a lane and block.
struct Shape {
    const char* name;
    std::size_t m, n, bm, bn, wave, outputs;
    Place (*place)(const Shape& shape, bool swap, std::size_t lane, std::size_t t);

    [[nodiscard]] bool folded() const { return m == 4; }
    /// Rows of D that an instruction and all its blocks cover.
    [[nodiscard]] std::size_t rows() const { return m * bm; }
    [[nodiscard]] std::size_t columns() const { return n * bn; }
};

inline Place mfma_32x32(const Shape&, bool, std::size_t lane, std::size_t t) {
    return {8 * (t / 4) + 4 * (lane / 32) + t % 4, lane % 32};
}
inline Place mfma_16x16(const Shape&, bool, std::size_t lane, std::size_t t) {
    return {4 * (lane / 16) + t, lane % 16};
}
/// The blocks of 4x4 are numbered as those of the larger shapes: along N first, and along M first with SourceSwap.
inline Place mfma_4x4(const Shape& s, bool swap, std::size_t lane, std::size_t t) {
    const std::size_t block = lane / 4, first = block % (swap ? s.bm : s.bn), second = block / (swap ? s.bm : s.bn);
    return {4 * second + t, 4 * first + lane % 4};
}
inline Place mfma_f64_16x16(const Shape&, bool, std::size_t lane, std::size_t t) {
    return {4 * t + lane / 16, lane % 16};
}
inline Place wmma_gfx11(const Shape&, bool, std::size_t lane, std::size_t t) { return {2 * t + lane / 16, lane % 16}; }
inline Place wmma_gfx12(const Shape&, bool, std::size_t lane, std::size_t t) {
    return {t + 8 * (lane / 16), lane % 16};
}

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

} // namespace kernabi::test
