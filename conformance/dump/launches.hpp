// SPDX-License-Identifier: MIT
#pragma once

#include "conformance/dump/events.hpp"
#include "conformance/dump/markers.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kernabi::dump {

/// Decides where launches begin and end, and tells the handler.
///
/// A `Kernel` line or a grouped heading is held back until something of the launch follows: its name may be wrapped
/// onto the next line, and in a log `Kernel` can be a word of somebody else's.
class Launches {
  public:
    explicit Launches(Handler& handler) : handler_(handler) {}

    void kernel(const KernelLine& kernel, std::size_t width, std::uint64_t line);
    void grouped(std::uint64_t line);
    /// A line of one word: a name of the grouped table, or the rest of a wrapped kernel name. False if it is neither.
    bool word(std::string_view word, std::size_t width);
    /// Some other line: a name is not continued after it.
    void other_text();
    void geometry(const Geometry& geometry);
    /// An argument or padding at offset `first` follows; begins a launch if it belongs to a new one.
    void entry(std::uint32_t first, std::uint64_t line);
    void finish();
    /// Forgets everything without a word to the handler.
    void reset() noexcept;
    [[nodiscard]] bool open() const noexcept { return open_; }

  private:
    enum class Held : std::uint8_t { nothing, kernel, table };

    void begin(std::string_view name, std::uint64_t line, bool table);
    void begin_held();
    void drop_held();

    Handler& handler_;
    std::string name_;
    std::size_t sure_ = 0; ///< Length of the name without pieces that may be somebody else's line.
    std::uint64_t line_ = 0;
    Held held_ = Held::nothing;
    bool certain_ = false; ///< A kernel line at the start of its line is a launch even if nothing follows.
    bool wraps_ = false;
    bool open_ = false;
    bool has_geometry_ = false;
    bool has_entry_ = false;
};

} // namespace kernabi::dump
