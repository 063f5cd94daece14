// SPDX-License-Identifier: MIT
// The entries of a block, one after another. All that is kept is a few numbers: a device's thread can hold them in
// registers.
#pragma once
#include "abi/kernarg/arguments.hpp"
#include "abi/kernarg/bit_fields.hpp"
#include "abi/kernarg/form.hpp"
#include "abi/kernarg/stream_k.hpp"
#include "abi/span.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// The header's words as arguments, in their order.
inline constexpr Argument header_words[] = {Argument::gemm_count, Argument::internalArgs, Argument::internalArgs1,
                                            Argument::numWorkGroups};

/// Stands before a block's first entry; the form must hold together (`check`). With `groupedGemm` the entries are those
/// of one record of the table in device memory: no header, no tail words.
class Cursor {
  public:
    constexpr explicit Cursor(const Form& form) noexcept : form_(form) {
        if (form.dialect.header == Header::universal && !form.type.groupedGemm) within_ = words_from(0);
    }

    /// The next entry, or false behind the last.
    [[nodiscard]] constexpr bool next(Entry& entry) noexcept {
        while (index_ == end_)
            if (!begin_argument()) return false;
        // The 2026 host widens the name "alpha" and not "alpha_2": 4 bytes, then 2 (abi-facts 2.4, marked there as a
        // contradiction).
        const bool again = times_ == Times::scalar && index_ == 1;
        entry.argument = argument_;
        entry.index = index_++;
        entry.kind = again ? Kind::f16 : kind_;
        entry.source = again ? Kind::f16 : held_;
        entry.offset = offset_;
        entry.size = size_of(entry.kind);
        offset_ = static_cast<std::uint16_t>(offset_ + entry.size);
        return true;
    }

  private:
    static constexpr unsigned list_count = 3;

    [[nodiscard]] constexpr Span<const Argument> words_from(std::size_t first) const noexcept {
        const std::size_t end = form_.version == Version::v0 ? 2 : word_count;
        return {header_words + first, end - first};
    }
    [[nodiscard]] constexpr Span<const Step> list() const noexcept {
        if (list_ == 1) return back_epilogue;
        if (list_ == 2) return back_tail;
        return form_.dialect.order == Order::a_first ? Span<const Step>(front_a_first)
                                                     : Span<const Step>(front_d_first);
    }
    constexpr void begin_stream_k(StreamKPlace place) noexcept {
        if (form_.dialect.stream_k == place) within_ = stream_k_words(place, form_.type);
    }
    /// A step that is several arguments, or none.
    constexpr void begin_words(Step step) noexcept {
        within_ = {header_words, 0};
        taken_ = 0;
        switch (step) {
        case Step::internal_words:
            if (form_.dialect.header == Header::none && !form_.type.groupedGemm) within_ = words_from(1);
            return;
        case Step::stream_k_after_beta: return begin_stream_k(StreamKPlace::after_beta);
        case Step::stream_k_before_alpha: return begin_stream_k(StreamKPlace::before_alpha);
        default: return begin_stream_k(StreamKPlace::tail);
        }
    }

    /// Takes the next argument of the step, or the next step; false where there is none. An argument that does not
    /// apply has no entries.
    [[nodiscard]] constexpr bool begin_argument() noexcept {
        if (taken_ < within_.size) {
            argument_ = within_[taken_++];
        } else {
            while (list_ < list_count && step_ == list().size) {
                ++list_;
                step_ = 0;
            }
            if (list_ == list_count) return false;
            const Step step = list()[step_++];
            if (step >= Step::internal_words) {
                begin_words(step);
                return true;
            }
            argument_ = static_cast<Argument>(step);
            if (!applies(shape_of(argument_).when, form_)) return true;
        }
        measure();
        return true;
    }

    /// The kinds of the argument and which of its repetitions there are.
    constexpr void measure() noexcept {
        const ArgumentShape row = shape_of(argument_);
        const ProblemType& type = form_.type;
        times_ = row.times;
        kind_ = held_ = Kind::u32;
        index_ = 0;
        end_ = 1;
        switch (row.as) {
        case As::u32: break;
        case As::i32: kind_ = held_ = Kind::i32; break;
        case As::i64: kind_ = held_ = Kind::i64; break;
        case As::pointer: kind_ = held_ = Kind::pointer; break;
        case As::alpha:
        case As::beta: {
            const DataType scalar = row.as == As::alpha ? type.alphaType : type.betaType;
            (void)scalar_kind(scalar, form_.dialect.scalars, kind_, held_);
            if (scalar == DataType::Half) end_ = 2;
            break;
        }
        case As::activation:
            (void)activation_kind(type.activationComputeDataType, kind_);
            held_ = kind_;
            break;
        }
        switch (row.times) {
        case Times::once:
        case Times::scalar: break;
        case Times::sizes: end_ = gemm_sizes; break;
        case Times::strides_cd: begin_strides(type.useInitialStridesCD); break;
        case Times::strides_ab: begin_strides(type.useInitialStridesAB); break;
        case Times::strides_inner: begin_strides(false); break;
        case Times::activation: end_ = type.activationArgLength; break;
        }
    }
    constexpr void begin_strides(bool initial) noexcept {
        index_ = initial ? 0 : 1;
        end_ = tensor_dims;
    }

    const Form& form_;
    Span<const Argument> within_{header_words, 0}; ///< the step's arguments, where it is several
    std::size_t taken_ = 0;                        ///< of these
    std::size_t step_ = 0;                         ///< the next, in the list
    unsigned list_ = 0;                            ///< front, epilogue, tail
    Argument argument_ = Argument::gemm_count;
    Times times_ = Times::once;
    Kind kind_ = Kind::u32, held_ = Kind::u32;
    std::uint8_t index_ = 0, end_ = 0; ///< the next repetition, and behind the last
    std::uint16_t offset_ = 0;
};

} // namespace kernabi
