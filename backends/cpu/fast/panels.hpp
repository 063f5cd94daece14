// SPDX-License-Identifier: MIT
// Packing: strips of lanes, each k's words side by side, so that tiles read memory from front to back.
#pragma once
#include "backends/cpu/fast/widen.hpp"

namespace kernabi::cpu::fast {
namespace {

using Words4 = std::uint32_t __attribute__((vector_size(16)));
using Words2 = std::uint64_t __attribute__((vector_size(16)));

template <typename V>
V load_words(const std::uint8_t* from) {
    V x;
    std::memcpy(&x, from, sizeof x);
    return x;
}

/// A square of words, its side 16 bytes: columns `from_step` bytes apart become rows `to_step` bytes apart.
inline void turn_square(const std::uint8_t* from, std::size_t from_step, std::uint8_t* to, std::size_t to_step,
                        std::uint32_t) {
    const auto a = load_words<Words4>(from), b = load_words<Words4>(from + from_step);
    const auto c = load_words<Words4>(from + 2 * from_step), d = load_words<Words4>(from + 3 * from_step);
    const Words4 ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5),
                 ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Words4 cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                 cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const Words4 row[4] = {
        __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
        __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5), __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)};
    for (unsigned i = 0; i < 4; ++i) std::memcpy(to + i * to_step, &row[i], 16);
}
inline void turn_square(const std::uint8_t* from, std::size_t from_step, std::uint8_t* to, std::size_t to_step,
                        std::uint64_t) {
    const auto a = load_words<Words2>(from), b = load_words<Words2>(from + from_step);
    const Words2 low = __builtin_shufflevector(a, b, 0, 2), high = __builtin_shufflevector(a, b, 1, 3);
    std::memcpy(to, &low, 16);
    std::memcpy(to + to_step, &high, 16);
}

/// Lanes of `k` words, `from_step` bytes apart, into a strip. A line of memory is read whole before the next lane's,
/// for lanes a power of two apart share their places in the cache.
template <typename Word>
void turn(const std::uint8_t* from, std::size_t from_step, std::size_t lanes, std::size_t k, std::size_t width,
          std::uint8_t* to) {
    constexpr std::size_t side = 16 / sizeof(Word), line = 64 / sizeof(Word);
    const std::size_t to_step = width * sizeof(Word);
    const std::size_t square_lanes = lanes / side * side, square_k = k / side * side;
    for (std::size_t p0 = 0; p0 < square_k; p0 += line) {
        const std::size_t end = p0 + line < square_k ? p0 + line : square_k;
        for (std::size_t c = 0; c < square_lanes; c += side)
            for (std::size_t p = p0; p < end; p += side)
                turn_square(from + c * from_step + p * sizeof(Word), from_step, to + p * to_step + c * sizeof(Word),
                            to_step, Word{});
    }
    for (std::size_t c = 0; c < lanes; ++c)
        for (std::size_t p = c < square_lanes ? square_k : 0; p < k; ++p)
            std::memcpy(to + p * to_step + c * sizeof(Word), from + c * from_step + p * sizeof(Word), sizeof(Word));
}

template <std::size_t Size>
struct WordOf {
    using Type = std::uint32_t;
};
template <>
struct WordOf<8> {
    using Type = std::uint64_t;
};

template <typename To>
void clear_lanes(To* strip, std::size_t lanes, std::size_t width, std::size_t k) {
    if (lanes == width) return;
    for (std::size_t p = 0; p < k; ++p)
        for (std::size_t c = lanes; c < width; ++c) strip[p * width + c] = To{};
}

/// One strip whose k lies side by side in memory.
template <typename W>
void pack_turned(const Source& from, const std::uint8_t* first, std::size_t lanes, std::size_t k, std::size_t width,
                 typename W::To* strip) {
    using To = typename W::To;
    using Word = typename WordOf<sizeof(To)>::Type;
    auto* const to = static_cast<std::uint8_t*>(static_cast<void*>(strip));
    if constexpr (W::is_copy) {
        turn<Word>(first, from.lane_step, lanes, k, width, to);
    } else {
        constexpr std::size_t chunk = 64, most_lanes = 64;
        To wide[most_lanes * chunk];
        for (std::size_t p = 0; p < k; p += chunk) {
            const std::size_t count = k - p < chunk ? k - p : chunk;
            for (std::size_t c = 0; c < lanes; ++c)
                W::run(first + c * from.lane_step + p * W::size, count, wide + c * chunk, from.table);
            turn<Word>(static_cast<const std::uint8_t*>(static_cast<const void*>(wide)), chunk * sizeof(To), lanes,
                       count, width, to + p * width * sizeof(To));
        }
    }
}

template <typename W>
void pack(const Source& from, std::size_t lanes, std::size_t k, std::size_t width, void* to) noexcept {
    auto* strip = static_cast<typename W::To*>(to);
    for (std::size_t s = 0; s < lanes; s += width, strip += width * k) {
        const std::size_t here = lanes - s < width ? lanes - s : width;
        const std::uint8_t* const first = from.first + s * from.lane_step;
        if (from.lane_step == W::size)
            for (std::size_t p = 0; p < k; ++p) W::run(first + p * from.k_step, here, strip + p * width, from.table);
        else
            pack_turned<W>(from, first, here, k, width, strip);
        clear_lanes(strip, here, width, k);
    }
}

inline std::int32_t pair_of(std::uint8_t low, std::uint8_t high) {
    const auto wide = [](std::uint8_t x) { return static_cast<std::uint16_t>(static_cast<std::int8_t>(x)); };
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(wide(low)) | static_cast<std::uint32_t>(wide(high))
                                                                                 << 16);
}

/// int8: a word is a pair along k; a last k without a partner gets 0.
void pack_pairs(const Source& from, std::size_t lanes, std::size_t k, std::size_t width, void* to) noexcept {
    auto* strip = static_cast<std::int32_t*>(to);
    const std::size_t pairs = (k + 1) / 2;
    constexpr std::size_t chunk = 64, most_lanes = 64;
    for (std::size_t s = 0; s < lanes; s += width, strip += width * pairs) {
        const std::size_t here = lanes - s < width ? lanes - s : width;
        const std::uint8_t* const first = from.first + s * from.lane_step;
        if (from.lane_step == 1) {
            for (std::size_t p = 0; p < k / 2; ++p) {
                const std::uint8_t *const low = first + 2 * p * from.k_step, *const high = low + from.k_step;
                for (std::size_t c = 0; c < here; ++c) strip[p * width + c] = pair_of(low[c], high[c]);
            }
            if (k % 2 != 0)
                for (std::size_t c = 0; c < here; ++c)
                    strip[k / 2 * width + c] = pair_of(first[(k - 1) * from.k_step + c], 0);
        } else {
            std::int32_t wide[most_lanes * chunk];
            for (std::size_t p = 0; p < pairs; p += chunk) {
                const std::size_t count = pairs - p < chunk ? pairs - p : chunk;
                for (std::size_t c = 0; c < here; ++c) {
                    const std::uint8_t* const lane = first + c * from.lane_step + 2 * p;
                    const std::size_t whole = 2 * (p + count) <= k ? count : count - 1;
                    for (std::size_t q = 0; q < whole; ++q) wide[c * chunk + q] = pair_of(lane[2 * q], lane[2 * q + 1]);
                    if (whole != count) wide[c * chunk + whole] = pair_of(lane[2 * whole], 0);
                }
                turn<std::uint32_t>(static_cast<const std::uint8_t*>(static_cast<const void*>(wide)), chunk * 4, here,
                                    count, width, static_cast<std::uint8_t*>(static_cast<void*>(strip + p * width)));
            }
        }
        clear_lanes(strip, here, width, pairs);
    }
}

/// Complex: for each k the strip's real parts, then its imaginary ones.
template <typename T>
void pack_complex(const Source& from, std::size_t lanes, std::size_t k, std::size_t width, void* to) noexcept {
    auto* strip = static_cast<T*>(to);
    for (std::size_t s = 0; s < lanes; s += width, strip += 2 * width * k)
        for (std::size_t p = 0; p < k; ++p)
            for (std::size_t c = 0; c < width; ++c) {
                T parts[2] = {};
                if (s + c < lanes)
                    std::memcpy(parts, from.first + (s + c) * from.lane_step + p * from.k_step, sizeof parts);
                strip[2 * p * width + c] = parts[0];
                strip[(2 * p + 1) * width + c] = parts[1];
            }
}

} // namespace
} // namespace kernabi::cpu::fast
