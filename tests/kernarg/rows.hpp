// SPDX-License-Identifier: MIT
// A layout written down by hand, and its comparison with the one that the table gives.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/names.hpp"
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace kernabi::test {

/// One argument: the host's name, offset and size in bytes, and its four or eight bytes as a number where a test has
/// them.
struct Row {
    const char* name;
    unsigned offset;
    unsigned size;
    std::uint64_t value = 0;
};

[[nodiscard]] constexpr Form form_of(const Preset& preset, ProblemType type = {}) noexcept {
    return {preset.version, preset.dialect, type};
}

[[nodiscard]] constexpr bool same_text(const char* a, const char* b) noexcept {
    while (*a != '\0' && *a == *b) ++a, ++b;
    return *a == *b;
}

[[nodiscard]] constexpr const Preset& preset(const char* name) noexcept {
    for (const Preset& row : presets)
        if (same_text(row.name, name)) return row;
    std::abort(); // no constant expression: a misspelt test
}

enum class Names : std::uint8_t { dump, metadata };

/// The first row that differs, or `rows` when all are the same and nothing is left over.
template <std::size_t N>
[[nodiscard]] constexpr std::size_t first_difference(const Form& form, const Row (&rows)[N],
                                                     Names names = Names::dump) noexcept {
    Layout layout{};
    if (make_layout(form, layout) != Status::ok) return 0;
    for (std::size_t i = 0; i < N; ++i) {
        if (i >= layout.count) return i;
        const Entry& entry = layout.entries[i];
        const Name name = names == Names::dump ? dump_name(entry, form) : metadata_name(entry, form);
        if (!(name == rows[i].name) || entry.offset != rows[i].offset || entry.size != rows[i].size) return i;
    }
    return layout.count == N && layout.size == rows[N - 1].offset + rows[N - 1].size ? N : layout.count;
}

template <std::size_t N>
[[nodiscard]] constexpr bool stands(const Form& form, const Row (&rows)[N], Names names = Names::dump) noexcept {
    return first_difference(form, rows, names) == N;
}

} // namespace kernabi::test
