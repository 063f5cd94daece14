// SPDX-License-Identifier: MIT
#include "conformance/gemm/report.hpp"
#include <fmt/format.h>

namespace kernabi::gemm {

const char* name_of(Method method) noexcept {
    constexpr const char* names[] = {"auto", "exact", "bounds", "projections"};
    return names[static_cast<std::size_t>(method)];
}

const char* name_of(Pattern pattern) noexcept {
    constexpr const char* names[] = {"none",         "untouched",     "zeros",           "nan",
                                     "infinite",     "alpha_missing", "transposed",      "leading_dimension",
                                     "batch_stride", "batch_offset",  "swapped_columns", "swapped_rows",
                                     "tile",         "single",        "scattered"};
    return names[static_cast<std::size_t>(pattern)];
}

namespace {

std::string line_of(const char* name, const Element& e) {
    const std::string bounds = e.bounds < 1e300 ? fmt::format(", {:.4g} bounds off", e.bounds) : std::string();
    const std::string wanted =
        e.low == e.high ? fmt::format("{:.9g}", e.low) : fmt::format("{:.9g} to {:.9g}", e.low, e.high);
    return fmt::format("{}: row {}, column {}, batch {}{}: {:.9g}, wanted {}{}", name, e.i, e.j, e.batch,
                       e.imaginary ? ", imaginary part" : "", e.got, wanted, bounds);
}

} // namespace

std::vector<std::string> lines_of(const Report& r) {
    std::vector<std::string> lines;
    if (r.wrong == 0) {
        lines.push_back(fmt::format("D: {} elements, none wrong ({})", r.elements, name_of(r.method)));
    } else {
        lines.push_back(fmt::format("D: {}{} of {} elements wrong ({})", r.is_at_least ? "at least " : "", r.wrong,
                                    r.elements, name_of(r.method)));
        lines.push_back("pattern: " + r.what);
        lines.push_back(line_of("first", r.first));
        lines.push_back(line_of("worst", r.worst));
    }
    if (r.unjudged != 0)
        lines.push_back(
            fmt::format("{} elements may overflow on the way, so that any result of them is accepted", r.unjudged));
    if (r.method == Method::projections)
        lines.push_back(fmt::format("{} random sums of each row, {} rows suspicious and looked at element by element. "
                                    "An element alone in its row is "
                                    "found for certain where it is off by more than {:.0f} bounds; errors that cancel "
                                    "in one sum are missed in all with a chance of {:.3g}.",
                                    r.projections, r.suspicious_rows, 2 * r.hides, r.chance_of_miss));
    if (!r.aside.empty()) lines.push_back(r.aside);
    return lines;
}

} // namespace kernabi::gemm
