// SPDX-License-Identifier: MIT
#include "conformance/subjects/reference.hpp"
#include "backends/cpu/run_block.hpp"

namespace kernabi::subjects {

Status Reference::run(const Form& form, ConstBytes block, const cpu::MemoryMap& memory, Argument& slot) const noexcept {
    const cpu::BlockOutcome outcome = cpu::run_block(block, form, memory);
    slot = outcome.slot;
    return outcome.status;
}

} // namespace kernabi::subjects
