// SPDX-License-Identifier: MIT
// Everything that must hold within one record before it is looked at.
#pragma once
#include "abi/kernarg/values.hpp"
#include "abi/kernel/inputs.hpp"
#include "vectors/reader/crc32c.hpp"
#include "vectors/reader/record.hpp"
#include "vectors/reader/to_form.hpp"
#include "vectors/reader/to_request.hpp"

namespace kernabi::vectors::detail {

[[nodiscard]] constexpr bool printable(ConstBytes text) noexcept {
    for (const std::uint8_t c : text)
        if (c < 0x20 || c > 0x7e) return false;
    return true;
}

[[nodiscard]] constexpr bool all_zero(ConstBytes bytes, std::size_t from, std::size_t to) noexcept {
    for (std::size_t i = from; i < to; ++i)
        if (bytes[i] != 0) return false;
    return true;
}

/// Three parts of lower-case letters, digits and underscores, none of them empty.
[[nodiscard]] constexpr bool good_parts(ConstBytes id) noexcept {
    unsigned dots = 0;
    for (std::size_t i = 0; i < id.size; ++i) {
        const std::uint8_t c = id[i];
        if (c == '.') {
            ++dots;
            if (i + 1 == id.size || id[i + 1] == '.') return false;
        } else if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) {
            return false;
        }
    }
    return dots == 2;
}

/// `v2.header.gsu_max`: three parts of lower-case letters, digits and underscores, the first the version.
[[nodiscard]] constexpr bool good_id(ConstBytes id, unsigned version) noexcept {
    if (id.size < 7 || id.size > 96 || id[0] != 'v' || id[1] != '0' + version || id[2] != '.') return false;
    return good_parts(id);
}

/// `kernel.wait.write_0`: the same for records without a version.
[[nodiscard]] constexpr bool good_kernel_id(ConstBytes id) noexcept {
    constexpr char head[] = "kernel.";
    if (id.size < 11 || id.size > 96) return false;
    for (std::size_t i = 0; i + 1 < sizeof(head); ++i)
        if (static_cast<char>(id[i]) != head[i]) return false;
    return good_parts(id);
}

[[nodiscard]] constexpr bool known_status(std::uint8_t status) noexcept {
    switch (static_cast<Status>(status)) {
    case Status::ok:
    case Status::destination_too_small:
    case Status::source_too_short:
    case Status::value_out_of_range:
    case Status::refused:
    case Status::no_place:
    case Status::contradiction:
    case Status::unknown_version:
    case Status::unsupported:
    case Status::outside_memory:
    case Status::overlap: return true;
    }
    return false;
}

/// The 40 bytes in front. `version` is the file's.
[[nodiscard]] constexpr ReadFault check_head(ConstBytes r, unsigned version) noexcept {
    const std::uint64_t kind = load_at(r, 8, 2);
    if (kind < 1 || kind > record_kind_count) return {ReadError::bad_record, 8};
    if (r[10] > 1) return {ReadError::bad_record, 10};
    if (r[11] > 2) return {ReadError::bad_record, 11};
    if (r[12] != version) return {ReadError::bad_record, 12};
    if (r[13] > 1) return {ReadError::bad_record, 13};
    constexpr std::uint8_t ends[7] = {2, 6, 2, 3, 2, 2, 2};
    for (std::size_t i = 0; i < 7; ++i)
        if (r[14 + i] >= ends[i]) return {ReadError::bad_record, 14 + i};
    const bool refuses = kind == 3 || kind == 5 || kind == 7 || kind == 9 || kind == 11;
    if (!known_status(r[21]) || (r[21] != 0) != refuses) return {ReadError::bad_record, 21};
    if (r[22] > 3 || (r[22] != 0 && !refuses) || (r[22] == 3) != (r[22] != 0 && kind == 9))
        return {ReadError::bad_record, 22};
    if (r[23] != 0 || load_at(r, 30, 2) != 0) return {ReadError::reserved_not_zero, 23};
    const std::uint64_t number = load_at(r, 24, 2), index = load_at(r, 26, 2);
    const FaultSpace space = static_cast<FaultSpace>(r[22]);
    if (space == FaultSpace::none && (number != 0 || index != 0)) return {ReadError::reserved_not_zero, 24};
    if (space == FaultSpace::field && (number >= field_count || index != 0)) return {ReadError::bad_number, 24};
    if (space == FaultSpace::argument && (number >= argument_count || index >= slots_of(arguments[number])))
        return {ReadError::bad_number, 24};
    if (space == FaultSpace::input && (number >= kernel::input_count || index != 0)) return {ReadError::bad_number, 24};
    if ((load_at(r, 32, 8) >> flag_count) != 0) return {ReadError::bad_number, 32};
    if (load_at(r, 28, 2) > section_count) return {ReadError::bad_record, 28};
    return {};
}

/// Sections follow each other in the order of their tags, each padded with zeros to 8 bytes, and end with the record.
[[nodiscard]] constexpr ReadFault check_directory(ConstBytes r) noexcept {
    const std::size_t count = static_cast<std::uint16_t>(load_at(r, 28, 2));
    std::size_t at = record_header_size + section_row_size * count;
    if (at > r.size) return {ReadError::bad_section, 28};
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = record_header_size + section_row_size * i;
        const std::uint64_t tag = load_at(r, row, 2), elements = load_at(r, row + 4, 4);
        const std::size_t offset = size_at(r, row + 8), size = size_at(r, row + 12);
        if (tag <= last || tag > section_count) return {ReadError::bad_section, row};
        if (load_at(r, row + 2, 2) != 0) return {ReadError::reserved_not_zero, row + 2};
        if (elements * section_element[tag] != size || size == 0) return {ReadError::bad_section, row + 4};
        if (offset != at || size > r.size - at) return {ReadError::bad_section, row + 8};
        const std::size_t padded = (size + 7) & ~std::size_t{7};
        if (padded > r.size - at) return {ReadError::bad_section, row + 8};
        if (!all_zero(r, at + size, at + padded)) return {ReadError::reserved_not_zero, row + 8};
        at += padded;
        last = tag;
    }
    return at == r.size ? ReadFault{} : ReadFault{ReadError::bad_section, 0};
}

[[nodiscard]] constexpr ReadFault check_texts(const Record& record) noexcept {
    const ConstBytes id = record.id().bytes;
    if (record.has_version() ? !good_id(id, static_cast<unsigned>(record.version())) : !good_kernel_id(id))
        return {ReadError::bad_text, 0};
    const ConstBytes comment = record.comment().bytes;
    if (comment.size > 255 || !printable(comment)) return {ReadError::bad_text, 0};
    const Text name = record.preset();
    if (name.size() == 0) return {};
    for (const Preset& preset : presets)
        if (name == preset.name)
            return preset.version == record.version() && preset.dialect == record.dialect()
                       ? ReadFault{}
                       : ReadFault{ReadError::bad_number, 14};
    return {ReadError::bad_text, 0};
}

/// Rows keyed by their first two bytes (and the next two): ascending, and in range.
[[nodiscard]] constexpr ReadFault check_inputs(const Record& record) noexcept {
    ProblemType type{};
    std::uint64_t last = 0;
    const ConstBytes members = record.section(Section::problem).bytes;
    for (std::size_t i = 0; i < record.members(); ++i) {
        const MemberValue row = record.member(i);
        if (row.member <= last || !set_member(type, row.member, row.value)) return {ReadError::bad_number, 0};
        if (load_at(members, 8 * i + 2, 2) != 0) return {ReadError::reserved_not_zero, 0};
        last = row.member;
    }
    constexpr Section pairs[] = {Section::fields, Section::host};
    for (const Section which : pairs) {
        const Record::Part part = record.section(which);
        const std::uint64_t first = which == Section::host ? 1 : 0,
                            end = which == Section::host ? host_input_count + 1 : field_count;
        last = first; // one past the last number seen
        for (std::size_t i = 0; i < part.count; ++i) {
            const std::uint64_t number = load_at(part.bytes, 16 * i, 2);
            if (number < last || number >= end) return {ReadError::bad_number, 0};
            if (!all_zero(part.bytes, 16 * i + 2, 16 * i + 8)) return {ReadError::reserved_not_zero, 0};
            last = number + 1;
        }
    }
    const Record::Part values = record.section(Section::values);
    last = 0;
    for (std::size_t i = 0; i < values.count; ++i) {
        const ArgumentValue row = record.value(i);
        const std::uint64_t key = (std::uint64_t{row.argument} << 16) + row.index + 1;
        if (row.argument >= argument_count || row.index >= slots_of(arguments[row.argument]) || key <= last)
            return {ReadError::bad_number, 0};
        if (!all_zero(values.bytes, 16 * i + 4, 16 * i + 8)) return {ReadError::reserved_not_zero, 0};
        last = key;
    }
    return {};
}

[[nodiscard]] constexpr bool inside(std::uint64_t offset, std::uint64_t length, std::uint64_t size) noexcept {
    return offset % 8 == 0 && offset <= size && length <= size - offset;
}

[[nodiscard]] constexpr ReadFault check_buffers(const Record& record) noexcept {
    const ConstBytes rows = record.section(Section::buffers).bytes;
    const std::uint64_t data = record.section(Section::data).bytes.size;
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < rows.size; row += 64) {
        const std::uint64_t argument = load_at(rows, row, 2), address = load_at(rows, row + 8, 8),
                            length = load_at(rows, row + 16, 8);
        const std::uint64_t initial = load_at(rows, row + 24, 4), low = load_at(rows, row + 28, 4),
                            high = load_at(rows, row + 32, 4);
        const std::uint8_t access = rows[row + 4], generator = rows[row + 5], rule = rows[row + 6];
        if (argument >= argument_count || access > 3 || generator > 2 || rule > 3 || rows[row + 7] >= data_type_count)
            return {ReadError::bad_number, 0};
        if ((rule == 3) != (access == 3) || ((rule == 1 || rule == 2) != (access == 1)))
            return {ReadError::bad_number, 0};
        if (length > most_memory || address + length < address) return {ReadError::bad_number, 0};
        if (sum += length; sum > most_memory) return {ReadError::bad_number, 0};
        const std::uint64_t seed = load_at(rows, row + 40, 8);
        if (generator == 0 ? seed != 0 || !inside(initial, length, data) : initial != 0)
            return {ReadError::bad_reference, 0};
        if (generator == 1 && seed > 0xff) return {ReadError::bad_number, 0};
        if (rule == 1 || rule == 2 ? !inside(low, length, data) : low != 0) return {ReadError::bad_reference, 0};
        if (rule == 2 ? !inside(high, length, data) : high != 0) return {ReadError::bad_reference, 0};
        if (load_at(rows, row + 36, 4) != 0) return {ReadError::reserved_not_zero, 0};
        std::size_t letters = 0;
        while (letters < 16 && rows[row + 48 + letters] != 0) ++letters;
        if (letters == 0 || !printable({rows.data + row + 48, letters}) ||
            !all_zero(rows, row + 48 + letters, row + 64))
            return {ReadError::bad_text, 0};
    }
    return {};
}

[[nodiscard]] constexpr ReadFault check_relocations(const Record& record) noexcept {
    const ConstBytes rows = record.section(Section::relocations).bytes;
    const std::size_t buffers = record.buffers();
    std::uint64_t last_place = 0, free_from = 0;
    for (std::size_t i = 0; i < record.relocations(); ++i) {
        const Relocation row = record.relocation(i);
        if (load_at(rows, 24 * i + 12, 4) != 0) return {ReadError::reserved_not_zero, 0};
        if (row.buffer >= buffers || (row.place != in_block && row.place >= buffers))
            return {ReadError::bad_reference, 0};
        std::uint64_t size = record.block().size;
        if (row.place != in_block) {
            const Buffer holder = record.buffer(row.place);
            if (holder.generator != Generator::inline_bytes) return {ReadError::bad_reference, 0};
            size = holder.length;
        }
        if (size < 8 || row.offset > size - 8) return {ReadError::bad_reference, 0};
        if (i != 0 && row.place < last_place) return {ReadError::bad_number, 0};
        if (i != 0 && row.place == last_place && row.offset < free_from) return {ReadError::bad_number, 0};
        last_place = row.place;
        free_from = std::uint64_t{row.offset} + 8;
    }
    return {};
}

/// Inputs of a kernel function: known numbers, ascending; a comment's characters and the tokens one behind the other.
[[nodiscard]] constexpr ReadFault check_kernel(const Record& record) noexcept {
    const ConstBytes rows = record.section(Section::kernel).bytes, lines = record.lines();
    std::uint64_t last = 0, tokens = 0;
    std::size_t function = kernel::function_count, characters = 0, listed = 0;
    for (std::size_t i = 0; i < record.kernel_values(); ++i) {
        const KernelValue row = record.kernel_value(i);
        const std::uint64_t key = (std::uint64_t{row.input} << 16) + row.index + 1;
        if (key <= last) return {ReadError::bad_number, 0};
        last = key;
        if (load_at(rows, 16 * i + 4, 4) != 0) return {ReadError::reserved_not_zero, 0};
        const bool indexed = row.input == kernel_comment || row.input == kernel_token;
        if (!indexed && row.index != 0) return {ReadError::bad_number, 0};
        const std::uint64_t value = static_cast<std::uint64_t>(row.value);
        if (row.input == kernel_function) {
            if (value >= kernel::function_count) return {ReadError::bad_number, 0};
            function = static_cast<std::size_t>(static_cast<std::uint32_t>(value));
        } else if (row.input == kernel_comment) {
            if (row.index != characters++ || characters > most_comment || value < 0x20 || value > 0x7e)
                return {ReadError::bad_text, 0};
        } else if (row.input == kernel_token_count) {
            if (value > most_tokens) return {ReadError::bad_number, 0};
            tokens = value;
        } else if (row.input == kernel_token) {
            if (row.index != listed++) return {ReadError::bad_number, 0};
        } else if (row.input >= kernel::input_count) {
            return {ReadError::bad_number, 0};
        }
    }
    if (listed != tokens) return {ReadError::bad_number, 0};
    if (record.kernel_values() != 0 && function == kernel::function_count) return {ReadError::missing_section, 0};
    for (const std::uint8_t c : lines)
        if (c != '\n' && (c < 0x20 || c > 0x7e)) return {ReadError::bad_text, 0};
    return {};
}

/// A request's rows ascend by problem and input; a launch's name and bytes lie in the data.
[[nodiscard]] constexpr ReadFault check_invocation(const Record& record) noexcept {
    const ConstBytes rows = record.section(Section::request).bytes, launches = record.section(Section::launches).bytes;
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < record.request_rows(); ++i) {
        const RequestRow row = record.request_row(i);
        const std::uint64_t key = (std::uint64_t{row.gemm} << 16) + row.input;
        if (key <= last || !known_request_row(row.input, row.gemm, row.value)) return {ReadError::bad_number, 0};
        if (load_at(rows, 16 * i + 4, 4) != 0) return {ReadError::reserved_not_zero, 0};
        last = key;
    }
    const std::size_t data = record.section(Section::launch_data).bytes.size;
    for (std::size_t row = 0; row < launches.size; row += 64) {
        if (launches[row] > 2 || launches[row + 1] > 1) return {ReadError::bad_number, 0};
        const std::size_t name = size_at(launches, row + 8), block = size_at(launches, row + 12);
        const std::size_t name_size = static_cast<std::uint16_t>(load_at(launches, row + 2, 2)),
                          block_size = size_at(launches, row + 4);
        if (!inside(name, name_size, data) || !inside(block, block_size, data)) return {ReadError::bad_reference, 0};
        if (load_at(launches, row + 56, 8) != 0) return {ReadError::reserved_not_zero, 0};
        if (!printable({record.section(Section::launch_data).bytes.data + name, name_size}))
            return {ReadError::bad_text, 0};
    }
    return {};
}

[[nodiscard]] constexpr bool has_what_its_kind_needs(const Record& record) noexcept {
    const bool fields = record.fields() != 0, values = record.values() != 0, block = record.block().size != 0,
               buffers = record.buffers() != 0;
    if (record.id().size() == 0) return false;
    switch (record.kind()) {
    case RecordKind::header: return block && fields != (record.host_inputs() != 0);
    case RecordKind::decode: return block && fields;
    case RecordKind::refuse_header: return fields;
    case RecordKind::block: return block && values;
    case RecordKind::refuse_block: return true;
    case RecordKind::gemm:
    case RecordKind::refuse_gemm: return block && buffers;
    case RecordKind::kernel:
    case RecordKind::refuse_kernel: return record.kernel_values() != 0;
    case RecordKind::invocation: return record.request_rows() != 0 && record.launches() != 0;
    case RecordKind::refuse_invocation: return record.request_rows() != 0;
    }
    return false;
}

/// All of it. Offsets of faults count from the record's start.
[[nodiscard]] constexpr ReadFault check_record(ConstBytes bytes, unsigned version) noexcept {
    if (load_at(bytes, 4, 4) != crc32c({bytes.data + 8, bytes.size - 8})) return {ReadError::bad_checksum, 4};
    if (const ReadFault f = check_head(bytes, version); !f.ok()) return f;
    if (const ReadFault f = check_directory(bytes); !f.ok()) return f;
    const Record record{bytes};
    if (const ReadFault f = check_texts(record); !f.ok()) return f;
    if (const ReadFault f = check_inputs(record); !f.ok()) return f;
    if (const ReadFault f = check_buffers(record); !f.ok()) return f;
    if (const ReadFault f = check_relocations(record); !f.ok()) return f;
    if (const ReadFault f = check_kernel(record); !f.ok()) return f;
    if (const ReadFault f = check_invocation(record); !f.ok()) return f;
    return has_what_its_kind_needs(record) ? ReadFault{} : ReadFault{ReadError::missing_section, 28};
}

} // namespace kernabi::vectors::detail
