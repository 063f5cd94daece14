// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace kernabi::dump {

/// Longest line that is read whole, in bytes and without its line end. Bounds the reader's memory.
inline constexpr std::size_t max_line = 65536;

/// A kernel launch, or the argument table of a grouped GEMM.
struct Launch {
    std::string_view kernel; ///< As printed; empty in dumps without a `Kernel` line; a table's names joined by '\n'.
    std::uint64_t line = 0;  ///< Counted from 1; a line ends in LF, CR LF or CR.
    bool table = false;      ///< The lines are the grouped table in device memory, offsets count from its start.
};

/// The line ` l(x, y, z) x g(x, y, z) = (x, y, z)`.
struct Geometry {
    std::array<std::uint64_t, 3> workgroup_size{};
    std::array<std::uint64_t, 3> workgroups{};
    std::array<std::uint64_t, 3> work_items{};
    std::uint64_t line = 0;
};

/// One argument. `bytes` has `size` bytes in memory order, or none when `unbound`.
struct Argument {
    std::string_view name;
    std::uint32_t first = 0; ///< Offset of the first byte in the block.
    std::uint32_t last = 0;  ///< Offset of the last byte, inclusive.
    std::uint64_t size = 0;  ///< last - first + 1; an unbound one can be 2^32.
    std::span<const std::uint8_t> bytes;
    bool unbound = false;
    std::string_view value; ///< Text in the brackets; for reading only, the bytes decide.
    std::uint64_t line = 0;
};

/// `[first..last] <padding>`. A host can print last < first here (a repeated record), so nothing is checked.
struct Padding {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint64_t line = 0;
};

/// A `name: value` line of a `Gemm i:` block of user arguments: no bytes were printed.
struct Note {
    std::uint64_t gemm = 0;
    std::string_view name;
    std::string_view value;
    std::uint64_t line = 0;
};

enum class ErrorCode : std::uint8_t {
    byte_count,      ///< More or fewer bytes than the offsets say.
    bad_digit,       ///< Something that is not a byte of two hexadecimal digits.
    offset_overflow, ///< An offset of more than 32 bits.
    offset_reversed, ///< last < first.
    incomplete,      ///< The line stops early and the next one does not continue it.
    truncated,       ///< The input ends inside the line.
    line_too_long,   ///< Longer than max_line.
    bad_geometry,    ///< A count of more than 64 bits in the geometry line.
};

struct Problem {
    ErrorCode code{};
    std::uint64_t line = 0;
    std::uint64_t column = 0; ///< In bytes from 1, colour escapes not counted; 0: the line as a whole.
    std::string_view what;
    std::string_view remedy;
};

/// Receives what a Reader finds, in the order of the input. Every view is valid during the call only.
class Handler {
  public:
    Handler() = default;
    Handler(const Handler&) = delete;
    Handler& operator=(const Handler&) = delete;
    virtual ~Handler() = default;

    virtual void launch_begin(const Launch&) {}
    virtual void geometry(const Geometry&) {}
    virtual void argument(const Argument&) {}
    virtual void padding(const Padding&) {}
    virtual void launch_end() {}
    virtual void note(const Note&) {}
    /// Returns whether to go on with the next line. After false the reader calls nothing any more.
    [[nodiscard]] virtual bool problem(const Problem&) = 0;
};

} // namespace kernabi::dump
