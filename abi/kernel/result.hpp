// SPDX-License-Identifier: MIT
// A function's whole result as plain lines, the same for every implementation: what vectors hold and a judge compares.
#pragma once
#include "abi/kernel/assembly.hpp"
#include "abi/kernel/lists.hpp"

namespace kernabi::kernel {

namespace detail {

template <typename Out>
constexpr void plain_operand(Writer<Out>& w, const Operand& o) noexcept {
    constexpr char files[] = {'v', 's', 'a'};
    if (o.negated) w.character('-');
    w.character(files[static_cast<std::size_t>(o.file)]);
    if (o.form == Form::number) {
        w.number(o.number);
    } else {
        w.character(o.form == Form::symbol ? '[' : '{');
        w.text(symbol_names[static_cast<std::size_t>(o.symbol)]);
        if (!o.plain) {
            w.character('+');
            w.number(o.number);
        }
        w.character(o.form == Form::symbol ? ']' : '}');
    }
    if (o.registers == 1) return;
    w.character(':');
    w.number(std::uint64_t{o.registers});
}

template <typename Out>
constexpr void plain_wait(Writer<Out>& w, const Instruction& i) noexcept {
    w.text(" dscnt ");
    w.number(i.dscnt);
    w.text(" vlcnt ");
    w.number(i.vlcnt);
    w.text(" vscnt ");
    w.number(i.vscnt);
}

template <typename Out>
constexpr void plain_number(Writer<Out>& w, const char* name, std::int64_t value) noexcept {
    w.text(name);
    w.character(' ');
    w.number(value);
    w.end_line();
}

} // namespace detail

/// Lines of instructions, indented by the depth of their module:
/// `VFmaF64 v{ValuC+2}:2 s[Alpha+0]:2 -v[ValuC+24]:2 v12:2 // comment`. A number, a symbol in brackets, a holder in
/// braces; ":2" is the number of registers where it is not 1.
template <typename Out>
struct PlainSink {
    Out& out;
    unsigned depth = 0;

    constexpr void operator()(const Instruction& i) noexcept {
        if (i.opcode == Opcode::module_end) {
            --depth;
            return;
        }
        detail::Writer<Out> w{out};
        for (unsigned n = 0; n < depth; ++n) w.character(' ');
        const OpcodeRow& row = row_of(i.opcode);
        w.text(row.name);
        if (i.opcode == Opcode::module_begin) {
            ++depth;
            if (i.module[0] != '\0') w.character(' ');
            w.text(i.module);
        } else if (i.opcode == Opcode::SWaitCnt) {
            detail::plain_wait(w, i);
        } else if (i.opcode == Opcode::SWaitTensorcnt) {
            w.character(' ');
            w.number(i.tensorcnt);
        } else if (i.opcode == Opcode::SBarrier && i.has_tokens) {
            w.text(" memToken");
            for (const std::int64_t token : i.tokens) {
                w.character(' ');
                w.number(token);
            }
        }
        for (std::size_t n = 0; n < row.operands; ++n) {
            w.character(' ');
            detail::plain_operand(w, i.operand[n]);
        }
        if (!detail::is_empty(i.comment)) {
            w.text(" // ");
            w.comment(i.comment);
        }
        w.end_line();
    }
};

/// Seven extents as `info` names them, and in that order: BM, BN, T, VW0, VW1, outer0, outer1.
inline constexpr Digit info_order[digit_count] = {Digit::b0, Digit::b1, Digit::t, Digit::v0,
                                                  Digit::v1, Digit::w0, Digit::w1};

/// acc_map as lines: info, len, sequential, imagOffset, acc2arch, arch2acc, each with its numbers. Without a matrix
/// instruction there is only `sequential 0`: hasSequentialValuC answers before it reads anything else.
template <typename Out>
constexpr Outcome write_acc_map(const Inputs& in, Out&& out) noexcept {
    detail::Writer<Out> w{out};
    if (const Outcome o = detail::check_forms(Function::acc_map, in); !o.ok()) return o;
    if (in[Input::EnableMatrixInstruction] == 0) {
        detail::plain_number(w, "sequential", 0);
        return {};
    }
    AccMap map{};
    std::int64_t imaginary = 0;
    if (const Outcome o = make_acc_map(in, map); !o.ok()) return o;
    if (const Outcome o = imaginary_offset(map, in, imaginary); !o.ok()) return o;
    w.text("info");
    for (const Digit d : info_order) {
        w.character(' ');
        w.number(map[d]);
    }
    w.end_line();
    detail::plain_number(w, "len", map.acc_to_arch_length);
    detail::plain_number(w, "sequential", map.is_sequential() ? 1 : 0);
    detail::plain_number(w, "imagOffset", imaginary);
    w.text("acc2arch");
    for (std::uint64_t i = 0; i < map.size; ++i) {
        w.character(' ');
        w.number(map.to_arch(i));
    }
    w.end_line();
    w.text("arch2acc");
    for (std::uint64_t i = 0; i < map.size; ++i) {
        w.character(' ');
        w.number(map.to_acc(i));
    }
    w.end_line();
    return {};
}

namespace detail {
template <typename Out>
struct AssemblySink {
    Out& out;
    const Target& target;
    Placement at;
    LineFault fault{};

    constexpr void operator()(const Instruction& i) noexcept {
        if (fault.ok()) fault = write_assembly(i, target, at, out);
    }
};
} // namespace detail

/// A function's list as assembly for `Input::target`, with the registers of `Input::valuC`, `valuCBase` and `alpha`.
/// `fault` says which line cannot be written; the lines before it have been. acc_map has no lines. unsupported: no such
/// target, or one that lacks an instruction; refused: an item that was never filled.
template <typename Out>
constexpr Outcome write_list(Function function, const Inputs& in, const Extra& extra, Out&& out,
                             LineFault& fault) noexcept {
    const Target* const target = target_of(in[Input::target]);
    if (target == nullptr) return detail::refuse(Status::unsupported, Input::target, in);
    constexpr Input numbers[] = {Input::valuC, Input::valuCBase, Input::alpha};
    for (const Input i : numbers)
        if (in[i] < 0 || in[i] > 0xffff) return detail::refuse(Status::value_out_of_range, i, in);
    if (function == Function::acc_map) return write_acc_map(in, [](Text) noexcept {});
    detail::AssemblySink<Out> sink{out, *target, placement_of(in)};
    const Outcome o = emit(function, in, extra, sink);
    fault = sink.fault;
    if (!o.ok() || fault.ok()) return o;
    // What a list lacks is the type's doing; what a target lacks is the target's.
    const bool empty = fault.why == Unwritten::never_filled, absent = fault.why == Unwritten::lacks_instruction;
    return {empty    ? Status::refused
            : absent ? Status::unsupported
                     : Status::value_out_of_range,
            empty ? Input::ComputeDataType : Input::target, in[empty ? Input::ComputeDataType : Input::target]};
}

/// Any function's result as lines, in pieces to `out(Text)`: assembly where `Input::target` is not 0, else plain lines.
template <typename Out>
constexpr Outcome write_result(Function function, const Inputs& in, const Extra& extra, Out&& out) noexcept {
    if (in[Input::target] != 0) {
        LineFault fault{};
        return write_list(function, in, extra, out, fault);
    }
    if (function == Function::acc_map) return write_acc_map(in, out);
    return emit(function, in, extra, PlainSink<Out>{out});
}

/// The same into the caller's characters or bytes. A null destination measures. On an error nothing is written.
template <typename Character>
[[nodiscard]] constexpr Outcome write_result(Function function, const Inputs& in, const Extra& extra,
                                             Span<Character> to, std::size_t& written) noexcept {
    std::size_t size = 0;
    const auto measure = [&size](Text piece) noexcept { size += piece.size; };
    if (const Outcome o = write_result(function, in, extra, measure); !o.ok()) return o;
    written = size;
    if (to.data == nullptr) return {};
    if (size > to.size) return {Status::destination_too_small, Input::target, static_cast<std::int64_t>(size)};
    std::size_t used = 0;
    const auto put = [&](Text piece) noexcept {
        for (const char c : piece) to[used++] = static_cast<Character>(c);
    };
    return write_result(function, in, extra, put);
}

} // namespace kernabi::kernel
