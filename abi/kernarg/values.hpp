// SPDX-License-Identifier: MIT
// The values of a block's arguments, each in a slot of its own.
#pragma once
#include "abi/kernarg/arguments.hpp"
#include "abi/kernarg/layout.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

namespace detail {
struct SlotTable {
    std::uint16_t first[argument_count] = {};
    std::uint16_t count = 0;
};
consteval SlotTable slot_table() noexcept {
    SlotTable table{};
    for (std::size_t i = 0; i < argument_count; ++i) {
        table.first[i] = table.count;
        table.count = static_cast<std::uint16_t>(table.count + slots_of(arguments[i]));
    }
    return table;
}
inline constexpr SlotTable slots = slot_table();
} // namespace detail

inline constexpr std::size_t value_slots = detail::slots.count;

/// Where an argument's value is: the index is a size's number, a stride's tensor dimension, an activation argument's
/// number, or for alpha and beta 0 the real and 1 the imaginary part.
[[nodiscard]] constexpr std::size_t slot_of(Argument argument, std::size_t index = 0) noexcept {
    return detail::slots.first[static_cast<std::size_t>(argument)] + index;
}

/// The slot that an entry is packed from: alpha_2 repeats alpha.
[[nodiscard]] constexpr std::size_t slot_of(const Entry& entry) noexcept {
    return slot_of(entry.argument, shape_of(entry.argument).times == Times::scalar ? 0 : entry.index);
}

/// Raw values: numbers as themselves (signed ones in two's complement), addresses, and scalars as the bits of their own
/// type. A size or stride may be any 64-bit number here; whether it fits is the packer's question.
struct Values {
    std::uint64_t slot[value_slots] = {};

    [[nodiscard]] constexpr std::uint64_t& at(Argument argument, std::size_t index = 0) noexcept {
        return slot[slot_of(argument, index)];
    }
    [[nodiscard]] constexpr std::uint64_t at(Argument argument, std::size_t index = 0) const noexcept {
        return slot[slot_of(argument, index)];
    }
};

} // namespace kernabi
