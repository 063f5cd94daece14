// SPDX-License-Identifier: MIT
// How many workgroups a Stream-K launch gets, and its words (2024).
#pragma once
#include "abi/kernarg/geometry.hpp"
#include "abi/kernarg/magic.hpp"
#include "abi/kernarg/values.hpp"
#include <cstdint>

namespace kernabi {

/// skDynamicGrid 2: the first of 1, 2, 4 .. 32 rounds whose last round keeps more than three quarters of the device
/// busy, if any.
[[nodiscard]] constexpr std::uint64_t stream_k_grid_by_rounds(std::uint64_t tiles, std::uint64_t cus) noexcept {
    std::uint64_t grid = cus;
    if (tiles > cus)
        for (std::uint64_t i = 1; i <= 32; i *= 2) {
            const std::uint64_t rounds = ceil_div(i * tiles, cus);
            const std::uint64_t candidate = ceil_div(i * tiles, rounds);
            if (4 * candidate > 3 * cus) {
                if (candidate < cus) grid = candidate;
                break;
            }
        }
    return grid < tiles ? grid : tiles;
}

/// skDynamicGrid 3: the cheapest grid from the CU count to 304 under the host's cost model, in hundredths of its unit.
/// Batches do not count.
[[nodiscard]] constexpr std::uint64_t stream_k_grid_by_cost(std::uint64_t tiles, std::uint64_t iterations,
                                                            std::uint64_t cus) noexcept {
    std::uint64_t best = cus, least = ~std::uint64_t{0};
    for (std::uint64_t grid = cus; grid <= 304; ++grid) {
        const std::uint64_t share = ceil_div(tiles * iterations, grid);
        const std::uint64_t peers = share == 0 ? 0 : ceil_div(iterations, share);
        const std::uint64_t cost = 1334 + (peers > 1 ? 547 + 1859 * (peers - 1) : 0) + 417 * share;
        if (cost < least) {
            least = cost;
            best = grid;
        }
    }
    return best;
}

/// Workgroups of a Stream-K launch (host-2024, "Stream-K grid"): the first setting that applies.
[[nodiscard]] constexpr std::uint64_t stream_k_grid(const Request& request) noexcept {
    const Device& device = request.device;
    const Grid tiles = tiles_of(request);
    const std::uint64_t count = tiles.x * tiles.y * tiles.z, cus = device.cuCount;
    if (device.skFixedGrid > 0) return device.skFixedGrid;
    if (device.skDynamicGrid == 1) return count < cus ? count : cus;
    if (device.skDynamicGrid == 2) return stream_k_grid_by_rounds(count, cus);
    if (device.skDynamicGrid == 3) return stream_k_grid_by_cost(tiles.x * tiles.y, iterations_a_tile(request), cus);
    if (device.skMaxCUs > 0) return device.skMaxCUs < cus ? device.skMaxCUs : cus;
    if (device.skGridMultiplier > 1) return cus * device.skGridMultiplier;
    return cus;
}

/// Tiles that are split: those left over after whole rounds, and one round's worth with them.
[[nodiscard]] constexpr std::uint64_t stream_k_tiles(std::uint64_t tiles, std::uint64_t grid) noexcept {
    if (grid == 0 || tiles % grid == 0) return grid;
    return tiles > grid ? grid + tiles % grid : tiles;
}

namespace detail {
constexpr void put_magic(Values& values, Argument number, Argument shift, std::uint64_t divisor) noexcept {
    const Magic magic = magic_of(static_cast<std::uint32_t>(divisor));
    values.at(number) = magic.number;
    values.at(shift) = magic.shift;
}
} // namespace detail

/// Fills the Stream-K slots; the layout picks those that stand in the block. Values are whole: the packer cuts or
/// refuses.
constexpr void fill_stream_k(const Request& request, std::uint64_t grid, Values& values) noexcept {
    const Grid tiles = tiles_of(request);
    const std::uint8_t mode = request.form.type.streamK;
    detail::put_magic(values, Argument::magicNumberProblemNumGroupTiles0, Argument::magicShiftProblemNumGroupTiles0,
                      tiles.x);
    if (mode == 0 && request.form.type.persistentLoopArgsVersion == 0) return; // a persistent kernel takes no more
    const Policy policy = request.policy;
    const std::uint64_t matrix = product_of(policy, tiles.x, tiles.y), count = product_of(policy, matrix, tiles.z);
    std::uint64_t iterations = iterations_a_tile(request);
    if (request.form.dialect.stream_k != StreamKPlace::tail && iterations == 0) iterations = 1;
    const std::uint64_t total = product_of(policy, count, iterations);
    detail::put_magic(values, Argument::magicNumberItersPerTile, Argument::magicShiftItersPerTile, iterations);
    detail::put_magic(values, Argument::magicNumProblemNumGroupTiles0By1, Argument::magicShiftProblemNumGroupTiles0By1,
                      matrix);
    std::uint64_t split = stream_k_tiles(count, grid);
    if (policy == Policy::host_2024) split = static_cast<std::uint32_t>(split); // the host keeps it in 32 bits
    const std::uint64_t steps = product_of(policy, split, iterations);
    values.at(Argument::itersPerTile) = iterations;
    values.at(Argument::totalIters) = total;
    values.at(Argument::SKItersPerWG) = mode == 1 ? ceil_div(total, grid) : grid == 0 ? 0 : steps / grid;
    values.at(Argument::skGrid) = grid;
    values.at(Argument::skTiles) = split;
    values.at(Argument::skExtraIters) = grid == 0 ? 0 : steps % grid;
    values.at(Argument::PersistentGrid) = grid;
    if (mode == 4) { // 2026: every tile whole, none split, two parts a tile (abi-facts 3.2)
        const std::uint64_t share = ceil_div(iterations, 2);
        values.at(Argument::skTiles) = 0;
        values.at(Argument::SKItersPerWI) = share;
        values.at(Argument::SKSplit) = ceil_div(iterations, share);
        values.at(Argument::TotalItems) = count;
    }
}

} // namespace kernabi
