// SPDX-License-Identifier: MIT
// Views of one record, in place. They assume that `check_record` has passed.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/dialect.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/types.hpp"
#include "abi/status.hpp"
#include "vectors/reader/format.hpp"

namespace kernabi::vectors {

[[nodiscard]] constexpr std::uint64_t load_at(ConstBytes bytes, std::size_t offset, std::size_t size) noexcept {
    return load_le(bytes.data + offset, size);
}

/// A 4-byte count, size or offset.
[[nodiscard]] constexpr std::size_t size_at(ConstBytes bytes, std::size_t offset) noexcept {
    return static_cast<std::uint32_t>(
        load_at(bytes, offset, 4)); // no cast to size_t: it is one and the same type on some machines
}

/// A text in the file: printable ASCII, no zero at the end.
struct Text {
    ConstBytes bytes{};

    [[nodiscard]] constexpr std::size_t size() const noexcept { return bytes.size; }
    [[nodiscard]] constexpr char operator[](std::size_t i) const noexcept { return static_cast<char>(bytes[i]); }
    [[nodiscard]] constexpr bool operator==(const char* other) const noexcept {
        std::size_t i = 0;
        while (i < bytes.size && other[i] != '\0' && static_cast<char>(bytes[i]) == other[i]) ++i;
        return i == bytes.size && other[i] == '\0';
    }
    /// Negative, zero or positive, byte by byte.
    [[nodiscard]] constexpr int compare(const Text& other) const noexcept {
        for (std::size_t i = 0; i < bytes.size && i < other.bytes.size; ++i)
            if (bytes[i] != other.bytes[i]) return bytes[i] < other.bytes[i] ? -1 : 1;
        return bytes.size == other.bytes.size ? 0 : bytes.size < other.bytes.size ? -1 : 1;
    }
};

struct MemberValue {
    std::uint16_t member = 0;
    std::uint32_t value = 0;
};
struct FieldValue {
    std::uint16_t field = 0; ///< a Field, or a host input
    std::int64_t value = 0;
};
struct ArgumentValue {
    std::uint16_t argument = 0, index = 0;
    std::uint64_t value = 0;
};
/// An input of a kernel function; `index` counts the characters of a comment and memory tokens.
struct KernelValue {
    std::uint16_t input = 0, index = 0;
    std::int64_t value = 0;
};
/// An input of a host's request; `gemm` 0 is common to all problems, else the problem's number from 1 on.
struct RequestRow {
    std::uint16_t input = 0, gemm = 0;
    std::int64_t value = 0;
};
struct LaunchRow {
    std::uint8_t function = 0;                          ///< 0 the GEMM kernel, 1 that of a group, 2 a helper
    bool x_alone = false;                               ///< y and z of the grid are not fixed
    Text name{};                                        ///< empty: the solution's own kernel
    std::uint64_t threads = 0, grid[3] = {}, items = 0; ///< items: along x
    ConstBytes block{};
};
struct Relocation {
    std::uint32_t place = 0;  ///< `in_block` or the number of the buffer that holds the pointer
    std::uint32_t offset = 0; ///< of the 8 bytes in there
    std::uint32_t buffer = 0; ///< that it points into
    std::int64_t addend = 0;
};

/// A buffer that a block points to. `initial` has `length` bytes only where the generator is `inline_bytes`.
struct Buffer {
    std::uint16_t argument = 0, index = 0;
    Access access = Access::read;
    Generator generator = Generator::inline_bytes;
    Rule rule = Rule::unchanged;
    DataType type = DataType::None; ///< of the elements, for NaN and bands
    std::uint64_t address = 0;      ///< that the argument bytes hold
    std::uint64_t length = 0;       ///< bytes
    std::uint64_t seed = 0;
    ConstBytes initial{};
    ConstBytes expected{};      ///< exact: whole contents; band: the low ends
    ConstBytes expected_high{}; ///< band: the high ends; where both ends hold the same bytes, those bytes
    Text name{};
};

/// Byte `at` of a buffer before the launch.
[[nodiscard]] constexpr std::uint8_t initial_byte(const Buffer& buffer, std::uint64_t at) noexcept {
    if (buffer.generator == Generator::inline_bytes) return buffer.initial[static_cast<std::uint32_t>(at)];
    if (buffer.generator == Generator::one_byte) return static_cast<std::uint8_t>(buffer.seed);
    std::uint64_t state = buffer.seed + 0x9e3779b97f4a7c15u * (at / 8 + 1);
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
    state ^= state >> 31;
    return static_cast<std::uint8_t>(state >> (8 * (at % 8)));
}

/// One record of an open file. Every access is in bounds.
struct Record {
    ConstBytes bytes{};

    struct Part {
        std::size_t count = 0;
        ConstBytes bytes{};
    };

    [[nodiscard]] constexpr Part section(Section wanted) const noexcept {
        const std::size_t sections = static_cast<std::uint16_t>(load_at(bytes, 28, 2));
        for (std::size_t i = 0; i < sections; ++i) {
            const std::size_t row = record_header_size + section_row_size * i;
            if (load_at(bytes, row, 2) != static_cast<std::uint16_t>(wanted)) continue;
            return {size_at(bytes, row + 4), {bytes.data + size_at(bytes, row + 8), size_at(bytes, row + 12)}};
        }
        return {};
    }

    [[nodiscard]] constexpr Text id() const noexcept { return {section(Section::id).bytes}; }
    [[nodiscard]] constexpr Text comment() const noexcept { return {section(Section::comment).bytes}; }
    /// Empty where the dialect is none of the named ones.
    [[nodiscard]] constexpr Text preset() const noexcept { return {section(Section::preset).bytes}; }
    /// The argument bytes: a header, a block, or nothing where none could be packed.
    [[nodiscard]] constexpr ConstBytes block() const noexcept { return section(Section::bytes).bytes; }

    [[nodiscard]] constexpr RecordKind kind() const noexcept { return static_cast<RecordKind>(load_at(bytes, 8, 2)); }
    [[nodiscard]] constexpr Strictness strictness() const noexcept { return static_cast<Strictness>(bytes[10]); }
    [[nodiscard]] constexpr Provenance provenance() const noexcept { return static_cast<Provenance>(bytes[11]); }
    [[nodiscard]] constexpr Version version() const noexcept { return static_cast<Version>(bytes[12]); }
    [[nodiscard]] constexpr Policy policy() const noexcept { return static_cast<Policy>(bytes[13]); }
    [[nodiscard]] constexpr Dialect dialect() const noexcept {
        return {static_cast<Header>(bytes[14]),       static_cast<Args1>(bytes[15]),   static_cast<Order>(bytes[16]),
                static_cast<StreamKPlace>(bytes[17]), static_cast<Scalars>(bytes[18]), static_cast<Tail>(bytes[19]),
                static_cast<Enums>(bytes[20])};
    }
    /// ok, or how the subject must refuse.
    [[nodiscard]] constexpr Status expected_status() const noexcept { return static_cast<Status>(bytes[21]); }
    [[nodiscard]] constexpr FaultSpace fault_space() const noexcept { return static_cast<FaultSpace>(bytes[22]); }
    [[nodiscard]] constexpr std::uint16_t fault_number() const noexcept {
        return static_cast<std::uint16_t>(load_at(bytes, 24, 2));
    }
    [[nodiscard]] constexpr std::uint16_t fault_index() const noexcept {
        return static_cast<std::uint16_t>(load_at(bytes, 26, 2));
    }
    /// A bit for each of `flag_names`.
    [[nodiscard]] constexpr std::uint64_t flags() const noexcept { return load_at(bytes, 32, 8); }

    [[nodiscard]] constexpr std::size_t members() const noexcept { return section(Section::problem).count; }
    [[nodiscard]] constexpr MemberValue member(std::size_t i) const noexcept {
        const ConstBytes rows = section(Section::problem).bytes;
        return {static_cast<std::uint16_t>(load_at(rows, 8 * i, 2)),
                static_cast<std::uint32_t>(load_at(rows, 8 * i + 4, 4))};
    }
    [[nodiscard]] constexpr std::size_t fields() const noexcept { return section(Section::fields).count; }
    [[nodiscard]] constexpr FieldValue field(std::size_t i) const noexcept { return pair_of(Section::fields, i); }
    [[nodiscard]] constexpr std::size_t host_inputs() const noexcept { return section(Section::host).count; }
    [[nodiscard]] constexpr FieldValue host_input(std::size_t i) const noexcept { return pair_of(Section::host, i); }
    [[nodiscard]] constexpr std::size_t values() const noexcept { return section(Section::values).count; }
    [[nodiscard]] constexpr ArgumentValue value(std::size_t i) const noexcept {
        const ConstBytes rows = section(Section::values).bytes;
        return {static_cast<std::uint16_t>(load_at(rows, 16 * i, 2)),
                static_cast<std::uint16_t>(load_at(rows, 16 * i + 2, 2)), load_at(rows, 16 * i + 8, 8)};
    }
    [[nodiscard]] constexpr std::size_t kernel_values() const noexcept { return section(Section::kernel).count; }
    [[nodiscard]] constexpr KernelValue kernel_value(std::size_t i) const noexcept {
        const ConstBytes rows = section(Section::kernel).bytes;
        return {static_cast<std::uint16_t>(load_at(rows, 16 * i, 2)),
                static_cast<std::uint16_t>(load_at(rows, 16 * i + 2, 2)),
                static_cast<std::int64_t>(load_at(rows, 16 * i + 8, 8))};
    }
    /// The lines that a kernel function must give.
    [[nodiscard]] constexpr ConstBytes lines() const noexcept { return section(Section::lines).bytes; }
    [[nodiscard]] constexpr std::size_t request_rows() const noexcept { return section(Section::request).count; }
    [[nodiscard]] constexpr RequestRow request_row(std::size_t i) const noexcept {
        const ConstBytes rows = section(Section::request).bytes;
        return {static_cast<std::uint16_t>(load_at(rows, 16 * i, 2)),
                static_cast<std::uint16_t>(load_at(rows, 16 * i + 2, 2)),
                static_cast<std::int64_t>(load_at(rows, 16 * i + 8, 8))};
    }
    [[nodiscard]] constexpr std::size_t launches() const noexcept { return section(Section::launches).count; }
    [[nodiscard]] constexpr LaunchRow launch(std::size_t i) const noexcept {
        const ConstBytes rows = section(Section::launches).bytes, data = section(Section::launch_data).bytes;
        const std::size_t row = 64 * i;
        LaunchRow launch{};
        launch.function = rows[row];
        launch.x_alone = rows[row + 1] != 0;
        launch.name = {{data.data + size_at(rows, row + 8), static_cast<std::uint16_t>(load_at(rows, row + 2, 2))}};
        launch.block = {data.data + size_at(rows, row + 12), size_at(rows, row + 4)};
        launch.threads = load_at(rows, row + 16, 8);
        for (std::size_t axis = 0; axis < 3; ++axis) launch.grid[axis] = load_at(rows, row + 24 + 8 * axis, 8);
        launch.items = load_at(rows, row + 48, 8);
        return launch;
    }
    [[nodiscard]] constexpr ConstBytes table() const noexcept { return section(Section::table).bytes; }
    /// Records of the kernel side have no KernArgsVersion: theirs is 0 and means nothing.
    [[nodiscard]] constexpr bool has_version() const noexcept {
        return kind() != RecordKind::kernel && kind() != RecordKind::refuse_kernel;
    }
    [[nodiscard]] constexpr std::size_t relocations() const noexcept { return section(Section::relocations).count; }
    [[nodiscard]] constexpr Relocation relocation(std::size_t i) const noexcept {
        const ConstBytes rows = section(Section::relocations).bytes;
        const std::size_t row = 24 * i;
        return {static_cast<std::uint32_t>(load_at(rows, row, 4)),
                static_cast<std::uint32_t>(load_at(rows, row + 4, 4)),
                static_cast<std::uint32_t>(load_at(rows, row + 8, 4)),
                static_cast<std::int64_t>(load_at(rows, row + 16, 8))};
    }
    [[nodiscard]] constexpr std::size_t buffers() const noexcept { return section(Section::buffers).count; }
    [[nodiscard]] constexpr Buffer buffer(std::size_t i) const noexcept {
        const ConstBytes rows = section(Section::buffers).bytes;
        const ConstBytes data = section(Section::data).bytes;
        const std::size_t row = 64 * i;
        Buffer result{};
        result.argument = static_cast<std::uint16_t>(load_at(rows, row, 2));
        result.index = static_cast<std::uint16_t>(load_at(rows, row + 2, 2));
        result.access = static_cast<Access>(rows[row + 4]);
        result.generator = static_cast<Generator>(rows[row + 5]);
        result.rule = static_cast<Rule>(rows[row + 6]);
        result.type = static_cast<DataType>(rows[row + 7]);
        result.address = load_at(rows, row + 8, 8);
        result.length = load_at(rows, row + 16, 8);
        result.seed = load_at(rows, row + 40, 8);
        const std::size_t length = static_cast<std::uint32_t>(result.length);
        const auto piece = [&](std::size_t at) noexcept {
            return ConstBytes{data.data + size_at(rows, row + at), length};
        };
        if (result.generator == Generator::inline_bytes && length != 0) result.initial = piece(24);
        if ((result.rule == Rule::exact || result.rule == Rule::band) && length != 0) result.expected = piece(28);
        if (result.rule == Rule::band && length != 0) result.expected_high = piece(32);
        std::size_t letters = 0;
        while (letters < 16 && rows[row + 48 + letters] != 0) ++letters;
        result.name = {{rows.data + row + 48, letters}};
        return result;
    }

  private:
    [[nodiscard]] constexpr FieldValue pair_of(Section which, std::size_t i) const noexcept {
        const ConstBytes rows = section(which).bytes;
        return {static_cast<std::uint16_t>(load_at(rows, 16 * i, 2)),
                static_cast<std::int64_t>(load_at(rows, 16 * i + 8, 8))};
    }
};

} // namespace kernabi::vectors
