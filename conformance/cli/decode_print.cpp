// SPDX-License-Identifier: MIT
#include "conformance/cli/decode_print.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace kernabi::cli {

namespace {

std::string dialect_name(const Form& form) {
    for (const Preset& row : presets)
        if (row.version == form.version && row.dialect == form.dialect) return row.name;
    return fmt::format("v{} with members of its own", static_cast<int>(form.version));
}

std::string hex_bytes(const std::vector<std::uint8_t>& bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) text += fmt::format("{}{:02x}", text.empty() ? "" : " ", byte);
    return text;
}

std::string with_meaning(const std::string& value, const std::string& meaning) {
    return meaning.empty() ? value : value + " (" + meaning + ")";
}

/// Breaks a long sentence at spaces; what follows is indented.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
    std::string out, line;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!line.empty() && line.size() + 1 + word.size() > width) {
            out += line + "\n" + std::string(indent, ' ');
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
        at = end + 1;
    }
    return out + line;
}

const char* colour_of(const std::string& severity) {
    if (severity == "error") return "\x1b[31m";
    return severity == "warning" ? "\x1b[33m" : "\x1b[36m";
}

} // namespace

std::string reading_text(const reading::Reading& reading, std::size_t bytes) {
    const int version = static_cast<int>(reading.form.version);
    std::string text;
    switch (reading.what) {
    case reading::What::gemm:
        text =
            fmt::format("version {}{}, dialect {}, {} bytes, segment {}", version, reading.assumed ? " (assumed)" : "",
                        dialect_name(reading.form), bytes, (bytes + 7) & ~std::size_t{7});
        break;
    case reading::What::header:
        text = fmt::format("header of version {}{}, dialect {}, {} bytes", version, reading.assumed ? " (assumed)" : "",
                           dialect_name(reading.form), bytes);
        break;
    case reading::What::grouped_launch:
        text = fmt::format("short block of a grouped launch, version {}{}, {} bytes", version,
                           reading.assumed ? " (assumed)" : "", bytes);
        break;
    case reading::What::table: return "  argument table of a grouped launch, in device memory\n";
    case reading::What::helper: return "  a helper kernel's arguments: a layout of its own\n";
    case reading::What::unknown: return "  no argument of this ABI: names and bytes as they stand\n";
    }
    std::string out = "  " + text + "\n";
    for (const std::string& why : reading.why) out += "  because: " + wrapped(why, 11, 67) + "\n";
    return out;
}

std::string block_text(const reading::BlockView& view, bool colour) {
    std::size_t name_width = 4, byte_width = 11;
    for (const reading::ArgumentView& row : view.args) {
        name_width = std::max(name_width, std::min<std::size_t>(row.name.size(), 34));
        byte_width =
            std::max(byte_width, std::min<std::size_t>(row.bytes.size() * 3, 24) - (row.bytes.empty() ? 0 : 1));
    }
    std::string out;
    for (const reading::ArgumentView& row : view.args) {
        const std::string span = fmt::format("[{}..{}]", row.offset, std::uint64_t{row.offset} + row.size - 1);
        const std::string value = row.unbound ? "<unbound>" : with_meaning(row.value, row.meaning);
        out += fmt::format("  {:<10} {:<{}}  {:<{}}  {}\n", span, row.name, name_width, hex_bytes(row.bytes),
                           byte_width, value);
        for (const reading::FieldRow& field : row.fields)
            out += fmt::format("  {:>16} {:<18} {}\n",
                               field.high == field.low ? fmt::format("[{}]", field.high)
                                                       : fmt::format("[{}:{}]", field.high, field.low),
                               field.name, with_meaning(std::to_string(field.value), field.meaning));
    }
    for (const reading::FindingView& f : view.findings) {
        const std::string head = f.severity + " " + f.code + (f.argument.empty() ? "" : " " + f.argument);
        out += "  " + (colour ? colour_of(f.severity) + head + "\x1b[0m" : head) + ":\n    " +
               wrapped(f.message, 4, 74) + "\n";
    }
    return out;
}

} // namespace kernabi::cli
