// SPDX-License-Identifier: MIT
// A or B as panels of words.
#pragma once
#include "backends/cpu/accumulate.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/fast/plan.hpp"
#include "backends/cpu/fast/run_values.hpp"
#include <array>
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu::fast {

/// Lanes are rows of A and columns of B.
template <typename R>
class OperandPanel {
  public:
    using Value = typename R::Value;

    OperandPanel(const Gemm& g, bool is_a, const Factors<R>& factors, const Kernels& kernels, bool in_pairs) noexcept
        : kernels_(kernels), operand_(is_a ? g.a : g.b), lanes_are_rows_(is_a),
          in_pairs_(in_pairs), reader_{operand_, input_rule(g, operand_, is_a), is_a ? g.transA : g.transB,
                                       is_a ? factors.scaleA : factors.scaleB, block_scale(g, is_a)} {
        choose();
    }

    void pack(std::uint64_t lane, std::size_t lanes, std::uint64_t k0, std::size_t k, std::uint64_t batch,
              std::size_t width, void* to) const noexcept {
        if (!is_direct_) return pack_one_by_one(lane, lanes, k0, k, batch, width, static_cast<Value*>(to));
        Source source{address(lane, k0, batch), 0, 0, load_, table_};
        const std::size_t size = size_of(operand_.type), apart = to_size(operand_.ld) * size;
        const bool lanes_side_by_side = lanes_are_rows_ != reader_.transposed;
        source.lane_step = lanes_side_by_side ? size : apart;
        source.k_step = lanes_side_by_side ? apart : size;
        kernels_.pack[static_cast<std::size_t>(load_)](source, lanes, k, width, to);
        if constexpr (std::is_same_v<R, Single>)
            if (rounds_) kernels_.round_xf32(static_cast<float*>(to), (lanes + width - 1) / width * width * k);
    }

  private:
    void choose() noexcept {
        if (reader_.block.block != 0) return;
        const bool is_plain = reader_.rule.rounding == nullptr;
        if constexpr (R::is_integer) {
            load_ = Load::i8_pairs;
            is_direct_ = in_pairs_;
        } else if constexpr (std::is_same_v<R, Twice>) {
            const Widening w = widening_of(operand_.type);
            load_ = w.has ? to_f64(w.load) : Load::f64;
            table_ = w.table;
            is_direct_ = is_plain && (w.has || operand_.type == DataType::Double);
        } else {
            const Widening w = widening_of(operand_.type);
            load_ = w.load;
            if (w.load == Load::byte && w.has) {
                make_table();
                is_direct_ = true;
                return;
            }
            rounds_ = std::is_same_v<R, Single> && reader_.rule.rounding == &numeric::xf32_format &&
                      !reader_.rule.takes_scale;
            const bool is_exact = std::is_same_v<R, Single> || operand_.type == DataType::Half;
            is_direct_ = w.has && is_exact && (is_plain || rounds_);
        }
    }

    [[nodiscard]] static Load to_f64(Load load) noexcept {
        switch (load) {
        case Load::f16: return Load::f16_to_f64;
        case Load::bf16: return Load::bf16_to_f64;
        case Load::byte: return Load::byte_to_f64;
        default: return Load::f32_to_f64;
        }
    }

    /// Scale and rounding of the input, worked out once for each of the 256.
    void make_table() noexcept {
        Reader<R> one = reader_;
        std::uint8_t byte = 0;
        Input single = operand_;
        single.bytes = {&byte, 1};
        single.per_batch = {};
        const Reader<R> reader{single, one.rule, false, one.scale};
        for (unsigned i = 0; i < 256; ++i) {
            byte = static_cast<std::uint8_t>(i);
            own_table_[i] = static_cast<float>(reader.at(0, 0, 0));
        }
        table_ = own_table_.data();
    }

    [[nodiscard]] const std::uint8_t* address(std::uint64_t lane, std::uint64_t k, std::uint64_t batch) const noexcept {
        const bool lane_is_row = lanes_are_rows_ != reader_.transposed;
        return lane_is_row ? element(operand_, lane, k, batch) : element(operand_, k, lane, batch);
    }

    void pack_one_by_one(std::uint64_t lane, std::size_t lanes, std::uint64_t k0, std::size_t k, std::uint64_t batch,
                         std::size_t width, Value* to) const noexcept {
        for (std::size_t s = 0; s < lanes; s += width, to += width * k)
            for (std::size_t p = 0; p < k; ++p)
                for (std::size_t c = 0; c < width; ++c) {
                    const std::uint64_t at = lane + s + c;
                    to[p * width + c] = s + c >= lanes    ? Value{}
                                        : lanes_are_rows_ ? reader_.at(at, k0 + p, batch)
                                                          : reader_.at(k0 + p, at, batch);
                }
    }

    const Kernels& kernels_;
    const Input& operand_;
    bool lanes_are_rows_, in_pairs_, is_direct_ = false, rounds_ = false;
    Load load_ = Load::f32;
    Reader<R> reader_;
    const float* table_ = nullptr;
    std::array<float, 256> own_table_{};
};

} // namespace kernabi::cpu::fast
