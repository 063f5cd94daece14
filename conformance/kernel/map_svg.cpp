// SPDX-License-Identifier: MIT
#include "conformance/kernel/map_svg.hpp"
#include "conformance/bytemap/svg.hpp"
#include <fmt/format.h>

namespace kernabi::wave {

namespace {

constexpr std::size_t cell = 12, left = 110, top = 58;

std::string cell_of(const WaveTile& tile, std::size_t lane, std::size_t acc, std::uint64_t arch, std::size_t rows,
                    std::size_t columns) {
    const std::uint32_t element = tile.element[lane * tile.outputs + acc];
    const std::size_t row = element & 0xffffu, column = element >> 16;
    return fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"hsl({},65%,{}%)\"><title>lane {}, acc {}, arch {}: "
        "D[{}, {}]</title></rect>",
        left + lane * cell, top + acc * cell, cell, cell, 360 * column / columns, 35 + 50 * row / rows, lane, acc, arch,
        row, column);
}

} // namespace

std::string svg(const kernel::AccMap& map, const WaveTile& tile, const std::string& title) {
    const Shape& shape = tile.shape;
    const std::size_t rows = shape.rows() * tile.tile0, columns = shape.columns() * tile.tile1;
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"DejaVu Sans Mono, monospace\" font-size=\"10\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n<text x=\"8\" y=\"20\" font-size=\"13\">{2}</text>\n",
        left + shape.wave * cell + 12, top + tile.outputs * cell + 12, bytemap::escaped(title));
    out += fmt::format("<text x=\"8\" y=\"{}\">acc &#8594; arch</text>\n", top - 8);
    for (std::size_t lane = 0; lane < shape.wave; lane += 4)
        out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", left + lane * cell, top - 8, lane);
    for (std::size_t acc = 0; acc < tile.outputs; ++acc) {
        const std::uint64_t arch = map.to_arch(acc);
        out += fmt::format("<text x=\"8\" y=\"{}\">{} &#8594; {}</text>\n", top + acc * cell + 10, acc, arch);
        for (std::size_t lane = 0; lane < shape.wave; ++lane) out += cell_of(tile, lane, acc, arch, rows, columns);
        out += "\n";
    }
    return out + "</svg>\n";
}

} // namespace kernabi::wave
