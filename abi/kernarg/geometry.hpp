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

[[nodiscard]] constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) noexcept { return b == 0 ? 0 : a / b + (a % b != 0); }

/// a * b, and whether it left 64 bits.
[[nodiscard]] constexpr bool multiply_overflows(std::uint64_t a, std::uint64_t b, std::uint64_t& product) noexcept {
    product = a * b;
    return a != 0 && product / a != b;
}

/// Output tiles: free sizes over the macro tile, the batch packed in where packBatchDims says so, else along z.
[[nodiscard]] constexpr Grid tiles_of(const Request& request) noexcept {
    const Problem& p = request.problem;
    const bool in_x = (request.sizes.packBatchDims & 1u) != 0, in_y = (request.sizes.packBatchDims & 2u) != 0;
    return {ceil_div(in_x ? p.m * p.batch : p.m, request.sizes.macroTile[0]),
            ceil_div(in_y ? p.n * p.batch : p.n, request.sizes.macroTile[1]), request.sizes.packBatchDims == 0 ? p.batch : 1};
}

/// Steps of depthU in k.
[[nodiscard]] constexpr std::uint64_t iterations_a_tile(const Request& request) noexcept {
    return ceil_div(request.problem.k, request.sizes.depthU);
}

[[nodiscard]] constexpr std::uint64_t threads_of(const Request& request) noexcept {
    const std::uint32_t(&w)[3] = request.sizes.workGroupSize;
    return std::uint64_t{w[0]} * w[1] * w[2];
}

} // namespace kernabi
