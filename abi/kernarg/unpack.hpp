// SPDX-License-Identifier: MIT
// Bytes to values.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/values.hpp"
#include "abi/span.hpp"
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// One entry's raw value: the bits of its kind, integers sign- or zero-extended. Of a complex scalar the real part;
/// `imaginary_of` has the other.
[[nodiscard]] constexpr std::uint64_t load_entry(const Entry& entry, const std::uint8_t* from) noexcept {
    const unsigned part = entry.kind == Kind::c32 ? 4u : entry.kind == Kind::c64 ? 8u : entry.size;
    const std::uint64_t raw = load_le(from, part);
    return is_signed(entry.kind) && part < 8 ? static_cast<std::uint64_t>(sign_extend(raw, part * 8)) : raw;
}
[[nodiscard]] constexpr std::uint64_t imaginary_of(const Entry& entry, const std::uint8_t* from) noexcept {
    if (entry.kind == Kind::c32) return load_le(from + 4, 4);
    if (entry.kind == Kind::c64) return load_le(from + 8, 8);
    return 0;
}

/// Fills the slots of a layout's arguments from a block; others are left. Scalars come in the bits of the kind they are
/// written in, so a widened half comes back as f32. `source_too_short` when the block is shorter than the layout;
/// longer (a padded segment) is fine.
[[nodiscard]] constexpr Status unpack(const Layout& layout, ConstBytes from, Values& values) noexcept {
    if (from.size < layout.size) return Status::source_too_short;
    for (const Entry& entry : layout) {
        if (shape_of(entry.argument).times == Times::scalar && entry.index == 1)
            continue; // alpha_2 repeats alpha; `half_is_doubled` compares them
        const std::size_t at = slot_of(entry);
        values.slot[at] = load_entry(entry, from.data + entry.offset);
        if (entry.kind == Kind::c32 || entry.kind == Kind::c64)
            values.slot[at + 1] = imaginary_of(entry, from.data + entry.offset);
    }
    return Status::ok;
}

} // namespace kernabi
