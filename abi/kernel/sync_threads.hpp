// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernel/instruction.hpp"

namespace kernabi::kernel {

/// syncThreads: the module "syncThreads" with a barrier and what is waited for in front of it. refused: a WavefrontSize
/// of 0; value_out_of_range: a negative one, or a flag that is none.
template <typename Sink>
constexpr Outcome sync_threads(const Inputs& in, const Extra& extra, Sink&& sink) noexcept {
    if (const Outcome o = detail::check_forms(Function::sync_threads, in); !o.ok()) return o;
    if (in[Input::WavefrontSize] == 0) return detail::refuse(Status::refused, Input::WavefrontSize, in);
    if (in[Input::WavefrontSize] < 0) return detail::refuse(Status::value_out_of_range, Input::WavefrontSize, in);
    sink(detail::begin("syncThreads"));
    Instruction i{};
    if (in[Input::NumThreads] <= in[Input::WavefrontSize]) {
        // One wave needs no barrier; a memory token that was given is dropped without a word.
        i.opcode = Opcode::comment;
        i.comment = {"Skip barrier: NumThreads=", true, in[Input::NumThreads], "", extra.comment};
        sink(static_cast<const Instruction&>(i));
        sink(detail::end());
        return {};
    }
    if (in[Input::SeparateVscnt] != 0) { // wins over everything, and waits for LDS only
        i.opcode = Opcode::SWaitCnt;
        i.dscnt = 0;
        i.comment.before = "extra navi wait";
    } else if (in[Input::ScheduleIterAlg] == 2 || in[Input::PrefetchGlobalRead] >= 2 ||
               in[Input::skipForceWaitcnt0] != 0) {
        i.opcode = Opcode::comment;
        i.comment.before = "Skip force waitcnt0";
    } else if (in[Input::Waitcnt0Disabled] != 0) { // it means that the hardware does not wait, so the kernel must
        i.opcode = Opcode::SWaitCnt;
        i.dscnt = i.vlcnt = i.vscnt = 0;
        i.comment.before = "force waitcnt0";
    }
    Instruction barrier{};
    if (i.opcode != Opcode::none) {
        sink(static_cast<const Instruction&>(i));
        barrier.item = 1;
    }
    barrier.opcode = Opcode::SBarrier;
    barrier.comment.given = extra.comment;
    barrier.has_tokens = extra.has_tokens;
    barrier.tokens = extra.tokens;
    sink(static_cast<const Instruction&>(barrier));
    sink(detail::end());
    return {};
}

} // namespace kernabi::kernel
