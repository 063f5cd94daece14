// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace kernabi::protocol {

/// Longest request line, in bytes; a longer one is skipped with an error.
inline constexpr std::size_t max_request = std::size_t{64} << 20;
/// Deepest nesting of a request: real ones have 4.
inline constexpr std::size_t max_depth = 64;

/// One request line to one reply line, without line ends. Never throws; anything that is no good request is an error
/// reply.
[[nodiscard]] std::string answer(std::string_view line) noexcept;

/// Answers what a file descriptor gives, line by line, until it ends; each reply is flushed. A line of more than
/// `limit` bytes is skipped with an error. False when the output broke.
[[nodiscard]] bool serve(int in, std::FILE* out, std::size_t limit = max_request);

} // namespace kernabi::protocol
