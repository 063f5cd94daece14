// SPDX-License-Identifier: MIT
// Intervals of real numbers through the last steps of an element.
#pragma once
#include "abi/kernarg/types.hpp"
#include <cmath>
#include <limits>

namespace kernabi::gemm {

/// Where a value may lie. A NaN in `want` means that it must be one.
struct Interval {
    double want = 0, low = 0, high = 0;
    bool is_any = false; ///< the sums may overflow, so that nothing can be said

    [[nodiscard]] bool is_exact() const { return low == high || std::isnan(want); }
    void widen(double by) {
        low -= by;
        high += by;
    }
    void scale(double by) {
        is_any |= std::isinf(by) && low <= 0 && high >= 0 && low != high; // infinity times what may be zero
        want *= by;
        const double a = low * by, b = high * by;
        low = std::fmin(a, b);
        high = std::fmax(a, b);
    }
};

/// The activation in f64; a NaN takes the branch that the definition's comparisons give it.
[[nodiscard]] double activation_value(Activation kind, double x, double a, double b);
[[nodiscard]] bool is_curved(Activation kind);

/// The image of an interval: its ends, and the places in between where the function turns or jumps. `unit` is half a
/// unit in the last place of 1 in the compute type, `most` its largest number; kinds with exp or tanh are widened by 4
/// units.
[[nodiscard]] Interval activated(Activation kind, const Interval& x, double a, double b, double unit, double most);

/// A real number converted to a stored type and back; rounding keeps order, so an interval's ends may be converted.
[[nodiscard]] double stored_value(DataType type, double x);

} // namespace kernabi::gemm
