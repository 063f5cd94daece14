// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/gemm/report.hpp"
#include <cstdint>

namespace kernabi::gemm {

struct Options {
    Method method = Method::automatic;
    unsigned threads = 0;                              ///< 0: one a core
    std::uint64_t seed = 1;                            ///< of the projections
    unsigned projections = 4;                          ///< 1 to 8
    std::uint8_t poison = 0xaa;                        ///< what D was filled with before the launch
    std::uint64_t most_steps = std::uint64_t{1} << 38; ///< multiply-adds up to which `automatic` judges each element
    void* context = nullptr;
    /// Called now and then with the share of the work that is done, 0 to 1.
    void (*progress)(void* context, double share) = nullptr;
};

/// Judges results: D (and E, amaxD, a bias gradient) as they lie in the GEMM's own views, against its inputs. Nothing
/// is written. Views are by stride, not by array. Allocates; throws std::bad_alloc.
///
/// By bounds, an element must lie in the interval that any order of summation allows (gemm-semantics, "Judging"); one
/// whose inputs make every step exact must be equal in value. Where bounds say nothing for the whole problem (f16 sums
/// of many terms) and for integers the method is exact whatever was asked.
[[nodiscard]] Report judge(const cpu::Gemm& gemm, const Options& options = {});

} // namespace kernabi::gemm
