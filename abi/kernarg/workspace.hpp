// SPDX-License-Identifier: MIT
// Bytes of workspace that the host asks for.
#pragma once
#include "abi/kernarg/geometry.hpp"
#include "abi/kernarg/request.hpp"
#include <cstdint>

namespace kernabi {

namespace detail {
/// A gradient's bias is gathered in the workspace: a row or column a part of k, or all of D where k is not split.
[[nodiscard]] constexpr std::uint64_t bias_workspace(const Request& request, const ProblemType& type,
                                                     std::uint64_t gsu) noexcept {
    if (!type.useGradient || type.useBias == 0 || type.biasType == DataType::None) return 0;
    const Problem& p = request.problem;
    const std::uint64_t element = request.sizes.workspaceSizePerElemBias, parts = gsu > 1 ? gsu : 0;
    switch (type.biasSrc) {
    case BiasSource::a: return p.m * element * parts;
    case BiasSource::b: return p.n * element * parts;
    case BiasSource::d: return parts == 0 ? p.m * p.n * p.batch * element * gsu : 0;
    default: return 0;
    }
}
} // namespace detail

/// For one problem (host-2024, "Workspace"); wraps at 64 bits as the host's does. `stream_k`: the Stream-K grid.
[[nodiscard]] constexpr std::uint64_t required_workspace(const Request& request, const ProblemType& type,
                                                         std::uint64_t stream_k) noexcept {
    const Problem& p = request.problem;
    const SizeMapping& s = request.sizes;
    if (type.streamK != 0 && !type.streamKAtomic)
        return stream_k * s.macroTile[0] * s.macroTile[1] * s.workspaceSizePerElemC;
    const std::uint64_t gsu = type.gsu;
    std::uint64_t size = detail::bias_workspace(request, type, gsu);
    if (gsu > 1) size += p.m * p.n * p.batch * s.workspaceSizePerElemC * gsu;
    if (type.outputAmaxD) {
        const Grid tiles = tiles_of(request);
        // The host counts the workgroups in 32 bits.
        size += std::uint64_t{static_cast<std::uint32_t>(tiles.x * tiles.y * tiles.z)} * element_bytes(DataType::Float);
    }
    if (type.globalAccumulation == Accumulation::multiple_buffer_single_kernel && gsu > 1)
        size += ceil_div(p.m, s.macroTile[0]) * ceil_div(p.n, s.macroTile[1]) * s.waveNum * 4;
    return size;
}

} // namespace kernabi
