// SPDX-License-Identifier: MIT
// Instructions as lines of assembly for one target.
#pragma once
#include "abi/kernel/characters.hpp"
#include "abi/kernel/checked.hpp"
#include "abi/kernel/place.hpp"
#include "abi/kernel/target.hpp"

namespace kernabi::kernel {

/// Why a line cannot be written.
enum class Unwritten : std::uint8_t {
    none,
    never_filled,      ///< the list has an item without an instruction
    lacks_instruction, ///< the target has no such instruction
    register_past_end, ///< `number` is no register that an instruction can name
    odd_pair,          ///< a 64-bit operand at `number`, and the target wants an even one
    count,             ///< a count below -1, or a tensorcnt past 16 bits
};

struct [[nodiscard]] LineFault {
    Unwritten why = Unwritten::none;
    Opcode opcode = Opcode::none;
    File file = File::vgpr;
    std::int64_t number = 0;

    [[nodiscard]] constexpr bool ok() const noexcept { return why == Unwritten::none; }
};

namespace detail {

[[nodiscard]] constexpr bool has_instruction(const Target& target, Opcode opcode) noexcept {
    switch (opcode) {
    case Opcode::VAccvgprReadB32:
    case Opcode::VAccvgprWriteB32: return target.accvgpr;
    case Opcode::VMovRelsD2B32: return target.movrelsd_2;
    case Opcode::SWaitTensorcnt: return target.tensorcnt;
    default: return true;
    }
}

[[nodiscard]] constexpr LineFault check_operand(const Instruction& i, const Operand& operand, const Target& target,
                                                const Placement& at) noexcept {
    const std::int64_t first = register_of(operand, i, at),
                       end = operand.file == File::sgpr ? std::int64_t{target.sgprs} : std::int64_t{256};
    if (first < 0 || first > end - operand.registers)
        return {Unwritten::register_past_end, i.opcode, operand.file, first};
    const bool even = operand.registers == 2 && (target.even_pairs || operand.file == File::sgpr);
    if (even && first % 2 != 0) return {Unwritten::odd_pair, i.opcode, operand.file, first};
    return {};
}

/// A wait's counter: -1 is not waited for.
[[nodiscard]] constexpr bool is_count(std::int64_t n) noexcept { return n >= -1; }

[[nodiscard]] constexpr std::int64_t clamped(std::int64_t n, std::uint8_t most) noexcept { return n < most ? n : most; }

template <typename Out>
struct LineWriter {
    Writer<Out> w;
    const Target& target;
    const Placement& at;

    /// Ends a line: the comment stands from column 50 on, or the line is bare.
    constexpr void finish(const Comment& comment) noexcept {
        if (!is_empty(comment)) {
            while (w.column < 50) w.character(' ');
            w.text(" // ");
            w.comment(comment);
        }
        w.end_line();
    }
    constexpr void counted(const char* mnemonic, std::int64_t count, const Comment& comment) noexcept {
        w.text(mnemonic);
        w.character(' ');
        w.number(count);
        finish(comment);
    }
    constexpr void operand(const Operand& o, const Instruction& i) noexcept {
        constexpr const char* files[] = {"v", "s", "acc"};
        const std::int64_t first = register_of(o, i, at);
        if (o.negated) w.character('-');
        w.text(files[static_cast<std::size_t>(o.file)]);
        if (o.registers == 1) return w.number(first);
        w.character('[');
        w.number(first);
        w.character(':');
        w.number(first + o.registers - 1);
        w.character(']');
    }
    constexpr void separate_waits(const Instruction& i) noexcept {
        if (i.dscnt >= 0) counted("s_wait_dscnt", clamped(i.dscnt, target.lds), i.comment);
        if (i.vlcnt >= 0) counted("s_wait_loadcnt", clamped(i.vlcnt, target.loads), i.comment);
        if (i.vscnt >= 0) counted("s_wait_storecnt", clamped(i.vscnt, target.stores), i.comment);
    }
    constexpr void joined_wait(const Instruction& i, std::int64_t loads) noexcept {
        if (i.dscnt < 0 && loads < 0) return;
        w.text("s_waitcnt ");
        if (i.dscnt == 0 && loads == 0) {
            w.character('0');
        } else {
            if (i.dscnt >= 0) {
                w.text("lgkmcnt(");
                w.number(clamped(i.dscnt, target.lds));
                w.text(loads >= 0 ? "), " : ")");
            }
            if (loads >= 0) {
                w.text("vmcnt(");
                w.number(clamped(loads, target.loads));
                w.character(')');
            }
        }
        finish(i.comment);
    }
    constexpr void wait(const Instruction& i) noexcept {
        switch (target.waits) {
        case Waits::separate: return separate_waits(i);
        case Waits::separate_vscnt:
            joined_wait(i, i.vlcnt);
            if (i.vscnt >= 0) counted("s_waitcnt_vscnt null", clamped(i.vscnt, target.stores), i.comment);
            return;
        case Waits::joined: break;
        }
        // One counter for loads and stores: both are waited for together, and one that is not counts as 0.
        const Checked both = Checked(i.vlcnt > 0 ? i.vlcnt : 0) + (i.vscnt > 0 ? i.vscnt : 0);
        const bool none = i.vlcnt < 0 && i.vscnt < 0;
        joined_wait(i, none ? -1 : both.fits ? both.value : target.loads);
    }
    constexpr void barrier(const Instruction& i) noexcept {
        if (!target.barrier_pair) {
            w.text("s_barrier");
            return finish(i.comment);
        }
        counted("s_barrier_signal", -1, i.comment);
        counted("s_barrier_wait", -1, i.comment);
    }
    constexpr void vector(const Instruction& i) noexcept {
        const OpcodeRow& row = row_of(i.opcode);
        w.text(row.mnemonic);
        for (std::size_t n = 0; n < row.operands; ++n) {
            w.text(n == 0 ? " " : ", ");
            if (i.opcode == Opcode::VLShiftLeftB64 && n == 1)
                w.text("0, "); // the shift amount stands before the source
            operand(i.operand[n], i);
        }
        finish(i.comment);
    }
};

[[nodiscard]] constexpr LineFault check_line(const Instruction& i, const Target& target, const Placement& at) noexcept {
    if (i.opcode == Opcode::none)
        return {Unwritten::never_filled, i.opcode, File::vgpr, static_cast<std::int64_t>(i.item)};
    if (!has_instruction(target, i.opcode)) return {Unwritten::lacks_instruction, i.opcode, File::vgpr, 0};
    const std::int64_t counts[] = {i.dscnt, i.vlcnt, i.vscnt};
    for (const std::int64_t n : counts)
        if (!is_count(n)) return {Unwritten::count, i.opcode, File::vgpr, n};
    // The immediate has 16 bits; the assembler takes a negative one for its two's complement.
    if (i.opcode == Opcode::SWaitTensorcnt && (i.tensorcnt < -0x8000 || i.tensorcnt > 0xffff))
        return {Unwritten::count, i.opcode, File::vgpr, i.tensorcnt};
    for (std::size_t n = 0; n < row_of(i.opcode).operands; ++n)
        if (const LineFault f = check_operand(i, i.operand[n], target, at); !f.ok()) return f;
    return {};
}

} // namespace detail

/// Writes an instruction's lines, each with its end, in pieces to `out(Text)`: none for where a module begins and ends
/// and for a wait that waits for nothing, two for a barrier on gfx12. Counts are clamped to the target's, which waits
/// at least as long. On a fault nothing is written.
template <typename Out>
constexpr LineFault write_assembly(const Instruction& i, const Target& target, const Placement& at,
                                   Out&& out) noexcept {
    if (i.opcode == Opcode::module_begin || i.opcode == Opcode::module_end) return {};
    if (const LineFault f = detail::check_line(i, target, at); !f.ok()) return f;
    detail::LineWriter<Out> line{{out}, target, at};
    switch (i.opcode) {
    case Opcode::comment:
        line.w.text("// ");
        line.w.comment(i.comment);
        line.w.end_line();
        break;
    case Opcode::SWaitCnt: line.wait(i); break;
    case Opcode::SWaitTensorcnt: line.counted("s_wait_tensorcnt", i.tensorcnt, i.comment); break;
    case Opcode::SBarrier: line.barrier(i); break;
    default: line.vector(i); break;
    }
    return {};
}

} // namespace kernabi::kernel
