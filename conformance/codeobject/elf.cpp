// SPDX-License-Identifier: MIT
#include "conformance/codeobject/elf.hpp"
#include <cstring>
#include <fmt/format.h>

namespace kernabi::codeobject {

namespace {

constexpr std::uint64_t header_bytes = 64, section_bytes = 64, segment_bytes = 56;
constexpr std::uint32_t loaded = 1;

} // namespace

std::string Elf::open(ConstBytes image) {
    image_ = image;
    if (!starts_with(image, "\177ELF")) return "not an ELF file";
    if (image.size < header_bytes)
        return fmt::format("the ELF header needs 64 bytes and has {}: the file is cut", image.size);
    if (image[4] != 2 || image[5] != 1)
        return "an ELF file, but not a 64-bit little-endian one: no code object or host program that holds one";
    type_ = static_cast<std::uint16_t>(number(image, 16, 2));
    machine_ = static_cast<std::uint16_t>(number(image, 18, 2));
    flags_ = static_cast<std::uint32_t>(number(image, 48, 4));
    segment_table_ = number(image, 32, 8);
    section_table_ = number(image, 40, 8);
    segment_count_ = number(image, 56, 2);
    section_count_ = number(image, 60, 2);
    names_ = number(image, 62, 2);
    if (segment_count_ != 0 &&
        (number(image, 54, 2) != segment_bytes || !holds(image, segment_table_, segment_count_ * segment_bytes)))
        return fmt::format("{} program headers at {} do not lie in its {} bytes: the file is cut or its header lies",
                           segment_count_, segment_table_, image.size);
    if (section_table_ == 0) {
        section_count_ = 0;
        return {};
    }
    if (number(image, 58, 2) == section_bytes && holds(image, section_table_, section_bytes)) {
        // Counts that do not fit in 16 bits stand in the first section.
        if (section_count_ == 0) section_count_ = number(image, section_table_ + 32, 8);
        if (names_ == 0xffff) names_ = number(image, section_table_ + 40, 4);
        if (section_count_ <= image.size / section_bytes &&
            holds(image, section_table_, section_count_ * section_bytes))
            return {};
    }
    damage_ = fmt::format("{} section headers at {} do not lie in its {} bytes: the file is cut or its header lies",
                          section_count_, section_table_, image.size);
    section_count_ = 0;
    return {};
}

Section Elf::section(std::uint64_t index) const noexcept {
    Section section{};
    if (index >= section_count_) return section;
    const std::uint64_t at = section_table_ + index * section_bytes;
    section.name = static_cast<std::uint32_t>(number(image_, at, 4));
    section.type = static_cast<std::uint32_t>(number(image_, at + 4, 4));
    section.address = number(image_, at + 16, 8);
    section.offset = number(image_, at + 24, 8);
    section.size = number(image_, at + 32, 8);
    section.link = static_cast<std::uint32_t>(number(image_, at + 40, 4));
    section.entry_size = number(image_, at + 56, 8);
    return section;
}

bool Elf::is_named(const Section& section, std::string_view name) const noexcept {
    const Section table = this->section(names_);
    return has_string(part(image_, table.offset, table.size), section.name, name);
}

Segment Elf::segment(std::uint64_t index) const noexcept {
    Segment segment{};
    if (index >= segment_count_) return segment;
    const std::uint64_t at = segment_table_ + index * segment_bytes;
    segment.type = static_cast<std::uint32_t>(number(image_, at, 4));
    segment.flags = static_cast<std::uint32_t>(number(image_, at + 4, 4));
    segment.offset = number(image_, at + 8, 8);
    segment.address = number(image_, at + 16, 8);
    segment.file_size = number(image_, at + 32, 8);
    return segment;
}

ConstBytes Elf::at_address(std::uint64_t address) const noexcept {
    // A code object has a handful of segments; more are hostile and would be walked once a kernel.
    const std::uint64_t count = segment_count_ < 64 ? segment_count_ : 64;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Segment s = segment(i);
        if (s.type != loaded || address < s.address || address - s.address >= s.file_size) continue;
        const ConstBytes bytes = part(image_, s.offset, s.file_size);
        return part(bytes, address - s.address, s.file_size);
    }
    return {};
}

ConstBytes Elf::at_symbol(const Symbol& symbol) const noexcept {
    if (!relocatable()) return at_address(symbol.value);
    const Section s = section(symbol.section);
    return part(part(image_, s.offset, s.size), symbol.value, s.size);
}

bool has_string(ConstBytes table, std::uint64_t offset, std::string_view expected) noexcept {
    return holds(table, offset, expected.size() + 1) && table[offset + expected.size()] == 0 &&
           text(part(table, offset, expected.size())) == expected;
}

std::string_view string_at(ConstBytes table, std::uint64_t offset) noexcept {
    const ConstBytes rest = part(table, offset, table.size);
    if (rest.size == 0) return {};
    const void* const end = std::memchr(rest.data, 0, rest.size);
    if (end == nullptr) return {};
    return text({rest.data, static_cast<std::size_t>(static_cast<const std::uint8_t*>(end) - rest.data)});
}

} // namespace kernabi::codeobject
