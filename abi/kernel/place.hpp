// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernel/instruction.hpp"

namespace kernabi::kernel {

/// Registers behind the names: where a holder counts from, and the numbers of the symbols ValuC (a VGPR) and Alpha (an
/// SGPR).
struct Placement {
    std::int64_t valuC = 0, valuCBase = 0, alpha = 0;
};

[[nodiscard]] constexpr Placement placement_of(const Inputs& in) noexcept {
    return {in[Input::valuC], in[Input::valuCBase], in[Input::alpha]};
}

/// The first register of an operand. A holder's number grows by what each item of the list fills.
[[nodiscard]] constexpr std::int64_t register_of(const Operand& operand, const Instruction& of,
                                                 const Placement& at) noexcept {
    switch (operand.form) {
    case Form::number: return operand.number;
    case Form::symbol: return (operand.symbol == Symbol::ValuC ? at.valuCBase : at.alpha) + operand.number;
    case Form::holder: break;
    }
    return at.valuC + static_cast<std::int64_t>(of.item) * of.item_registers + operand.number;
}

} // namespace kernabi::kernel
