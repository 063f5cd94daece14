// SPDX-License-Identifier: MIT
#include "backends/cpu/block.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/unpack.hpp"
#include "abi/kernarg/widen.hpp"
#include "backends/cpu/accumulate.hpp"
#include <cstdint>

namespace kernabi::cpu {

namespace {

using Slot = kernabi::Argument;

[[nodiscard]] constexpr BlockOutcome unsupported(Slot slot, std::uint64_t index = 0) noexcept {
    return at_slot(Status::unsupported, slot, index);
}

/// Kernels that are not built, whatever their block holds.
[[nodiscard]] constexpr BlockOutcome refuse_kernel(const ProblemType& type) noexcept {
    if (type.debugKernel) return unsupported(Slot::debugBuffer); // host and metadata disagree where the sizes are
    if (type.mxBlockA != 0) return unsupported(Slot::mxsa);
    if (type.mxBlockB != 0) return unsupported(Slot::mxsb);
    if (type.sparse != 0) return unsupported(Slot::metadata);
    if (type.streamK != 0) return unsupported(Slot::itersPerTile);
    if (type.useGateResidual) return unsupported(Slot::gateResidual);
    if (type.stochasticRounding) return unsupported(Slot::RNDSeed);
    if (type.useGradient && type.useBias != 0 && type.biasSrc != kernabi::BiasSource::a &&
        type.biasSrc != kernabi::BiasSource::b)
        return unsupported(Slot::bias); // goes to the workspace, for a launch behind this one
    return {};
}

/// The header: how the block is to be read, and into how many parts k is cut.
[[nodiscard]] constexpr BlockOutcome read_header(Block& block) noexcept {
    const Form& form = block.form;
    const HeaderFields fields = decode(form.version, form.dialect, block.words);
    for (std::size_t w = 0; w < word_count; ++w) block.values.at(static_cast<Slot>(w)) = block.words.value[w];
    block.has_arrays = fields[Field::argType] == 3 || !form.type.stridedBatched;
    block.form.type.gsu = static_cast<std::uint32_t>(fields[Field::gsu]);
    const bool gradient = form.type.useGradient && form.type.useBias != 0;
    return gradient && block.has_arrays ? unsupported(Slot::bias) : BlockOutcome{};
}

[[nodiscard]] constexpr BlockOutcome read_split(Block& block) noexcept {
    const ProblemType& type = block.form.type;
    if (type.gsu <= 1) return {};
    if (block.records == Records::user) return unsupported(Slot::Workspace); // whose part of it is not known
    switch (type.globalAccumulation) {
    case Accumulation::multiple_buffer: block.leaves = Leaves::partial_sums; break;
    case Accumulation::multiple_buffer_single_kernel: block.leaves = Leaves::d_and_partial_sums; break;
    default: return unsupported(Slot::internalArgs);
    }
    if (type.useGradient && type.useBias != 0) return unsupported(Slot::bias);
    // The host puts plain C and D there even where A and B are arrays.
    if (block.has_arrays && block.leaves == Leaves::d_and_partial_sums) return unsupported(Slot::dstD);
    if (type.outputAmaxD && block.leaves == Leaves::partial_sums) return unsupported(Slot::AddrAmaxOut);
    return {};
}

/// The definition's columns are dense.
[[nodiscard]] constexpr BlockOutcome check_first_strides(const Block& block) noexcept {
    constexpr Slot strides[] = {Slot::strideD, Slot::strideC, Slot::strideA, Slot::strideB, Slot::strideE};
    for (const Slot slot : strides)
        if (block.layout.find(slot, 0) != nullptr && block.values.at(slot, 0) != 1) return unsupported(slot);
    return {};
}

/// A packed kernel applies one half to even rows and the other to odd ones.
[[nodiscard]] constexpr BlockOutcome check_doubled(const Block& block, ConstBytes args, Slot slot) noexcept {
    const Entry* const second = block.layout.find(slot, 1);
    if (second == nullptr) return {};
    const Entry* const first = block.layout.find(slot, 0);
    const std::uint64_t again = widen(load_entry(*second, args.data + second->offset), Kind::f16, first->kind);
    return again == block.values.at(slot) ? BlockOutcome{} : at_slot(Status::contradiction, slot, 1);
}

[[nodiscard]] constexpr DataType type_of(Kind kind) noexcept {
    switch (kind) {
    case Kind::f16: return DataType::Half;
    case Kind::bf16: return DataType::BFloat16;
    case Kind::f32: return DataType::Float;
    case Kind::f64: return DataType::Double;
    case Kind::c32: return DataType::ComplexFloat;
    case Kind::c64: return DataType::ComplexDouble;
    case Kind::i32: return DataType::Int32;
    case Kind::i8: return DataType::Int8;
    default: return DataType::None;
    }
}

[[nodiscard]] constexpr BlockOutcome read_scalars(Block& block, ConstBytes args) noexcept {
    Gemm& g = block.gemm;
    const auto read = [&](Slot slot, Scalar& to) {
        const Entry* const entry = block.layout.find(slot);
        if (entry != nullptr) to = {type_of(entry->kind), block.values.at(slot), block.values.at(slot, 1)};
        return check_doubled(block, args, slot);
    };
    if (const BlockOutcome o = read(Slot::alpha, g.alpha); o.status != Status::ok) return o;
    g.useBeta = block.form.type.useBeta;
    if (!g.useBeta) return {}; // a slot without a use may hold anything
    return read(Slot::beta, g.beta);
}

/// The row of this number in the dialect's year, or null; a number that no year gave out is none.
template <typename Row, std::size_t N>
[[nodiscard]] constexpr const Row* row_of_number(const Row (&rows)[N], Enums year, std::uint64_t number) noexcept {
    if (number == no_number) return nullptr;
    for (const Row& row : rows)
        if (number == (year == Enums::y2024 ? row.number_2024 : row.number_2026)) return &row;
    return nullptr;
}

[[nodiscard]] constexpr BlockOutcome read_bias(Block& block) noexcept {
    const ProblemType& type = block.form.type;
    const Values& values = block.values;
    Gemm& g = block.gemm;
    g.useBias = type.useBias;
    g.useScaleAlphaVec = type.useScaleAlphaVec;
    if (block.layout.find(Slot::factorDim) != nullptr) {
        if (values.at(Slot::factorDim) > 1) return at_slot(Status::value_out_of_range, Slot::factorDim);
        g.factorDim = static_cast<std::uint8_t>(values.at(Slot::factorDim));
    }
    if (type.useBias == 0) return {};
    const DataTypeRow* const row = row_of_number(data_types, block.form.dialect.enums, values.at(Slot::bias_type));
    if (row == nullptr || row->type == DataType::None) return at_slot(Status::value_out_of_range, Slot::bias_type);
    g.biasType = row->type;
    g.strideBias = values.at(Slot::strideBias);
    g.biasSrc = type.biasSrc == kernabi::BiasSource::a ? BiasSource::a : BiasSource::b;
    return {};
}

[[nodiscard]] constexpr BlockOutcome read_activation(Block& block) noexcept {
    const ProblemType& type = block.form.type;
    if (type.activationType == Activation::None || !type.activationFused) return {}; // not fused: a launch of its own
    Gemm& g = block.gemm;
    g.activation = type.activationType;
    if (block.layout.find(Slot::activationType) != nullptr) {
        const ActivationRow* const row =
            row_of_number(activations, block.form.dialect.enums, block.values.at(Slot::activationType));
        if (row == nullptr || row->kind == Activation::All || row->kind == Activation::Hipblaslt_all)
            return at_slot(Status::value_out_of_range, Slot::activationType);
        g.activation = row->kind;
    }
    for (unsigned i = 0; i < 2; ++i)
        if (const Entry* const entry = block.layout.find(Slot::activation, i))
            g.activationArgs[i] = {type_of(entry->kind), block.values.at(Slot::activation, i), 0};
    return {};
}

template <typename Byte>
constexpr void read_matrix(const Block& block, Matrix<Byte>& x, DataType type, Slot strides) noexcept {
    x.type = type;
    x.ld = block.values.at(strides, 1);
    x.stride = block.values.at(strides, 2);
}

constexpr void read_rest(Block& block, const KernelProperties& kernel) noexcept {
    const ProblemType& type = block.form.type;
    Gemm& g = block.gemm;
    g.computeType = type.computeType;
    g.computeInputType = type.computeInputType;
    g.transA = type.transA;
    g.transB = type.transB;
    g.m = block.values.at(Slot::size, 0);
    g.n = block.values.at(Slot::size, 1);
    g.batch = block.values.at(Slot::size, 2);
    g.k = block.values.at(Slot::size, 3);
    read_matrix(block, g.a, type.aType, Slot::strideA);
    read_matrix(block, g.b, type.bType, Slot::strideB);
    read_matrix(block, g.c, type.cType, Slot::strideC);
    read_matrix(block, g.d, type.dType, Slot::strideD);
    read_matrix(block, g.e, type.eType, Slot::strideE);
    g.scaleABType = type.alphaType;
    g.scaleCDType = type.betaType;
    g.useScaleAB = static_cast<ScaleAB>(type.useScaleAB);
    g.useScaleCD = type.useScaleCD;
    g.useGradient = type.useGradient;
    g.useE = type.useE;
    g.outputAmaxD = type.outputAmaxD;
    g.gsu = type.gsu;
    g.depthU = kernel.depthU;
}

/// Leaves what a sum needs; its workspace stands where D would.
constexpr void keep_sums_only(Gemm& g) noexcept {
    const bool scales_inputs = input_rule(g, g.a, true).takes_scale || input_rule(g, g.b, false).takes_scale;
    if (!scales_inputs) g.useScaleAB = ScaleAB::none;
    g.useBeta = g.useScaleCD = g.useE = g.useGradient = false;
    g.useBias = g.useScaleAlphaVec = 0;
    g.activation = Activation::None;
    g.d = {g.computeType, g.m, 0, {}, {}};
}

} // namespace

BlockOutcome read_block(ConstBytes args, const KernelProperties& kernel, Block& block) noexcept {
    block.values = Values{};
    block.has_arrays = false;
    block.leaves = Leaves::d;
    block.gemm = Gemm{};
    if (const BlockOutcome o = refuse_kernel(block.form.type); o.status != Status::ok) return o;
    for (const Entry& entry : block.layout)
        if (args.size < std::size_t{entry.offset} + entry.size)
            return at_slot(Status::source_too_short, entry.argument, entry.index);
    if (const Status status = unpack(block.layout, args, block.values); status != Status::ok) return {status};

    // Called by name: a device's compiler cannot know the stack of a call through a pointer.
    if (const BlockOutcome o = read_header(block); o.status != Status::ok) return o;
    if (const BlockOutcome o = read_split(block); o.status != Status::ok) return o;
    if (const BlockOutcome o = read_bias(block); o.status != Status::ok) return o;
    if (const BlockOutcome o = read_activation(block); o.status != Status::ok) return o;
    if (const BlockOutcome o = check_first_strides(block); o.status != Status::ok) return o;
    if (const BlockOutcome o = read_scalars(block, args); o.status != Status::ok) return o;
    read_rest(block, kernel);
    if (block.leaves == Leaves::partial_sums) keep_sums_only(block.gemm);
    return {};
}

} // namespace kernabi::cpu
