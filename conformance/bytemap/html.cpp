// SPDX-License-Identifier: MIT
#include "conformance/bytemap/html.hpp"
#include "conformance/bytemap/svg.hpp"
#include "conformance/text/printed.hpp"
#include <fmt/format.h>

namespace kernabi::bytemap {

namespace {

constexpr const char* head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{0}</title>
<style>
body{{font:14px/1.45 "DejaVu Sans",system-ui,sans-serif;margin:24px;color:#1d2833;max-width:900px}}
h1{{font-size:20px}} h2{{font-size:16px;margin-top:32px;overflow-wrap:anywhere}}
pre,td,svg{{font-family:"DejaVu Sans Mono",monospace;font-size:12px}}
table{{border-collapse:collapse;margin:12px 0}} td,th{{padding:2px 10px 2px 0;text-align:left;vertical-align:top}}
tr.f td{{color:#5a6b7b}} .note{{color:#2f6f8f}} .warning{{color:#9a6700}} .error{{color:#b3261e}} svg{{max-width:100%;height:auto}}
</style></head><body><h1>{0}</h1>
)";

std::string table(const reading::BlockView& view) {
    std::string out = "<table><tr><th>bytes</th><th>argument</th><th>in memory</th><th>value</th></tr>\n";
    for (const reading::ArgumentView& row : view.args) {
        std::string hex;
        for (const std::uint8_t byte : row.bytes) hex += fmt::format("{:02x} ", byte);
        const std::string value =
            row.unbound ? "&lt;unbound&gt;"
                        : escaped(text::as_utf8(row.value + (row.meaning.empty() ? "" : " (" + row.meaning + ")")));
        out += fmt::format("<tr><td>{}..{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", row.offset,
                           std::uint64_t{row.offset} + row.size - 1, escaped(row.name), hex, value);
        for (const reading::FieldRow& field : row.fields)
            out += fmt::format("<tr class=\"f\"><td></td><td>[{}:{}] {}</td><td></td><td>{} {}</td></tr>\n", field.high,
                               field.low, field.name, field.value, escaped(field.meaning));
    }
    return out + "</table>\n";
}

} // namespace

std::string html_page(const std::string& title, const std::vector<Section>& sections) {
    std::string out = fmt::format(fmt::runtime(head), escaped(title));
    for (const Section& section : sections) {
        out += "<h2>" + escaped(section.title) + "</h2>\n<pre>" + escaped(section.reading) + "</pre>\n";
        for (const reading::FindingView& f : section.view.findings)
            out += fmt::format("<p class=\"{0}\"><b>{0} {1} {2}</b>: {3}</p>\n", f.severity, f.code,
                               escaped(f.argument), escaped(f.message));
        out += svg(section.view, "") + table(section.view);
    }
    return out + "</body></html>\n";
}

} // namespace kernabi::bytemap
