// SPDX-License-Identifier: MIT
// The layout of a block: the argument table walked under a version, a dialect and a problem type.
#pragma once
#include "abi/kernarg/arguments.hpp"
#include "abi/kernarg/bit_fields.hpp"
#include "abi/kernarg/dialect.hpp"
#include "abi/kernarg/problem_type.hpp"
#include "abi/kernarg/stream_k.hpp"
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// One argument at its place. `index` counts the repeated ones as the host does: sizes from 0, strides by tensor
/// dimension, alpha_2 is 1.
struct Entry {
    Argument argument = Argument::gemm_count;
    std::uint8_t index = 0;
    Kind kind = Kind::u32;    ///< how the bytes are written
    Kind source = Kind::u32;  ///< how the value is held; differs only where a host widens
    std::uint16_t offset = 0; ///< bytes from the block's start
    std::uint8_t size = 0;    ///< bytes

    constexpr bool operator==(const Entry&) const noexcept = default;
};

/// Which version, dialect and problem type a block belongs to.
struct Form {
    Version version = Version::v2;
    Dialect dialect = default_preset(Version::v2).dialect;
    ProblemType type{};
};

/// The bytes of alpha or beta of one type (abi-facts 2.4); `refused` for types that the host cannot append.
[[nodiscard]] constexpr Status scalar_kind(DataType type, Scalars scalars, Kind& written, Kind& held) noexcept {
    const bool widen = scalars == Scalars::widened;
    switch (type) {
    case DataType::Float: written = held = Kind::f32; return Status::ok;
    case DataType::Double: written = held = Kind::f64; return Status::ok;
    case DataType::Int32: written = held = Kind::i32; return Status::ok;
    case DataType::Half:
        written = widen ? Kind::f32 : Kind::f16;
        held = Kind::f16;
        return Status::ok;
    case DataType::BFloat16:
        written = widen ? Kind::f32 : Kind::bf16;
        held = Kind::bf16;
        return Status::ok;
    case DataType::Int8:
        written = widen ? Kind::i32 : Kind::i8;
        held = Kind::i8;
        return Status::ok;
    case DataType::ComplexFloat: written = held = Kind::c32; return widen ? Status::ok : Status::refused;
    case DataType::ComplexDouble: written = held = Kind::c64; return widen ? Status::ok : Status::refused;
    default: return Status::refused;
    }
}

/// The bytes of one activation argument: bf16 travels as f32, a half in 2 bytes and once (abi-facts 2.4).
[[nodiscard]] constexpr Status activation_kind(DataType type, Kind& kind) noexcept {
    switch (type) {
    case DataType::Float:
    case DataType::XFloat32:
    case DataType::BFloat16: kind = Kind::f32; return Status::ok;
    case DataType::Double: kind = Kind::f64; return Status::ok;
    case DataType::Int32: kind = Kind::i32; return Status::ok;
    case DataType::Half: kind = Kind::f16; return Status::ok;
    case DataType::Int8: kind = Kind::i8; return Status::ok;
    default: return Status::refused;
    }
}

[[nodiscard]] constexpr bool applies(When when, const Form& form) noexcept {
    const ProblemType& type = form.type;
    switch (when) {
    case When::always: return true;
    case When::never: return false;
    case When::debug: return type.debugKernel;
    case When::mx_a: return type.mxBlockA != 0;
    case When::mx_b: return type.mxBlockB != 0;
    // Scales are handed over in the strided form only; their strides stand in both (abi-facts 2.1, items 5, 7, 13, 15).
    case When::mx_a_pointer: return type.mxBlockA != 0 && type.stridedBatched;
    case When::mx_b_pointer: return type.mxBlockB != 0 && type.stridedBatched;
    case When::sparse: return type.sparse != 0;
    case When::stream_k_buffers: return type.streamK != 0 && !type.streamKAtomic && type.persistentLoopArgsVersion == 0;
    // Version 3's order keeps beta's slot even where the kernel has no use for it (metadata calls it betapad).
    case When::beta: return type.useBeta || form.dialect.order == Order::a_first;
    case When::esm: return type.expertSchedulingMode != 0;
    case When::scale_ab: return type.useScaleAB != ScaleAB::none;
    case When::scale_cd: return type.useScaleCD;
    case When::scale_alpha_vec: return type.useScaleAlphaVec != 0;
    case When::bias: return type.useBias != 0;
    case When::bias_forward:
        return type.useBias != 0 &&
               (!type.useGradient || type.biasSrc == BiasSource::a || type.biasSrc == BiasSource::b);
    case When::gate: return type.useGateResidual;
    case When::factor_dim: return type.useScaleAlphaVec == 3 || type.useBias == 3;
    case When::e: return type.useE;
    case When::activation: return type.activationType != Activation::None && type.activationFused;
    case When::activation_type:
        return type.activationFused &&
               (type.activationType == Activation::All || type.activationType == Activation::Hipblaslt_all);
    case When::amax: return type.outputAmaxD;
    case When::single_kernel: return type.globalAccumulation == Accumulation::multiple_buffer_single_kernel;
    case When::batch_offsets: return form.dialect.tail == Tail::batch_offsets && !type.groupedGemm;
    case When::stochastic: return type.stochasticRounding && !type.groupedGemm;
    }
    return false;
}

/// Whether version, dialect and problem type can stand together. `contradiction`: not so; `refused`: a scalar type
/// without packing; `value_out_of_range`: an enumeration or a count past its end.
[[nodiscard]] constexpr Status check(const Form& form) noexcept {
    if (const Status sound = check(form.version, form.dialect); sound != Status::ok) return sound;
    const ProblemType& type = form.type;
    if (type.activationArgLength > max_activation_args || type.streamK > 5 || type.useBias > 3 ||
        type.useScaleAlphaVec > 3 || type.sparse > 2)
        return Status::value_out_of_range;
    if (type.persistentLoopArgsVersion > 1) return Status::value_out_of_range;
    if (type.persistentLoopArgsVersion == 1 && form.version != Version::v3) return Status::contradiction;
    const bool old = form.dialect.enums == Enums::y2024;
    if (old && (type.mxBlockA != 0 || type.mxBlockB != 0 || type.useGateResidual || type.expertSchedulingMode != 0 ||
                type.streamK > 3))
        return Status::contradiction;
    if (form.dialect.stream_k != StreamKPlace::tail && (type.streamK == 1 || type.streamK == 2)) return Status::refused;
    Kind written{}, held{};
    if (const Status s = scalar_kind(type.alphaType, form.dialect.scalars, written, held); s != Status::ok) return s;
    if (applies(When::beta, form))
        if (const Status s = scalar_kind(type.betaType, form.dialect.scalars, written, held); s != Status::ok) return s;
    if (applies(When::activation, form) && type.activationArgLength != 0)
        return activation_kind(type.activationComputeDataType, written);
    return Status::ok;
}

namespace detail {

/// Gives each entry of a block to `sink`, which answers whether to go on.
template <typename Sink>
struct Walker {
    const Form& form;
    Sink& sink;
    std::uint16_t offset = 0;
    bool going = true;

    constexpr void put(Argument argument, std::uint8_t index, Kind kind, Kind source) noexcept {
        if (!going) return;
        const Entry entry{argument, index, kind, source, offset, size_of(kind)};
        going = sink(entry);
        offset = static_cast<std::uint16_t>(offset + entry.size);
    }

    constexpr void put(Argument argument) noexcept {
        const ArgumentShape& row = shape_of(argument);
        Kind kind = Kind::u32, held = Kind::u32;
        bool twice = false;
        switch (row.as) {
        case As::u32: break;
        case As::i32: kind = held = Kind::i32; break;
        case As::i64: kind = held = Kind::i64; break;
        case As::pointer: kind = held = Kind::pointer; break;
        case As::alpha:
        case As::beta: {
            const DataType type = row.as == As::alpha ? form.type.alphaType : form.type.betaType;
            (void)scalar_kind(type, form.dialect.scalars, kind, held);
            twice = type == DataType::Half;
            break;
        }
        case As::activation:
            (void)activation_kind(form.type.activationComputeDataType, kind);
            held = kind;
            break;
        }
        const unsigned cd = form.type.useInitialStridesCD ? 0 : 1, ab = form.type.useInitialStridesAB ? 0 : 1;
        unsigned first = 0, end = 1;
        switch (row.times) {
        case Times::once: break;
        case Times::sizes: end = gemm_sizes; break;
        case Times::strides_cd:
            first = cd;
            end = tensor_dims;
            break;
        case Times::strides_ab:
            first = ab;
            end = tensor_dims;
            break;
        case Times::strides_inner:
            first = 1;
            end = tensor_dims;
            break;
        case Times::scalar: break;
        case Times::activation: end = form.type.activationArgLength; break;
        }
        for (unsigned i = first; i < end; ++i) put(argument, static_cast<std::uint8_t>(i), kind, held);
        // The 2026 host widens the name "alpha" and not "alpha_2": 4 bytes, then 2 (abi-facts 2.4, marked there as a
        // contradiction).
        if (twice) put(argument, 1, Kind::f16, Kind::f16);
    }

    constexpr void words_without_header() noexcept {
        put(Argument::internalArgs);
        if (form.version == Version::v0) return;
        put(Argument::internalArgs1);
        put(Argument::numWorkGroups);
    }

    constexpr void walk(Span<const Step> steps) noexcept {
        for (const Step s : steps) {
            switch (s) {
            case Step::internal_words:
                if (form.dialect.header == Header::none && !form.type.groupedGemm) words_without_header();
                continue;
            case Step::stream_k_after_beta: stream_k(StreamKPlace::after_beta); continue;
            case Step::stream_k_before_alpha: stream_k(StreamKPlace::before_alpha); continue;
            case Step::stream_k_tail: stream_k(StreamKPlace::tail); continue;
            default: break;
            }
            const Argument argument = static_cast<Argument>(s);
            if (applies(shape_of(argument).when, form)) put(argument);
        }
    }

    constexpr void stream_k(StreamKPlace place) noexcept {
        if (form.dialect.stream_k != place) return;
        for (const Argument argument : stream_k_words(place, form.type)) put(argument);
    }
};

} // namespace detail

/// Gives every entry of the inline block to `sink(const Entry&) -> bool` in order; false stops. With `groupedGemm`
/// these are one record of the table in device memory: no header, no tail words. Nothing is given when `check(form)` is
/// not ok.
template <typename Sink>
[[nodiscard]] constexpr Status for_each_entry(const Form& form, Sink&& sink) noexcept {
    if (const Status sound = check(form); sound != Status::ok) return sound;
    detail::Walker<Sink> walker{form, sink};
    if (form.dialect.header == Header::universal && !form.type.groupedGemm)
        for (std::size_t w = 0; w < word_count; ++w)
            if (has_word(static_cast<Word>(w), form.version, form.dialect)) walker.put(static_cast<Argument>(w));
    if (form.dialect.order == Order::a_first)
        walker.walk(front_a_first);
    else
        walker.walk(front_d_first);
    walker.walk(back_epilogue);
    walker.walk(back_tail);
    return Status::ok;
}

/// More entries than any block has: every argument with every repetition at once.
inline constexpr std::size_t max_entries = 112;

/// A block's entries in order and its size.
struct Layout {
    Entry entries[max_entries] = {};
    std::uint8_t count = 0;
    std::uint16_t size = 0; ///< bytes, as the host sends them

    /// Bytes of the kernel's argument segment: the size rounded up to 8.
    [[nodiscard]] constexpr std::uint16_t segment_size() const noexcept {
        return static_cast<std::uint16_t>((size + 7u) & ~7u);
    }
    /// The entry of an argument, or null.
    [[nodiscard]] constexpr const Entry* find(Argument argument, unsigned index = 0) const noexcept {
        for (std::size_t i = 0; i < count; ++i)
            if (entries[i].argument == argument && entries[i].index == index) return &entries[i];
        return nullptr;
    }
    [[nodiscard]] constexpr const Entry* begin() const noexcept { return entries; }
    [[nodiscard]] constexpr const Entry* end() const noexcept { return entries + count; }
};

[[nodiscard]] constexpr Status make_layout(const Form& form, Layout& layout) noexcept {
    Layout result{};
    bool room = true;
    const Status status = for_each_entry(form, [&](const Entry& entry) {
        if (result.count == max_entries) return room = false;
        result.entries[result.count++] = entry;
        result.size = static_cast<std::uint16_t>(entry.offset + entry.size);
        return true;
    });
    if (status != Status::ok) return status;
    if (!room) return Status::value_out_of_range;
    layout = result;
    return Status::ok;
}

/// Never defined: a constant expression that calls it does not compile, and the compiler prints its name.
void version_dialect_and_problem_type_do_not_hold_together() noexcept;

/// A layout at compile time; a form that does not hold together does not compile.
[[nodiscard]] consteval Layout layout_of(const Form& form) noexcept {
    Layout layout{};
    if (make_layout(form, layout) != Status::ok) version_dialect_and_problem_type_do_not_hold_together();
    return layout;
}

} // namespace kernabi
