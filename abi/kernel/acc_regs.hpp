// SPDX-License-Identifier: MIT
// Copies between the matrix instructions' registers and the order in which the store wants them.
#pragma once
#include "abi/kernel/acc_map.hpp"
#include "abi/kernel/instruction.hpp"

namespace kernabi::kernel {

namespace detail {

[[nodiscard]] constexpr bool is_complex(std::int64_t type) noexcept {
    return type == static_cast<std::int64_t>(DataType::ComplexFloat) ||
           type == static_cast<std::int64_t>(DataType::ComplexDouble);
}

/// One copy: `flat` numbers the matrix instruction's registers, `item` the store's.
[[nodiscard]] constexpr Instruction copy(const Inputs& in, std::int64_t flat, std::uint64_t item) noexcept {
    const bool write = in[Input::write] != 0, arch = in[Input::MIArchVgpr] != 0;
    const bool spilled = !arch && flat >= in[Input::maxAgpr]; // maxAgpr is not looked at with MIArchVgpr
    const std::int64_t past = flat - in[Input::maxAgpr], base = in[Input::spilledVgprBase];
    Instruction i{};
    i.item = item;
    Operand there = named(File::vgpr, Symbol::ValuC, flat);
    i.opcode = Opcode::VMovB32;
    if (spilled) {
        // Without a base a spilled register is ValuC+k, the holder's own names: a copy may overwrite what a later one
        // reads.
        there = base == no_base ? named(File::vgpr, Symbol::ValuC, past) : numbered(File::vgpr, base + past);
    } else if (!arch) {
        there = numbered(File::agpr, flat);
        i.opcode = write ? Opcode::VAccvgprWriteB32 : Opcode::VAccvgprReadB32;
    } else if (!write && in[Input::CompactLoopStore] != 0) {
        // M0[9:0] moves the source and M0[25:16] the destination, against what the module's comment says; no gfx9 has
        // it.
        i.opcode = Opcode::VMovRelsD2B32;
    }
    const bool is_acc = there.file == File::agpr;
    i.operand[0] = write ? there : holder();
    i.operand[1] = write ? holder() : there;
    const std::int64_t d = static_cast<std::int64_t>(item);
    if (write)
        i.comment = {"copy vreg[", true, d, is_acc ? "] to acc" : "] to MI out reg", {}};
    else
        i.comment = {is_acc ? "copy acc to vreg[" : "copy MI out reg to vreg[", true, d, "]", {}};
    return i;
}

} // namespace detail

/// Registers that acc_regs copies: entries, complex parts, registers an output. value_out_of_range where they leave 64
/// bits.
[[nodiscard]] constexpr Outcome acc_register_count(const AccMap& map, const Inputs& in, std::uint64_t& count) noexcept {
    const Checked parts = detail::is_complex(in[Input::DataType]) ? 2 : 1;
    const Checked product = Checked(static_cast<std::int64_t>(map.size)) * parts * in[Input::MIRegPerOut];
    if (!product.fits) return detail::refuse(Status::value_out_of_range, Input::MIRegPerOut, in);
    count = static_cast<std::uint64_t>(product.value);
    return {};
}

/// The list with a map at hand.
template <typename Sink>
constexpr Outcome acc_regs(const AccMap& map, const Inputs& in, Sink&& sink) noexcept {
    std::uint64_t count = 0;
    if (const Outcome o = acc_register_count(map, in, count); !o.ok()) return o;
    const std::uint64_t parts = detail::is_complex(in[Input::DataType]) ? 2 : 1,
                        registers = static_cast<std::uint64_t>(in[Input::MIRegPerOut]);
    sink(detail::begin(in[Input::write] != 0 ? "AccVgprWrite" : "AccVgprRead"));
    for (std::uint64_t item = 0; item < count; ++item) {
        // Items stand by destination: register, then complex part, then architectural index.
        const std::uint64_t r = item % registers, part = item / registers % parts,
                            s = map.to_acc(item / (registers * parts));
        const std::uint64_t flat = part * map.size * registers + s * registers + r;
        sink(detail::copy(in, static_cast<std::int64_t>(flat), item));
    }
    sink(detail::end());
    return {};
}

namespace detail {
[[nodiscard]] constexpr Outcome check_acc_regs(const Inputs& in) noexcept {
    if (const Outcome o = check_forms(Function::acc_regs, in); !o.ok()) return o;
    if (in[Input::maxAgpr] < 0) return refuse(Status::value_out_of_range, Input::maxAgpr, in);
    const std::int64_t base = in[Input::spilledVgprBase];
    if (base != no_base && (base < 0 || base > 0xffffffff))
        return refuse(Status::value_out_of_range, Input::spilledVgprBase, in);
    return {};
}
} // namespace detail

/// mapAcctoArchRegs: the module AccVgprRead or AccVgprWrite, one copy a register. Refuses as `make_acc_map`, and
/// value_out_of_range for a type, a flag, a negative maxAgpr or spilledVgprBase.
template <typename Sink>
constexpr Outcome acc_regs(const Inputs& in, Sink&& sink) noexcept {
    if (const Outcome o = detail::check_acc_regs(in); !o.ok()) return o;
    AccMap map{};
    if (const Outcome o = make_acc_map(in, map); !o.ok()) return o;
    return acc_regs(map, in, sink);
}

} // namespace kernabi::kernel
