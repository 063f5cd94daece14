// SPDX-License-Identifier: MIT
#include "conformance/subjects/reference.hpp"
#include "abi/kernarg/grouped.hpp"
#include "backends/cpu/run_block.hpp"
#include "vectors/reader/to_request.hpp"

namespace kernabi::subjects {

Status Reference::run(const Form& form, ConstBytes block, const cpu::MemoryMap& memory, Argument& slot) const noexcept {
    const cpu::BlockOutcome outcome = cpu::run_block(block, form, memory);
    slot = outcome.slot;
    return outcome.status;
}

Status Reference::solve(const vectors::Record& record, Bytes table, judge::LaunchCheck& check,
                        judge::SolveAnswer& answer) const noexcept {
    Request request = vectors::to_request(record, 0);
    Launch work{};
    std::uint8_t block[2048];
    if (request.call != Call::grouped && request.call != Call::groupedUser) {
        std::size_t needed = 0;
        const Status status = kernabi::solve(request, work, block, needed, check, answer.refusal);
        answer.workspace = work.requiredWorkspaceSize;
        return status;
    }
    GroupedSizes sizes{};
    const auto gemm_at = [&](std::size_t i) -> const Request& { return request = vectors::to_request(record, i); };
    const Status status =
        solve_grouped(vectors::gemms_of(record), gemm_at, work, table, block, sizes, check, answer.refusal);
    answer.table_size = static_cast<std::uint32_t>(sizes.table);
    answer.workspace = sizes.requiredWorkspaceSize;
    answer.host_bytes = sizes.hostBytesPerProblem;
    return status;
}

} // namespace kernabi::subjects
