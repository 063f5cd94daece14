// SPDX-License-Identifier: MIT
// Which Stream-K and persistent-kernel words a block holds.
#pragma once
#include "abi/kernarg/arguments.hpp"
#include "abi/kernarg/dialect.hpp"
#include "abi/kernarg/problem_type.hpp"
#include "abi/span.hpp"

namespace kernabi {

/// 2024, all modes: persistent kernels stop after the first two, mode 1 before skGrid (abi-facts 3.2, recorded).
// clang-format off
inline constexpr Argument stream_k_words_2024[] = {
    Argument::magicNumberProblemNumGroupTiles0, Argument::magicShiftProblemNumGroupTiles0,
    Argument::itersPerTile, Argument::magicNumberItersPerTile, Argument::magicShiftItersPerTile,
    Argument::magicNumProblemNumGroupTiles0By1, Argument::magicShiftProblemNumGroupTiles0By1,
    Argument::totalIters, Argument::SKItersPerWG, Argument::skGrid, Argument::skTiles, Argument::skExtraIters,
};
// clang-format on
/// 2026, mode 3 and the static form of mode 5.
// clang-format off
inline constexpr Argument stream_k_words_static[] = {
    Argument::itersPerTile, Argument::magicNumberItersPerTile, Argument::magicShiftItersPerTile,
    Argument::SKItersPerWG, Argument::skGrid, Argument::skTiles,
};
// clang-format on
/// The same for named custom kernels, which keep the totalIters of 2024.
// clang-format off
inline constexpr Argument stream_k_words_custom[] = {
    Argument::itersPerTile, Argument::magicNumberItersPerTile, Argument::magicShiftItersPerTile, Argument::totalIters,
    Argument::SKItersPerWG, Argument::skGrid, Argument::skTiles,
};
// clang-format on
/// 2026, mode 4; the dynamic form of mode 5 sets a mode bit in skTiles.
// clang-format off
inline constexpr Argument stream_k_words_dynamic[] = {
    Argument::itersPerTile, Argument::TotalItems, Argument::skTiles, Argument::SKSplit, Argument::SKItersPerWI, Argument::skGrid,
};
// clang-format on
/// persistentLoopArgsVersion 1.
inline constexpr Argument persistent_loop_words[] = {Argument::itersPerTile, Argument::PersistentGrid};

/// Never a null pointer: a device's compiler then knows that what is read are constants.
[[nodiscard]] constexpr Span<const Argument> stream_k_words(StreamKPlace place, const ProblemType& type) noexcept {
    if (place == StreamKPlace::tail) {
        if (type.groupedGemm || (type.streamK == 0 && !type.persistentKernel)) return {stream_k_words_2024, 0};
        if (type.streamK == 0) return {stream_k_words_2024, 2};
        return {stream_k_words_2024, type.streamK == 1 ? 9u : 12u};
    }
    if (type.persistentLoopArgsVersion == 1) return {persistent_loop_words, 2};
    if (type.streamK == 0) return {stream_k_words_2024, 0};
    if (type.streamK == 4) return {stream_k_words_dynamic, 6};
    if (type.streamKTotalIters) return {stream_k_words_custom, 7};
    return {stream_k_words_static, 6};
}

} // namespace kernabi
