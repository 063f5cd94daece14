// SPDX-License-Identifier: MIT
// Prints every kind of line that is written, as `target|line`, for an assembler to judge: single instructions whose
// encodings are on record, and whole lists of every function, type and option.
#include "abi/kernel/result.hpp"
#include <cstdio>
#include <initializer_list>
#include <string>

using namespace kernabi;
using namespace kernabi::kernel;

namespace {

void print(const Target& target, const std::string& text) {
    for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
        std::printf("%s|%.*s\n", target.name, static_cast<int>(end - at), text.data() + at);
}

/// A line that the writer refuses for the target is not printed.
void one(const Target& target, const Instruction& i) {
    std::string text;
    const auto put = [&text](kernel::Text piece) { text.append(piece.data, piece.size); };
    if (write_assembly(i, target, {}, put).ok()) print(target, text);
}

Instruction of(Opcode opcode, std::initializer_list<Operand> operands) {
    Instruction i{};
    i.opcode = opcode;
    std::size_t n = 0;
    for (const Operand& o : operands) i.operand[n++] = o;
    return i;
}

Operand v(std::int64_t n, std::uint8_t registers = 1, bool negated = false) {
    Operand o = kernel::detail::numbered(File::vgpr, n, registers);
    o.negated = negated;
    return o;
}
Operand s(std::int64_t n, std::uint8_t registers = 1) { return kernel::detail::numbered(File::sgpr, n, registers); }
Operand a(std::int64_t n) { return kernel::detail::numbered(File::agpr, n); }

void singles(const Target& t) {
    one(t, of(Opcode::VAccvgprReadB32, {v(1), a(2)}));
    one(t, of(Opcode::VAccvgprReadB32, {v(1), a(255)}));
    one(t, of(Opcode::VAccvgprWriteB32, {a(2), v(1)}));
    for (const std::int64_t n : {2, 255, 256}) one(t, of(Opcode::VMovB32, {v(1), v(n)}));
    one(t, of(Opcode::VMovRelsD2B32, {v(1), v(2)}));
    one(t, of(Opcode::VMulF32, {v(1), s(4), v(2)}));
    one(t, of(Opcode::VMulF64, {v(2, 2), s(4, 2), v(6, 2)}));
    one(t, of(Opcode::VMulF64, {v(3, 2), s(4, 2), v(7, 2)}));
    one(t, of(Opcode::VMulPKF16, {v(1), s(4), v(2)}));
    one(t, of(Opcode::VMulLOU32, {v(1), s(4), v(2)}));
    for (const bool minus : {false, true}) {
        one(t, of(Opcode::VFmaF32, {v(1), s(4), v(2, 1, minus), v(3)}));
        one(t, of(Opcode::VFmaF64, {v(2, 2), s(4, 2), v(6, 2, minus), v(8, 2)}));
    }
    one(t, of(Opcode::VLShiftLeftB64, {v(2, 2), v(4, 2)}));
    one(t, of(Opcode::VLShiftLeftB64, {v(3, 2), v(5, 2)}));
    one(t, of(Opcode::SBarrier, {}));
    Instruction tensor = of(Opcode::SWaitTensorcnt, {});
    for (const std::int64_t n : {-1, 0, 5}) tensor.tensorcnt = n, one(t, tensor);
    for (const std::int64_t ds : {-1, 0, 3, 15, 16, 63, 64, 1000})
        for (const std::int64_t loads : {-1, 0, 2, 63, 64, 1000})
            for (const std::int64_t stores : {-1, 0, 63, 64}) {
                Instruction w = of(Opcode::SWaitCnt, {});
                w.dscnt = ds, w.vlcnt = loads, w.vscnt = stores;
                one(t, w);
            }
}

void list(const Target& target, Function function, const Inputs& in) {
    std::string text;
    LineFault fault{};
    const auto put = [&text](kernel::Text piece) { text.append(piece.data, piece.size); };
    if (write_list(function, in, {}, put, fault).ok() && fault.ok()) print(target, text);
}

void lists(const Target& target, std::int64_t number) {
    Inputs in;
    for (const kernel::Input i : {Input::MatrixInstBM, Input::MatrixInstBN, Input::VectorWidthB, Input::MIWaveTile_1})
        in[i] = 1;
    in[Input::MatrixInstM] = in[Input::MatrixInstN] = 16;
    in[Input::WavefrontSize] = 64;
    in[Input::VectorWidthA] = in[Input::MIWaveTile_0] = 2;
    in[Input::target] = number;
    in[Input::startVgprAlphaTmp] = 100;
    in[Input::valuC] = 60;
    in[Input::alpha] = 8;
    for (const DataTypeRow& row : data_types) {
        if (row.type == kernabi::DataType::None) continue;
        in[Input::ComputeDataType] = in[Input::DataType] = static_cast<std::int64_t>(row.type);
        for (const std::int64_t registers : {1, 2})
            for (const std::int64_t flag : {0, 1}) {
                in[Input::MIRegPerOut] = registers;
                in[Input::HighPrecisionAccumulate] = in[Input::CompactLoopStore] = flag;
                list(target, Function::mul_alpha, in);
                list(target, Function::move, in);
                for (const std::int64_t most : {0, 5, 256})
                    for (const std::int64_t base : {no_base, std::int64_t{40}})
                        for (const std::int64_t write : {0, 1})
                            for (const std::int64_t arch : {0, 1}) {
                                in[Input::maxAgpr] = most, in[Input::spilledVgprBase] = base;
                                in[Input::write] = write, in[Input::MIArchVgpr] = arch;
                                list(target, Function::acc_regs, in);
                            }
            }
    }
    for (const std::int64_t count : {-1, 0, 5}) in[Input::tensorcnt] = count, list(target, Function::tdm_wait, in);
    in[Input::NumThreads] = 256;
    for (const kernel::Input i : {Input::SeparateVscnt, Input::Waitcnt0Disabled, Input::skipForceWaitcnt0})
        in[i] = 1, list(target, Function::sync_threads, in), in[i] = 0;
    in[Input::NumThreads] = 64;
    list(target, Function::sync_threads, in);
}

} // namespace

int main() {
    for (std::size_t i = 0; i < target_count; ++i) {
        singles(targets[i]);
        lists(targets[i], static_cast<std::int64_t>(i + 1));
    }
}
