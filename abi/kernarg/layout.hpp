// SPDX-License-Identifier: MIT
// The layout of a block: the argument table walked under a version, a dialect and a problem type.
#pragma once
#include "abi/kernarg/cursor.hpp"
#include "abi/kernarg/form.hpp"
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// Gives every entry of the inline block to `sink(const Entry&) -> bool` in order; false stops. With `groupedGemm`
/// these are one record of the table in device memory: no header, no tail words. Nothing is given when `check(form)` is
/// not ok.
template <typename Sink>
[[nodiscard]] constexpr Status for_each_entry(const Form& form, Sink&& sink) noexcept {
    if (const Status sound = check(form); sound != Status::ok) return sound;
    Cursor cursor(form);
    Entry entry{};
    while (cursor.next(entry))
        if (!sink(static_cast<const Entry&>(entry))) break;
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
