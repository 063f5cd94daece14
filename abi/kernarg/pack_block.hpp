// SPDX-License-Identifier: MIT
// Values to bytes for hosts: the same walk as `pack` in `pack.hpp`, unrolled at compile time, so that a step is a test
// and a store. It costs code, which is why small packers take the other.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/values.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

namespace detail {

/// Stores what it is given, one behind the other.
struct Storing {
    const Values& values;
    std::uint8_t* to;

    template <Kind kind>
    constexpr void put(std::size_t slot) noexcept {
        store_le(to, values.slot[slot], size_of(kind));
        to += size_of(kind);
    }
    constexpr void put(const Entry& entry) noexcept {
        store_entry(entry, values, to);
        to += entry.size;
    }
};

/// Counts the bytes, and whether every value would survive.
struct Checking {
    const Values& values;
    std::size_t size = 0;
    bool survive = true;

    template <Kind kind>
    constexpr void put(std::size_t slot) noexcept {
        // No short cut: a branch a value costs more than the whole check.
        survive = static_cast<bool>(static_cast<unsigned>(survive) &
                                    static_cast<unsigned>(survives(values.slot[slot], kind)));
        size += size_of(kind);
    }
    constexpr void put(const Entry& entry) noexcept {
        survive = survive && survives(values.slot[slot_of(entry)], entry.source);
        size += entry.size;
    }
};

/// Only counts.
struct Counting {
    std::size_t size = 0;

    template <Kind kind>
    constexpr void put(std::size_t) noexcept {
        size += size_of(kind);
    }
    constexpr void put(const Entry& entry) noexcept { size += entry.size; }
};

template <Argument argument, typename Visitor>
constexpr void put_scalar(const Form& form, Visitor& visitor) noexcept {
    const DataType type = argument == Argument::alpha ? form.type.alphaType : form.type.betaType;
    if (type == DataType::Float) return visitor.template put<Kind::f32>(slot_of(argument));
    Entry entry{argument, 0, Kind::f32, Kind::f32, 0, 0};
    (void)scalar_kind(type, form.dialect.scalars, entry.kind, entry.source);
    entry.size = size_of(entry.kind);
    visitor.put(entry);
    if (type != DataType::Half) return;
    visitor.put(Entry{argument, 1, Kind::f16, Kind::f16, 0, 2}); // the second is never widened (abi-facts 2.4)
}

template <typename Visitor>
constexpr void put_activations(const Form& form, Visitor& visitor) noexcept {
    Entry entry{Argument::activation, 0, Kind::f32, Kind::f32, 0, 0};
    (void)activation_kind(form.type.activationComputeDataType, entry.kind);
    entry.source = entry.kind;
    entry.size = size_of(entry.kind);
    for (; entry.index < form.type.activationArgLength; ++entry.index) visitor.put(entry);
}

template <Argument argument, typename Visitor>
constexpr void put_argument(const Form& form, Visitor& visitor) noexcept {
    constexpr ArgumentShape shape = shape_of(argument);
    constexpr std::size_t slot = slot_of(argument);
    if constexpr (shape.times == Times::scalar) {
        put_scalar<argument>(form, visitor);
    } else if constexpr (shape.times == Times::activation) {
        put_activations(form, visitor);
    } else {
        constexpr Kind kind = shape.as == As::u32   ? Kind::u32
                              : shape.as == As::i32 ? Kind::i32
                              : shape.as == As::i64 ? Kind::i64
                                                    : Kind::pointer;
        if constexpr (shape.times == Times::once || shape.times == Times::sizes) {
            for (std::size_t i = 0; i < (shape.times == Times::once ? 1 : gemm_sizes); ++i)
                visitor.template put<kind>(slot + i);
        } else {
            if (shape.times == Times::strides_cd ? form.type.useInitialStridesCD
                                                 : shape.times == Times::strides_ab && form.type.useInitialStridesAB)
                visitor.template put<kind>(slot);
            visitor.template put<kind>(slot + 1);
            visitor.template put<kind>(slot + 2);
        }
    }
}

template <typename Visitor>
constexpr void put_words(Span<const Argument> words, Visitor& visitor) noexcept {
    for (const Argument argument : words) {
        const Kind kind = shape_of(argument).as == As::i32 ? Kind::i32 : Kind::u32;
        visitor.put(Entry{argument, 0, kind, kind, 0, 4});
    }
}

inline constexpr Argument internal_words[] = {Argument::internalArgs, Argument::internalArgs1, Argument::numWorkGroups};

template <const auto& steps, std::size_t I, typename Visitor>
constexpr void put_steps(const Form& form, Visitor& visitor) noexcept {
    if constexpr (I < sizeof(steps) / sizeof(steps[0])) {
        constexpr Step here = steps[I];
        const Dialect& dialect = form.dialect;
        if constexpr (here == Step::internal_words) {
            if (dialect.header == Header::none && !form.type.groupedGemm)
                put_words({internal_words, form.version == Version::v0 ? 1u : 3u}, visitor);
        } else if constexpr (here == Step::stream_k_after_beta || here == Step::stream_k_before_alpha ||
                             here == Step::stream_k_tail) {
            constexpr StreamKPlace place = here == Step::stream_k_after_beta     ? StreamKPlace::after_beta
                                           : here == Step::stream_k_before_alpha ? StreamKPlace::before_alpha
                                                                                 : StreamKPlace::tail;
            if (dialect.stream_k == place) put_words(stream_k_words(place, form.type), visitor);
        } else {
            constexpr Argument argument = static_cast<Argument>(here);
            if (applies(shape_of(argument).when, form)) put_argument<argument>(form, visitor);
        }
        put_steps<steps, I + 1>(form, visitor);
    }
}

/// Every argument of the block of a form that `check` has found good, in order.
template <typename Visitor>
constexpr void put_block(const Form& form, Visitor& visitor) noexcept {
    if (form.dialect.header == Header::universal && !form.type.groupedGemm) {
        put_argument<Argument::gemm_count>(form, visitor);
        put_argument<Argument::internalArgs>(form, visitor);
        if (form.version != Version::v0) {
            put_argument<Argument::internalArgs1>(form, visitor);
            put_argument<Argument::numWorkGroups>(form, visitor);
        }
    }
    if (form.dialect.order == Order::a_first)
        put_steps<front_a_first, 0>(form, visitor);
    else
        put_steps<front_d_first, 0>(form, visitor);
    put_steps<back_epilogue, 0>(form, visitor);
    put_steps<back_tail, 0>(form, visitor);
}

} // namespace detail

/// No block is larger, whatever its form.
inline constexpr std::size_t max_block_size = 1024;

/// Size of the block of a form that `check` has found good.
[[nodiscard]] constexpr std::size_t block_size(const Form& form) noexcept {
    detail::Counting counting{};
    detail::put_block(form, counting);
    return counting.size;
}

/// As `pack(form, ...)`, for a form that `check` has found good.
[[nodiscard]] constexpr Status pack_block(const Form& form, const Values& values, Policy policy, Bytes to,
                                          std::size_t& written, ArgumentFault& fault) noexcept {
    if (policy == Policy::strict) {
        detail::Checking checking{values};
        detail::put_block(form, checking);
        if (!checking.survive) return pack(form, values, policy, {}, written, fault); // says which
        written = checking.size;
    } else if (to.data == nullptr || to.size < max_block_size) { // with room for any block its size need not be asked
        written = block_size(form);
    }
    if (to.data == nullptr) return Status::ok;
    if (to.size < max_block_size && to.size < written) return Status::destination_too_small;
    detail::Storing storing{values, to.data};
    detail::put_block(form, storing);
    written = static_cast<std::size_t>(storing.to - to.data);
    return Status::ok;
}

} // namespace kernabi
