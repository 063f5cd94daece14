// SPDX-License-Identifier: MIT
// kernabi accmap: which accumulator register is which element, as a table or a picture.
#include "abi/kernel/lint.hpp"
#include "conformance/cli/common.hpp"
#include "conformance/kernel/map_svg.hpp"
#include "conformance/protocol/op_kernel.hpp"
#include "conformance/protocol/op_kernel_inputs.hpp"
#include "conformance/text/kernel_text.hpp"
#include <fmt/format.h>
#include <optional>

namespace kernabi::cli {

namespace {

using kernel::Input;

struct Options {
    std::vector<std::int64_t> instruction{16, 16}, blocks{1, 1}, tile{1, 1}, widths{1, 1};
    std::int64_t wave = 64, registers = 1;
    std::string layout, svg;
    bool swap = false, json = false;
};

/// Rows of a table, and outputs of a picture, that a person can still look at.
constexpr std::uint64_t most_rows = 65536, most_drawn = 1024;

nlohmann::json request_of(const Options& o) {
    return {{"MatrixInstM", o.instruction[0]}, {"MatrixInstN", o.instruction[1]},
            {"MatrixInstBM", o.blocks[0]},     {"MatrixInstBN", o.blocks[1]},
            {"WavefrontSize", o.wave},         {"VectorWidthA", o.widths[0]},
            {"VectorWidthB", o.widths[1]},     {"MIWaveTile", o.tile},
            {"SourceSwap", o.swap ? 1 : 0},    {"MIRegPerOut", o.registers}};
}

std::string title_of(const Options& o, const kernel::AccMap& map) {
    return fmt::format(
        "{} x {}, blocks {} x {}, {} lanes, widths {} {}, wave tile {} x {}, SourceSwap {}: {} outputs, {}",
        o.instruction[0], o.instruction[1], o.blocks[0], o.blocks[1], o.wave, o.widths[0], o.widths[1], o.tile[0],
        o.tile[1], o.swap ? "on" : "off", map.size, map.is_sequential() ? "sequential" : "not sequential");
}

std::string layout_names() {
    std::string names;
    for (const wave::LayoutRow& row : wave::layouts) names += (names.empty() ? "" : ", ") + std::string(row.name);
    return names;
}

/// The output layout that is asked for, or the first that fits; none where no known one does.
std::optional<wave::Shape> shape_of(const Options& o) {
    const auto wanted = [&](std::int64_t value, std::size_t has) { return value == static_cast<std::int64_t>(has); };
    bool known = o.layout.empty();
    for (const wave::LayoutRow& row : wave::layouts) {
        known = known || o.layout == row.name;
        if (!o.layout.empty() && o.layout != row.name) continue;
        if (!wanted(o.instruction[0], row.m) || !wanted(o.instruction[1], row.n) || !wanted(o.wave, row.wave)) continue;
        if (o.blocks[0] < 1 || o.blocks[1] < 1 || o.blocks[0] > 16 || o.blocks[1] > 16) continue;
        if (row.m == 4 && o.blocks[0] * o.blocks[1] != 16) continue; // its lanes hold 16 blocks
        return wave::Shape{row.name,
                           row.m,
                           row.n,
                           static_cast<std::size_t>(o.blocks[0]),
                           static_cast<std::size_t>(o.blocks[1]),
                           row.wave,
                           row.outputs,
                           row.place};
    }
    if (!known) throw Error("--layout " + o.layout + ": no such layout; there are " + layout_names());
    return std::nullopt;
}

/// Where the tile is whole vectors and not too large, the element of each lane.
std::optional<wave::WaveTile> tile_of(const Options& o, const kernel::AccMap& map,
                                      const std::optional<wave::Shape>& shape) {
    if (!shape || map.size == 0 || map.size > most_drawn) return std::nullopt;
    if (o.tile[0] % o.widths[0] != 0 || o.tile[1] % o.widths[1] != 0) return std::nullopt;
    const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
    return wave::WaveTile(*shape, o.swap, size(o.widths[0]), size(o.widths[1]), size(o.tile[0]), size(o.tile[1]));
}

std::string table(const Options& o, const kernel::AccMap& map, const std::optional<wave::WaveTile>& tile) {
    constexpr const char* digits[] = {"t", "b0", "b1", "v0", "v1", "w0", "w1"};
    std::string out = title_of(o, map) + "\n" + fmt::format("{:>8}{:>8}   ", "acc", "arch");
    for (const kernel::Digit d : map.acc_order) out += fmt::format("{:>5}", digits[static_cast<std::size_t>(d)]);
    out += fmt::format("{}\n", tile ? "   lane 0: row, column of D" : "");
    for (std::uint64_t acc = 0; acc < map.size; ++acc) {
        out += fmt::format("{:>8}{:>8}   ", acc, map.to_arch(acc));
        std::uint64_t rest = acc;
        for (const kernel::Digit d : map.acc_order) {
            const std::uint64_t radix = static_cast<std::uint64_t>(map[d]);
            out += fmt::format("{:>5}", rest % radix);
            rest /= radix;
        }
        if (tile) out += fmt::format("{:>11},{:>4}", tile->element[acc] & 0xffffu, tile->element[acc] >> 16);
        out += "\n";
    }
    return out;
}

int run(const Options& o) {
    const nlohmann::json request = request_of(o);
    if (o.json) {
        print(protocol::op_acc_map(request).dump() + "\n");
        return conforms;
    }
    const protocol::KernelRequest asked =
        protocol::kernel_request(kernel::Function::acc_map, protocol::Object(request, ""));
    kernel::AccMap map{};
    if (const kernel::Outcome outcome = kernel::make_acc_map(asked.inputs, map); !outcome.ok())
        throw Error(text::of(outcome));
    if (map.size > most_rows)
        throw Error(fmt::format(
            "the map has {} entries, more than this prints; kernabi serve's acc_map answers by indices", map.size));
    const std::optional<wave::WaveTile> tile = tile_of(o, map, shape_of(o));
    if (!o.svg.empty()) {
        if (!tile)
            throw Error(fmt::format(
                "no picture: it needs a known output layout ({}), widths that divide the wave tile and 1 to {} outputs",
                layout_names(), most_drawn));
        const std::string picture = wave::svg(map, *tile, title_of(o, map) + ", " + tile->shape.name);
        if (o.svg == "-")
            print(picture);
        else
            write_new_file(o.svg, picture);
        return conforms;
    }
    print(table(o, map, tile));
    (void)kernel::lint(kernel::Function::acc_map, asked.inputs, {}, [&](const kernel::Finding& f) noexcept {
        const std::string line = text::of(f, asked.inputs);
        std::fprintf(stderr, "kernabi accmap: %s\n", line.c_str());
    });
    return conforms;
}

} // namespace

void add_accmap(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand(
        "accmap", "Print which accumulator register is which element of a lane: a table, JSON or a picture");
    const auto options = std::make_shared<Options>();
    const auto pair = [&](const char* name, std::vector<std::int64_t>& to, const char* help) {
        command->add_option(name, to, help)->expected(2)->type_name("A B");
    };
    pair("--instruction", options->instruction, "MatrixInstM and MatrixInstN (16 16)");
    pair("--blocks", options->blocks, "MatrixInstBM and MatrixInstBN (1 1)");
    pair("--tile", options->tile, "MIWaveTile (1 1)");
    pair("--widths", options->widths, "VectorWidthA and VectorWidthB (1 1)");
    command->add_option("--wave", options->wave, "WavefrontSize (64)")->type_name("N");
    command->add_option("--registers", options->registers, "MIRegPerOut (1)")->type_name("N");
    command->add_flag("--swap", options->swap, "SourceSwap");
    command->add_option("--layout", options->layout, "how the instruction leaves its outputs: " + layout_names())
        ->type_name("NAME");
    CLI::Option* const json =
        command->add_flag("--json", options->json, "as JSON, as the protocol's acc_map op answers");
    command
        ->add_option("--svg", options->svg,
                     "as a picture (registers by lane, coloured by element), to a new file or - for standard output")
        ->type_name("FILE")
        ->excludes(json);
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
