// SPDX-License-Identifier: MIT
// The table of one instruction set.
#pragma once
#include "backends/cpu/fast/panels.hpp"
#include "backends/cpu/fast/rows.hpp"
#include "backends/cpu/fast/tiles.hpp"

namespace kernabi::cpu::fast {
namespace {

constexpr Kernels table_of_this_set() {
    return {{pack<WidenF32>, pack<WidenF64>, pack<WidenF16>, pack<WidenBF16>, pack<WidenByte>, pack_pairs,
             pack_complex<float>, pack_complex<double>, pack<WidenOn<WidenF32>>, pack<WidenOn<WidenF16>>,
             pack<WidenOn<WidenBF16>>, pack<WidenOn<WidenByte>>},
            tile_of<FusedStep>(),
            tile_of<FusedDoubleStep>(),
            tile_of<HalfStep>(),
            tile_of<IntegerStep>(),
            tile_of<PairStep>(),
            complex_tile_of<Floats>(),
            complex_tile_of<Doubles>(),
            real_rows<float, Floats>(),
            real_rows<double, Doubles>(),
            plain_rows<std::int32_t>(),
            widen,
            {narrow_run<numeric::f16_format, std::uint16_t>, narrow_run<numeric::bf16_format, std::uint16_t>,
             narrow_run<numeric::f8_format, std::uint8_t>, narrow_run<numeric::bf8_format, std::uint8_t>,
             narrow_run<numeric::f8_fnuz_format, std::uint8_t>, narrow_run<numeric::bf8_fnuz_format, std::uint8_t>,
             narrow_i8},
            round_f16,
            round_xf32};
}

} // namespace
} // namespace kernabi::cpu::fast
