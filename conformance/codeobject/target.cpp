// SPDX-License-Identifier: MIT
#include "conformance/codeobject/target.hpp"
#include <fmt/format.h>

namespace kernabi::codeobject {

namespace {

struct Mach {
    std::uint8_t number;
    const char* name;
};

// clang-format off
constexpr Mach machs[] = {
    {0x20, "gfx600"}, {0x21, "gfx601"}, {0x3a, "gfx602"},
    {0x22, "gfx700"}, {0x23, "gfx701"}, {0x24, "gfx702"}, {0x25, "gfx703"}, {0x26, "gfx704"}, {0x3b, "gfx705"},
    {0x28, "gfx801"}, {0x29, "gfx802"}, {0x2a, "gfx803"}, {0x3c, "gfx805"}, {0x2b, "gfx810"},
    {0x2c, "gfx900"}, {0x2d, "gfx902"}, {0x2e, "gfx904"}, {0x2f, "gfx906"}, {0x30, "gfx908"}, {0x31, "gfx909"},
    {0x3f, "gfx90a"}, {0x32, "gfx90c"}, {0x40, "gfx940"}, {0x4b, "gfx941"}, {0x4c, "gfx942"}, {0x4f, "gfx950"},
    {0x33, "gfx1010"}, {0x34, "gfx1011"}, {0x35, "gfx1012"}, {0x42, "gfx1013"},
    {0x36, "gfx1030"}, {0x37, "gfx1031"}, {0x38, "gfx1032"}, {0x39, "gfx1033"}, {0x3e, "gfx1034"}, {0x3d, "gfx1035"}, {0x45, "gfx1036"},
    {0x41, "gfx1100"}, {0x46, "gfx1101"}, {0x47, "gfx1102"}, {0x44, "gfx1103"},
    {0x43, "gfx1150"}, {0x4a, "gfx1151"}, {0x55, "gfx1152"}, {0x58, "gfx1153"},
    {0x48, "gfx1200"}, {0x4e, "gfx1201"}, {0x49, "gfx1250"}, {0x5a, "gfx1251"},
    {0x51, "gfx9-generic"}, {0x5f, "gfx9-4-generic"}, {0x52, "gfx10-1-generic"}, {0x53, "gfx10-3-generic"},
    {0x54, "gfx11-generic"}, {0x59, "gfx12-generic"},
};
// clang-format on

/// The setting of a feature in version 4's two bits: 0 it has none, 1 either, 2 off, 3 on.
const char* setting_v4(std::uint32_t bits) noexcept {
    constexpr const char* signs[] = {"", "", "-", "+"};
    return signs[bits & 3u];
}

void add_feature(std::string& target, const char* name, const char* sign) {
    if (*sign != '\0') target += fmt::format(":{}{}", name, sign);
}

} // namespace

const char* processor_of(std::uint32_t mach) noexcept {
    for (const Mach& row : machs)
        if (row.number == (mach & 0xffu)) return row.name;
    return nullptr;
}

std::string target_of(std::uint32_t e_flags, unsigned code_object_version) {
    if (code_object_version == 2) return {};
    const char* const name = processor_of(e_flags);
    std::string target = name != nullptr ? name : fmt::format("mach-{:#04x}", e_flags & 0xffu);
    if (code_object_version == 3) {
        // One bit a feature, and no bit for "either": a clear one says nothing about processors without the feature.
        add_feature(target, "sramecc", (e_flags & 0x200u) != 0 ? "+" : "");
        add_feature(target, "xnack", (e_flags & 0x100u) != 0 ? "+" : "");
    } else if (code_object_version >= 4) {
        add_feature(target, "sramecc", setting_v4(e_flags >> 10));
        add_feature(target, "xnack", setting_v4(e_flags >> 8));
    }
    return target;
}

} // namespace kernabi::codeobject
