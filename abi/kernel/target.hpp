// SPDX-License-Identifier: MIT
// What a processor's instruction set has of what the kernel writer emits.
#pragma once
#include "abi/span.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::kernel {

enum class Waits : std::uint8_t {
    joined,         ///< one instruction; stores count with loads
    separate_vscnt, ///< stores have an instruction of their own
    separate,       ///< one instruction a counter
};

/// `lds`, `loads` and `stores` are the highest counts that a wait can name, which mean no wait.
struct Target {
    const char* name;
    Waits waits;
    std::uint8_t lds, loads, stores;
    bool accvgpr;       ///< v_accvgpr_read_b32 and v_accvgpr_write_b32
    bool movrelsd_2;    ///< v_movrelsd_2_b32
    bool barrier_pair;  ///< a barrier is a signal and a wait
    bool tensorcnt;     ///< s_wait_tensorcnt
    bool even_pairs;    ///< a 64-bit operand starts at an even VGPR
    std::uint8_t sgprs; ///< SGPRs that an instruction can name
};

// On gfx12 the assembler takes counts up to 0xffff, of which the hardware keeps the low 6 bits: 64 would act as 0.
// gfx950 is taken as gfx942 and gfx1250 as gfx1201 where nothing else is known of them.
// clang-format off
inline constexpr Target targets[] = {
    //  name       waits                  lds loads stores  accvgpr movrelsd pair  tensor even  sgprs
    {"gfx90a",  Waits::joined,         15, 63, 63,       true,  false, false, false, true,  102},
    {"gfx942",  Waits::joined,         15, 63, 63,       true,  false, false, false, true,  102},
    {"gfx950",  Waits::joined,         15, 63, 63,       true,  false, false, false, true,  102},
    {"gfx1030", Waits::separate_vscnt, 63, 63, 63,       false, true,  false, false, false, 106},
    {"gfx1100", Waits::separate_vscnt, 63, 63, 63,       false, true,  false, false, false, 106},
    {"gfx1201", Waits::separate,       63, 63, 63,       false, true,  true,  false, false, 106},
    {"gfx1250", Waits::separate,       63, 63, 63,       false, true,  true,  true,  true,  106},
};
// clang-format on
inline constexpr std::size_t target_count = sizeof(targets) / sizeof(targets[0]);

/// The row of a number as `Input::target` holds it: from 1; null for 0 and for numbers past the table.
[[nodiscard]] constexpr const Target* target_of(std::int64_t number) noexcept {
    return number >= 1 && number <= static_cast<std::int64_t>(target_count) ? &targets[number - 1] : nullptr;
}

} // namespace kernabi::kernel
