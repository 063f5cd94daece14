// SPDX-License-Identifier: MIT
// The sum over k of one element, split as a global split (or a Stream-K split) does.
#pragma once
#include "abi/numeric/e8m0.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstdint>

namespace kernabi::cpu {

/// How an operand's elements enter the sum. computeInputType acts only where it is narrower than the operand's own
/// type: then the one scale is multiplied in before rounding, because afterwards it could not be told apart from alpha.
struct InputRule {
    const numeric::Format* rounding = nullptr; ///< null: as stored
    bool takes_scale = false;                  ///< so that scale is no longer part of alpha
};

/// The half of a mixed f8 computeInputType that belongs to A (or else to B).
[[nodiscard]] constexpr DataType half_of_pair(DataType type, bool for_a) noexcept {
    switch (type) {
    case DataType::Float8BFloat8: return for_a ? DataType::Float8 : DataType::BFloat8;
    case DataType::BFloat8Float8: return for_a ? DataType::BFloat8 : DataType::Float8;
    case DataType::Float8BFloat8_fnuz: return for_a ? DataType::Float8_fnuz : DataType::BFloat8_fnuz;
    case DataType::BFloat8Float8_fnuz: return for_a ? DataType::BFloat8_fnuz : DataType::Float8_fnuz;
    default: return type;
    }
}

[[nodiscard]] constexpr InputRule input_rule(const Gemm& g, const Input& operand, bool for_a) noexcept {
    const DataType wanted = half_of_pair(or_else(g.computeInputType, operand.type), for_a);
    const bool xf32 =
        wanted == DataType::XFloat32 || operand.type == DataType::XFloat32 || g.computeType == DataType::XFloat32;
    if (xf32 && row_of(wanted).bits >= 32) return {&numeric::xf32_format, false};
    if (row_of(wanted).bits >= row_of(operand.type).bits) return {};
    return {format_of(wanted), g.useScaleAB == ScaleAB::scalar};
}

/// Elements along k that share a scale in the OCP MX formats.
inline constexpr std::uint32_t mx_block = 32;

[[nodiscard]] constexpr std::uint64_t blocks_of_k(std::uint64_t k, std::uint64_t block) noexcept {
    return k / block + (k % block != 0 ? 1 : 0);
}

/// An operand's block scales; `block` 0: none.
struct BlockScale {
    std::uint32_t block = 0;
    bool k_is_row = false; ///< of the matrix as it is multiplied: so for B
    Input scales;          ///< with its ld and stride filled in

    template <typename R>
    [[nodiscard]] constexpr typename R::Value at(std::uint64_t row, std::uint64_t column, std::uint64_t batch,
                                                 bool transposed) const noexcept {
        (k_is_row ? row : column) /= block;
        const std::uint8_t bits =
            *(transposed ? element(scales, column, row, batch) : element(scales, row, column, batch));
        return R::from_unpacked(numeric::unpack(numeric::e8m0_to_f32(bits)));
    }
};

[[nodiscard]] constexpr BlockScale block_scale(const Gemm& g, bool for_a) noexcept {
    BlockScale scale{for_a ? g.mxBlockA : g.mxBlockB, !for_a, for_a ? g.mxsa : g.mxsb};
    if (scale.block == 0) return scale;
    const std::uint64_t lanes = for_a ? g.m : g.n, blocks = blocks_of_k(g.k, scale.block);
    const bool k_first = for_a ? g.transA : !g.transB;
    if (scale.scales.ld == 0) scale.scales.ld = k_first ? blocks : lanes;
    if (scale.scales.stride == 0) scale.scales.stride = lanes * blocks;
    return scale;
}

/// An operand ready to be read in arithmetic R.
template <typename R>
struct Reader {
    const Input& operand;
    InputRule rule;
    bool transposed;
    typename R::Value scale;
    BlockScale block{};

    /// Row and column of the matrix as it is multiplied, not as it is stored.
    [[nodiscard]] constexpr typename R::Value at(std::uint64_t row, std::uint64_t column,
                                                 std::uint64_t batch) const noexcept {
        auto x =
            transposed ? load_element<R>(operand, column, row, batch) : load_element<R>(operand, row, column, batch);
        if constexpr (!R::is_integer)
            if (block.block != 0) x = R::multiply(x, block.template at<R>(row, column, batch, transposed));
        if (rule.takes_scale) x = R::multiply(x, scale);
        if constexpr (!R::is_integer) {
            if (rule.rounding != nullptr) {
                x = R::from_format(*rule.rounding, numeric::narrow(*rule.rounding, x));
            }
        }
        return x;
    }
};

/// The parts of k: whole steps of depthU, as equal as possible, longer ones first.
struct Split {
    std::uint64_t k;
    std::uint64_t depthU;
    std::uint64_t steps;
    std::uint64_t parts;

    constexpr Split(const Gemm& g) noexcept
        : k(g.k), depthU(g.gsu > 1 ? g.depthU : 1), steps(g.k / depthU + (g.k % depthU != 0 ? 1 : 0)),
          parts(g.gsu > 1 ? g.gsu : 1) {}

    /// The first k of a part; k itself for the part past the last.
    [[nodiscard]] constexpr std::uint64_t begin(std::uint64_t part) const noexcept {
        const std::uint64_t longer = steps % parts;
        const std::uint64_t step = part * (steps / parts) + (part < longer ? part : longer);
        return step >= steps ? k : step * depthU;
    }
};

/// Sums `term(sum, p)` over each part from +0, and the parts in ascending order by `join`.
template <typename Value, typename Term, typename Join>
[[nodiscard]] constexpr Value accumulate(const Split& split, Term term, Join join) noexcept {
    Value total{};
    for (std::uint64_t part = 0; part < split.parts; ++part) {
        const std::uint64_t first = split.begin(part), last = split.begin(part + 1);
        Value sum{};
        for (std::uint64_t p = first; p < last; ++p) sum = term(sum, p);
        total = part == 0 ? sum : join(total, sum);
        if (first == last) break; // this part and all behind it are empty, and adding +0 once is adding it often
    }
    return total;
}

} // namespace kernabi::cpu
