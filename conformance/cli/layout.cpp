// SPDX-License-Identifier: MIT
// kernabi layout: the byte map of a version and problem type.
#include "abi/kernarg/launch.hpp"
#include "abi/kernarg/names.hpp"
#include "conformance/bytemap/svg.hpp"
#include "conformance/cli/common.hpp"
#include "conformance/protocol/ops.hpp"
#include "conformance/protocol/request_json.hpp"
#include "conformance/reading/block_view.hpp"
#include "conformance/text/explain.hpp"
#include <fmt/format.h>

namespace kernabi::cli {

namespace {

struct Options {
    AbiOptions abi;
    ProblemOptions problem;
    std::string svg;
    bool json = false, c_header = false, list_dialects = false;
};

nlohmann::json request_of(const Options& options) {
    nlohmann::json in = options.problem.request();
    const reading::Told told = options.abi.told();
    nlohmann::json& support = in["internalArgsSupport"];
    if (support.is_null()) support = nlohmann::json::object();
    if (!support.is_object()) throw Error("internalArgsSupport: wanted an object");
    if (told.version) support["version"] = static_cast<int>(*told.version);
    if (!support.contains("version"))
        throw Error("which version? name it with --abi N, --dialect NAME or a --problem FILE");
    if (told.dialect) in["dialect"] = *told.dialect;
    return in;
}

struct Shape {
    Form form;
    Layout layout;
};

Shape shape_of(const nlohmann::json& in) {
    Request request = protocol::request_from(protocol::Object(in, ""));
    Shape shape{request.form, {}};
    shape.form.type.gsu = static_cast<std::uint32_t>(detail::choose(request).gsu);
    shape.form.type.groupedGemm = request.form.type.groupedGemm || request.call == Call::grouped;
    if (const Status status = make_layout(shape.form, shape.layout); status != Status::ok)
        throw Error(text::of(status));
    return shape;
}

std::string title_of(const Shape& shape) {
    return fmt::format("version {}, {} bytes, segment {} bytes", static_cast<int>(shape.form.version),
                       shape.layout.size, shape.layout.segment_size());
}

std::string as_text(const Shape& shape) {
    std::string out =
        title_of(shape) + "\n" + fmt::format("{:<12}{:<36}{:<36}{}\n", "bytes", "dump name", "metadata name", "kind");
    for (const Entry& entry : shape.layout) {
        const std::string span = fmt::format("[{}..{}]", entry.offset, entry.offset + entry.size - 1);
        out += fmt::format("{:<12}{:<36}{:<36}{}\n", span, dump_name(entry, shape.form).text,
                           metadata_name(entry, shape.form).text, row_of(entry.kind).name);
    }
    return out;
}

std::string as_c_header(const Shape& shape) {
    std::string out = "/* Offsets in bytes of an argument block: " + title_of(shape) +
                      ". */\n#ifndef KERNARG_OFFSETS_H\n#define KERNARG_OFFSETS_H\n\nenum {\n";
    for (const Entry& entry : shape.layout)
        out += fmt::format("    kernarg_{0}_offset = {1},\n    kernarg_{0}_size = {2},\n",
                           dump_name(entry, shape.form).text, entry.offset, entry.size);
    return out + fmt::format("    kernarg_block_size = {},\n    kernarg_segment_size = {}\n}};\n\n#endif\n",
                             shape.layout.size, shape.layout.segment_size());
}

void list_dialects() {
    constexpr const char* args1[] = {"absent", "wgm32", "xccg", "chunk", "split_k", "sfc"};
    constexpr const char* places[] = {"tail", "after_beta", "before_alpha"};
    print(fmt::format("{:<17}{:<10}{:<10}{:<9}{:<14}{:<9}{:<15}{}\n", "preset", "header", "args1", "order", "stream_k",
                      "scalars", "tail", "enums"));
    for (const Preset& row : presets) {
        const Dialect& d = row.dialect;
        print(fmt::format("{:<17}{:<10}{:<10}{:<9}{:<14}{:<9}{:<15}{}\n", row.name,
                          d.header == Header::universal ? "universal" : "none",
                          args1[static_cast<std::size_t>(d.args1)], d.order == Order::d_first ? "d_first" : "a_first",
                          places[static_cast<std::size_t>(d.stream_k)],
                          d.scalars == Scalars::packed ? "packed" : "widened",
                          d.tail == Tail::none ? "none" : "batch_offsets", d.enums == Enums::y2024 ? "2024" : "2026"));
    }
}

int run(const Options& options) {
    if (options.list_dialects) {
        list_dialects();
        return conforms;
    }
    const nlohmann::json in = request_of(options);
    const Shape shape = shape_of(in);
    if (options.json)
        print(protocol::op_layout(in).dump() + "\n");
    else if (options.c_header)
        print(as_c_header(shape));
    else if (options.svg == "-")
        print(bytemap::svg(reading::view_of(shape.form, shape.layout), title_of(shape)));
    else if (!options.svg.empty())
        write_new_file(options.svg, bytemap::svg(reading::view_of(shape.form, shape.layout), title_of(shape)));
    else
        print(as_text(shape));
    return conforms;
}

} // namespace

void add_layout(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand(
        "layout", "Print the byte map of a version and problem type: text, JSON, SVG or a C header of offsets");
    const auto options = std::make_shared<Options>();
    options->abi.add_to(*command);
    options->problem.add_to(*command);
    CLI::Option* const json =
        command->add_flag("--json", options->json, "as JSON, as the protocol's layout op answers");
    CLI::Option* const picture =
        command->add_option("--svg", options->svg, "as a picture, to a new file or - for standard output")
            ->type_name("FILE");
    CLI::Option* const header =
        command->add_flag("--c-header", options->c_header, "as a C header of offsets and sizes");
    json->excludes(picture)->excludes(header);
    picture->excludes(header);
    command->add_flag("--list-dialects", options->list_dialects, "name the presets and what they stand for");
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
