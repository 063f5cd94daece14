// SPDX-License-Identifier: MIT
// A launch's batches as GEMMs of their own.
#pragma once
#include "backends/cpu/block.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/operands.hpp"
#include <cstdint>

namespace kernabi::cpu {

/// One batch alone as a GEMM, with the views that its operands are; all of it where D has no elements.
[[nodiscard]] constexpr Gemm batch_of(const Block& block, const Operands& operands, std::uint64_t number,
                                      const MemoryMap& memory) noexcept {
    const auto view = [&](Role role) { return view_of(operands[role], number, memory); };
    const auto shared = [&](Role role) { return view_of(operands[role], 0, memory); };
    Gemm g = block.gemm;
    if (!is_empty(g)) g.batch = 1;
    g.a.bytes = view(Role::a);
    g.b.bytes = view(Role::b);
    g.c.bytes = view(Role::c);
    g.d.bytes = view(block.leaves == Leaves::partial_sums ? Role::workspace : Role::d);
    g.e.bytes = view(Role::e);
    g.bias = view(Role::bias);
    g.scaleA = shared(Role::scaleA);
    g.scaleB = shared(Role::scaleB);
    g.scaleC = shared(Role::scaleC);
    g.scaleD = shared(Role::scaleD);
    g.scaleAlphaVec = shared(Role::scaleAlphaVec);
    g.amaxD = shared(Role::amaxD);
    g.biasGradient = shared(Role::biasGradient);
    return g;
}

} // namespace kernabi::cpu
