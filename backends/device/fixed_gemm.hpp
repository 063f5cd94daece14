// SPDX-License-Identifier: MIT
// The plainest GEMM of each version: f32, strided, alpha and beta, one element a thread. Its layout is a constant and
// its segment is the block alone, as a shipped kernel's is: a loader needs nothing but the bytes.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/values.hpp"
#include "abi/numeric/unpacked.hpp"
#include "backends/device/bodies.hpp"
#include <cstdint>

namespace kernabi::device {

template <Version version>
inline constexpr Layout plain_layout = layout_of({version, default_preset(version).dialect, {}});

/// `segment_size` of each version's plain layout, for the kernels' names.
inline constexpr std::size_t plain_segment[version_count] = {
    plain_layout<Version::v0>.segment_size(), plain_layout<Version::v1>.segment_size(),
    plain_layout<Version::v2>.segment_size(), plain_layout<Version::v3>.segment_size()};

/// An argument at its constant offset.
template <const Layout& layout, Argument argument, unsigned index = 0>
[[nodiscard]] constexpr std::uint64_t argument_of(const std::uint8_t* segment) noexcept {
    constexpr const Entry* entry = layout.find(argument, index);
    if constexpr (entry == nullptr)
        return 0; // the batch offsets of old dialects
    else
        return load_le(segment + entry->offset, entry->size);
}

/// A tensor's element (row, column) in a batch.
template <const Layout& layout, Argument base, Argument strides, Argument offset>
[[nodiscard]] KERNABI_DEVICE inline float* element_at(const std::uint8_t* segment, std::uint64_t row,
                                                      std::uint64_t column, std::uint64_t batch) noexcept {
    const std::uint64_t index = row + column * argument_of<layout, strides, 1>(segment) +
                                batch * argument_of<layout, strides, 2>(segment) + argument_of<layout, offset>(segment);
    return at_address<float>(argument_of<layout, base>(segment)) + index;
}

template <Version version>
KERNABI_DEVICE inline void plain_gemm(const std::uint8_t* segment, const Thread& t) noexcept {
    using enum Argument;
    constexpr const Layout& layout = plain_layout<version>;
    const std::uint64_t m = argument_of<layout, size, 0>(segment), n = argument_of<layout, size, 1>(segment),
                        batches = argument_of<layout, size, 2>(segment), k = argument_of<layout, size, 3>(segment);
    const float al = numeric::f32_of(static_cast<std::uint32_t>(argument_of<layout, alpha>(segment)));
    const float be = numeric::f32_of(static_cast<std::uint32_t>(argument_of<layout, beta>(segment)));
    const std::uint64_t row = std::uint64_t{t.group[0]} * group_size + t.item[0];
    const std::uint64_t column = t.group[1], batch = t.group[2];
    if (row >= m || column >= n || batch >= batches) return;
    float sum = 0;
    if (al != 0)
        for (std::uint64_t p = 0; p < k; ++p)
            sum = __builtin_fmaf(*element_at<layout, a, strideA, batchOffsetA>(segment, row, p, batch),
                                 *element_at<layout, b, strideB, batchOffsetB>(segment, p, column, batch), sum);
    float r = al * sum;
    if (be != 0) r = r + be * *element_at<layout, c, strideC, batchOffsetC>(segment, row, column, batch);
    *element_at<layout, d, strideD, batchOffsetD>(segment, row, column, batch) = r;
}

} // namespace kernabi::device
