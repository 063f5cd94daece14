// SPDX-License-Identifier: MIT
// A wave's tile of D: which element each accumulator output of each lane is, and in which order the store wants a
// lane's.
#pragma once
#include "abi/kernel/inputs.hpp"
#include "conformance/kernel/lane_layout.hpp"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernabi::wave {

struct WaveTile {
    Shape shape;
    bool swap;
    std::size_t vw0, vw1, tile0, tile1; ///< vector widths and matrix instructions along M and N
    std::size_t outputs;                ///< of one lane
    std::vector<std::uint32_t> element; ///< by lane and accumulator output: column << 16 | row
    std::vector<std::uint32_t> rank;    ///< of that element among the lane's, in ascending column-major order

    WaveTile(const Shape& s, bool source_swap, std::size_t v0, std::size_t v1, std::size_t w0, std::size_t w1)
        : shape(s), swap(source_swap), vw0(v0), vw1(v1), tile0(w0), tile1(w1),
          outputs(s.outputs * (s.folded() ? 1 : s.bm * s.bn) * w0 * w1), element(outputs * s.wave),
          rank(element.size()) {
        for (std::size_t lane = 0; lane < s.wave; ++lane) {
            for (std::size_t acc = 0; acc < outputs; ++acc) element[lane * outputs + acc] = place(lane, acc);
            set_ranks(lane);
        }
    }

    [[nodiscard]] kernel::Inputs inputs() const {
        using kernel::Input;
        kernel::Inputs in;
        const auto set = [&in](Input i, std::size_t value) { in[i] = static_cast<std::int64_t>(value); };
        set(Input::MatrixInstM, shape.m), set(Input::MatrixInstN, shape.n);
        set(Input::MatrixInstBM, shape.bm), set(Input::MatrixInstBN, shape.bn);
        set(Input::WavefrontSize, shape.wave), set(Input::SourceSwap, swap ? 1 : 0);
        set(Input::VectorWidthA, vw0), set(Input::VectorWidthB, vw1);
        set(Input::MIWaveTile_0, tile0), set(Input::MIWaveTile_1, tile1);
        return in;
    }

  private:
    /// Accumulators: all outputs of a block, then the blocks, then the instructions along M, then along N. With
    /// SourceSwap the instruction computes the transpose, and its blocks are numbered along M first.
    [[nodiscard]] std::uint32_t place(std::size_t lane, std::size_t acc) const {
        const std::size_t blocks = shape.folded() ? 1 : shape.bm * shape.bn;
        const std::size_t t = acc % shape.outputs, block = acc / shape.outputs % blocks,
                          instruction = acc / shape.outputs / blocks;
        const std::size_t i0 = instruction % tile0, i1 = instruction / tile0;
        std::size_t b0 = 0, b1 = 0;
        if (!shape.folded())
            b0 = swap ? block % shape.bm : block / shape.bn, b1 = swap ? block / shape.bm : block % shape.bn;
        Place p = shape.place(shape, swap, lane, t);
        if (swap) std::swap(p.row, p.column);
        // Vectors of adjacent rows and columns are spread over adjacent instructions.
        const std::size_t m = shape.folded() ? shape.rows() : shape.m, n = shape.folded() ? shape.columns() : shape.n;
        const std::size_t bm = shape.folded() ? 1 : shape.bm, bn = shape.folded() ? 1 : shape.bn;
        const std::size_t row = i0 % vw0 + vw0 * (p.row + m * (b0 + bm * (i0 / vw0))),
                          column = i1 % vw1 + vw1 * (p.column + n * (b1 + bn * (i1 / vw1)));
        return static_cast<std::uint32_t>(column << 16 | row);
    }
    void set_ranks(std::size_t lane) {
        const auto first = element.begin() + static_cast<std::ptrdiff_t>(lane * outputs);
        std::vector<std::uint32_t> sorted(first, first + static_cast<std::ptrdiff_t>(outputs));
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t acc = 0; acc < outputs; ++acc)
            rank[lane * outputs + acc] = static_cast<std::uint32_t>(
                std::lower_bound(sorted.begin(), sorted.end(), element[lane * outputs + acc]) - sorted.begin());
    }
};

} // namespace kernabi::wave
