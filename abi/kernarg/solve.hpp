// SPDX-License-Identifier: MIT
// From a request to every launch of a single problem, in order.
#pragma once
#include "abi/kernarg/helpers.hpp"
#include "abi/kernarg/invocation.hpp"
#include "abi/kernarg/launch.hpp"
#include "abi/span.hpp"
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

namespace detail {

inline constexpr Helper helpers[] = {Helper::beta_only, Helper::conversion, Helper::activation_only, Helper::reduction};

/// Packs a side block; a null destination checks and measures.
[[nodiscard]] constexpr Status pack_side(const SideForm& side, const Values& values, Policy policy, Bytes to,
                                         std::size_t& written, Refusal& refusal) noexcept {
    written = size_of(side);
    bool fit = true;
    if (policy == Policy::strict)
        for_each_entry(side, [&](const SideRow&, const Entry& entry) {
            const std::uint64_t value = values.slot[slot_of(entry)];
            if (!fit || survives(value, entry.source)) return;
            refusal.argument = {entry, value};
            fit = false;
        });
    if (!fit) return fault(refusal, Reason::argument, Status::value_out_of_range);
    if (to.data == nullptr) return Status::ok;
    if (to.size < written) return Status::destination_too_small;
    for_each_entry(side,
                   [&](const SideRow&, const Entry& entry) { store_entry(entry, values, to.data + entry.offset); });
    return Status::ok;
}

/// Names, grid and workgroup size of a helper launch; its bytes come later.
constexpr void describe_helper(Helper helper, const Request& request, const Form& form, KernelName& name,
                               Invocation& invocation) noexcept {
    std::uint64_t threads = 256, groups = 0;
    const std::uint64_t elements = elements_of(request);
    switch (helper) {
    case Helper::beta_only:
        name = beta_only_name(form);
        groups = ceil_div(elements, threads);
        break;
    case Helper::conversion: {
        const unsigned vw = conversion_width(elements, request.problem.m, form.type.aType);
        name = conversion_name(form, conversion_parts(form.type), request.sizes.globalSplitUPGR, vw);
        groups = ceil_div(elements, threads * vw);
        break;
    }
    case Helper::activation_only:
        name = activation_only_name(form);
        groups = ceil_div(elements, threads);
        break;
    case Helper::reduction: {
        const ReductionShape shape = reduction_shape(request.problem.n);
        name = reduction_name(form, shape);
        threads = shape.threads;
        groups = ceil_div(request.problem.m, std::uint64_t{shape.mt0} * shape.vw);
        break;
    }
    }
    invocation.function = Function::auxiliary;
    invocation.name = &name;
    invocation.workGroupSize = threads;
    invocation.numWorkGroups = {groups, 1, 1};
    invocation.numWorkItems = {groups * threads, 1, 1};
}

/// One helper launch: worked out, packed and, with a destination, given to the visitor. `values` is scratch.
template <typename Visitor>
[[nodiscard]] constexpr Status run_helper(Helper helper, const Request& request, const Form& form, Values& values,
                                          Bytes to, std::size_t& needed, Visitor& visit, Refusal& refusal) {
    SideForm side{};
    KernelName name{};
    Invocation invocation{};
    if (const Status s = make_side_form(helper, form, request.inputs.activation_count, side); s != Status::ok)
        return fault(refusal,
                     s == Status::refused       ? Reason::form
                     : s == Status::unsupported ? Reason::helper_2026
                                                : Reason::activation_arguments,
                     s);
    describe_helper(helper, request, form, name, invocation);
    if (request.policy == Policy::strict && !work_items_fit(invocation.numWorkGroups, invocation.workGroupSize))
        return fault(refusal, Reason::work_items, Status::value_out_of_range);
    fill_side_values(helper, request, form, side, request.pointers.ws, values);
    std::size_t written = 0;
    if (const Status s = pack_side(side, values, request.policy, to, written, refusal); s != Status::ok) return s;
    if (written > needed) needed = written;
    if (to.data == nullptr) return Status::ok;
    invocation.bytes = {to.data, written};
    invocation.side = &side;
    visit(static_cast<const Invocation&>(invocation));
    return Status::ok;
}

template <typename Visitor>
constexpr void visit_gemm(const Launch& launch, ConstBytes bytes, Visitor& visit) {
    Invocation invocation{};
    const Grid& grid = launch.numWorkGroups;
    invocation.numWorkGroups = grid;
    invocation.workGroupSize = launch.workGroupSize;
    invocation.numWorkItems = {grid.x * launch.workGroupSize, grid.y, grid.z};
    invocation.bytes = bytes;
    invocation.form = &launch.form;
    visit(static_cast<const Invocation&>(invocation));
}

/// With helpers: first everything is checked and measured, then the launches follow in order.
template <typename Visitor>
[[nodiscard]] constexpr Status solve_with_helpers(const Request& request, Launch& work, Bytes to, std::size_t& needed,
                                                  Visitor& visit, Refusal& refusal) {
    const ProblemType& type = work.form.type;
    for (const Helper helper : helpers)
        if (has_helper(helper, type))
            if (const Status s = run_helper(helper, request, work.form, work.values, {}, needed, visit, refusal);
                s != Status::ok)
                return s;
    if (to.data == nullptr) return Status::ok;
    if (to.size < needed) return Status::destination_too_small;
    for (const Helper helper : helpers) {
        std::size_t written = 0;
        if (has_helper(helper, type))
            if (const Status s = run_helper(helper, request, work.form, work.values, to, written, visit, refusal);
                s != Status::ok)
                return s;
        if (helper != Helper::beta_only) continue;
        put_words(work.words, work.values); // the helpers used the values' room
        fill_values(request, type, request.pointers.ws, work.values);
        if (type.persistentKernel || work.stream_k != 0 || type.streamK != 0)
            fill_stream_k(request, work.stream_k, work.values);
        if (const Status s = pack(work, request.policy, to, written, refusal); s != Status::ok) return s;
        visit_gemm(work, {to.data, written}, visit);
    }
    return Status::ok;
}

} // namespace detail

/// Gives `visit(const Invocation&)` the launches of a single problem in the order in which they run: beta-only, GEMM,
/// output conversion, activation-only, bias reduction; with call `single` the GEMM alone. Each block is packed at the
/// start of `to`, so `needed` bytes, the largest block's size, are enough; a null destination measures and visits
/// nothing. `work` is scratch of the caller's; afterwards it holds the GEMM launch with its form, grid and
/// requiredWorkspaceSize. On anything but ok nothing was visited and `refusal` says why (`destination_too_small`: see
/// `needed`).
template <typename Visitor>
[[nodiscard]] constexpr Status solve(const Request& request, Launch& work, Bytes to, std::size_t& needed,
                                     Visitor&& visit, Refusal& refusal) {
    if (const Status s = make_launch(request, work, refusal); s != Status::ok) return s;
    const bool alone = request.call != Call::solve || !has_any_helper(work.form.type);
    if (const Status s = pack(work, request.policy, alone ? to : Bytes{}, needed, refusal); s != Status::ok) return s;
    if (!alone) return detail::solve_with_helpers(request, work, to, needed, visit, refusal);
    if (to.data != nullptr) detail::visit_gemm(work, {to.data, needed}, visit);
    return Status::ok;
}

} // namespace kernabi
