// SPDX-License-Identifier: MIT
// The two names of an entry: the host's, as in dumps, and the generator's, as in a code object's metadata.
#pragma once
#include "abi/kernarg/layout.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// A short text without allocation; always ended by a zero. What does not fit is cut.
template <std::size_t Room>
struct FixedText {
    char text[Room] = {};
    std::size_t size = 0;

    constexpr void add(const char* part) noexcept {
        while (*part != '\0' && size + 1 < sizeof(text)) text[size++] = *part++;
    }
    constexpr void add(unsigned digit) noexcept {
        if (size + 1 < sizeof(text)) text[size++] = static_cast<char>('0' + digit % 10);
    }
    constexpr void add_number(std::uint64_t number) noexcept {
        if (number >= 10) add_number(number / 10);
        add(static_cast<unsigned>(number % 10));
    }
    constexpr void add_upper(const char* part) noexcept {
        for (; *part != '\0' && size + 1 < sizeof(text); ++part)
            text[size++] = *part >= 'a' && *part <= 'z' ? static_cast<char>(*part - 'a' + 'A') : *part;
    }
    [[nodiscard]] constexpr bool operator==(const char* other) const noexcept {
        std::size_t i = 0;
        while (i < size && other[i] == text[i]) ++i;
        return i == size && other[i] == '\0';
    }
};

/// An argument's name.
using Name = FixedText<48>;

namespace detail {

/// Stream-K words whose dump name the 2026 host writes with a capital in its newer modes (abi-facts 3.2).
[[nodiscard]] constexpr const char* capital_stream_k_name(Argument argument) noexcept {
    switch (argument) {
    case Argument::itersPerTile: return "ItersPerTile";
    case Argument::magicNumberItersPerTile: return "MagicNumberItersPerTile";
    case Argument::magicShiftItersPerTile: return "MagicShiftItersPerTile";
    case Argument::skGrid: return "SKGrid";
    case Argument::skTiles: return "SKTiles";
    default: return nullptr;
    }
}

/// The four slots that change their name with what they hold, and the strides that follow them.
[[nodiscard]] constexpr const char* dump_base(const Entry& entry, const Form& form) noexcept {
    const ProblemType& type = form.type;
    switch (entry.argument) {
    case Argument::d: return d_slot_is_workspace(type) ? "ws_d" : type.stridedBatched ? "d" : "batchD";
    case Argument::c:
        return c_slot_is_workspace(type) ? "ws_c" : d_slot_is_workspace(type) || type.stridedBatched ? "c" : "batchC";
    case Argument::a: return type.stridedBatched ? "a" : "batchA";
    case Argument::b: return type.stridedBatched ? "b" : "batchB";
    case Argument::strideD: return strides_are_workspace(type) ? "strideW_D" : "strideD";
    case Argument::strideC: return strides_are_workspace(type) ? "strideW_C" : "strideC";
    case Argument::bias:
        if (type.useGradient && type.biasSrc == BiasSource::d && !type.bias_is_null) return "ws_bias";
        return type.stridedBatched ? "bias" : "batchBias";
    default: break;
    }
    if (type.streamK >= 4 || type.persistentLoopArgsVersion == 1)
        if (const char* name = capital_stream_k_name(entry.argument)) return name;
    return row_of(entry.argument).dump;
}

} // namespace detail

/// The host's name: `strideD1` counts tensor dimensions, so its first ordinary stride is 1.
[[nodiscard]] constexpr Name dump_name(const Entry& entry, const Form& form) noexcept {
    const ArgumentRow& row = row_of(entry.argument);
    Name name{};
    name.add(detail::dump_base(entry, form));
    if (row.suffix == Suffix::underscore_index) name.add("_");
    if (row.suffix != Suffix::none) name.add(unsigned{entry.index});
    if (row.times == Times::scalar && entry.index == 1) name.add("_2");
    return name;
}

/// The generator's name: strides count from 0 in order of appearance, sizes are free ones and then sums, activation
/// arguments are Greek. A half's second alpha has no name of its own there (the slot is one pkf16).
[[nodiscard]] constexpr Name metadata_name(const Entry& entry, const Form& form) noexcept {
    constexpr const char* greek[max_activation_args] = {"Alpha", "Beta", "Gamma", "Delta"};
    const ArgumentRow& row = row_of(entry.argument);
    const bool headless = form.dialect.header == Header::none;
    Name name{};
    switch (row.times) {
    case Times::sizes:
        name.add(row.metadata);
        name.add(entry.index + 1u < gemm_sizes ? "Free" : "Sum");
        name.add(entry.index + 1u < gemm_sizes ? unsigned{entry.index} : 0u);
        return name;
    case Times::strides_cd:
        name.add(row.metadata);
        name.add(entry.index - (form.type.useInitialStridesCD ? 0u : 1u));
        return name;
    case Times::strides_ab:
        name.add(row.metadata);
        name.add(entry.index - (form.type.useInitialStridesAB ? 0u : 1u));
        return name;
    case Times::strides_inner:
        name.add(row.metadata);
        name.add(entry.index - 1u);
        return name;
    case Times::activation:
        name.add(row.metadata);
        name.add(greek[entry.index % max_activation_args]);
        return name;
    default: break;
    }
    if (entry.argument == Argument::internalArgs && headless)
        name.add("internalArgs");
    else if (entry.argument == Argument::beta && !form.type.useBeta)
        name.add("betapad");
    else
        name.add(row.metadata);
    return name;
}

} // namespace kernabi
