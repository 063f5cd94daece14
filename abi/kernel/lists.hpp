// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernel/acc_regs.hpp"
#include "abi/kernel/mul_alpha.hpp"
#include "abi/kernel/sync_threads.hpp"
#include "abi/kernel/wait.hpp"

namespace kernabi::kernel {

/// Gives the instructions of a function to `sink(const Instruction&)`, one by one. acc_map has no instructions:
/// unsupported.
template <typename Sink>
constexpr Outcome emit(Function function, const Inputs& in, const Extra& extra, Sink&& sink) noexcept {
    switch (function) {
    case Function::wait: return wait(in, extra, sink);
    case Function::tdm_wait: return tdm_wait(in, extra, sink);
    case Function::sync_threads: return sync_threads(in, extra, sink);
    case Function::acc_regs: return acc_regs(in, sink);
    case Function::mul_alpha: return mul_alpha(in, sink);
    case Function::move: return move(in, sink);
    case Function::acc_map: break;
    }
    return {Status::unsupported, Input::target, 0};
}

} // namespace kernabi::kernel
