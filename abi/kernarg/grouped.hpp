// SPDX-License-Identifier: MIT
// A group of problems: the table in device memory, the short block of its launch, and the conversion launch behind it.
#pragma once
#include "abi/kernarg/solve.hpp"
#include "abi/kernarg/user_arguments.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// What a group needs, in bytes.
struct GroupedSizes {
    std::uint64_t table = 0;               ///< the table that goes to the device, or the user's records
    std::uint64_t hostBytesPerProblem = 0; ///< the first problem's share of the table, as the host sizes its buffer
    std::uint64_t requiredWorkspaceSize = 0;
    std::size_t block = 0; ///< the largest argument block
};

namespace detail {

/// Everything about a group that does not fit one problem.
struct GroupState {
    std::size_t count = 0;
    bool user = false;
    bool converts = false;     ///< a conversion launch follows
    std::uint64_t groups = 0;  ///< workgroups of all GEMMs
    std::uint64_t threads = 1; ///< of a GEMM's workgroup
    Grid last{};               ///< the last GEMM's grid, which the published host reports
    std::uint64_t elements = 0;
    bool not4 = false, not2 = false;
    unsigned vw = 1;
    std::uint64_t conversion_groups = 0, last_conversion_groups = 0;
    std::size_t first_table = 0;    ///< bytes of the GEMMs' part of the table, once it is written
    std::uint64_t records_size = 0; ///< bytes of every record
    GroupedSizes sizes{};
};

/// Bytes of one problem's records: the GEMM's and, wherever the kernel accumulates, the conversion's.
[[nodiscard]] constexpr Status record_sizes(const Request& request, const Form& form, std::uint64_t& gemm,
                                            std::uint64_t& conversion, Refusal& refusal) noexcept {
    conversion = 0;
    gemm = block_size(form);
    if (form.type.globalAccumulation == Accumulation::none) return Status::ok;
    SideForm side{};
    if (const Status s = make_side_form(Helper::conversion, form, request.inputs.activation_count, side);
        s != Status::ok)
        return fault(refusal, s == Status::unsupported ? Reason::helper_2026 : Reason::form, s);
    conversion = size_of(side);
    return Status::ok;
}

/// The refusals of a group's member, and its form and grid in `work`.
[[nodiscard]] constexpr Status begin_member(const Request& request, bool user, Launch& work, HostWordValues& chosen,
                                            Refusal& refusal) noexcept {
    chosen = choose(request);
    if (const Status s = begin_launch(request, chosen, work, refusal); s != Status::ok) return s;
    const ProblemType& type = request.form.type;
    work.form.type.groupedGemm = true;
    if (type.streamK != 0 && !type.streamKAtomic) return fault(refusal, Reason::stream_k_grouped, Status::refused);
    // A group of pointer batches is not looked at, nor one that has no columns (recorded host).
    if (!user && request.problem.n != 0 && type.stridedBatched && has_null_operand(request))
        return fault(refusal, Reason::null_operand, Status::refused);
    if (user && (!type.supportDeviceUserArguments ||
                 (type.activationType != Activation::None && type.activationComputeDataType != DataType::Float)))
        return fault(refusal, Reason::user_arguments, Status::refused);
    return Status::ok;
}

/// Adds a member's share to the group's sums.
constexpr void count_member(const Request& request, const Launch& work, GroupState& state) noexcept {
    const Grid& grid = work.numWorkGroups;
    state.threads = work.workGroupSize;
    state.last = grid;
    const Policy policy = request.policy;
    state.groups += product_of(policy, product_of(policy, grid.x, grid.y), grid.z);
    const std::uint64_t elements = elements_of(request), m = request.problem.m;
    state.elements += elements;
    // Elements of 8 bytes never ask for a divisor of 4, so they get 4 whatever m is.
    if (m % 4 != 0 && row_of(request.form.type.aType).bits < 64) state.not4 = true;
    if (m % 2 != 0) state.not2 = true;
    state.sizes.requiredWorkspaceSize += work.requiredWorkspaceSize;
}

/// The workspace of the next member; the host keeps its offset in 32 bits.
[[nodiscard]] constexpr std::uint64_t workspace_at(const Request& request, std::uint64_t offset) noexcept {
    return request.pointers.ws + static_cast<std::uint32_t>(offset);
}

/// First round: every refusal, every sum. Nothing is written.
template <typename Gemms>
[[nodiscard]] constexpr Status measure_group(Gemms& gemm_at, Launch& work, GroupState& state, Refusal& refusal) {
    std::uint64_t offset = 0;
    for (std::size_t i = 0; i < state.count; ++i) {
        const Request& request = gemm_at(i);
        refusal.gemm = i;
        HostWordValues chosen{};
        if (const Status s = begin_member(request, state.user, work, chosen, refusal); s != Status::ok) return s;
        const bool strict = request.policy == Policy::strict;
        if (strict)
            if (const Status s = check_strict(request, chosen, refusal); s != Status::ok) return s;
        std::uint64_t gemm = 0, conversion = 0;
        if (const Status s = record_sizes(request, work.form, gemm, conversion, refusal); s != Status::ok) return s;
        if (i == 0) {
            const Accumulation sum = work.form.type.globalAccumulation;
            const bool split = work.form.type.gsu > 1;
            state.converts = split && (sum == Accumulation::multiple_buffer ||
                                       (state.user && has_helper(Helper::conversion, work.form.type)));
            state.sizes.hostBytesPerProblem = 4 + gemm + (sum != Accumulation::none ? 4 + conversion : 0);
            offset = state.sizes.hostBytesPerProblem * state.count;
        }
        state.records_size += gemm + (conversion != 0 ? 4 + conversion : 0) + 4;
        state.sizes.table += 4 + gemm + (state.converts && !state.user ? 4 + conversion : 0);
        if (strict) {
            std::size_t written = 0;
            if (!state.user && offset >> 32 != 0)
                return fault(refusal, Reason::workspace_offset, Status::value_out_of_range);
            if (state.user) {
                if (const Status s = pack_user_record(request, work.values, {}, refusal); s != Status::ok) return s;
            } else {
                fill_values(request, work.form.type, workspace_at(request, offset), work.values);
                if (const Status s = pack(work, request.policy, {}, written, refusal); s != Status::ok) return s;
            }
        }
        count_member(request, work, state);
        offset += work.requiredWorkspaceSize;
    }
    refusal.gemm = 0;
    if (state.user) {
        state.sizes.table = state.count * user_record_size;
    } else if (state.elements > 2048) {
        state.vw = !state.not4 ? 4 : !state.not2 ? 2 : 1;
    }
    state.sizes.requiredWorkspaceSize += state.records_size;
    return Status::ok;
}

/// Second round: the workgroup table and the GEMMs' records, or the user's records.
template <typename Gemms>
[[nodiscard]] constexpr Status write_group(Gemms& gemm_at, Launch& work, GroupState& state, Bytes table,
                                           Refusal& refusal) {
    std::uint64_t groups = 0, offset = state.sizes.hostBytesPerProblem * state.count;
    std::size_t at = 4 * state.count;
    for (std::size_t i = 0; i < state.count; ++i) {
        const Request& request = gemm_at(i);
        if (state.user) {
            const Bytes record{table.data + i * user_record_size, user_record_size};
            if (const Status s = pack_user_record(request, work.values, record, refusal); s != Status::ok) return s;
            continue;
        }
        const HostWordValues chosen = choose(request);
        if (const Status s = begin_launch(request, chosen, work, refusal); s != Status::ok) return s;
        work.form.type.groupedGemm = true;
        store_le(table.data + 4 * i, groups, 4);
        groups += work.numWorkGroups.x * work.numWorkGroups.y * work.numWorkGroups.z;
        fill_values(request, work.form.type, workspace_at(request, offset), work.values);
        std::size_t written = 0;
        const Bytes rest{table.data + at, table.size - at};
        if (const Status s = pack(work, request.policy, rest, written, refusal); s != Status::ok) return s;
        at += written;
        offset += work.requiredWorkspaceSize;
    }
    state.first_table = at;
    return Status::ok;
}

/// Third round: the conversion's work-item table and records, behind the GEMMs'.
template <typename Gemms>
[[nodiscard]] constexpr Status write_conversion(Gemms& gemm_at, Launch& work, GroupState& state, Bytes table,
                                                Refusal& refusal) {
    std::uint64_t items = 0, offset = state.sizes.hostBytesPerProblem * state.count;
    std::size_t at = state.first_table + 4 * state.count;
    for (std::size_t i = 0; i < state.count; ++i) {
        const Request& request = gemm_at(i);
        HostWordValues chosen = choose(request);
        if (const Status s = begin_launch(request, chosen, work, refusal); s != Status::ok) return s;
        work.form.type.groupedGemm = true;
        state.last_conversion_groups = ceil_div(elements_of(request), std::uint64_t{256} * state.vw);
        state.conversion_groups += state.last_conversion_groups;
        if (!state.user) {
            store_le(table.data + state.first_table + 4 * i, items, 4);
            SideForm side{};
            if (const Status s = make_side_form(Helper::conversion, work.form, request.inputs.activation_count, side);
                s != Status::ok)
                return fault(refusal, Reason::form, s);
            fill_side_values(Helper::conversion, request, work.form, side, workspace_at(request, offset), work.values);
            std::size_t written = 0;
            const Bytes rest{table.data + at, table.size - at};
            if (const Status s = pack_side(side, work.values, request.policy, rest, written, refusal); s != Status::ok)
                return s;
            at += written;
        }
        items = 256 * state.conversion_groups;
        offset += work.requiredWorkspaceSize;
    }
    return Status::ok;
}

/// The short block's values and form. The words are those of the first problem's kernel and overrides.
[[nodiscard]] constexpr Status make_short_block(const Request& first, const GroupState& state, Launch& work,
                                                SideForm& side, Refusal& refusal) noexcept {
    const bool legacy = first.form.dialect.header == Header::none;
    const std::uint8_t type = legacy ? std::uint8_t{0} : state.user ? std::uint8_t{2} : std::uint8_t{1};
    const HostWordValues chosen = choose(first);
    if (first.policy == Policy::strict) {
        if (state.count >> 30 != 0) return fault(refusal, Reason::group_count, Status::value_out_of_range);
        if (!work_items_fit({state.groups, 1, 1}, state.threads))
            return fault(refusal, Reason::work_items, Status::value_out_of_range);
    }
    if (const Status s = launch_words(first, chosen, {state.count, type}, state.groups, work.words, refusal);
        s != Status::ok)
        return s;
    Values& values = work.values;
    put_words(work.words, values);
    side = short_block_form(first.form, state.user);
    values.at(Argument::argsPtr) = first.pointers.ws;
    values.at(Argument::DeviceUserArguments) = state.user ? first.userArgs : 0;
    values.at(Argument::Synchronizer) = first.pointers.Synchronizer;
    values.at(Argument::Workspace) = first.pointers.ws + state.sizes.hostBytesPerProblem * state.count;
    if (!legacy) return Status::ok;
    values.at(Argument::gemm_count) = state.count; // whole, without a type
    values.at(Argument::numWorkGroups) = state.groups;
    values.at(Argument::reserved) = 0;
    return Status::ok;
}

/// The conversion launch's block.
constexpr void fill_conversion_block(const Request& first, const GroupState& state, SideForm& side,
                                     Values& values) noexcept {
    side = SideForm{};
    side.rows = grouped_conversion_rows;
    const std::uint64_t table = first.pointers.ws + (state.user ? 0 : static_cast<std::uint32_t>(state.first_table));
    values.at(Argument::wiTablePtr) = table;
    values.at(Argument::DeviceUserArguments) = 0;
    values.at(Argument::argsPtr) = table + 4 * state.count;
    values.at(Argument::gemm_count) = state.count;
}

} // namespace detail

/// A group of `count` problems, each given as a whole request by `gemm_at(i)`; only the caller's memory is used, so any
/// count works. Writes the device table (call `grouped`: workgroup table and records, then the conversion's) or the
/// user's records (`groupedUser`) to `table`, then gives `visit` the GEMM launch and, where the kernel sums in several
/// buffers, the conversion launch, each packed at the start of `to`. A null `table` measures: sizes and refusals alone.
/// Errors as `solve`; `refusal.gemm` names the problem. Nothing is written or visited on an error.
template <typename Gemms, typename Visitor>
[[nodiscard]] constexpr Status solve_grouped(std::size_t count, Gemms&& gemm_at, Launch& work, Bytes table, Bytes to,
                                             GroupedSizes& sizes, Visitor&& visit, Refusal& refusal) {
    if (count == 0) return detail::fault(refusal, Reason::group_count, Status::value_out_of_range);
    detail::GroupState state{};
    state.count = count;
    {
        const Request& first = gemm_at(0);
        state.user = first.call == Call::groupedUser;
    }
    if (const Status s = detail::measure_group(gemm_at, work, state, refusal); s != Status::ok) return s;
    SideForm side{};
    if (const Status s = detail::make_short_block(gemm_at(0), state, work, side, refusal); s != Status::ok) return s;
    const Policy policy = gemm_at(0).policy;
    if (const Status s = detail::pack_side(side, work.values, policy, {}, state.sizes.block, refusal); s != Status::ok)
        return s;
    if (state.sizes.block < 28 && state.converts) state.sizes.block = 28;
    sizes = state.sizes;
    if (table.data == nullptr) return Status::ok;
    if (table.size < sizes.table || to.size < sizes.block) return Status::destination_too_small;
    if (const Status s = detail::write_group(gemm_at, work, state, table, refusal); s != Status::ok) return s;
    if (state.converts)
        if (const Status s = detail::write_conversion(gemm_at, work, state, table, refusal); s != Status::ok) return s;

    std::size_t written = 0;
    const Request& first = gemm_at(0);
    if (const Status s = detail::make_short_block(first, state, work, side, refusal); s != Status::ok) return s;
    if (const Status s = detail::pack_side(side, work.values, policy, to, written, refusal); s != Status::ok) return s;
    Invocation invocation{};
    invocation.function = Function::grouped_call;
    invocation.workGroupSize = state.threads;
    invocation.numWorkGroups = state.last;
    invocation.numWorkItems = {state.groups * state.threads, 1, 1};
    invocation.bytes = {to.data, written};
    invocation.side = &side;
    visit(static_cast<const Invocation&>(invocation));
    if (!state.converts) return Status::ok;

    KernelName name{};
    if (!state.user) {
        const HostWordValues chosen = detail::choose(first);
        if (const Status s = detail::begin_launch(first, chosen, work, refusal); s != Status::ok) return s;
        work.form.type.groupedGemm = true;
        name = conversion_name(work.form, conversion_parts(work.form.type), first.sizes.globalSplitUPGR, state.vw);
    }
    detail::fill_conversion_block(first, state, side, work.values);
    if (const Status s = detail::pack_side(side, work.values, policy, to, written, refusal); s != Status::ok) return s;
    invocation.function = Function::auxiliary;
    invocation.name = &name;
    invocation.workGroupSize = 256;
    invocation.numWorkGroups = {state.last_conversion_groups, 1, 1};
    invocation.numWorkItems = {256 * state.conversion_groups, 1, 1};
    invocation.x_alone = state.user;
    invocation.bytes = {to.data, written};
    visit(static_cast<const Invocation&>(invocation));
    return Status::ok;
}

} // namespace kernabi
