// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::dump {

/// Longest block of argument bytes that is read.
inline constexpr std::size_t max_block = 65536;

enum class InputKind : std::uint8_t { empty, dump, hex, raw };

/// Tells by the first bytes of an input (a few KiB are enough) what it holds. Dump text wins over hex text, and that
/// over raw bytes; readable text without a sign of either counts as a log that a dump may follow in.
[[nodiscard]] InputKind sniff(std::string_view head);

/// Whether an input begins as an ELF file, an offload bundle or a compressed one does: no dump and no block.
[[nodiscard]] bool is_code_object(std::string_view head);

/// Where and why an input is no block. Line and column (in bytes) count from 1; 0 means the input as a whole.
struct BytesError {
    std::uint64_t line = 0;
    std::uint64_t column = 0;
    std::string message;
};

/// Reads bytes in memory order from hexadecimal text: `01000000 02002020`, `0x01 0x00`, `01, 00`, `01 00 | 02 00`, the
/// output of `xxd` and of `hexdump -C` (with the rows that `*` stands for). `#` begins a comment.
/// On an error `bytes` is empty.
[[nodiscard]] std::optional<BytesError> read_hex(std::string_view text, std::vector<std::uint8_t>& bytes);

/// Takes the bytes as they are.
[[nodiscard]] std::optional<BytesError> read_raw(std::string_view input, std::vector<std::uint8_t>& bytes);

/// Reads a block from hexadecimal text or raw bytes, whichever `input` is.
[[nodiscard]] std::optional<BytesError> read_block(std::string_view input, std::vector<std::uint8_t>& bytes);

} // namespace kernabi::dump
