// SPDX-License-Identifier: MIT
// Text for each target, line by line.
#include "tests/kernel/support.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using namespace kernabi::test;
using kernel::Instruction;
using kernel::Opcode;
using kernel::Unwritten;

namespace {

struct Written {
    std::string text;
    kernel::LineFault fault{};
};

Written write(const Instruction& i, std::size_t target, kernel::Placement at = {}) {
    Written w;
    const auto put = [&w](kernel::Text piece) { w.text.append(piece.data, piece.size); };
    w.fault = kernel::write_assembly(i, kernel::targets[target], at, put);
    return w;
}

enum : std::size_t { gfx90a, gfx942, gfx950, gfx1030, gfx1100, gfx1201, gfx1250 };
constexpr std::size_t all[] = {gfx90a, gfx942, gfx950, gfx1030, gfx1100, gfx1201, gfx1250};

Instruction wait(std::int64_t ds, std::int64_t loads, std::int64_t stores) {
    Instruction i{};
    i.opcode = Opcode::SWaitCnt;
    i.dscnt = ds, i.vlcnt = loads, i.vscnt = stores;
    return i;
}

Instruction of(Opcode opcode, kernel::Operand dst, kernel::Operand a, kernel::Operand b = {}, kernel::Operand c = {}) {
    Instruction i{};
    i.opcode = opcode;
    i.operand[0] = dst, i.operand[1] = a, i.operand[2] = b, i.operand[3] = c;
    return i;
}

using kernel::File;
using kernel::detail::holder;
using kernel::detail::named;
using kernel::detail::numbered;

} // namespace

TEST_CASE("targets stand in the order of their numbers") {
    const char* const names[] = {"gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201", "gfx1250"};
    REQUIRE(kernel::target_count == std::size(names));
    for (std::size_t i = 0; i < std::size(names); ++i)
        CHECK(std::string(kernel::target_of(static_cast<std::int64_t>(i + 1))->name) == names[i]);
    CHECK(kernel::target_of(0) == nullptr);
    CHECK(kernel::target_of(8) == nullptr);
}

TEST_CASE("waits: one instruction on gfx9, stores apart on gfx10 and gfx11, a line a counter on gfx12") {
    for (const std::size_t t : {gfx90a, gfx942, gfx950}) {
        CHECK(write(wait(3, 2, -1), t).text == "s_waitcnt lgkmcnt(3), vmcnt(2)\n");
        CHECK(write(wait(-1, 2, 3), t).text == "s_waitcnt vmcnt(5)\n");
        CHECK(write(wait(-1, -1, 3), t).text == "s_waitcnt vmcnt(3)\n");
        CHECK(write(wait(0, 0, 0), t).text == "s_waitcnt 0\n");
        CHECK(write(wait(0, -1, -1), t).text == "s_waitcnt lgkmcnt(0)\n");
    }
    for (const std::size_t t : {gfx1030, gfx1100}) {
        CHECK(write(wait(3, 2, 0), t).text == "s_waitcnt lgkmcnt(3), vmcnt(2)\ns_waitcnt_vscnt null 0\n");
        CHECK(write(wait(-1, -1, 0), t).text == "s_waitcnt_vscnt null 0\n");
    }
    for (const std::size_t t : {gfx1201, gfx1250})
        CHECK(write(wait(3, 2, 0), t).text == "s_wait_dscnt 3\ns_wait_loadcnt 2\ns_wait_storecnt 0\n");
    for (const std::size_t t : all) CHECK(write(wait(-1, -1, -1), t).text.empty());
}

TEST_CASE("counts are clamped to what the target's counter holds") {
    CHECK(write(wait(16, 64, -1), gfx942).text == "s_waitcnt lgkmcnt(15), vmcnt(63)\n");
    CHECK(write(wait(-1, 60, 60), gfx942).text == "s_waitcnt vmcnt(63)\n");
    CHECK(write(wait(16, 64, 64), gfx1100).text == "s_waitcnt lgkmcnt(16), vmcnt(63)\ns_waitcnt_vscnt null 63\n");
    CHECK(write(wait(64, 100, 64), gfx1201).text == "s_wait_dscnt 63\ns_wait_loadcnt 63\ns_wait_storecnt 63\n");
    CHECK(write(wait(-2, 0, 0), gfx942).fault.why == Unwritten::count);
}

TEST_CASE("barriers, tensor waits and comments") {
    Instruction barrier{};
    barrier.opcode = Opcode::SBarrier;
    barrier.comment.before = "c";
    CHECK(write(barrier, gfx90a).text == "s_barrier" + std::string(41, ' ') + " // c\n");
    CHECK(write(barrier, gfx1201).text ==
          "s_barrier_signal -1" + std::string(31, ' ') + " // c\ns_barrier_wait -1" + std::string(33, ' ') + " // c\n");
    Instruction tensor{};
    tensor.opcode = Opcode::SWaitTensorcnt;
    tensor.tensorcnt = 5;
    CHECK(write(tensor, gfx1250).text == "s_wait_tensorcnt 5\n");
    for (const std::size_t t : all)
        if (t != gfx1250) CHECK(write(tensor, t).fault.why == Unwritten::lacks_instruction);
    tensor.tensorcnt = 0x10000;
    CHECK(write(tensor, gfx1250).fault.why == Unwritten::count);
    Instruction comment{};
    comment.opcode = Opcode::comment;
    comment.comment.before = "Skip force waitcnt0";
    CHECK(write(comment, gfx942).text == "// Skip force waitcnt0\n");
}

TEST_CASE("a comment cannot leave its line") {
    Instruction comment = wait(0, -1, -1);
    const std::string evil = "a\ns_endpgm\t\x80";
    comment.comment.given = {evil.data(), evil.size()};
    CHECK(write(comment, gfx942).text == "s_waitcnt lgkmcnt(0)" + std::string(30, ' ') + " // a s_endpgm  \n");
}

TEST_CASE("operands: numbers, symbols, holders with their item, negation, pairs; the shift stands before its source") {
    const kernel::Placement at{100, 20, 4};
    Instruction i = of(Opcode::VFmaF64, holder(2, 2), named(File::sgpr, kernel::Symbol::Alpha, 2, 2),
                       named(File::vgpr, kernel::Symbol::ValuC, 4, 2), numbered(File::vgpr, 8, 2));
    i.operand[2].negated = true;
    i.item = 3;
    i.item_registers = 4;
    CHECK(write(i, gfx90a, at).text == "v_fma_f64 v[114:115], s[6:7], -v[24:25], v[8:9]\n");
    CHECK(write(of(Opcode::VLShiftLeftB64, numbered(File::vgpr, 2, 2), numbered(File::vgpr, 4, 2)), gfx1201).text ==
          "v_lshlrev_b64 v[2:3], 0, v[4:5]\n");
    CHECK(write(of(Opcode::VAccvgprReadB32, numbered(File::vgpr, 1), numbered(File::agpr, 2)), gfx942).text ==
          "v_accvgpr_read_b32 v1, acc2\n");
    CHECK(write(of(Opcode::VAccvgprWriteB32, numbered(File::agpr, 2), numbered(File::vgpr, 1)), gfx942).text ==
          "v_accvgpr_write_b32 acc2, v1\n");
    CHECK(
        write(of(Opcode::VMulPKF16, numbered(File::vgpr, 1), numbered(File::sgpr, 4), numbered(File::vgpr, 2)), gfx1100)
            .text == "v_pk_mul_f16 v1, s4, v2\n");
}

TEST_CASE("what a target lacks is told: accumulators, relative moves, odd pairs, registers past the last") {
    const Instruction acc = of(Opcode::VAccvgprReadB32, numbered(File::vgpr, 1), numbered(File::agpr, 2)),
                      rel = of(Opcode::VMovRelsD2B32, numbered(File::vgpr, 1), numbered(File::vgpr, 2)),
                      odd = of(Opcode::VMulF64, numbered(File::vgpr, 3, 2), numbered(File::sgpr, 4, 2),
                               numbered(File::vgpr, 7, 2)),
                      far = of(Opcode::VMovB32, numbered(File::vgpr, 1), numbered(File::vgpr, 256)),
                      odd_scalar = of(Opcode::VMulF64, numbered(File::vgpr, 2, 2), numbered(File::sgpr, 5, 2),
                                      numbered(File::vgpr, 6, 2));
    for (const std::size_t t : all) {
        INFO(std::string(kernel::targets[t].name));
        const bool gfx9 = t <= gfx950;
        CHECK(write(acc, t).fault.ok() == gfx9);
        CHECK(write(rel, t).fault.ok() == !gfx9);
        CHECK(write(odd, t).fault.ok() == (t == gfx1030 || t == gfx1100 || t == gfx1201));
        CHECK(write(far, t).fault.why == Unwritten::register_past_end);
        CHECK(write(odd_scalar, t).fault.why == Unwritten::odd_pair);
        CHECK(write(Instruction{}, t).fault.why == Unwritten::never_filled);
        CHECK(write(far, t).text.empty());
    }
    CHECK(write(odd, gfx90a).fault.number == 3);
}

TEST_CASE("a whole list as assembly, and the outcome of one that cannot be") {
    const Inputs in = mfma({{Input::MatrixInstN, 8},
                            {Input::ComputeDataType, number(DataType::Float)},
                            {Input::target, 5},
                            {Input::valuC, 10},
                            {Input::valuCBase, 40},
                            {Input::alpha, 7}});
    CHECK(lines(Function::mul_alpha, in) == "v_mul_f32 v10, s7, v40" + std::string(28, ' ') +
                                                " // Multiply MI out reg with alpha\n" + "v_mul_f32 v11, s7, v41" +
                                                std::string(28, ' ') + " // Multiply MI out reg with alpha\n");
    std::size_t size = 0;
    const kernel::Outcome empty = kernel::write_result(
        Function::mul_alpha, with(in, {{Input::ComputeDataType, number(DataType::Int8)}}), {}, Span<char>(), size);
    CHECK(empty.status == Status::refused);
    CHECK(empty.input == Input::ComputeDataType);
    const kernel::Outcome lacking = kernel::write_result(Function::acc_regs, in, {}, Span<char>(), size);
    CHECK(lacking.status == Status::unsupported);
    CHECK(lacking.input == Input::target);
    CHECK(kernel::write_result(Function::mul_alpha, with(in, {{Input::valuC, -1}}), {}, Span<char>(), size).input ==
          Input::valuC);
    CHECK(kernel::write_result(Function::mul_alpha, with(in, {{Input::target, 99}}), {}, Span<char>(), size).status ==
          Status::unsupported);
}
