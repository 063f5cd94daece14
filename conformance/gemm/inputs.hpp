// SPDX-License-Identifier: MIT
// Numbers for inputs: the same seed gives the same bytes everywhere.
#pragma once
#include "abi/kernarg/types.hpp"
#include "abi/span.hpp"
#include <cstdint>
#include <optional>
#include <string_view>

namespace kernabi::gemm {

enum class Values : std::uint8_t {
    small,       ///< whole numbers from -4 to 4: sums are exact
    uniform,     ///< -1 to 1
    adversarial, ///< exponents far apart, subnormals, zeros of both signs, pairs that cancel
    special,     ///< the same, with NaN and infinities now and then
};
inline constexpr const char* value_names[] = {"small", "uniform", "adversarial", "special"};

/// The kind of that name; nothing for any other.
[[nodiscard]] std::optional<Values> values_from(std::string_view name);

/// Fills whole elements of `type`; complex ones part by part, block scales (E8) around 1. Element n depends on the
/// seed, on n and the kind alone.
void fill(DataType type, Values values, std::uint64_t seed, Bytes to);

} // namespace kernabi::gemm
