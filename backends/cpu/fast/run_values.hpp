// SPDX-License-Identifier: MIT
// Runs of numbers in an arithmetic: by an instruction set's loops where they have one for the type, else one by one as
// the definition does.
#pragma once
#include "backends/cpu/activation.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/fast/kernels.hpp"
#include <cstddef>
#include <type_traits>

namespace kernabi::cpu::fast {

/// What each byte means as f32, for the types of one byte; null for any other.
[[nodiscard]] const float* byte_table(DataType type) noexcept;

/// How elements of a type are widened to f32; `has` says whether there is a way.
struct Widening {
    bool has = false;
    Load load = Load::f32;
    const float* table = nullptr;
};
[[nodiscard]] inline Widening widening_of(DataType type) noexcept {
    switch (type) {
    case DataType::Float:
    case DataType::XFloat32: return {true, Load::f32, nullptr};
    case DataType::Half: return {true, Load::f16, nullptr};
    case DataType::BFloat16: return {true, Load::bf16, nullptr};
    default: return {byte_table(type) != nullptr, Load::byte, byte_table(type)};
    }
}

/// Index into Kernels::narrow, or narrow_count.
[[nodiscard]] constexpr std::size_t narrowing_of(DataType type) noexcept {
    switch (type) {
    case DataType::Half: return static_cast<std::size_t>(Narrow::f16);
    case DataType::BFloat16: return static_cast<std::size_t>(Narrow::bf16);
    case DataType::Float8: return static_cast<std::size_t>(Narrow::f8);
    case DataType::BFloat8: return static_cast<std::size_t>(Narrow::bf8);
    case DataType::Float8_fnuz: return static_cast<std::size_t>(Narrow::f8_fnuz);
    case DataType::BFloat8_fnuz: return static_cast<std::size_t>(Narrow::bf8_fnuz);
    case DataType::Int8: return static_cast<std::size_t>(Narrow::i8);
    default: return narrow_count;
    }
}

template <typename R>
class Runs {
  public:
    using Value = typename R::Value;
    static constexpr bool is_f32 = std::is_same_v<Value, float>;
    static constexpr bool rounds_to_f16 = std::is_same_v<R, HalfSums>;

    explicit Runs(const Kernels& kernels) noexcept : k_(kernels) {}

    void multiply(Value* r, Value by, std::size_t count) const noexcept {
        rows().multiply(r, by, count);
        settle(r, count);
    }
    void multiply(Value* r, const Value* by, std::size_t count) const noexcept {
        rows().multiply_each(r, by, count);
        settle(r, count);
    }
    void add(Value* r, Value more, std::size_t count) const noexcept {
        rows().add(r, more, count);
        settle(r, count);
    }
    void add(Value* r, const Value* more, std::size_t count) const noexcept {
        rows().add_each(r, more, count);
        settle(r, count);
    }

    void load_run(DataType type, const std::uint8_t* from, std::size_t count, Value* to) const noexcept {
        if constexpr (is_f32) {
            if (const Widening w = widening_of(type); w.has) {
                k_.widen({from, 0, 0, w.load, w.table}, count, to);
                return settle(to, count);
            }
        }
        for (std::size_t i = 0; i < count; ++i) to[i] = load<R>(type, from + i * size_of(type));
    }
    void store_run(DataType type, const Value* r, std::size_t count, std::uint8_t* to) const noexcept {
        if (type == (is_f32 ? DataType::Float : R::type)) return rows().store(r, count, to);
        if constexpr (is_f32) {
            if (const std::size_t narrow = narrowing_of(type); narrow != narrow_count)
                return k_.narrow[narrow](r, count, to);
        }
        for (std::size_t i = 0; i < count; ++i) store<R>(type, to + i * size_of(type), r[i]);
    }

    void activate_run(Activation kind, Value a, Value b, Value* r, std::size_t count) const noexcept {
        if (kind == Activation::None) return;
        if constexpr (!R::is_integer) {
            if (kind == Activation::Abs) return rows().clear_signs(r, count);
            if (kind == Activation::Relu) return rows().clip(r, 0, std::numeric_limits<Value>::infinity(), count);
            if (kind == Activation::Clippedrelu) return rows().clip(r, a, b, count);
            if (kind == Activation::Leakyrelu) {
                rows().leak(r, a, count);
                return settle(r, count);
            }
        }
        for (std::size_t i = 0; i < count; ++i) r[i] = activate<R>(kind, r[i], a, b);
    }

    /// The larger of `so_far` and every magnitude; a NaN is the largest.
    [[nodiscard]] Value largest(Value so_far, const Value* r, std::size_t count) const noexcept {
        if constexpr (R::is_integer) {
            for (std::size_t i = 0; i < count; ++i)
                if (R::magnitude(r[i]) > so_far) so_far = R::magnitude(r[i]);
            return so_far;
        } else {
            const Value here = rows().largest(r, count);
            return !R::is_nan(so_far) && (R::is_nan(here) || here > so_far) ? here : so_far;
        }
    }

    [[nodiscard]] const auto& rows() const noexcept {
        if constexpr (is_f32)
            return k_.f32_rows;
        else if constexpr (R::is_integer)
            return k_.i32_rows;
        else
            return k_.f64_rows;
    }
    [[nodiscard]] const Kernels& kernels() const noexcept { return k_; }

  private:
    /// The last rounding of a step whose carrier is wider.
    void settle(Value* r, std::size_t count) const noexcept {
        if constexpr (rounds_to_f16) k_.round_f16(r, count);
    }

    const Kernels& k_;
};

} // namespace kernabi::cpu::fast
