// SPDX-License-Identifier: MIT
// Records of launch sequences: names, grids, workgroup sizes and bytes of each launch, the table, the sizes.
#pragma once
#include "conformance/judge/launch_check.hpp"
#include "conformance/judge/subject.hpp"
#include "vectors/reader/to_request.hpp"

namespace kernabi::judge {

/// Room for the table behind the one that is wanted, so that a longer one is seen.
inline constexpr std::size_t table_room = 64;
[[nodiscard]] constexpr std::uint64_t invocation_memory_needed(const vectors::Record& record) noexcept {
    return std::uint64_t{record.table().size} + table_room;
}

namespace detail {
[[nodiscard]] constexpr Verdict judge_solve_refusal(const vectors::Record& record, const Refusal& refusal) noexcept {
    if (record.fault_space() == vectors::FaultSpace::field &&
        static_cast<std::uint16_t>(refusal.field.field) != record.fault_number())
        return failed(Miss::fault_field, record.fault_number(), static_cast<std::uint64_t>(refusal.field.field));
    if (record.fault_space() == vectors::FaultSpace::argument &&
        static_cast<std::uint16_t>(refusal.argument.entry.argument) != record.fault_number())
        return failed(Miss::fault_argument, record.fault_number(),
                      static_cast<std::uint64_t>(refusal.argument.entry.argument));
    return {};
}
} // namespace detail

/// Records of the kinds invocation and refuse_invocation.
template <Subject S>
[[nodiscard]] constexpr Verdict judge_invocation(const vectors::Record& record, S& subject, Bytes memory) noexcept {
    if (memory.size < invocation_memory_needed(record)) return skipped();
    LaunchCheck check(record);
    SolveAnswer answer{};
    const Status wanted = record.expected_status();
    const Status status = subject.solve(record, memory, check, answer);
    if (status == Status::unsupported && wanted != status) return skipped();
    if (status != wanted)
        return failed(Miss::status, static_cast<std::uint64_t>(wanted), static_cast<std::uint64_t>(status));
    if (status != Status::ok) return detail::judge_solve_refusal(record, answer.refusal);
    if (const Verdict v = check.verdict(); !v.passed()) return v;
    if (answer.table_size > memory.size) return failed(Miss::size, record.table().size, answer.table_size);
    if (const Verdict v = compare_launch_bytes(record.table(), {memory.data, answer.table_size}); !v.passed()) return v;
    const std::uint64_t workspace = static_cast<std::uint64_t>(vectors::request_value(
                            record, vectors::wanted_workspace, static_cast<std::int64_t>(answer.workspace))),
                        host = static_cast<std::uint64_t>(vectors::request_value(
                            record, vectors::wanted_host_bytes, static_cast<std::int64_t>(answer.host_bytes)));
    if (workspace != answer.workspace) return failed(Miss::workspace, workspace, answer.workspace);
    return host == answer.host_bytes ? Verdict{} : failed(Miss::workspace, host, answer.host_bytes);
}

} // namespace kernabi::judge
