// SPDX-License-Identifier: MIT
// One piece: panels are packed, tiles run, and finished columns handed on.
#pragma once
#include "backends/cpu/complex_gemm.hpp"
#include "backends/cpu/fast/finish.hpp"
#include "backends/cpu/fast/operand_panel.hpp"
#include "backends/cpu/fast/plan.hpp"
#include <algorithm>
#include <cstddef>
#include <cstring>

namespace kernabi::cpu::fast {

/// A thread's scratch, in words of the arithmetic.
template <typename Word>
struct Scratch {
    Word *sums = nullptr, *total = nullptr, *a = nullptr, *b = nullptr; ///< total only where k is split
};

/// How sums of an arithmetic are made: real ones have one plane, complex ones two.
template <typename R>
struct RealSums {
    using Word = typename R::Value;
    static constexpr std::size_t planes = 1;

    RealSums(const Gemm& g, const Factors<R>& factors, const Kernels& kernels) noexcept
        : in_pairs(R::is_integer && g.a.type == DataType::Int8 && g.b.type == DataType::Int8), tile(tile_of(kernels)),
          panel_a(g, true, factors, kernels, in_pairs), panel_b(g, false, factors, kernels, in_pairs) {}

    [[nodiscard]] const Tile& tile_of(const Kernels& kernels) const noexcept {
        if constexpr (std::is_same_v<R, HalfSums>)
            return kernels.f16;
        else if constexpr (R::is_integer)
            return in_pairs ? kernels.i8 : kernels.i32;
        else if constexpr (std::is_same_v<R, Twice>)
            return kernels.f64;
        else
            return kernels.f32;
    }
    void pack_a(std::uint64_t row, std::size_t rows, std::uint64_t k0, std::size_t k, std::uint64_t batch,
                void* to) const noexcept {
        panel_a.pack(row, rows, k0, k, batch, tile.rows, to);
    }
    void pack_b(std::uint64_t column, std::size_t columns, std::uint64_t k0, std::size_t k, std::uint64_t batch,
                void* to) const noexcept {
        panel_b.pack(column, columns, k0, k, batch, tile.columns, to);
    }
    /// Steps that a tile takes for k terms.
    [[nodiscard]] std::size_t steps(std::size_t k) const noexcept { return in_pairs ? (k + 1) / 2 : k; }

    bool in_pairs;
    Tile tile;
    OperandPanel<R> panel_a, panel_b;
};

template <typename R>
struct ComplexSums {
    using Word = typename R::Value;
    static constexpr std::size_t planes = 2;
    static constexpr bool is_double = std::is_same_v<R, Twice>;

    ComplexSums(const Gemm& gemm, const Kernels& kernels) noexcept
        : g(gemm), pack_words(kernels.pack[static_cast<std::size_t>(is_double ? Load::c64 : Load::c32)]),
          tile(is_double ? kernels.c64 : kernels.c32) {}

    void pack(const Input& x, const std::uint8_t* first, bool lanes_side_by_side, std::size_t lanes, std::size_t k,
              std::size_t width, void* to) const noexcept {
        const std::size_t size = size_of(x.type), apart = to_size(x.ld) * size;
        pack_words({first, lanes_side_by_side ? size : apart, lanes_side_by_side ? apart : size, Load::c32, nullptr},
                   lanes, k, width, to);
    }
    void pack_a(std::uint64_t row, std::size_t rows, std::uint64_t k0, std::size_t k, std::uint64_t batch,
                void* to) const noexcept {
        pack(g.a, g.transA ? element(g.a, k0, row, batch) : element(g.a, row, k0, batch), !g.transA, rows, k, tile.rows,
             to);
    }
    void pack_b(std::uint64_t column, std::size_t columns, std::uint64_t k0, std::size_t k, std::uint64_t batch,
                void* to) const noexcept {
        pack(g.b, g.transB ? element(g.b, column, k0, batch) : element(g.b, k0, column, batch), g.transB, columns, k,
             tile.columns, to);
    }
    [[nodiscard]] std::size_t steps(std::size_t k) const noexcept { return k; }

    const Gemm& g;
    Pack pack_words;
    Tile tile;
};

/// Makes the sums of a piece. `Sums` packs and has the tile.
template <typename R, typename Sums>
class PieceSums {
  public:
    using Word = typename Sums::Word;
    static constexpr std::size_t planes = Sums::planes;

    PieceSums(const Gemm& g, const Plan& plan, const Sums& sums, const Kernels& kernels, const Piece& piece,
              const Scratch<Word>& scratch) noexcept
        : g_(g), plan_(plan), sums_(sums), runs_(kernels), piece_(piece), scratch_(scratch), split_(g) {
        if constexpr (R::is_integer) { // sums that wrap are the same however they are split
            split_.parts = 1;
            split_.depthU = 1;
            split_.steps = g.k;
        }
    }

    /// The piece's columns from `column` on; `worked(steps)` is called after each block of k. The sums lie `sums_ld`
    /// apart where this points to.
    template <typename Worked>
    [[nodiscard]] Word* make(std::uint64_t column, std::size_t columns, Worked worked) const noexcept {
        bool is_first = true;
        for (std::uint64_t part = 0; part < split_.parts; ++part) {
            const std::uint64_t first = split_.begin(part), last = split_.begin(part + 1);
            std::memset(static_cast<void*>(scratch_.sums), 0, plan_.sum_words * sizeof(Word));
            const std::uint64_t blocks = divided_up(last - first, plan_.most_k);
            for (std::uint64_t block = 0; block < blocks; ++block) {
                // Blocks as equal as can be: block * (last - first) cannot leave 64 bits by far.
                const std::uint64_t begin =
                    first + (last - first) / blocks * block + std::min(block, (last - first) % blocks);
                const std::uint64_t end = begin + (last - first) / blocks + (block < (last - first) % blocks ? 1 : 0);
                add_block(column, columns, begin, to_size(end - begin));
                worked((end - begin) * piece_.rows * columns);
            }
            if (split_.parts == 1) return scratch_.sums;
            if (is_first)
                std::memcpy(static_cast<void*>(scratch_.total), scratch_.sums, plan_.sum_words * sizeof(Word));
            else
                runs_.add(scratch_.total, scratch_.sums, plan_.sum_words);
            is_first = false;
            if (first == last) break; // as the definition: adding +0 once is adding it often
        }
        return scratch_.total;
    }

  private:
    void add_block(std::uint64_t column, std::size_t columns, std::uint64_t k0, std::size_t k) const noexcept {
        const Tile& tile = sums_.tile;
        const std::size_t steps = sums_.steps(k);
        const std::size_t a_strip = steps * tile.rows * planes, b_strip = steps * tile.columns * planes;
        sums_.pack_b(column, columns, k0, k, piece_.batch, scratch_.b);
        for (std::size_t row = 0; row < piece_.rows; row += plan_.block_rows) {
            const std::size_t rows = std::min(plan_.block_rows, piece_.rows - row);
            sums_.pack_a(piece_.row + row, rows, k0, k, piece_.batch, scratch_.a);
            const Word* b = scratch_.b;
            for (std::size_t j = 0; j < columns; j += tile.columns, b += b_strip) {
                const Word* a = scratch_.a;
                Word* to = scratch_.sums + row + j * plan_.sums_ld;
                for (std::size_t i = 0; i < rows; i += tile.rows, a += a_strip, to += tile.rows)
                    tile.run(steps, a, b, to, plan_.sums_ld, plan_.plane);
            }
        }
    }

    const Gemm& g_;
    const Plan& plan_;
    const Sums& sums_;
    Runs<R> runs_;
    const Piece& piece_;
    const Scratch<Word>& scratch_;
    Split split_;
};

} // namespace kernabi::cpu::fast
