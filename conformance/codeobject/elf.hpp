// SPDX-License-Identifier: MIT
// The few structures of a 64-bit little-endian ELF that code objects need, read in place.
//
// Why no library: ELFIO is no Debian 12 package. libelf takes a mutable pointer, copies what is not aligned (entries of
// bundles lie anywhere), allocates three times a section table's size before it looks at one section, opens a file that
// ends in the middle of that table without a word and as if it had no sections, and is not built for threads. Every
// access here is bounds-checked, needs no alignment, allocates nothing, and is seen by the sanitizers.
#pragma once
#include "conformance/codeobject/image.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernabi::codeobject {

inline constexpr std::uint16_t machine_amdgpu = 224;

struct Section {
    std::uint32_t name = 0, type = 0, link = 0;
    std::uint64_t address = 0, offset = 0, size = 0, entry_size = 0;
};

struct Segment {
    std::uint32_t type = 0, flags = 0;
    std::uint64_t offset = 0, address = 0, file_size = 0;
};

/// One symbol, as its table holds it.
struct Symbol {
    std::uint32_t name = 0;
    std::uint16_t section = 0;
    std::uint64_t value = 0, size = 0;
};

class Elf {
  public:
    /// Reads the header. Answers what is wrong, empty when nothing is; a broken section table is told in
    /// `damage` and leaves an ELF without sections.
    [[nodiscard]] std::string open(ConstBytes image);

    [[nodiscard]] ConstBytes image() const noexcept { return image_; }
    [[nodiscard]] std::uint16_t machine() const noexcept { return machine_; }
    [[nodiscard]] std::uint32_t flags() const noexcept { return flags_; }
    [[nodiscard]] std::uint8_t os_abi() const noexcept { return image_[7]; }
    [[nodiscard]] std::uint8_t abi_version() const noexcept { return image_[8]; }
    [[nodiscard]] bool relocatable() const noexcept { return type_ == 1; }
    /// Why sections are not there though the header says so; empty when they are.
    [[nodiscard]] const std::string& damage() const noexcept { return damage_; }

    [[nodiscard]] std::uint64_t section_count() const noexcept { return section_count_; }
    [[nodiscard]] Section section(std::uint64_t index) const noexcept;
    [[nodiscard]] bool is_named(const Section& section, std::string_view name) const noexcept;
    [[nodiscard]] std::uint64_t segment_count() const noexcept { return segment_count_; }
    [[nodiscard]] Segment segment(std::uint64_t index) const noexcept;

    /// Bytes from an address on to the end of the loaded segment's part in the file; empty where nothing is loaded.
    [[nodiscard]] ConstBytes at_address(std::uint64_t address) const noexcept;
    /// The same for a symbol: section-relative in relocatable files.
    [[nodiscard]] ConstBytes at_symbol(const Symbol& symbol) const noexcept;

  private:
    ConstBytes image_{};
    std::uint16_t type_ = 0, machine_ = 0;
    std::uint32_t flags_ = 0;
    std::uint64_t section_table_ = 0, section_count_ = 0, segment_table_ = 0, segment_count_ = 0;
    std::uint64_t names_ = 0; ///< index of the section that holds the sections' names
    std::string damage_;
};

/// Whether a string table has this text, ended by a zero, at the offset. Looks at no more bytes than the text has: the
/// string there may be as long as the file.
[[nodiscard]] bool has_string(ConstBytes table, std::uint64_t offset, std::string_view expected) noexcept;
/// A text in a string table, ended by a zero; empty where it is not.
[[nodiscard]] std::string_view string_at(ConstBytes table, std::uint64_t offset) noexcept;

} // namespace kernabi::codeobject
