// SPDX-License-Identifier: MIT
#include "conformance/launch/target.hpp"

namespace kernabi::launch {

namespace {

struct Generic {
    std::string_view name, members; ///< each with a space on both sides
};
constexpr Generic generics[] = {
    {"gfx9-generic", " gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c "},
    {"gfx9-4-generic", " gfx940 gfx941 gfx942 gfx950 "},
    {"gfx10-1-generic", " gfx1010 gfx1011 gfx1012 gfx1013 "},
    {"gfx10-3-generic", " gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036 "},
    {"gfx11-generic", " gfx1100 gfx1101 gfx1102 gfx1103 gfx1150 gfx1151 gfx1152 gfx1153 "},
    {"gfx12-generic", " gfx1200 gfx1201 "},
};

std::string_view processor_of(std::string_view target) { return target.substr(0, target.find(':')); }

/// '+' or '-' behind a feature's name; 0 where the target leaves it out.
char setting_of(std::string_view target, std::string_view feature) {
    for (std::size_t at = target.find(':'); at != std::string_view::npos; at = target.find(':', at + 1)) {
        const std::string_view rest = target.substr(at + 1);
        if (rest.starts_with(feature) && rest.size() > feature.size()) return rest[feature.size()];
    }
    return 0;
}

bool is_member(std::string_view generic, std::string_view processor) {
    const std::string wanted = " " + std::string(processor) + " ";
    for (const Generic& row : generics)
        if (row.name == generic) return row.members.find(wanted) != std::string_view::npos;
    return false;
}

} // namespace

std::optional<int> fit(std::string_view object, std::string_view device) {
    const std::string_view own = processor_of(object), there = processor_of(device);
    const bool exact = own == there;
    if (own.empty() || (!exact && !is_member(own, there))) return std::nullopt;
    int rank = exact ? 10 : 0;
    for (const std::string_view feature : {"sramecc", "xnack"}) {
        const char wanted = setting_of(object, feature), found = setting_of(device, feature);
        if (wanted == 0) continue;
        if (found != 0 && found != wanted) return std::nullopt;
        ++rank;
    }
    return rank;
}

} // namespace kernabi::launch
