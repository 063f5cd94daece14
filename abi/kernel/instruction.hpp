// SPDX-License-Identifier: MIT
// One instruction of the kernel writer's, as it is handed to a sink.
#pragma once
#include "abi/kernel/inputs.hpp"

namespace kernabi::kernel {

/// TensileLite's instruction classes, and what else may stand in its lists. Numbers are fixed.
enum class Opcode : std::uint8_t {
    none,         ///< an item that was never filled
    comment,      ///< a line of comment
    module_begin, ///< a list opens; what follows until its end are its items
    module_end,
    SWaitCnt,
    SWaitTensorcnt,
    SBarrier,
    VMovB32,
    VMovRelsD2B32,
    VAccvgprReadB32,
    VAccvgprWriteB32,
    VMulF32,
    VMulF64,
    VMulPKF16,
    VMulLOU32,
    VFmaF32,
    VFmaF64,
    VLShiftLeftB64,
};
inline constexpr std::size_t opcode_count = 18;

struct OpcodeRow {
    Opcode opcode;
    const char* name;     ///< TensileLite's
    const char* mnemonic; ///< the assembler's; empty where there is no one such
    std::uint8_t operands = 0;
    const char* operand[4] = {}; ///< TensileLite's names of the operands, the destination first
};

// clang-format off
inline constexpr OpcodeRow opcodes[opcode_count] = {
    {Opcode::none, "null", ""},
    {Opcode::comment, "Comment", ""},
    {Opcode::module_begin, "Module", ""},
    {Opcode::module_end, "", ""},
    {Opcode::SWaitCnt, "SWaitCnt", ""},
    {Opcode::SWaitTensorcnt, "SWaitTensorcnt", "s_wait_tensorcnt"},
    {Opcode::SBarrier, "SBarrier", "s_barrier"},
    {Opcode::VMovB32, "VMovB32", "v_mov_b32", 2, {"dst", "src"}},
    {Opcode::VMovRelsD2B32, "VMovRelsD2B32", "v_movrelsd_2_b32", 2, {"dst", "src"}},
    {Opcode::VAccvgprReadB32, "VAccvgprReadB32", "v_accvgpr_read_b32", 2, {"dst", "src"}},
    {Opcode::VAccvgprWriteB32, "VAccvgprWriteB32", "v_accvgpr_write_b32", 2, {"dst", "src"}},
    {Opcode::VMulF32, "VMulF32", "v_mul_f32", 3, {"dst", "src0", "src1"}},
    {Opcode::VMulF64, "VMulF64", "v_mul_f64", 3, {"dst", "src0", "src1"}},
    {Opcode::VMulPKF16, "VMulPKF16", "v_pk_mul_f16", 3, {"dst", "src0", "src1"}},
    {Opcode::VMulLOU32, "VMulLOU32", "v_mul_lo_u32", 3, {"dst", "src0", "src1"}},
    {Opcode::VFmaF32, "VFmaF32", "v_fma_f32", 4, {"dst", "src0", "src1", "src2"}},
    {Opcode::VFmaF64, "VFmaF64", "v_fma_f64", 4, {"dst", "src0", "src1", "src2"}},
    {Opcode::VLShiftLeftB64, "VLShiftLeftB64", "v_lshlrev_b64", 2, {"dst", "src"}}, // by 0: the shift is not an operand here
};
// clang-format on

[[nodiscard]] constexpr const OpcodeRow& row_of(Opcode opcode) noexcept {
    return opcodes[static_cast<std::size_t>(opcode)];
}

enum class File : std::uint8_t { vgpr, sgpr, agpr };
/// How a register is given: by number; by a name, with or without an offset ("Alpha" and "Alpha+0" are different
/// texts); or by a holder, a name whose number the consumer fills in.
enum class Form : std::uint8_t { number, symbol, holder };
enum class Symbol : std::uint8_t { ValuC, Alpha };
inline constexpr const char* symbol_names[] = {"ValuC", "Alpha"};

struct Operand {
    File file = File::vgpr;
    Form form = Form::number;
    Symbol symbol = Symbol::ValuC;
    bool plain = false; ///< a name without an offset
    bool negated = false;
    std::uint8_t registers = 1;
    std::int64_t number = 0; ///< the register, or the offset behind the name

    [[nodiscard]] constexpr bool operator==(const Operand&) const noexcept = default;
};

/// Text of a comment in parts: `before`, the number where there is one, `after`, and what the caller gave.
struct Comment {
    const char* before = "";
    bool numbered = false;
    std::int64_t number = 0;
    const char* after = "";
    Text given{};
};

/// What a sink takes. Pointers live as long as the call.
struct Instruction {
    Opcode opcode = Opcode::none;
    Operand operand[4] = {};                         ///< as many as the opcode's row says
    std::int64_t dscnt = -1, vlcnt = -1, vscnt = -1; ///< SWaitCnt; -1 is not waited for
    std::int64_t tensorcnt = -1;                     ///< SWaitTensorcnt
    bool has_tokens = false;                         ///< SBarrier
    Span<const std::int64_t> tokens{};
    const char* module = ""; ///< module_begin
    Comment comment{};
    std::uint64_t item = 0;          ///< which item of the outermost list this belongs to
    std::uint8_t item_registers = 1; ///< registers of a holder that one item fills
};

namespace detail {
[[nodiscard]] constexpr Instruction begin(const char* name) noexcept {
    Instruction i{};
    i.opcode = Opcode::module_begin;
    i.module = name;
    return i;
}
[[nodiscard]] constexpr Instruction end() noexcept {
    Instruction i{};
    i.opcode = Opcode::module_end;
    return i;
}
[[nodiscard]] constexpr Operand numbered(File file, std::int64_t number, std::uint8_t registers = 1) noexcept {
    return {file, Form::number, Symbol::ValuC, false, false, registers, number};
}
/// `ValuC+12`
[[nodiscard]] constexpr Operand named(File file, Symbol symbol, std::int64_t offset,
                                      std::uint8_t registers = 1) noexcept {
    return {file, Form::symbol, symbol, false, false, registers, offset};
}
/// `ValuC`, or `ValuC+1` where the offset is not 0.
[[nodiscard]] constexpr Operand holder(std::int64_t offset = 0, std::uint8_t registers = 1) noexcept {
    return {File::vgpr, Form::holder, Symbol::ValuC, offset == 0, false, registers, offset};
}
} // namespace detail

} // namespace kernabi::kernel
