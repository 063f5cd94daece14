// SPDX-License-Identifier: MIT
#pragma once

#include "conformance/dump/events.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernabi::dump {

/// What stands before the part of a line that we read.
enum class Prefix : std::uint8_t {
    bare,    ///< Nothing, blanks, or marks of quoting (`> `, `| `, `- `).
    log,     ///< Looks like a log's own: ends in one of `: ] > | )`, or its last word begins with a digit.
    text,    ///< Anything else: only a faultless line counts there.
    comment, ///< Ends in '#'.
};

[[nodiscard]] Prefix classify_prefix(std::string_view prefix) noexcept;

struct KernelLine {
    std::string_view name; ///< Empty when nothing follows `Kernel`.
    bool bare = false;
};

/// `Kernel name`, one word as the name.
[[nodiscard]] std::optional<KernelLine> match_kernel(std::string_view line) noexcept;

enum class GeometryMatch : std::uint8_t { none, too_large, yes };

/// `l(x, y, z) x g(x, y, z) = (x, y, z)` up to the end of the line. Does not set `geometry.line`.
[[nodiscard]] GeometryMatch match_geometry(std::string_view line, Geometry& geometry) noexcept;

/// `Grouped gemm argsPtr kernels:`; the result is what follows on the line.
[[nodiscard]] std::optional<std::string_view> match_grouped(std::string_view line) noexcept;

struct GemmLine {
    std::uint64_t index = 0;
    std::size_t indent = 0; ///< Bytes before `Gemm`.
};

/// `Gemm i:` alone on a line.
[[nodiscard]] std::optional<GemmLine> match_gemm(std::string_view line) noexcept;

struct NamedValue {
    std::string_view name;
    std::string_view value;
};

/// `   name: value` below a `Gemm i:` that stood `indent` bytes into its line; at least one blank is wanted.
[[nodiscard]] std::optional<NamedValue> match_note(std::string_view line, std::size_t indent) noexcept;

/// The whole of the line as one word that can be a kernel's name; empty if it is not.
[[nodiscard]] std::string_view match_word(std::string_view line) noexcept;

} // namespace kernabi::dump
