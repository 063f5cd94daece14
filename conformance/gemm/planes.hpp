// SPDX-License-Identifier: MIT
// A problem's sums as real ones: A and B as the definition reads them, their magnitudes, and complex sums as two real
// ones of twice the length.
#pragma once
#include "backends/cpu/gemm.hpp"
#include <cstdint>
#include <vector>

namespace kernabi::gemm {

/// A matrix of real numbers: the problem's own memory, or a copy.
struct RealMatrix {
    cpu::Input view;
    bool transposed = false;
    std::vector<std::uint8_t> copy;
};

/// sum over p of a[i,p] b[p,j] in one plane (real: the only one; complex: the real and the imaginary part).
struct Plane {
    RealMatrix a, b;           ///< k x lanes or lanes x k, as `transposed` says
    RealMatrix size_a, size_b; ///< magnitudes
    std::uint64_t k = 0;
};

/// Throws std::bad_alloc.
[[nodiscard]] std::vector<Plane> planes_of(const cpu::Gemm& g);
/// The magnitudes, which only bounds by element need.
void add_sizes(const cpu::Gemm& g, std::vector<Plane>& planes);

/// The largest magnitude in the matrix's memory that is finite.
[[nodiscard]] double most_finite(const RealMatrix& x);

/// log2 of a unit of which every element is a whole multiple; for a matrix of zeros the largest int.
[[nodiscard]] int unit_of(const RealMatrix& x, std::uint64_t rows, std::uint64_t columns, std::uint64_t batch);

} // namespace kernabi::gemm
