// SPDX-License-Identifier: MIT
// What a block was taken for, and why.
#pragma once
#include "abi/kernarg/layout.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::reading {

enum class What : std::uint8_t {
    gemm,           ///< the GEMM kernel's own block
    header,         ///< nothing but the header words
    grouped_launch, ///< the short block of a grouped launch
    table,          ///< the grouped table in device memory
    helper,         ///< beta-only, conversion, activation or reduction kernel
    unknown,        ///< no name or word of this ABI
};

struct Reading {
    What what = What::unknown;
    Form form{};
    Layout layout{};                  ///< for gemm: what the form says
    bool assumed = false;             ///< another version fits as well
    std::vector<std::string> why;     ///< the grounds, strongest first
    std::vector<std::string> differs; ///< where the dump and the layout part
    bool words_alone_decide = false;  ///< version 1 was told from 2 by internalArgs1's value and nothing else
};

/// What the reader was told: --abi and --dialect.
struct Told {
    std::optional<Version> version;
    std::optional<std::string> dialect;
};

/// Whether internalArgs1 can be what version 1 packs (a WGM of 16 bits) or version 2 (a power of two of
/// XCCs).
struct Args1Reading {
    bool as_v1 = false, as_v2 = false;
};
[[nodiscard]] Args1Reading read_args1(std::uint32_t word);

} // namespace kernabi::reading
