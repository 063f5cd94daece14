// SPDX-License-Identifier: MIT
#include "conformance/cli/code_objects_text.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace kernabi::cli {

namespace {

/// A number in decimal or a dash.
std::string or_dash(std::optional<std::uint64_t> number) { return number ? std::to_string(*number) : "-"; }

std::optional<std::uint64_t> offset_of(const codeobject::Argument& arg) {
    return arg.has_offset ? std::optional(arg.offset) : std::nullopt;
}
std::optional<std::uint64_t> size_of(const codeobject::Argument& arg) {
    return arg.has_size ? std::optional(arg.size) : std::nullopt;
}

std::string version_text(const codeobject::Config& config) {
    return !config.has_version ? "-" : config.version < 0 ? "?" : std::to_string(config.version);
}

void add_argument_json(std::string& out, const KernelSeen& seen, std::size_t i) {
    const codeobject::Argument& arg = seen.kernel.args[i];
    out += "{\"name\":";
    add_json_name(out, arg.name);
    out += ",\"offset\":";
    add_json_number(out, offset_of(arg));
    out += ",\"size\":";
    add_json_number(out, size_of(arg));
    out += ",\"value_kind\":";
    add_json_name(out, arg.value_kind);
    out += ",\"value_type\":";
    add_json_name(out, arg.value_type);
    out += ",\"meaning\":";
    add_json_name(out, seen.inference.meaning(i));
    out += '}';
}

void add_descriptor_json(std::string& out, const codeobject::Descriptor& d) {
    fmt::format_to(
        std::back_inserter(out),
        R"({{"kernarg_size":{},"kernarg_preload_length":{},"kernarg_preload_offset":{},"user_sgpr_count":{},)"
        R"("group_segment_fixed_size":{},"private_segment_fixed_size":{},"wavefront_size32":{}}})",
        d.kernarg_size, d.preload_length, d.preload_offset, d.user_sgpr_count, d.group_segment_size,
        d.private_segment_size, d.wave32);
}

} // namespace

void add_json_string(std::string& out, std::string_view text) {
    const bool plain =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
    if (plain) {
        out += '"';
        out += text;
        out += '"';
    } else {
        out += nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
}

void add_json_name(std::string& out, std::string_view text) {
    if (text.empty())
        out += "null";
    else
        add_json_string(out, text);
}

void add_json_number(std::string& out, std::optional<std::uint64_t> number) {
    if (number)
        fmt::format_to(std::back_inserter(out), "{}", *number);
    else
        out += "null";
}

void add_kernel_json(std::string& out, const KernelSeen& seen) {
    const codeobject::Kernel& kernel = seen.kernel;
    out += "\"name\":";
    add_json_name(out, kernel.name);
    out += ",\"symbol\":";
    add_json_name(out, kernel.symbol);
    out += ",\"kern_args_version\":";
    const bool number = kernel.config.has_version && kernel.config.version >= 0;
    add_json_number(out, number ? std::optional(static_cast<std::uint64_t>(kernel.config.version)) : std::nullopt);
    fmt::format_to(std::back_inserter(out),
                   ",\"layout\":\"{}\",\"kernarg_segment_size\":", inference::text_of(seen.inference.layout));
    add_json_number(out, kernel.segment_size);
    out += ",\"kernarg_segment_align\":";
    add_json_number(out, kernel.segment_align);
    out += ",\"wavefront_size\":";
    add_json_number(out, kernel.wavefront_size);
    out += ",\"args\":[";
    for (std::size_t i = 0; i < kernel.args.size(); ++i) {
        if (i != 0) out += ',';
        add_argument_json(out, seen, i);
    }
    out += "],\"descriptor\":";
    if (kernel.descriptor)
        add_descriptor_json(out, *kernel.descriptor);
    else
        out += "null";
}

void add_kernel_line(std::string& out, const KernelSeen& seen) {
    const codeobject::Kernel& kernel = seen.kernel;
    fmt::format_to(std::back_inserter(out), "  {:<18} abi {:<2} segment {:>4} wave {:<3} {:>3} args  {}\n",
                   inference::text_of(seen.inference.layout), version_text(kernel.config), or_dash(kernel.segment_size),
                   or_dash(kernel.wavefront_size), kernel.args.size(), printable(kernel.name));
}

void add_arguments_text(std::string& out, const KernelSeen& seen) {
    for (std::size_t i = 0; i < seen.kernel.args.size(); ++i) {
        const codeobject::Argument& arg = seen.kernel.args[i];
        fmt::format_to(std::back_inserter(out), "      {:>5} {:>3}  {:<34} {:<14} {:<8} {}\n", or_dash(offset_of(arg)),
                       or_dash(size_of(arg)), arg.name.empty() ? "-" : printable(arg.name), printable(arg.value_kind),
                       arg.value_type.empty() ? "-" : printable(arg.value_type), seen.inference.meaning(i));
    }
}

bytemap::Section section_of(const std::string& path, const KernelSeen& seen) {
    bytemap::Section section{};
    const codeobject::Kernel& kernel = seen.kernel;
    section.title = printable(kernel.name);
    section.reading = fmt::format("{}\n{}, layout {}, segment {} bytes", path, seen.object.target,
                                  inference::text_of(seen.inference.layout), or_dash(kernel.segment_size));
    for (std::size_t i = 0; i < kernel.args.size() && i < 512; ++i) {
        const codeobject::Argument& arg = kernel.args[i];
        // A picture of a block, not of a number that lies.
        if (!arg.has_offset || !arg.has_size || arg.offset > 16384 || arg.size > 1024) continue;
        reading::ArgumentView row{};
        row.name = arg.name.empty() ? fmt::format("at {}", arg.offset) : printable(arg.name);
        row.metadata = row.name;
        row.kind = printable(arg.value_type);
        row.offset = static_cast<std::uint32_t>(arg.offset);
        row.size = static_cast<std::uint32_t>(arg.size);
        row.meaning = seen.inference.meaning(i);
        section.view.args.push_back(std::move(row));
    }
    for (const inference::Finding& f : seen.report.findings)
        section.view.findings.push_back(
            {inference::text_of(f.code), "error", printable(f.argument), printable(f.message)});
    for (const inference::Finding& f : seen.report.notes)
        section.view.findings.push_back(
            {inference::text_of(f.code), "note", printable(f.argument), printable(f.message)});
    return section;
}

std::string printable(std::string_view text) {
    std::string out(text.substr(0, 4096));
    for (char& c : out)
        if (c < ' ' || c > '~') c = '?';
    return out;
}

} // namespace kernabi::cli
