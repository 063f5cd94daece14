// SPDX-License-Identifier: MIT
// How the published host of October 2024 chooses and cuts the header's values. Every recorded header agrees with this
// closed form.
#pragma once
#include "abi/kernarg/dialect.hpp"
#include <cstdint>

namespace kernabi {

/// internalArgsSupport of a kernel. `gsu` changes nothing in the words.
struct InternalArgsSupport {
    Version version = Version::v2;
    bool gsu = true;
    bool wgm = true;
    bool staggerU = true;
    bool useUniversalArgs = true;
};

/// Properties of the chosen kernel (sizeMapping), as wide as the host holds them.
struct HostMap {
    std::int64_t gsu = 1;
    bool gsuc = false;
    bool gsuwgmrr = false;
    std::int64_t wgm = 8;
    std::int64_t wgmxcc = 1;
    std::int64_t wgmxccg = -1;
    std::int64_t staggerU = 0;
    std::int64_t staggerUMapping = 0;
    std::int64_t staggerStrideShift = 0;
};

/// Per-problem overrides (params); 0 and false mean "not set".
struct HostParams {
    std::int64_t gsu = 0;
    bool gsuc = false;
    bool gsuwgmrr = false;
    std::int64_t wgm = 0;
    std::int64_t wgmxcc = 0;
    std::int64_t wgmxccg = 0;
};

/// Values after the choice between override and property.
struct HostWordValues {
    std::int64_t gsu = 1;
    std::int64_t wgm = 0;
    std::int64_t wgmxcc = 1;
    std::int64_t wgmxccg = -1;
};

/// Override or property. Overrides of gsu and wgm are kept in 16 bits but read back as 8, unsigned: 256 is "not set",
/// -8 is 248. wgmxccg -1 becomes the CU count only where wgmxcc, read unsigned, is over 1.
[[nodiscard]] constexpr HostWordValues host_2024_choose(const HostMap& map, const HostParams& params,
                                                        std::int64_t cuCount) noexcept {
    HostWordValues chosen{};
    const std::int64_t gsu = params.gsu & 0xff;
    const std::int64_t wgm = params.wgm & 0xff;
    const std::int64_t xcc = params.wgmxcc & 0xffff;
    const std::int64_t group = ((params.wgmxccg & 0xffff) ^ 0x8000) - 0x8000;
    chosen.gsu = gsu != 0 ? gsu : map.gsu;
    chosen.wgm = wgm != 0 ? wgm : map.wgm;
    chosen.wgmxcc = xcc != 0 ? xcc : map.wgmxcc;
    chosen.wgmxccg = group != 0 ? group : map.wgmxccg;
    if (static_cast<std::uint32_t>(chosen.wgmxcc) > 1 && chosen.wgmxccg == -1) chosen.wgmxccg = cuCount;
    return chosen;
}

/// Bits 15:0 of internalArgs but for the two flags. Only version 0 clamps (at 255), and only where the kernel supports
/// wgm.
[[nodiscard]] constexpr std::uint32_t host_2024_gsu_and_wgm(Version version, bool supports_wgm,
                                                            const HostWordValues& chosen) noexcept {
    std::uint32_t gsu = static_cast<std::uint32_t>(chosen.gsu);
    std::uint32_t bits = 0;
    if (version == Version::v0 && supports_wgm) {
        const std::int32_t wgm = static_cast<std::int32_t>(chosen.wgm);
        if (gsu > 255) gsu = 255;
        bits |= (static_cast<std::uint32_t>(wgm > 255 ? 255 : wgm) & 0xffu) << 8;
    }
    return bits | (gsu & 0x3fffu);
}

/// internalArgs1 of version 2: wgm alone is masked, so a wide wgmxcc runs into wgmxccg.
[[nodiscard]] constexpr std::uint32_t host_2024_xccg_word(const HostWordValues& chosen) noexcept {
    return (static_cast<std::uint32_t>(chosen.wgmxccg) << 22) | (static_cast<std::uint32_t>(chosen.wgmxcc) << 16) |
           (static_cast<std::uint32_t>(chosen.wgm) & 0xffffu);
}

/// internalArgs, whole. An override can set gsuc and gsuwgmrr, never clear them; mapping loses all but 3 bits by the
/// shift.
[[nodiscard]] constexpr std::uint32_t host_2024_internalArgs(const InternalArgsSupport& support, const HostMap& map,
                                                             const HostParams& params,
                                                             const HostWordValues& chosen) noexcept {
    std::uint32_t word = host_2024_gsu_and_wgm(support.version, support.wgm, chosen);
    if (support.version >= Version::v2) {
        if (params.gsuc || map.gsuc) word |= 1u << 15;
        if (params.gsuwgmrr || map.gsuwgmrr) word |= 1u << 14;
    }
    if (support.staggerU) {
        const std::uint32_t stagger = (static_cast<std::uint32_t>(map.staggerU) & 0xffu) |
                                      ((static_cast<std::uint32_t>(map.staggerStrideShift) << 8) & 0x1f00u) |
                                      (static_cast<std::uint32_t>(map.staggerUMapping) << 13);
        word |= stagger << 16;
    }
    return word;
}

/// internalArgs1, whole: 0 where the kernel does not support wgm, but the word is still there.
[[nodiscard]] constexpr std::uint32_t host_2024_internalArgs1(const InternalArgsSupport& support,
                                                              const HostWordValues& chosen) noexcept {
    if (!support.wgm) return 0;
    return support.version == Version::v1 ? static_cast<std::uint32_t>(chosen.wgm) : host_2024_xccg_word(chosen);
}

} // namespace kernabi
