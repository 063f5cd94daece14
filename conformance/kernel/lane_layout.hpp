// SPDX-License-Identifier: MIT
// Where a matrix instruction leaves its outputs, by AMD's instruction set documents: lane and register to row and
// column.
#pragma once
#include <cstddef>

namespace kernabi::wave {

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

/// The layouts by name.
struct LayoutRow {
    const char* name;
    std::size_t m, n, wave, outputs; ///< of one block; a 4x4 instruction's 16 blocks lie in its lanes
    Place (*place)(const Shape& shape, bool swap, std::size_t lane, std::size_t t);
};
inline constexpr LayoutRow layouts[] = {
    {"mfma-32x32", 32, 32, 64, 16, mfma_32x32}, {"mfma-16x16", 16, 16, 64, 4, mfma_16x16},
    {"mfma-4x4", 4, 4, 64, 4, mfma_4x4},        {"mfma-f64-16x16", 16, 16, 64, 4, mfma_f64_16x16},
    {"wmma-gfx11", 16, 16, 32, 8, wmma_gfx11},  {"wmma-gfx12", 16, 16, 32, 8, wmma_gfx12},
};

} // namespace kernabi::wave
