// SPDX-License-Identifier: MIT
// Alpha times the matrix instructions' outputs, and the same move without the multiplication.
#pragma once
#include "abi/kernel/acc_map.hpp"
#include "abi/kernel/instruction.hpp"

namespace kernabi::kernel {

namespace detail {

/// What a type's item is made of. Types without a row leave their items unfilled, without an error: as recorded.
struct AlphaRow {
    DataType type;
    std::uint8_t registers; ///< of one part
    bool complex;
    Opcode multiply, fma, move;
};
// clang-format off
inline constexpr AlphaRow alpha_rows[] = {
    {DataType::Double, 2, false, Opcode::VMulF64, Opcode::none, Opcode::VLShiftLeftB64},
    {DataType::Float, 1, false, Opcode::VMulF32, Opcode::none, Opcode::VMovB32},
    {DataType::Half, 1, false, Opcode::VMulPKF16, Opcode::none, Opcode::VMovB32}, // VMulF32 with HighPrecisionAccumulate
    {DataType::Int32, 1, false, Opcode::VMulLOU32, Opcode::none, Opcode::VMovB32},
    {DataType::ComplexFloat, 1, true, Opcode::VMulF32, Opcode::VFmaF32, Opcode::VMovB32},
    {DataType::ComplexDouble, 2, true, Opcode::VMulF64, Opcode::VFmaF64, Opcode::VLShiftLeftB64},
};
inline constexpr const char* complex_comments[4] = {
    "tmp1 = a.real * b.real",
    "tmp2 = a.imag * b.real",
    "c.real = a.real * b.real - a.imag * b.imag = tmp1 - a.imag * b.imag",
    "c.imag = a.real * b.imag + a.imag * b.real = a.real * b.imag + tmp2",
};
// clang-format on

[[nodiscard]] constexpr const AlphaRow* alpha_row(const Inputs& in) noexcept {
    for (const AlphaRow& row : alpha_rows)
        if (in[Input::ComputeDataType] == static_cast<std::int64_t>(row.type)) return &row;
    return nullptr;
}

/// The registers of one output: its real and imaginary part and where the result goes.
struct AlphaItem {
    const Inputs& in;
    const AlphaRow& row;
    std::int64_t re, im;
    std::uint64_t item;

    [[nodiscard]] constexpr Instruction of(Opcode opcode, const char* comment, Operand dst, Operand a, Operand b = {},
                                           Operand c = {}) const noexcept {
        Instruction i{};
        i.opcode = opcode;
        i.operand[0] = dst, i.operand[1] = a, i.operand[2] = b, i.operand[3] = c;
        i.comment.before = comment;
        i.item = item;
        i.item_registers = static_cast<std::uint8_t>(row.registers * (row.complex ? 2 : 1));
        return i;
    }
    [[nodiscard]] constexpr Operand source(std::int64_t number) const noexcept {
        return named(File::vgpr, Symbol::ValuC, number, row.registers);
    }
    [[nodiscard]] constexpr Operand to(std::int64_t offset = 0) const noexcept { return holder(offset, row.registers); }

    template <typename Sink>
    constexpr void multiply(Sink& sink) const noexcept {
        const bool widened = row.type == DataType::Half && in[Input::HighPrecisionAccumulate] != 0;
        Operand alpha = named(File::sgpr, Symbol::Alpha, 0, row.registers);
        alpha.plain = true; // "Alpha", where the complex forms say "Alpha+0"
        sink(of(widened ? Opcode::VMulF32 : row.multiply, "Multiply MI out reg with alpha", to(), alpha, source(re)));
    }
    /// All items share the two temporaries, so their instructions must stay in order. The real part is written before
    /// the imaginary source is read for the last time: a holder that is that register would lose it.
    template <typename Sink>
    constexpr void multiply_complex(Sink& sink) const noexcept {
        const std::int64_t w = row.registers, t = in[Input::startVgprAlphaTmp];
        const Operand t1 = numbered(File::vgpr, t, row.registers), t2 = numbered(File::vgpr, t + w, row.registers);
        const Operand real = named(File::sgpr, Symbol::Alpha, 0, row.registers),
                      imag = named(File::sgpr, Symbol::Alpha, w, row.registers);
        Operand minus = source(im);
        minus.negated = true;
        const auto say = [this](std::size_t i) noexcept {
            return row.type == DataType::ComplexFloat ? complex_comments[i] : ""; // the double form has no comments
        };
        sink(begin(""));
        sink(of(row.multiply, say(0), t1, real, source(re)));
        sink(of(row.multiply, say(1), t2, imag, source(re)));
        sink(of(row.fma, say(2), to(), imag, minus, t1));
        sink(of(row.fma, say(3), to(w), real, source(im), t2));
        sink(end());
    }
    template <typename Sink>
    constexpr void move(Sink& sink) const noexcept {
        constexpr const char* comment = "Rearrange MI out reg";
        if (row.complex) sink(begin(""));
        sink(of(row.move, comment, to(), source(re)));
        if (!row.complex) return;
        sink(of(row.move, comment, to(row.registers), source(im)));
        sink(end());
    }
};

[[nodiscard]] constexpr Outcome check_alpha(Function function, const Inputs& in) noexcept {
    if (const Outcome o = check_forms(function, in); !o.ok()) return o;
    const std::int64_t tmp = in[Input::startVgprAlphaTmp];
    if (tmp < 0 || tmp > 0xffffffff) return refuse(Status::value_out_of_range, Input::startVgprAlphaTmp, in);
    return {};
}

} // namespace detail

/// mul_alpha or move with a map at hand: one item an output, by destination.
template <typename Sink>
constexpr Outcome alpha_items(Function function, const AccMap& map, const Inputs& in, Sink&& sink) noexcept {
    std::int64_t imaginary = 0;
    if (const Outcome o = imaginary_offset(map, in, imaginary); !o.ok()) return o;
    if (!(Checked(imaginary) * 2).fits) return detail::refuse(Status::value_out_of_range, Input::MIRegPerOut, in);
    const detail::AlphaRow* const row = detail::alpha_row(in);
    sink(detail::begin("MulAlpha")); // move's list has the same name
    for (std::uint64_t item = 0; item < map.size; ++item) {
        if (row == nullptr) {
            Instruction nothing{};
            nothing.item = item;
            sink(static_cast<const Instruction&>(nothing));
            continue;
        }
        // Only s * MIRegPerOut is used: nothing checks that it fits the type's width.
        const std::int64_t re = static_cast<std::int64_t>(map.to_acc(item)) * in[Input::MIRegPerOut];
        const detail::AlphaItem it{in, *row, re, re + imaginary, item};
        if (function == Function::move)
            it.move(sink);
        else if (row->complex)
            it.multiply_complex(sink);
        else
            it.multiply(sink);
    }
    sink(detail::end());
    return {};
}

namespace detail {
template <typename Sink>
constexpr Outcome alpha_list(Function function, const Inputs& in, Sink& sink) noexcept {
    if (const Outcome o = check_alpha(function, in); !o.ok()) return o;
    AccMap map{};
    if (const Outcome o = make_acc_map(in, map); !o.ok()) return o;
    return alpha_items(function, map, in, sink);
}
} // namespace detail

/// mulMIoutAlphaToArch. Refuses as `make_acc_map`, and value_out_of_range for a type, a flag or a temporary's number. A
/// type without a branch is no error: each of its items is Opcode::none.
template <typename Sink>
constexpr Outcome mul_alpha(const Inputs& in, Sink&& sink) noexcept {
    return detail::alpha_list(Function::mul_alpha, in, sink);
}

/// moveMIoutToArch: the same placement without alpha; startVgprAlphaTmp is not used.
template <typename Sink>
constexpr Outcome move(const Inputs& in, Sink&& sink) noexcept {
    return detail::alpha_list(Function::move, in, sink);
}

} // namespace kernabi::kernel
