// SPDX-License-Identifier: MIT
// A .kav file in place: opened once with every check, then read without any that could fail.
#pragma once
#include "vectors/reader/check_record.hpp"
#include "vectors/reader/format.hpp"
#include "vectors/reader/record.hpp"

namespace kernabi::vectors {

/// An open file. It borrows the bytes that it was opened on.
class File {
  public:
    constexpr File() noexcept = default;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr Record operator[](std::size_t i) const noexcept {
        const std::size_t row = file_header_size + index_row_size * i;
        return {{bytes_.data + size_at(bytes_, row), size_at(bytes_, row + 4)}};
    }
    [[nodiscard]] constexpr Version version() const noexcept { return static_cast<Version>(load_at(bytes_, 16, 4)); }
    [[nodiscard]] constexpr std::uint32_t set_number() const noexcept {
        return static_cast<std::uint32_t>(load_at(bytes_, 20, 4));
    }
    [[nodiscard]] constexpr Text family() const noexcept {
        std::size_t letters = 0;
        while (letters < 16 && bytes_[48 + letters] != 0) ++letters;
        return {{bytes_.data + 48, letters}};
    }
    /// What the last 32 bytes say; whoever has SHA-256 compares it with that of `hashed`.
    [[nodiscard]] constexpr ConstBytes digest() const noexcept {
        return {bytes_.data + bytes_.size - digest_size, digest_size};
    }
    [[nodiscard]] constexpr ConstBytes hashed() const noexcept { return {bytes_.data, bytes_.size - digest_size}; }

    /// Position of an id, or `size()`; by bisection.
    [[nodiscard]] constexpr std::size_t find(Text id) const noexcept {
        std::size_t low = 0, high = count_;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if ((*this)[middle].id().compare(id) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        return low < count_ && (*this)[low].id().compare(id) == 0 ? low : count_;
    }

    class Iterator {
      public:
        constexpr Iterator(const File* file, std::size_t at) noexcept : file_(file), at_(at) {}
        [[nodiscard]] constexpr Record operator*() const noexcept { return (*file_)[at_]; }
        constexpr Iterator& operator++() noexcept {
            ++at_;
            return *this;
        }
        [[nodiscard]] constexpr bool operator!=(const Iterator& other) const noexcept { return at_ != other.at_; }

      private:
        const File* file_;
        std::size_t at_;
    };
    [[nodiscard]] constexpr Iterator begin() const noexcept { return {this, 0}; }
    [[nodiscard]] constexpr Iterator end() const noexcept { return {this, count_}; }

    /// Checks magic, sizes, index, the order of ids, every record's checksum and inner structure, and that what is
    /// reserved is zero. The SHA-256 is not computed. On a fault `file` is left as it was.
    friend constexpr ReadFault open(ConstBytes bytes, File& file) noexcept;

  private:
    ConstBytes bytes_{};
    std::size_t count_ = 0;
};

namespace detail {
[[nodiscard]] constexpr ReadFault check_file_header(ConstBytes bytes) noexcept {
    if (bytes.size < file_header_size + digest_size) return {ReadError::too_short, bytes.size};
    for (std::size_t i = 0; i < 8; ++i)
        if (bytes[i] != magic[i]) return {ReadError::bad_magic, i};
    if (load_at(bytes, 8, 4) != format_version) return {ReadError::unknown_format, 8};
    if (load_at(bytes, 12, 4) != file_header_size) return {ReadError::bad_header, 12};
    if (load_at(bytes, 16, 4) >= version_count) return {ReadError::bad_header, 16};
    if (load_at(bytes, 20, 4) == 0) return {ReadError::bad_header, 20};
    if (load_at(bytes, 28, 4) != 0) return {ReadError::reserved_not_zero, 28};
    if (load_at(bytes, 32, 8) != bytes.size || bytes.size % 8 != 0 || bytes.size > 0xffffffffu)
        return {ReadError::bad_size, 32};
    if (load_at(bytes, 40, 8) != file_header_size) return {ReadError::bad_header, 40};
    std::size_t letters = 0;
    while (letters < 16 && bytes[48 + letters] != 0) ++letters;
    if (letters == 0 || !printable({bytes.data + 48, letters}) || !all_zero(bytes, 48 + letters, 64))
        return {ReadError::bad_text, 48};
    const std::uint64_t room = (bytes.size - file_header_size - digest_size) / (index_row_size + record_header_size);
    if (load_at(bytes, 24, 4) > room) return {ReadError::bad_index, 24};
    return {};
}
} // namespace detail

[[nodiscard]] constexpr ReadFault open(ConstBytes bytes, File& file) noexcept {
    if (const ReadFault f = detail::check_file_header(bytes); !f.ok()) return f;
    const std::size_t count = size_at(bytes, 24);
    const std::size_t end = bytes.size - digest_size;
    std::size_t at = file_header_size + index_row_size * count;
    Text last{};
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = file_header_size + index_row_size * i;
        const std::size_t offset = size_at(bytes, row), length = size_at(bytes, row + 4);
        if (offset != at || length < record_header_size || length % 8 != 0 || length > end - at)
            return {ReadError::bad_index, row};
        const ConstBytes record{bytes.data + at, length};
        if (size_at(record, 0) != length) return {ReadError::bad_record, at};
        if (const ReadFault f = detail::check_record(record, static_cast<unsigned>(load_at(bytes, 16, 4))); !f.ok())
            return {f.error, at + f.offset};
        const Text id = Record{record}.id();
        if (i != 0 && last.compare(id) >= 0) return {ReadError::bad_order, at};
        last = id;
        at += record.size;
    }
    if (at != end) return {ReadError::bad_index, at};
    file.bytes_ = bytes;
    file.count_ = count;
    return {};
}

} // namespace kernabi::vectors
