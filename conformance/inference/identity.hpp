// SPDX-License-Identifier: MIT
// From a metadata name back to the argument that it names.
#pragma once
#include "abi/kernarg/names.hpp"
#include <optional>
#include <string_view>

namespace kernabi::inference {

/// An argument and its place among its repetitions: sizes, strides and activation arguments count from 0.
struct Identity {
    Argument argument = Argument::gemm_count;
    std::uint8_t ordinal = 0;

    constexpr bool operator==(const Identity&) const noexcept = default;
};

/// More than any argument repeats.
inline constexpr std::size_t max_ordinals = 4;
inline constexpr std::size_t identity_count = argument_count * max_ordinals;
[[nodiscard]] constexpr std::size_t index_of(const Identity& identity) noexcept {
    return static_cast<std::size_t>(identity.argument) * max_ordinals + identity.ordinal;
}

/// What a metadata name names; nothing for names that the ABI has not. All names come from the contract's table, in
/// each form that it gives them; besides, version 0's `kernel info`, and Stream-K words with their letters in either
/// case (2026 generators differ).
[[nodiscard]] std::optional<Identity> identity_of(std::string_view metadata_name) noexcept;
/// The same for a name in a dump.
[[nodiscard]] std::optional<Identity> identity_of_dump(std::string_view dump_name) noexcept;

[[nodiscard]] constexpr bool is_stream_k_word(Argument argument) noexcept {
    return argument >= Argument::magicNumberProblemNumGroupTiles0 && argument <= Argument::PersistentGrid;
}

} // namespace kernabi::inference
