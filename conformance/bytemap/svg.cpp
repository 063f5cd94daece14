// SPDX-License-Identifier: MIT
#include "conformance/bytemap/svg.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace kernabi::bytemap {

namespace {

constexpr int cell = 46, row_height = 44, left = 52, top = 52, columns = 16;

/// What an argument belongs to decides its colour: header, sizes, addresses, strides, scalars, the rest.
const char* fill_of(const reading::ArgumentView& row) {
    if (!row.fields.empty() || row.name == "gemm_count" || row.name.starts_with("internalArgs") ||
        row.name.starts_with("numWorkGroups"))
        return "#dfe7f5";
    if (row.name.starts_with("size_")) return "#e3f2e1";
    if (row.name.starts_with("stride")) return "#fdf3d0";
    if (row.kind == "pointer" || row.size == 8) return "#fbe3d6";
    if (row.name.starts_with("alpha") || row.name.starts_with("beta") || row.name.starts_with("activation"))
        return "#efe0f4";
    return "#eceff1";
}

/// Characters of 11 px that fit a width.
std::string clipped(const std::string& text, int width) {
    const std::size_t room = static_cast<std::size_t>(std::max(width - 8, 0)) / 7;
    if (text.size() <= room) return text;
    return room < 3 ? std::string() : text.substr(0, room - 1) + "\xe2\x80\xa6";
}

std::string box(const reading::ArgumentView& row, std::uint32_t first, std::uint32_t last, bool named) {
    const int line = static_cast<int>(first) / columns, x = left + static_cast<int>(first) % columns * cell,
              y = top + line * row_height;
    const int width = static_cast<int>(last - first + 1) * cell;
    std::string out = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#607080\"/>",
                                  x, y, width, row_height, fill_of(row));
    if (!named) return out;
    // A name that is too long for its box is squeezed, not cut: the name is what the map is for.
    const int natural = static_cast<int>(row.name.size()) * 7;
    const std::string squeeze =
        natural > width - 6 ? fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", width - 6) : "";
    out += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>", x + 3, y + 17, squeeze, escaped(row.name));
    const std::string below = row.unbound ? "unbound" : !row.value.empty() ? row.value : row.kind;
    out += fmt::format("<text x=\"{}\" y=\"{}\" class=\"v\">{}</text>", x + 3, y + 34, escaped(clipped(below, width)));
    return out;
}

/// An argument that crosses a row's end is drawn in pieces; the longest bears the name.
std::string argument(const reading::ArgumentView& row) {
    const std::uint32_t first = row.offset, last = row.offset + row.size - 1,
                        edge = first / columns * columns + columns;
    std::string hex;
    for (const std::uint8_t byte : row.bytes) hex += fmt::format(" {:02x}", byte);
    std::string out = fmt::format("<g><title>{}</title>",
                                  escaped(fmt::format("[{}..{}] {}{}{}{}", first, last, row.name,
                                                      row.metadata.empty() ? "" : " (metadata: " + row.metadata + ")",
                                                      row.kind.empty() ? "" : " " + row.kind, hex)));
    if (last < edge) return out + box(row, first, last, true) + "</g>\n";
    const bool head_is_longer = edge - first >= last - edge + 1;
    return out + box(row, first, edge - 1, head_is_longer) + box(row, edge, last, !head_is_longer) + "</g>\n";
}

/// Bytes of the UTF-8 character in front, 0 where there is none: a foreign dump may hold anything.
std::size_t utf8_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t size = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xc0u) != 0x80u) return 0;
    const bool overlong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
    const bool past_end = (byte(0) == 0xed && byte(1) >= 0xa0) || (byte(0) == 0xf4 && byte(1) >= 0x90);
    return overlong || past_end ? 0 : size;
}

} // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (static_cast<unsigned char>(c) >= 0x80) {
            const std::size_t size = utf8_size(text.substr(i));
            out += size == 0 ? "\xef\xbf\xbd" : text.substr(i, size);
            i += size == 0 ? 0 : size - 1;
            continue;
        }
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? '?' : c;
        }
    }
    return out;
}

std::string svg(const reading::BlockView& view, const std::string& title) {
    // Foreign dumps may name any offset; a map of more than this is not drawn.
    constexpr std::uint32_t most = 4096;
    std::uint32_t end = 0;
    for (const reading::ArgumentView& row : view.args)
        if (row.size != 0 && row.offset < most && row.size <= 16) end = std::max(end, row.offset + row.size);
    const int lines = static_cast<int>((end + columns - 1) / columns);
    std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
                                  "height=\"{1}\" font-family=\"DejaVu Sans Mono, monospace\" font-size=\"11\">\n"
                                  "<style>.v{{fill:#44525e}}.o{{fill:#78869a;text-anchor:middle}}</style>\n<rect "
                                  "width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
                                  "<text x=\"{2}\" y=\"20\" font-size=\"14\">{3}</text>\n",
                                  left + columns * cell + 12, top + lines * row_height + 12, left, escaped(title));
    for (int i = 0; i < columns; ++i)
        out += fmt::format("<text x=\"{}\" y=\"{}\" class=\"o\">+{}</text>\n", left + i * cell + cell / 2, top - 8, i);
    for (int line = 0; line < lines; ++line)
        out += fmt::format("<text x=\"{}\" y=\"{}\" class=\"o\">{}</text>\n", left / 2, top + line * row_height + 26,
                           line * columns);
    for (const reading::ArgumentView& row : view.args)
        if (row.size != 0 && row.offset < most && row.size <= 16) out += argument(row);
    return out + "</svg>\n";
}

} // namespace kernabi::bytemap
