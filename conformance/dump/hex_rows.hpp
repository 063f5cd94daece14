// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernabi::dump {

/// A row of `xxd` or `hexdump -C`, cut into its columns. The views point into the line.
struct HexRow {
    std::uint64_t offset = 0;
    std::string_view digits;
};

/// `00000000: 0100 0000  ....`; two blanks end the bytes.
[[nodiscard]] std::optional<HexRow> match_xxd(std::string_view line) noexcept;

/// `00000000  01 00  |..|`
[[nodiscard]] std::optional<HexRow> match_hexdump(std::string_view line) noexcept;

/// The offset alone that ends a `hexdump -C`.
[[nodiscard]] std::optional<HexRow> match_offset(std::string_view line) noexcept;

/// A row of `hexdump` without -C: offset and words of four digits whose two bytes are swapped.
[[nodiscard]] bool is_word_dump(std::string_view line) noexcept;

} // namespace kernabi::dump
