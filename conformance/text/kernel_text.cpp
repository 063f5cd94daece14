// SPDX-License-Identifier: MIT
#include "conformance/text/kernel_text.hpp"
#include "conformance/text/explain.hpp"
#include <fmt/format.h>

namespace kernabi::text {

using kernel::File;
using kernel::Finding;
using kernel::Input;
using kernel::InputRow;
using kernel::Inputs;
using kernel::LineFault;
using kernel::LintCode;
using kernel::Meaning;
using kernel::Opcode;
using kernel::OpcodeRow;
using kernel::Outcome;
using kernel::Target;
using kernel::Unwritten;
using kernel::target_of;
using kernel::targets;

namespace {

std::string type_name(std::int64_t type) {
    return type >= 0 && type < static_cast<std::int64_t>(data_type_count) ? data_types[type].name : "?";
}

std::string out_of_range(const Outcome& o) {
    const InputRow& row = kernel::row_of(o.input);
    if (row.meaning == Meaning::flag) return fmt::format("{} {} is neither 0 nor 1", row.name, o.value);
    if (row.meaning == Meaning::type) return fmt::format("{} {} is no data type", row.name, o.value);
    if (o.input == Input::target) return "target: some register or count is past what it can name";
    if (o.value < 0) return fmt::format("{} {} is negative", row.name, o.value);
    if (row.meaning == Meaning::base || o.input == Input::startVgprAlphaTmp || row.functions == 0)
        return fmt::format("{} {} is no register's number", row.name, o.value);
    return fmt::format("{} {}: what is counted with it does not fit 64 bits", row.name, o.value);
}

const char* file_letter(File file) { return file == File::sgpr ? "s" : file == File::agpr ? "acc" : "v"; }

std::string target_name(const Inputs& in) {
    const Target* const target = target_of(in[Input::target]);
    return target == nullptr ? "the target" : target->name;
}

std::string registers_text(const Finding& f, const Inputs& in) {
    const bool narrow = f.found < f.expected;
    return fmt::format("MIRegPerOut {} where {} takes {} registers an output: {}", f.found,
                       type_name(in[Input::ComputeDataType]), f.expected,
                       narrow ? "the register pairs overlap" : "registers are skipped");
}

} // namespace

std::string of(const Outcome& o) {
    const InputRow& row = kernel::row_of(o.input);
    switch (o.status) {
    case Status::value_out_of_range: return out_of_range(o);
    case Status::refused:
        if (o.input == Input::ComputeDataType)
            return fmt::format("ComputeDataType {} has no branch: the items of the list are never filled",
                               type_name(o.value));
        return fmt::format("{} is {}: the kernel writer divides by it", row.name, o.value);
    case Status::unsupported: return fmt::format("{}: not known here; there are {}", row.name, target_names());
    default: return of(o.status);
    }
}

std::string of(const LineFault& f, const Target& target) {
    const OpcodeRow& row = kernel::row_of(f.opcode);
    switch (f.why) {
    case Unwritten::none: return "ok";
    case Unwritten::never_filled:
        return fmt::format("item {} of the list was never filled: the type has no branch", f.number);
    case Unwritten::lacks_instruction: return fmt::format("{}: {} has no {}", row.name, target.name, row.mnemonic);
    case Unwritten::register_past_end:
        return fmt::format("{}: {}{} is past the registers that an instruction of {} can name", row.name,
                           file_letter(f.file), f.number, target.name);
    case Unwritten::odd_pair:
        return fmt::format("{}: {}[{}:{}] starts at an odd register, {} wants even ones", row.name, file_letter(f.file),
                           f.number, f.number + 1, target.name);
    case Unwritten::count: return fmt::format("{}: a count of {} cannot be written", row.name, f.number);
    }
    return "unknown fault";
}

std::string of(const Finding& f, const Inputs& in) {
    const char* const name = kernel::row_of(f.input).name;
    switch (f.code) {
    case LintCode::vlcnt_dropped:
        return fmt::format("loads are to be waited for too (vlcnt {}), and the result does not wait for them: it never "
                           "carries both counts",
                           f.expected);
    case LintCode::wait_is_empty: return "nothing is waited for";
    case LintCode::below_minus_one:
        return fmt::format("{} {} is not counted, and makes the wait conservative all the same", name, f.found);
    case LintCode::count_over_limit:
        return fmt::format("a count of {} where {}'s counter ends at {}: it must be clamped", f.found, target_name(in),
                           f.expected);
    case LintCode::tensorcnt_drains_loads: return fmt::format("tensorcnt {} waits for all vector loads first", f.found);
    case LintCode::tensorcnt_negative: return fmt::format("tensorcnt {} is emitted as a 16-bit number", f.found);
    case LintCode::barrier_without_wait: return "the barrier stands alone: whoever calls must have waited";
    case LintCode::token_dropped: return "one wave needs no barrier: the memory token goes nowhere";
    case LintCode::vector_half_filled:
        return fmt::format("{} {} is no multiple of its vector width: {} of it are covered, the rest is never copied",
                           name, f.found, f.expected);
    case LintCode::outputs_truncated:
        return fmt::format("{} outputs of a block are left when it is spread over {} lanes: they are never copied",
                           f.expected, f.found);
    case LintCode::length_mismatch:
        return fmt::format("getAccToArchLen is {}, and the map has {} entries", f.found, f.expected);
    case LintCode::odd_instruction:
        return fmt::format("{} {} beside a 4: only one side's blocks are folded", name, f.found);
    case LintCode::type_without_branch:
        return fmt::format("{} {} has no branch: the items stay empty", name, type_name(f.found));
    case LintCode::registers_mismatch: return registers_text(f, in);
    case LintCode::odd_pair:
        return fmt::format(
            "{} makes a 64-bit operand start at an odd register ({}); gfx90a, gfx942 and gfx950 refuse that", name,
            f.found);
    case LintCode::instruction_missing: return fmt::format("{} lacks an instruction of the list", target_name(in));
    case LintCode::movrelsd_moves_source:
        return "v_movrelsd_2_b32 adds M0's low half to the source and its high half to the destination; no gfx9 has it";
    case LintCode::spill_overlaps_holder:
        return fmt::format(
            "{} registers spill to ValuC+0 and on, the holder's own names: a copy may overwrite what a later one reads",
            f.found);
    case LintCode::half_alpha_twice: return "packed half: alpha must stand in both halves of its register";
    case LintCode::register_past_end:
        return fmt::format("register {} is past the last that an instruction can name", f.found);
    }
    return "unknown finding";
}

std::string target_names() {
    std::string names;
    for (const Target& row : targets) names += (names.empty() ? "" : ", ") + std::string(row.name);
    return names;
}

} // namespace kernabi::text
