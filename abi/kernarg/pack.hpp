// SPDX-License-Identifier: MIT
// Values to bytes.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/values.hpp"
#include "abi/kernarg/widen.hpp"
#include "abi/span.hpp"
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// Which argument a value did not fit.
struct ArgumentFault {
    Entry entry{};
    std::uint64_t value = 0;
};

/// Whether a raw value survives being written as `kind`: nothing but sign bits above its width.
[[nodiscard]] constexpr bool survives(std::uint64_t value, Kind kind) noexcept {
    const unsigned bits = size_of(kind) * 8u;
    if (bits >= 64) return true;
    if ((value >> bits) == 0) return true;
    return is_signed(kind) && (value >> (bits - 1)) == (~std::uint64_t{0} >> (bits - 1));
}

/// One entry's bytes, `entry.size` of them.
constexpr void store_entry(const Entry& entry, const Values& values, std::uint8_t* to) noexcept {
    const std::size_t at = slot_of(entry);
    std::uint64_t low = values.slot[at];
    if (entry.kind != entry.source) low = widen(low, entry.source, entry.kind);
    switch (entry.kind) {
    case Kind::c32:
        store_le(to, low, 4);
        store_le(to + 4, values.slot[at + 1], 4);
        return;
    case Kind::c64:
        store_le(to, low, 8);
        store_le(to + 8, values.slot[at + 1], 8);
        return;
    default: store_le(to, low, entry.size); return;
    }
}

/// Packs by a layout that is at hand. A null destination measures; `written` is the layout's size whenever the layout
/// is good. `destination_too_small`, or under `strict` `value_out_of_range` with the first argument that does not fit
/// in `fault`; then no byte is written. Under `host_2024` high bits are cut without a word, as the host does.
[[nodiscard]] constexpr Status pack(const Layout& layout, const Values& values, Policy policy, Bytes to,
                                    std::size_t& written, ArgumentFault& fault) noexcept {
    written = layout.size;
    if (policy == Policy::strict)
        for (const Entry& entry : layout)
            if (!survives(values.slot[slot_of(entry)], entry.source)) {
                fault = {entry, values.slot[slot_of(entry)]};
                return Status::value_out_of_range;
            }
    if (to.data == nullptr) return Status::ok;
    if (to.size < layout.size) return Status::destination_too_small;
    for (const Entry& entry : layout) store_entry(entry, values, to.data + entry.offset);
    return Status::ok;
}

/// Packs without a layout at hand: walks the table, so it needs next to no memory. Same answers as the other.
[[nodiscard]] constexpr Status pack(const Form& form, const Values& values, Policy policy, Bytes to,
                                    std::size_t& written, ArgumentFault& fault) noexcept {
    std::size_t size = 0;
    bool fit = true, storing = false;
    // One function for both rounds: a second one would double a small controller's code.
    const auto entry_by_entry = [&](const Entry& entry) {
        if (storing) {
            store_entry(entry, values, to.data + entry.offset);
            return true;
        }
        size = entry.offset + std::size_t{entry.size};
        const std::uint64_t value = values.slot[slot_of(entry)];
        if (policy == Policy::strict && fit && !survives(value, entry.source)) {
            fault = {entry, value};
            fit = false;
        }
        return true;
    };
    if (const Status measured = for_each_entry(form, entry_by_entry); measured != Status::ok) return measured;
    written = size;
    if (!fit) return Status::value_out_of_range;
    if (to.data == nullptr) return Status::ok;
    if (to.size < size) return Status::destination_too_small;
    storing = true;
    return for_each_entry(form, entry_by_entry);
}

namespace detail {
template <const Layout& layout, std::size_t I>
constexpr void store_from(const Values& values, std::uint8_t* to) noexcept {
    if constexpr (I < layout.count) {
        constexpr Entry entry = layout.entries[I];
        // Spelt out for an ordinary entry: `store_entry` is too long for some compilers to unfold here.
        if constexpr (entry.kind == entry.source && entry.size <= 8 && entry.kind != Kind::c32)
            store_le(to + entry.offset, values.slot[slot_of(entry)], entry.size);
        else
            store_entry(entry, values, to + entry.offset);
        store_from<layout, I + 1>(values, to);
    }
}
template <const Layout& layout, std::size_t I>
[[nodiscard]] constexpr bool survive_from(const Values& values) noexcept {
    if constexpr (I < layout.count) {
        constexpr Entry entry = layout.entries[I];
        // No short cut: a branch a value costs more than the whole check.
        return static_cast<bool>(static_cast<unsigned>(survives(values.slot[slot_of(entry)], entry.source)) &
                                 static_cast<unsigned>(survive_from<layout, I + 1>(values)));
    } else {
        return true;
    }
}
} // namespace detail

/// Packs by a layout that is a constant: nothing of the table is left at run time. `to` must hold `layout.size` bytes.
/// `destination_too_small`; `value_out_of_range` under `strict` (ask `pack` which argument it is); then no byte is
/// written.
template <const Layout& layout>
[[nodiscard]] constexpr Status pack_fixed(const Values& values, Policy policy, Bytes to) noexcept {
    if (to.size < layout.size) return Status::destination_too_small;
    if (policy == Policy::strict && !detail::survive_from<layout, 0>(values)) return Status::value_out_of_range;
    detail::store_from<layout, 0>(values, to.data);
    return Status::ok;
}

} // namespace kernabi
