// SPDX-License-Identifier: MIT
#include "conformance/codeobject/symbols.hpp"
#include <bit>
#include <functional>

namespace kernabi::codeobject {

namespace {

constexpr std::uint32_t full_table = 2, dynamic_table = 11;
constexpr std::uint64_t symbol_bytes = 24;

/// The dynamic symbols, else the full ones: a stripped code object keeps the former.
Section symbol_table(const Elf& elf) noexcept {
    Section found{};
    for (std::uint64_t i = 0; i < elf.section_count(); ++i) {
        const Section s = elf.section(i);
        if (s.type == dynamic_table) return s;
        if (s.type == full_table && found.type == 0) found = s;
    }
    return found;
}

} // namespace

std::string Symbols::read(const Elf& elf) {
    table_ = names_ = {};
    slots_.clear();
    const Section section = symbol_table(elf);
    if (section.type == 0) return {};
    const Section strings = elf.section(section.link);
    table_ = part(elf.image(), section.offset, section.size);
    names_ = part(elf.image(), strings.offset, strings.size);
    const std::uint64_t count = table_.size / symbol_bytes;
    if (count >= 0x40000000u) return "over 2^30 symbols";
    slots_.assign(std::bit_ceil(static_cast<std::size_t>(count) * 2 + 2), 0);
    // Names that overlap beyond reason would be hashed again and again.
    std::uint64_t budget = names_.size * 16 + 65536;
    for (std::uint64_t i = 1; i < count; ++i) {
        const std::string_view name = string_at(names_, symbol(i).name);
        if (name.size() > budget) return "symbol names overlap beyond reason; later symbols are not read";
        budget -= name.size();
        if (name.empty()) continue;
        std::uint32_t& slot = slots_[slot_of(name)];
        if (slot == 0) slot = static_cast<std::uint32_t>(i + 1);
    }
    return {};
}

std::optional<Symbol> Symbols::find(std::string_view name) const noexcept {
    if (slots_.empty() || name.empty()) return std::nullopt;
    const std::uint32_t slot = slots_[slot_of(name)];
    if (slot == 0) return std::nullopt;
    return symbol(slot - 1);
}

Symbol Symbols::symbol(std::uint64_t index) const noexcept {
    const std::uint64_t at = index * symbol_bytes;
    return {static_cast<std::uint32_t>(number(table_, at, 4)), static_cast<std::uint16_t>(number(table_, at + 6, 2)),
            number(table_, at + 8, 8), number(table_, at + 16, 8)};
}

std::size_t Symbols::slot_of(std::string_view name) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>{}(name)&mask;
    for (; slots_[at] != 0; at = (at + 1) & mask)
        if (has_string(names_, symbol(slots_[at] - 1).name, name)) break;
    return at;
}

} // namespace kernabi::codeobject
