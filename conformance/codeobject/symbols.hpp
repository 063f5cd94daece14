// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/codeobject/elf.hpp"
#include <optional>
#include <string_view>
#include <vector>

namespace kernabi::codeobject {

/// The symbols of a code object by name. Holds four bytes or so a symbol; names stay in the file.
class Symbols {
  public:
    /// Answers what is wrong with the table, empty when nothing is; what could be read is there either way.
    [[nodiscard]] std::string read(const Elf& elf);
    [[nodiscard]] std::optional<Symbol> find(std::string_view name) const noexcept;

  private:
    [[nodiscard]] Symbol symbol(std::uint64_t index) const noexcept;
    /// The slot that holds the name, or the free one where it belongs.
    [[nodiscard]] std::size_t slot_of(std::string_view name) const noexcept;

    ConstBytes table_{}, names_{};
    std::vector<std::uint32_t> slots_; ///< index + 1, 0 is free
};

} // namespace kernabi::codeobject
