// SPDX-License-Identifier: MIT
// The judge's core: walks an open file and holds a subject against each record. Freestanding; the caller lends the
// memory.
#pragma once
#include "conformance/judge/judge_block.hpp"
#include "conformance/judge/judge_gemm.hpp"
#include "conformance/judge/judge_header.hpp"
#include "conformance/judge/judge_invocation.hpp"
#include "conformance/judge/judge_kernel.hpp"
#include "vectors/reader/file.hpp"

namespace kernabi::judge {

template <Subject S>
[[nodiscard]] constexpr Verdict judge(const vectors::Record& record, S& subject, Bytes memory) noexcept {
    switch (record.kind()) {
    case vectors::RecordKind::header:
    case vectors::RecordKind::decode:
    case vectors::RecordKind::refuse_header: return judge_header(record, subject);
    case vectors::RecordKind::block:
    case vectors::RecordKind::refuse_block: return judge_block(record, subject);
    case vectors::RecordKind::gemm:
    case vectors::RecordKind::refuse_gemm: return judge_gemm(record, subject, memory);
    case vectors::RecordKind::kernel:
    case vectors::RecordKind::refuse_kernel: return judge_kernel(record, subject, memory);
    case vectors::RecordKind::invocation:
    case vectors::RecordKind::refuse_invocation: return judge_invocation(record, subject, memory);
    }
    return skipped();
}

/// Memory that the largest record of a file needs.
[[nodiscard]] constexpr std::uint64_t memory_needed(const vectors::File& file) noexcept {
    std::uint64_t most = 0;
    for (const vectors::Record record : file) {
        std::uint64_t size = record.has_version() ? memory_needed(record) : kernel_memory_needed(record);
        if (record.request_rows() != 0) size = invocation_memory_needed(record);
        if (size > most) most = size;
    }
    return most;
}

/// Gives `report(record, verdict)` for each record that `wanted(record)`.
template <Subject S, typename Wanted, typename Report>
constexpr void judge_file(const vectors::File& file, S& subject, Bytes memory, Wanted&& wanted,
                          Report&& report) noexcept(noexcept(report(file[0], Verdict{}))) {
    for (const vectors::Record record : file)
        if (wanted(record)) report(record, judge(record, subject, memory));
}

} // namespace kernabi::judge
