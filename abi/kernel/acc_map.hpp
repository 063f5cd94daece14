// SPDX-License-Identifier: MIT
// Which accumulator register of the matrix instructions is which element of a lane, in both directions, without a
// table.
#pragma once
#include "abi/kernel/checked.hpp"
#include "abi/kernel/inputs.hpp"

namespace kernabi::kernel {

/// An accumulator index and an architectural index are the same seven digits, read in different order.
enum class Digit : std::uint8_t {
    t,  ///< output of one matrix instruction's block in this lane
    b0, ///< block along M
    b1, ///< block along N
    v0, ///< VectorWidthA
    v1, ///< VectorWidthB
    w0, ///< wave tile along M, in whole vectors
    w1, ///< wave tile along N, in whole vectors
};
inline constexpr std::size_t digit_count = 7;

namespace detail {
using Order = Digit[digit_count];
// Lowest digit first; without and with SourceSwap.
// clang-format off
inline constexpr Order acc_orders[2] = {
    {Digit::t, Digit::b1, Digit::b0, Digit::v0, Digit::w0, Digit::v1, Digit::w1},
    {Digit::t, Digit::b0, Digit::b1, Digit::v0, Digit::w0, Digit::v1, Digit::w1}, // the blocks change places here too
};
inline constexpr Order arch_orders[2] = {
    {Digit::v0, Digit::t, Digit::b0, Digit::w0, Digit::v1, Digit::b1, Digit::w1},
    {Digit::v0, Digit::b0, Digit::w0, Digit::v1, Digit::t, Digit::b1, Digit::w1},
};
// clang-format on
/// The input that is named when the product of the extents leaves 64 bits at this digit.
inline constexpr Input digit_inputs[digit_count] = {Input::MatrixInstM,  Input::MatrixInstBM, Input::MatrixInstBN,
                                                    Input::VectorWidthA, Input::VectorWidthB, Input::MIWaveTile_0,
                                                    Input::MIWaveTile_1};
} // namespace detail

/// The map of one kernel. Make it with `make_acc_map`.
struct AccMap {
    std::int64_t extent[digit_count] = {}; ///< by Digit; negative where a VectorWidth is -1
    Digit acc_order[digit_count] = {}, arch_order[digit_count] = {};
    std::uint64_t acc_stride[digit_count] = {}, arch_stride[digit_count] = {}; ///< by Digit
    std::uint64_t size = 0;              ///< entries; 0 where any extent is not positive
    std::int64_t acc_to_arch_length = 0; ///< getAccToArchLen: the plain product, positive for two negative extents

    [[nodiscard]] constexpr std::int64_t operator[](Digit d) const noexcept {
        return extent[static_cast<std::size_t>(d)];
    }

    /// Architectural index of accumulator output `acc` < size.
    [[nodiscard]] constexpr std::uint64_t to_arch(std::uint64_t acc) const noexcept {
        return reread(acc, acc_order, arch_stride);
    }
    /// Accumulator output at architectural index `arch` < size.
    [[nodiscard]] constexpr std::uint64_t to_acc(std::uint64_t arch) const noexcept {
        return reread(arch, arch_order, acc_stride);
    }

    /// Whether the map is the identity: no two digits of extent past 1 change their order. An empty map is.
    [[nodiscard]] constexpr bool is_sequential() const noexcept {
        if (size == 0) return true;
        for (std::size_t i = 0; i < digit_count; ++i)
            for (std::size_t j = i + 1; j < digit_count; ++j) {
                const std::size_t a = static_cast<std::size_t>(acc_order[i]),
                                  b = static_cast<std::size_t>(acc_order[j]);
                if (extent[a] > 1 && extent[b] > 1 && arch_stride[a] > arch_stride[b]) return false;
            }
        return true;
    }

    /// Works the strides out again from `extent` and the two orders.
    constexpr void set_strides() noexcept {
        std::uint64_t acc = 1, arch = 1;
        for (std::size_t i = 0; i < digit_count; ++i) {
            const std::size_t a = static_cast<std::size_t>(acc_order[i]), b = static_cast<std::size_t>(arch_order[i]);
            acc_stride[a] = acc;
            arch_stride[b] = arch;
            acc *= static_cast<std::uint64_t>(extent[a]);
            arch *= static_cast<std::uint64_t>(extent[b]);
        }
    }

  private:
    [[nodiscard]] constexpr std::uint64_t reread(std::uint64_t index, const Digit (&order)[digit_count],
                                                 const std::uint64_t (&stride)[digit_count]) const noexcept {
        std::uint64_t result = 0;
        for (const Digit d : order) {
            const std::size_t i = static_cast<std::size_t>(d);
            const std::uint64_t radix = static_cast<std::uint64_t>(extent[i]);
            result += index % radix * stride[i];
            index /= radix;
        }
        return result;
    }
};

namespace detail {
/// The inputs of a map alone: what no kernel can have is refused.
[[nodiscard]] constexpr Outcome check_shape(const Inputs& in) noexcept {
    constexpr Input counts[] = {Input::MatrixInstM,  Input::MatrixInstN,  Input::MatrixInstBM, Input::MatrixInstBN,
                                Input::MIWaveTile_0, Input::MIWaveTile_1, Input::MIRegPerOut};
    for (const Input i : counts)
        if (in[i] < 0) return refuse(Status::value_out_of_range, i, in);
    // The module divides by these three: 0 is its ZeroDivisionError.
    if (in[Input::WavefrontSize] == 0) return refuse(Status::refused, Input::WavefrontSize, in);
    if (in[Input::WavefrontSize] < 0) return refuse(Status::value_out_of_range, Input::WavefrontSize, in);
    constexpr Input widths[] = {Input::VectorWidthA, Input::VectorWidthB};
    for (const Input i : widths) {
        if (in[i] == 0) return refuse(Status::refused, i, in);
        // -1 is "not chosen yet" and gets an empty map, as recorded; what lies below means nothing.
        if (in[i] < -1) return refuse(Status::value_out_of_range, i, in);
    }
    return {};
}
} // namespace detail

/// The map of a kernel's shape. refused: a WavefrontSize or VectorWidth of 0. value_out_of_range: a negative extent
/// (but for a VectorWidth of -1), or extents whose product leaves 64 bits. Divisions that truncate lose the outputs
/// past the last whole vector: see `lint`.
[[nodiscard]] constexpr Outcome make_acc_map(const Inputs& in, AccMap& map) noexcept {
    if (const Outcome o = detail::check_shape(in); !o.ok()) return o;
    Checked m = in[Input::MatrixInstM], n = in[Input::MatrixInstN];
    std::int64_t bm = in[Input::MatrixInstBM], bn = in[Input::MatrixInstBN];
    // A 4x4 instruction's blocks are folded into M and N, each side on its own: 4 x N folds only one.
    if (m.value == 4) m = m * bm, bm = 1;
    if (n.value == 4) n = n * bn, bn = 1;
    const Checked outputs = floor_divide(m * n, in[Input::WavefrontSize]);
    if (!outputs.fits) return detail::refuse(Status::value_out_of_range, Input::MatrixInstM, in);
    const std::int64_t v0 = in[Input::VectorWidthA], v1 = in[Input::VectorWidthB];
    AccMap made{};
    const Checked extents[digit_count] = {
        outputs, bm, bn, v0, v1, floor_divide(in[Input::MIWaveTile_0], v0), floor_divide(in[Input::MIWaveTile_1], v1)};
    Checked product = 1;
    bool positive = true;
    for (std::size_t i = 0; i < digit_count; ++i) {
        made.extent[i] = extents[i].value;
        positive = positive && made.extent[i] > 0;
        product = product * extents[i];
        if (!product.fits) return detail::refuse(Status::value_out_of_range, detail::digit_inputs[i], in);
    }
    const std::size_t swap = in[Input::SourceSwap] != 0 ? 1 : 0;
    for (std::size_t i = 0; i < digit_count; ++i) {
        made.acc_order[i] = detail::acc_orders[swap][i];
        made.arch_order[i] = detail::arch_orders[swap][i];
    }
    made.acc_to_arch_length = product.value;
    made.size = positive ? static_cast<std::uint64_t>(product.value) : 0;
    if (made.size != 0) made.set_strides();
    map = made;
    return {};
}

/// getAccToArchLen of a map.
[[nodiscard]] constexpr std::int64_t acc_to_arch_length(const AccMap& map) noexcept { return map.acc_to_arch_length; }

/// accVgprImagNumOffset: registers in front of the imaginary parts. It counts the map's entries, not getAccToArchLen's.
[[nodiscard]] constexpr Outcome imaginary_offset(const AccMap& map, const Inputs& in, std::int64_t& offset) noexcept {
    const Checked product = Checked(static_cast<std::int64_t>(map.size)) * in[Input::MIRegPerOut];
    if (!product.fits) return detail::refuse(Status::value_out_of_range, Input::MIRegPerOut, in);
    offset = product.value;
    return {};
}

namespace detail {
/// Each digit repeats what the digits below it have made, moved by its stride: one addition an entry.
template <typename T>
constexpr void fill_by(const AccMap& map, const Digit (&order)[digit_count], const std::uint64_t (&stride)[digit_count],
                       T* to) noexcept {
    to[0] = 0;
    std::size_t made = 1;
    for (const Digit d : order) {
        const std::size_t count = static_cast<std::size_t>(map[d]);
        const T step = static_cast<T>(stride[static_cast<std::size_t>(d)]);
        T moved = 0;
        for (std::size_t copy = 1; copy < count; ++copy) {
            moved = static_cast<T>(moved + step);
            T* const from_here = to + made * copy;
            for (std::size_t i = 0; i < made; ++i) from_here[i] = static_cast<T>(to[i] + moved);
        }
        made *= count;
    }
}

template <typename T>
[[nodiscard]] constexpr Status fill(const AccMap& map, const Digit (&order)[digit_count],
                                    const std::uint64_t (&stride)[digit_count], Span<T> to) noexcept {
    if (map.size > to.size) return Status::destination_too_small;
    if (map.size == 0) return Status::ok;
    if (map.size - 1 > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) return Status::value_out_of_range;
    fill_by(map, order, stride, to.data);
    return Status::ok;
}
} // namespace detail

/// acc2arch into the caller's array of `map.size` numbers. Nothing is written past it, and nothing at all on an error:
/// destination_too_small, or value_out_of_range where T cannot hold the last index.
template <typename T>
[[nodiscard]] constexpr Status fill_acc_to_arch(const AccMap& map, Span<T> to) noexcept {
    return detail::fill(map, map.acc_order, map.arch_stride, to);
}
/// arch2acc, its inverse; errors as above.
template <typename T>
[[nodiscard]] constexpr Status fill_arch_to_acc(const AccMap& map, Span<T> to) noexcept {
    return detail::fill(map, map.arch_order, map.acc_stride, to);
}

} // namespace kernabi::kernel
