// SPDX-License-Identifier: MIT
// Executes the kernel writer's instructions on a register file: what they compute, not how they look.
#pragma once
#include "abi/kernel/place.hpp"
#include "abi/numeric/f16.hpp"
#include "abi/numeric/fma.hpp"
#include <bit>
#include <cstdint>
#include <vector>

namespace kernabi::test {

/// One wave: vector registers by register and lane, scalar registers, M0. More registers than an instruction can name,
/// so that every shape fits without spilling.
class Machine {
  public:
    static constexpr std::size_t lanes = 64, registers = 6144, scalars = 16;

    kernel::Placement at{};
    std::uint32_t m0 = 0;
    std::uint32_t sgpr[scalars] = {};
    std::size_t waits = 0, barriers = 0, executed = 0, faults = 0; ///< a fault is an instruction that it cannot execute

    Machine() : vgpr_(registers * lanes), agpr_(registers * lanes) {}

    [[nodiscard]] std::uint32_t& vgpr(std::size_t n, std::size_t lane) { return vgpr_[n * lanes + lane]; }
    [[nodiscard]] std::uint32_t& agpr(std::size_t n, std::size_t lane) { return agpr_[n * lanes + lane]; }

    /// A sink for lists.
    void operator()(const kernel::Instruction& i) noexcept {
        using kernel::Opcode;
        switch (i.opcode) {
        case Opcode::module_begin:
        case Opcode::module_end:
        case Opcode::comment: return;
        case Opcode::none: ++faults; return;
        case Opcode::SWaitCnt:
        case Opcode::SWaitTensorcnt: ++waits; return;
        case Opcode::SBarrier: ++barriers; return;
        default: break;
        }
        ++executed;
        Source s[4];
        for (std::size_t n = 0; n < kernel::row_of(i.opcode).operands; ++n)
            if (!locate(i, n, s[n])) {
                ++faults;
                return;
            }
        if (i.opcode == Opcode::VMovRelsD2B32 && !move_relative(s)) {
            ++faults;
            return;
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) lane_step(i.opcode, s, lane);
    }

  private:
    /// Where an operand is read from or written to; a scalar is the same for every lane.
    struct Source {
        std::uint32_t* first = nullptr;
        std::size_t step = 0, next = 0; ///< to the next lane, to the next register
        bool negated = false;

        [[nodiscard]] std::uint32_t word(std::size_t lane) const { return first[lane * step]; }
        [[nodiscard]] std::uint64_t pair(std::size_t lane) const {
            return word(lane) | std::uint64_t{first[lane * step + next]} << 32;
        }
        [[nodiscard]] float f32(std::size_t lane) const {
            const float x = std::bit_cast<float>(word(lane));
            return negated ? -x : x;
        }
        [[nodiscard]] double f64(std::size_t lane) const {
            const double x = std::bit_cast<double>(pair(lane));
            return negated ? -x : x;
        }
        void put(std::size_t lane, std::uint32_t x) const { first[lane * step] = x; }
        void put(std::size_t lane, std::uint64_t x) const {
            first[lane * step] = static_cast<std::uint32_t>(x);
            first[lane * step + next] = static_cast<std::uint32_t>(x >> 32);
        }
        void put(std::size_t lane, float x) const { put(lane, std::bit_cast<std::uint32_t>(x)); }
        void put(std::size_t lane, double x) const { put(lane, std::bit_cast<std::uint64_t>(x)); }
    };

    [[nodiscard]] bool locate(const kernel::Instruction& i, std::size_t n, Source& s) {
        const kernel::Operand& o = i.operand[n];
        const std::int64_t number = kernel::register_of(o, i, at);
        const bool scalar = o.file == kernel::File::sgpr;
        const std::int64_t end = static_cast<std::int64_t>(scalar ? scalars : registers);
        if (number < 0 || number + o.registers > end || (scalar && n == 0)) return false;
        const std::size_t first = static_cast<std::size_t>(number);
        s.negated = o.negated;
        if (scalar)
            s.first = &sgpr[first], s.step = 0, s.next = 1;
        else
            s.first = (o.file == kernel::File::agpr ? agpr_ : vgpr_).data() + first * lanes, s.step = 1, s.next = lanes;
        return true;
    }

    /// v_movrelsd_2_b32: M0[9:0] moves the source, M0[25:16] the destination.
    [[nodiscard]] bool move_relative(Source (&s)[4]) {
        const std::size_t by[2] = {(m0 >> 16) & 0x3ffu, m0 & 0x3ffu};
        for (std::size_t n = 0; n < 2; ++n) {
            const std::size_t offset = static_cast<std::size_t>(s[n].first - vgpr_.data()) + by[n] * lanes;
            if (offset >= vgpr_.size()) return false;
            s[n].first = vgpr_.data() + offset;
        }
        return true;
    }

    [[nodiscard]] static std::uint32_t packed_product(std::uint32_t a, std::uint32_t b) {
        std::uint32_t result = 0;
        for (const unsigned at : {0u, 16u}) {
            const float x = numeric::f16_to_f32(static_cast<std::uint16_t>(a >> at)),
                        y = numeric::f16_to_f32(static_cast<std::uint16_t>(b >> at));
            result |= std::uint32_t{numeric::f16_from(x * y)} << at; // 11 bits times 11 bits fit 24: rounded once
        }
        return result;
    }

    static void lane_step(kernel::Opcode opcode, const Source (&s)[4], std::size_t lane) {
        using kernel::Opcode;
        switch (opcode) {
        case Opcode::VMovB32:
        case Opcode::VMovRelsD2B32:
        case Opcode::VAccvgprReadB32:
        case Opcode::VAccvgprWriteB32: return s[0].put(lane, s[1].word(lane));
        case Opcode::VLShiftLeftB64: return s[0].put(lane, s[1].pair(lane)); // by 0
        case Opcode::VMulF32: return s[0].put(lane, s[1].f32(lane) * s[2].f32(lane));
        case Opcode::VMulF64: return s[0].put(lane, s[1].f64(lane) * s[2].f64(lane));
        case Opcode::VMulLOU32: return s[0].put(lane, s[1].word(lane) * s[2].word(lane));
        case Opcode::VMulPKF16: return s[0].put(lane, packed_product(s[1].word(lane), s[2].word(lane)));
        case Opcode::VFmaF32:
            return s[0].put(lane, numeric::fused_multiply_add(s[1].f32(lane), s[2].f32(lane), s[3].f32(lane)));
        case Opcode::VFmaF64:
            return s[0].put(lane, numeric::fused_multiply_add(s[1].f64(lane), s[2].f64(lane), s[3].f64(lane)));
        default: return;
        }
    }

    std::vector<std::uint32_t> vgpr_, agpr_;
};

} // namespace kernabi::test
