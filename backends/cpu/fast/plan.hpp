// SPDX-License-Identifier: MIT
// How a problem is cut: into pieces that threads take one after the other, and within one into blocks that fit caches.
#pragma once
#include "backends/cpu/fast/fast.hpp"
#include "backends/cpu/fast/kernels.hpp"
#include "backends/cpu/gemm.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace kernabi::cpu::fast {

/// A number that is known to fit; written so that no compiler calls the cast useless or narrowing.
[[nodiscard]] constexpr std::size_t to_size(std::uint64_t x) noexcept {
    return x & std::numeric_limits<std::size_t>::max();
}

/// A rectangle of one batch's D.
struct Piece {
    std::uint64_t batch, row, column;
    std::size_t rows, columns;
};

struct Plan {
    std::uint64_t rows_a_piece = 0, columns_a_piece = 0;
    std::uint64_t row_pieces = 0, column_pieces = 0, pieces = 0;
    std::size_t most_k = 0;             ///< k of one block
    std::size_t block_rows = 0;         ///< rows of A packed at once: they stay in the second cache
    std::size_t block_columns = 0;      ///< columns whose sums are held at once
    std::size_t sums_ld = 0, plane = 0; ///< words
    std::size_t sum_words = 0, a_words = 0, b_words = 0;

    [[nodiscard]] Piece piece(const Gemm& g, std::uint64_t number) const noexcept {
        const std::uint64_t row = number % row_pieces * rows_a_piece;
        const std::uint64_t column = number / row_pieces % column_pieces * columns_a_piece;
        return {number / row_pieces / column_pieces, row, column,
                to_size(g.m - row < rows_a_piece ? g.m - row : rows_a_piece),
                to_size(g.n - column < columns_a_piece ? g.n - column : columns_a_piece)};
    }
};

[[nodiscard]] constexpr std::uint64_t divided_up(std::uint64_t x, std::uint64_t by) noexcept {
    return x / by + (x % by != 0 ? 1 : 0);
}
[[nodiscard]] constexpr std::uint64_t rounded_up(std::uint64_t x, std::uint64_t to) noexcept {
    return divided_up(x, to) * to;
}

/// `word` bytes of one sum, of which an element has `planes`. With `whole_rows` a piece has all columns.
[[nodiscard]] inline Plan make_plan(const Gemm& g, const Tile& tile, std::size_t word, std::size_t planes,
                                    unsigned workers, bool whole_rows, const Blocking& asked) noexcept {
    constexpr std::uint64_t most_rows = 4096, least_side = 96;
    Plan plan;
    plan.rows_a_piece = g.m < most_rows ? g.m : most_rows;
    plan.columns_a_piece = g.n;
    const auto count = [&] {
        plan.row_pieces = divided_up(g.m, plan.rows_a_piece);
        plan.column_pieces = divided_up(g.n, plan.columns_a_piece);
        plan.pieces = plan.row_pieces * plan.column_pieces * g.batch;
    };
    count();
    while (workers > 1 && plan.pieces < std::uint64_t{2} * workers) {
        const bool by_rows = whole_rows || plan.rows_a_piece >= plan.columns_a_piece;
        std::uint64_t& side = by_rows ? plan.rows_a_piece : plan.columns_a_piece;
        if (side < 2 * least_side) break;
        side = rounded_up(divided_up(side, 2), by_rows ? tile.rows : tile.columns);
        count();
    }
    const std::size_t bytes = word * planes;
    constexpr std::size_t sums_bytes = std::size_t{12} << 20, a_bytes = std::size_t{704} << 10;
    plan.most_k = word == 4 ? 384 / planes : 256 / planes;
    plan.block_rows = a_bytes / (plan.most_k * bytes) / tile.rows * tile.rows;
    const auto rows = to_size(rounded_up(plan.rows_a_piece, tile.rows));
    plan.sums_ld = rows + 64 / word; // off the powers of two, at which columns fall into the same places of a cache
    const std::size_t most_columns = sums_bytes / (plan.sums_ld * bytes) / tile.columns * tile.columns;
    const auto columns = to_size(rounded_up(plan.columns_a_piece < 2048 ? plan.columns_a_piece : 2048, tile.columns));
    plan.block_columns = std::min(columns, most_columns);
    if (asked.k != 0) plan.most_k = std::min(plan.most_k, asked.k);
    if (asked.rows != 0) plan.block_rows = std::min(plan.block_rows, to_size(rounded_up(asked.rows, tile.rows)));
    if (asked.columns != 0)
        plan.block_columns = std::min(plan.block_columns, to_size(rounded_up(asked.columns, tile.columns)));
    plan.block_rows = std::min(plan.block_rows, rows);
    plan.plane = plan.sums_ld * plan.block_columns;
    plan.sum_words = plan.plane * planes;
    const std::size_t k = g.k < plan.most_k ? to_size(g.k) : plan.most_k;
    plan.a_words = plan.block_rows * k * planes;
    plan.b_words = plan.block_columns * k * planes;
    return plan;
}

} // namespace kernabi::cpu::fast
