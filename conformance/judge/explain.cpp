// SPDX-License-Identifier: MIT
#include "conformance/judge/explain.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/names.hpp"
#include "abi/kernarg/unpack.hpp"
#include "abi/kernel/inputs.hpp"
#include "conformance/judge/bands.hpp"
#include "conformance/text/explain.hpp"
#include "conformance/text/printed.hpp"
#include "vectors/reader/to_form.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace kernabi::judge {

namespace {

std::string name_of(const Entry& entry, const Form& form) { return dump_name(entry, form).text; }

std::string argument_name(std::uint64_t number) { return number < argument_count ? arguments[number].dump : "?"; }

std::string status_text(std::uint64_t status) { return text::of(static_cast<Status>(status)); }

/// The field that a differing byte of the header belongs to, with the values of both sides.
std::string header_byte(const vectors::Record& record, const Form& form, const Verdict& v) {
    std::size_t at = 0;
    for (std::size_t w = 0; w < word_count; ++w) {
        const Word word = static_cast<Word>(w);
        if (!has_word(word, form.version, form.dialect)) continue;
        if (v.offset >= at && v.offset < at + 4) {
            const unsigned bit = static_cast<unsigned>(v.offset - at) * 8;
            std::string fields;
            for (const BitField& row : bit_fields)
                if (row.word == word && holds(row, form.version, form.dialect.args1) && row.low < bit + 8 &&
                    row.high >= bit)
                    fields += fmt::format("{}{} [{}:{}]", fields.empty() ? "" : ", ",
                                          field_names[static_cast<std::size_t>(row.field)], row.high, row.low);
            const std::uint32_t wanted = static_cast<std::uint32_t>(load_le(record.block().data + at, 4));
            return fmt::format("byte {} of {} ({}): wanted {:02x} of {:#010x}, got {:02x}", v.offset, word_names[w],
                               fields, v.wanted, wanted, v.got);
        }
        at += 4;
    }
    return fmt::format("byte {}: wanted {:02x}, got {:02x}", v.offset, v.wanted, v.got);
}

std::string byte_text(const vectors::Record& record, const Form& form, const Verdict& v) {
    const char* const how = v.miss == Miss::unwritten ? "was not written" : "differs";
    if (v.entry.size == 0 || static_cast<std::size_t>(v.entry.argument) < word_count)
        return header_byte(record, form, v);
    const std::uint8_t* const at = record.block().data + v.entry.offset;
    return fmt::format("byte {} {}: {} [{}..{}] {}, wanted {:02x} (the whole: {}), got {:02x}", v.offset, how,
                       name_of(v.entry, form), v.entry.offset, v.entry.offset + v.entry.size - 1,
                       row_of(v.entry.kind).name, v.wanted, text::as_utf8(text::printed_value(v.entry.kind, at)),
                       v.got);
}

std::string buffer_text(const vectors::Record& record, const Verdict& v) {
    const vectors::Buffer buffer = record.buffer(v.buffer);
    std::string name;
    for (std::size_t i = 0; i < buffer.name.size(); ++i) name += buffer.name[i];
    if (buffer.rule == vectors::Rule::unchanged)
        return fmt::format("buffer {} changed at byte {}: wanted {:02x}, got {:02x}", name, v.offset, v.wanted, v.got);
    const unsigned size = number_bytes(buffer.type);
    return fmt::format("buffer {}, element {} ({}): wanted {} ({:#x}), got {} ({:#x})", name, v.offset / size,
                       row_of(buffer.type).name, number_of(buffer.type, v.wanted), v.wanted,
                       number_of(buffer.type, v.got), v.got);
}

/// The line that a character stands in, counted from 1, and where.
std::string line_text(const vectors::Record& record, const Verdict& v) {
    const std::string wanted(record.lines().begin(), record.lines().end());
    const std::size_t start = v.offset == 0 ? 0 : wanted.rfind('\n', v.offset - 1) + 1,
                      end = wanted.find('\n', v.offset);
    const auto shown = [](std::uint64_t c) {
        return c >= 0x20 && c <= 0x7e ? fmt::format("'{}'", static_cast<char>(c)) : fmt::format("{:#04x}", c);
    };
    return fmt::format("line {} differs at column {}: wanted {} in '{}', got {}",
                       std::count(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(start), '\n') + 1,
                       v.offset - start + 1, shown(v.wanted), wanted.substr(start, end - start), shown(v.got));
}

std::string input_name(std::uint64_t number) {
    return number < kernel::input_count ? kernel::inputs[number].name : "?";
}

} // namespace

std::string explain(const vectors::Record& record, const Verdict& v) {
    const Form form = vectors::to_form(record);
    switch (v.miss) {
    case Miss::none: return {};
    case Miss::status: return fmt::format("wanted status '{}', got '{}'", status_text(v.wanted), status_text(v.got));
    case Miss::fault_field:
        return fmt::format("refused, but named {} and not {}", v.got < field_count ? field_names[v.got] : "?",
                           v.wanted < field_count ? field_names[v.wanted] : "?");
    case Miss::fault_argument:
        return fmt::format("refused, but named {} and not {}", argument_name(v.got), argument_name(v.wanted));
    case Miss::size: return fmt::format("wanted {} bytes, got {}", v.wanted, v.got);
    case Miss::bytes:
    case Miss::unwritten: return byte_text(record, form, v);
    case Miss::wrote_on_refusal: return "refused, and wrote to the destination all the same";
    case Miss::wrote_outside: return fmt::format("wrote past the {} bytes that it says it wrote", v.wanted);
    case Miss::field:
        return fmt::format("{} reads back as {}, wanted {}", field_names[static_cast<std::size_t>(v.field)],
                           static_cast<std::int64_t>(v.got), static_cast<std::int64_t>(v.wanted));
    case Miss::value:
        return fmt::format("{} [{}..{}] reads back as {:#x}, wanted {:#x}", name_of(v.entry, form), v.entry.offset,
                           v.entry.offset + v.entry.size - 1, v.got, v.wanted);
    case Miss::buffer: return buffer_text(record, v);
    case Miss::lines: return line_text(record, v);
    case Miss::fault_input:
        return fmt::format("refused, but named {} and not {}", input_name(v.got), input_name(v.wanted));
    case Miss::launches: return fmt::format("wanted {} launches, got {}", v.wanted, v.got);
    case Miss::launch_name: return "another kernel's name or kind of launch";
    case Miss::grid: return fmt::format("workgroups, work-items or threads: wanted {}, got {}", v.wanted, v.got);
    case Miss::launch_bytes:
        return fmt::format("byte {} of a launch or the table: wanted {:02x}, got {:02x}", v.offset, v.wanted, v.got);
    case Miss::workspace: return fmt::format("wanted a workspace of {} bytes, got {}", v.wanted, v.got);
    case Miss::guard: return fmt::format("wrote outside the buffers, near buffer {}", v.buffer);
    }
    return {};
}

} // namespace kernabi::judge
