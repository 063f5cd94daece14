// SPDX-License-Identifier: MIT
#include "conformance/reading/block_view.hpp"
#include "abi/kernarg/names.hpp"
#include "abi/kernarg/unpack.hpp"
#include "conformance/protocol/object.hpp"
#include "conformance/text/lint_text.hpp"
#include "conformance/text/printed.hpp"
#include <fmt/format.h>

namespace kernabi::reading {

namespace {

const char* argument_type_name(std::int64_t type) {
    constexpr const char* names[] = {"normal, arguments inline", "HBM, arguments in a table", "user arguments",
                                     "pointer arrays, arguments inline"};
    return names[type & 3];
}

std::string field_meaning(const BitField& row, std::int64_t value) {
    if (row.field == Field::argType) return argument_type_name(value);
    if (row.field == Field::wgmxccg && value == 0x3ff) return "CUs; an unresolved -1";
    if (row.field == Field::wgmxccg && value == 0) return "CUs; 0: the whole grid";
    if (row.unit == Unit::number || row.unit == Unit::flag) return {};
    return unit_names[static_cast<std::size_t>(row.unit)];
}

std::vector<FieldRow> fields_of(Argument argument, std::uint32_t word, const Form& form) {
    std::vector<FieldRow> fields;
    Words words{};
    words.value[static_cast<std::size_t>(argument)] = word;
    Dialect dialect = form.dialect;
    const HeaderFields decoded = decode(form.version, dialect, words);
    for (const BitField& row : bit_fields)
        if (static_cast<Argument>(row.word) == argument && holds(row, form.version, dialect.args1) &&
            has_word(row.word, form.version, dialect))
            fields.push_back({row.high, row.low, field_names[static_cast<std::size_t>(row.field)], decoded[row.field],
                              field_meaning(row, decoded[row.field])});
    return fields;
}

std::string meaning_of(const Entry& entry, std::uint64_t raw, const Form& form) {
    const bool old = form.dialect.enums == Enums::y2024;
    switch (entry.argument) {
    case Argument::bias_type:
    case Argument::gate_type:
        for (const DataTypeRow& row : data_types)
            if ((old ? row.number_2024 : row.number_2026) == raw) return row.name;
        return "no data type";
    case Argument::activationType:
        for (const ActivationRow& row : activations)
            if ((old ? row.number_2024 : row.number_2026) == raw) return row.name;
        return "no activation";
    case Argument::d: return d_slot_is_workspace(form.type) ? "the workspace" : "";
    case Argument::factorDim: return raw == 0 ? "along M" : "along N";
    default: return {};
    }
}

/// Raw words of a size, for arguments that no layout explains.
std::string plain_value(const std::vector<std::uint8_t>& bytes) {
    if (bytes.empty() || bytes.size() > 8) return {};
    const std::uint64_t raw = load_le(bytes.data(), bytes.size());
    return bytes.size() == 8 ? fmt::format("{:#x}", raw) : std::to_string(raw);
}

ArgumentView row_for(const Entry& entry, const Form& form, ConstBytes bytes) {
    ArgumentView row{};
    row.name = dump_name(entry, form).text;
    row.metadata = metadata_name(entry, form).text;
    row.kind = row_of(entry.kind).name;
    row.offset = entry.offset;
    row.size = entry.size;
    if (bytes.size == 0) return row;
    const std::uint8_t* const at = bytes.data + entry.offset;
    row.bytes.assign(at, at + entry.size);
    row.value = entry.kind == Kind::i8 ? std::to_string(static_cast<std::int64_t>(load_entry(entry, at)))
                                       : text::printed_value(entry.kind, at);
    row.meaning = meaning_of(entry, load_entry(entry, at), form);
    if (static_cast<std::size_t>(entry.argument) < word_count)
        row.fields = fields_of(entry.argument, static_cast<std::uint32_t>(load_le(at, 4)), form);
    return row;
}

void lint_into(BlockView& view, const Reading& reading, ConstBytes bytes, const LintContext& context) {
    const auto sink = [&](const Finding& f) {
        view.findings.push_back({lint_names[static_cast<std::size_t>(f.code)], text::of(f.severity),
                                 text::argument_of(f, reading.form), text::of(f, reading.form)});
    };
    if (reading.what == What::gemm) {
        lint_block(reading.form, reading.layout, bytes, context, sink);
    } else {
        Words words{};
        if (read_words(reading.form.version, reading.form.dialect, bytes, words) == Status::ok)
            lint_header(reading.form.version, reading.form.dialect, words, context, sink);
    }
}

/// Where one word alone told version 1 from version 2, the other reading is a finding too: people call such a block
/// version 2.
void add_v1_warning(BlockView& view, const Reading& reading) {
    if (reading.words_alone_decide && reading.form.version == Version::v1)
        view.findings.push_back(
            {"v2_reads_as_v1", "warning", "internalArgs1",
             "the names fit version 2 as well, but the block reads as version 1: " + reading.why.back() +
                 ". A kernel of version 2 would misread it; --abi 2 shows how"});
    for (const std::string& text : reading.differs) view.findings.push_back({"layout_differs", "warning", "", text});
}

/// The block's bytes as far as the dump gives them; unbound ones are 0.
std::vector<std::uint8_t> joined(const DumpLaunch& launch) {
    std::vector<std::uint8_t> bytes;
    for (const DumpArgument& arg : launch.args) {
        const std::size_t end = std::size_t{arg.offset} + arg.size;
        if (end > 65536) break;
        if (bytes.size() < end) bytes.resize(end);
        std::copy(arg.bytes.begin(), arg.bytes.end(), bytes.begin() + static_cast<std::ptrdiff_t>(arg.offset));
    }
    return bytes;
}

const Entry* entry_at(const Layout& layout, const Form& form, const DumpArgument& arg) {
    for (const Entry& entry : layout)
        if (entry.offset == arg.offset && entry.size == arg.size && arg.name == dump_name(entry, form).text)
            return &entry;
    return nullptr;
}

std::vector<FieldRow> fields_by_name(const DumpArgument& arg, const Form& form) {
    for (std::size_t w = 0; w < word_count; ++w)
        if (arg.name == word_names[w] && arg.bytes.size() == 4)
            return fields_of(static_cast<Argument>(w), static_cast<std::uint32_t>(load_le(arg.bytes.data(), 4)), form);
    return {};
}

} // namespace

BlockView view_of(const DumpLaunch& launch, const Reading& reading, const LintContext& context) {
    BlockView view{};
    const std::vector<std::uint8_t> bytes = joined(launch);
    const bool explained = reading.what == What::gemm || reading.what == What::grouped_launch;
    for (const DumpArgument& arg : launch.args) {
        const Entry* const entry =
            reading.what == What::gemm && !arg.unbound ? entry_at(reading.layout, reading.form, arg) : nullptr;
        if (entry != nullptr) {
            view.args.push_back(row_for(*entry, reading.form, {bytes.data(), bytes.size()}));
            continue;
        }
        ArgumentView row{};
        row.name = arg.name;
        row.offset = arg.offset;
        row.size = arg.size;
        row.bytes = arg.bytes;
        row.unbound = arg.unbound;
        row.value = arg.size == 1 && !arg.bytes.empty() ? std::to_string(static_cast<std::int8_t>(arg.bytes[0]))
                    : arg.printed.empty()               ? plain_value(arg.bytes)
                                                        : arg.printed;
        if (explained) row.fields = fields_by_name(arg, reading.form);
        view.args.push_back(std::move(row));
    }
    if (explained) {
        if (reading.differs.empty() || reading.what == What::grouped_launch)
            lint_into(view, reading, {bytes.data(), bytes.size()}, context);
        add_v1_warning(view, reading);
    }
    return view;
}

BlockView view_of(ConstBytes bytes, const Reading& reading, const LintContext& context) {
    BlockView view{};
    std::size_t at = 0;
    if (reading.what == What::gemm) {
        for (const Entry& entry : reading.layout) {
            if (std::size_t{entry.offset} + entry.size > bytes.size) break;
            view.args.push_back(row_for(entry, reading.form, bytes));
            at = std::size_t{entry.offset} + entry.size;
        }
    } else if (reading.what == What::header) {
        for (std::size_t w = 0; w < word_count && at + 4 <= bytes.size; ++w) {
            if (!has_word(static_cast<Word>(w), reading.form.version, reading.form.dialect)) continue;
            const Kind kind = row_of(static_cast<Argument>(w)).as == As::i32 ? Kind::i32 : Kind::u32;
            view.args.push_back(row_for({static_cast<Argument>(w), 0, kind, kind, static_cast<std::uint16_t>(at), 4},
                                        reading.form, bytes));
            at += 4;
        }
    }
    for (unsigned i = 0; at < bytes.size; ++i) {
        const std::size_t size = bytes.size - at < 4 ? bytes.size - at : 4;
        ArgumentView row{};
        row.name = "rest_" + std::to_string(i);
        row.offset = static_cast<std::uint32_t>(at);
        row.size = static_cast<std::uint32_t>(size);
        row.bytes.assign(bytes.data + at, bytes.data + at + size);
        row.value = plain_value(row.bytes);
        view.args.push_back(std::move(row));
        at += size;
    }
    lint_into(view, reading, bytes, context);
    add_v1_warning(view, reading);
    return view;
}

BlockView view_of(const Form& form, const Layout& layout) {
    BlockView view{};
    for (const Entry& entry : layout) view.args.push_back(row_for(entry, form, {}));
    return view;
}

nlohmann::json to_json(const BlockView& view) {
    nlohmann::json args = nlohmann::json::array(), findings = nlohmann::json::array();
    for (const ArgumentView& row : view.args) {
        nlohmann::json out = {{"name", row.name}, {"offset", row.offset}, {"size", row.size}};
        out["bytes"] = row.unbound ? nlohmann::json(nullptr)
                                   : nlohmann::json(protocol::to_hex(row.bytes.data(), row.bytes.size()));
        if (!row.unbound) out["value"] = text::as_utf8(row.value);
        if (!row.kind.empty()) out["kind"] = row.kind;
        if (!row.metadata.empty()) out["metadata"] = row.metadata;
        if (!row.meaning.empty()) out["meaning"] = row.meaning;
        for (const FieldRow& field : row.fields) {
            nlohmann::json bits = {
                {"name", field.name}, {"high", field.high}, {"low", field.low}, {"value", field.value}};
            if (!field.meaning.empty()) bits["meaning"] = field.meaning;
            out["fields"].push_back(std::move(bits));
        }
        args.push_back(std::move(out));
    }
    for (const FindingView& f : view.findings)
        findings.push_back(
            {{"code", f.code}, {"severity", f.severity}, {"argument", f.argument}, {"message", f.message}});
    return {{"args", std::move(args)}, {"findings", std::move(findings)}};
}

} // namespace kernabi::reading
