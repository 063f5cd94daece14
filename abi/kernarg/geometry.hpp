// SPDX-License-Identifier: MIT
// Tiles, grids and the workgroup count.
#pragma once
#include "abi/kernarg/request.hpp"
#include <cstdint>

namespace kernabi {

/// Workgroups a dimension, whole 64 bits.
struct Grid {
    std::uint64_t x = 1, y = 1, z = 1;
};

[[nodiscard]] constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) noexcept {
    return b == 0 ? 0 : a / b + (a % b != 0);
}

/// a * b, and whether it left 64 bits.
[[nodiscard]] constexpr bool multiply_overflows(std::uint64_t a, std::uint64_t b, std::uint64_t& product) noexcept {
    product = a * b;
    if (((a | b) >> 32) == 0) return false; // spares the division where it cannot tell anything
    return a != 0 && product / a != b;
}

/// a * b as the policy wants it: the published host wraps at 64 bits, a careful one must notice, so it gets the largest
/// number, which fits nowhere.
[[nodiscard]] constexpr std::uint64_t product_of(Policy policy, std::uint64_t a, std::uint64_t b) noexcept {
    if (policy != Policy::strict) return a * b;
    std::uint64_t product = 0;
    return multiply_overflows(a, b, product) ? ~std::uint64_t{0} : product;
}

/// Output tiles: free sizes over the macro tile, the batch packed in where packBatchDims says so, else along z.
[[nodiscard]] constexpr Grid tiles_of(const Request& request) noexcept {
    const Problem& p = request.problem;
    const bool in_x = (request.sizes.packBatchDims & 1u) != 0, in_y = (request.sizes.packBatchDims & 2u) != 0;
    std::uint64_t x = in_x ? product_of(request.policy, p.m, p.batch) : p.m;
    std::uint64_t y = in_y ? product_of(request.policy, p.n, p.batch) : p.n;
    if (p.transposeC01) { // the host swaps the sizes, not the tiles
        const std::uint64_t other = x;
        x = y;
        y = other;
    }
    return {ceil_div(x, request.sizes.macroTile[0]), ceil_div(y, request.sizes.macroTile[1]),
            request.sizes.packBatchDims == 0 ? p.batch : 1};
}

/// Steps of depthU in k.
[[nodiscard]] constexpr std::uint64_t iterations_a_tile(const Request& request) noexcept {
    return ceil_div(request.problem.k, request.sizes.depthU);
}

[[nodiscard]] constexpr std::uint64_t threads_of(const Request& request) noexcept {
    const std::uint32_t(&w)[3] = request.sizes.workGroupSize;
    return std::uint64_t{w[0]} * w[1] * w[2];
}

/// The exact product of work-items; false when it is 2^32 or more.
[[nodiscard]] constexpr bool work_items_fit(const Grid& grid, std::uint64_t threads) noexcept {
    std::uint64_t product = 0;
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) return true;
    if (multiply_overflows(grid.x, grid.y, product) || multiply_overflows(product, grid.z, product)) return false;
    return !multiply_overflows(product, threads, product) && product < (std::uint64_t{1} << 32);
}

/// The largest z with which `grid` stays below 2^32 work-items: the batches that one launch can take. 0: not even one.
[[nodiscard]] constexpr std::uint64_t largest_batch(const Grid& grid, std::uint64_t threads) noexcept {
    std::uint64_t one = 0;
    if (multiply_overflows(grid.x, grid.y, one) || multiply_overflows(one, threads, one) || one == 0) return 0;
    return ((std::uint64_t{1} << 32) - 1) / one;
}

} // namespace kernabi
