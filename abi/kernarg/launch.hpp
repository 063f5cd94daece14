// SPDX-License-Identifier: MIT
// From a request to the GEMM launch: everything is worked out once in one value, and only here does the policy act;
// then the table is walked.
#pragma once
#include "abi/kernarg/fill.hpp"
#include "abi/kernarg/geometry.hpp"
#include "abi/kernarg/launch_words.hpp"
#include "abi/kernarg/pack_block.hpp"
#include "abi/kernarg/refusal.hpp"
#include "abi/kernarg/request.hpp"
#include "abi/kernarg/stream_k_grid.hpp"
#include "abi/kernarg/strict.hpp"
#include "abi/kernarg/values.hpp"
#include "abi/kernarg/workspace.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi {

/// One launch of the GEMM kernel. It is large: keep one and use it again, for only what a launch needs is written.
struct Launch {
    Form form{}; ///< with gsu as the launch uses it
    Values values{};
    Words words{};
    Grid tiles{};                            ///< output tiles, before any split of k
    Grid numWorkGroups{};                    ///< workgroups
    std::uint64_t workGroupSize = 256;       ///< threads, along x
    std::uint64_t stream_k = 0;              ///< Stream-K grid, 0 without
    std::uint64_t requiredWorkspaceSize = 0; ///< bytes
};

namespace detail {

/// The host multiplies the sizes summed over in 32 bits, so k 2^32 counts as 0 to it.
[[nodiscard]] constexpr bool has_null_operand(const Request& request) noexcept {
    const Pointers& p = request.pointers;
    if (request.inputs.alpha_is_zero || static_cast<std::uint32_t>(request.problem.k) == 0) return false;
    return request.form.type.stridedBatched ? p.a == 0 || p.b == 0 : p.batchA == 0 || p.batchB == 0;
}

[[nodiscard]] constexpr Status fault(Refusal& refusal, Reason reason, Status status) noexcept {
    refusal.reason = reason;
    return status;
}

/// Form, gsu and tiles of one problem, single or in a group; the refusals that do not depend on the policy.
[[nodiscard]] constexpr Status begin_launch(const Request& request, const HostWordValues& chosen, Launch& launch,
                                            Refusal& refusal) noexcept {
    const SizeMapping& s = request.sizes;
    if (s.macroTile[0] == 0 || s.macroTile[1] == 0 || s.depthU == 0 || threads_of(request) == 0)
        return fault(refusal, Reason::macro_tile, Status::value_out_of_range);
    launch.form = request.form;
    ProblemType& type = launch.form.type;
    type.gsu = static_cast<std::uint32_t>(chosen.gsu);
    type.bias_is_null = request.pointers.bias == 0;
    if (const Status sound = check(launch.form); sound != Status::ok) return fault(refusal, Reason::form, sound);
    launch.workGroupSize = threads_of(request);
    launch.tiles = tiles_of(request);
    launch.stream_k = type.streamK != 0 || type.persistentLoopArgsVersion == 1 ? stream_k_grid(request) : 0;
    Grid& grid = launch.numWorkGroups;
    grid = launch.tiles;
    if (type.streamK != 0)
        grid = {launch.stream_k, 1, 1};
    else if (type.gsu > 0)
        grid.y = product_of(request.policy, grid.y, type.gsu);
    if (request.policy == Policy::strict && !work_items_fit(grid, launch.workGroupSize)) {
        refusal.largest = largest_batch({grid.x, grid.y, 1}, launch.workGroupSize);
        return fault(refusal, Reason::work_items, Status::value_out_of_range);
    }
    launch.requiredWorkspaceSize = required_workspace(request, type, launch.stream_k);
    return Status::ok;
}

constexpr void put_words(const Words& words, Values& values) noexcept {
    for (std::size_t w = 0; w < word_count; ++w) values.slot[slot_of(static_cast<Argument>(w))] = words.value[w];
}

} // namespace detail

/// Works out the GEMM launch of a single problem. On anything but ok `refusal` says why and `launch` is of no use.
[[nodiscard]] constexpr Status make_launch(const Request& request, Launch& launch, Refusal& refusal) noexcept {
    const HostWordValues chosen = detail::choose(request);
    if (const Status s = detail::begin_launch(request, chosen, launch, refusal); s != Status::ok) return s;
    if (request.call == Call::solve && detail::has_null_operand(request))
        return detail::fault(refusal, Reason::null_operand, Status::refused);
    Grid& grid = launch.numWorkGroups;
    const bool newer = detail::is_2026(request);
    // The 2024 host leaves gfx12 in three dimensions and then counts x alone (host-2024, item 18).
    if (launch.form.version >= Version::v1 && (newer || !request.device.is_gfx12))
        grid = {grid.x * grid.y * grid.z, 1, 1};
    const std::uint8_t type = newer && !launch.form.type.stridedBatched ? 3 : 0;
    if (const Status s = detail::launch_words(request, chosen, {1, type}, grid.x, launch.words, refusal);
        s != Status::ok)
        return s;
    if (request.policy == Policy::strict)
        if (const Status s = detail::check_strict(request, chosen, refusal); s != Status::ok) return s;
    detail::put_words(launch.words, launch.values);
    fill_values(request, launch.form.type, request.pointers.ws, launch.values);
    if (launch.form.type.persistentKernel || launch.stream_k != 0 || launch.form.type.streamK != 0)
        fill_stream_k(request, launch.stream_k, launch.values);
    return Status::ok;
}

/// Packs a launch; a null destination measures. Under `strict` an argument that does not fit is named in `refusal`.
[[nodiscard]] constexpr Status pack(const Launch& launch, Policy policy, Bytes to, std::size_t& written,
                                    Refusal& refusal) noexcept {
    const Status status = pack_block(launch.form, launch.values, policy, to, written, refusal.argument);
    if (status == Status::value_out_of_range) refusal.reason = Reason::argument;
    return status;
}

} // namespace kernabi
