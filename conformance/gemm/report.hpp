// SPDX-License-Identifier: MIT
// What the judge of a GEMM's results finds.
#pragma once
#include "abi/status.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace kernabi::gemm {

enum class Method : std::uint8_t {
    automatic,   ///< bounds, or projections where elements are too many
    exact,       ///< equal bytes
    bounds,      ///< each element in its interval
    projections, ///< random sums of each row; suspicious rows element by element
};
[[nodiscard]] const char* name_of(Method method) noexcept;

enum class Pattern : std::uint8_t {
    none,
    untouched, ///< what was there before, or one value over and over
    zeros,
    not_a_number,
    infinite,
    alpha_missing,
    transposed,        ///< blocks, or all
    leading_dimension, ///< one of them off by one
    batch_stride,      ///< D's off by one
    batch_offset,      ///< one operand's ignored
    swapped_columns,
    swapped_rows,
    tile,   ///< a rectangle, with no better name
    single, ///< one element
    scattered,
};
[[nodiscard]] const char* name_of(Pattern pattern) noexcept;

/// One element; a complex one's part that is wrong. `low` to `high` is where it should lie.
struct Element {
    std::uint64_t i = 0, j = 0, batch = 0;
    bool imaginary = false;
    double got = 0, low = 0, high = 0;
    double bound = 0;  ///< half the interval, and half a unit of D's type
    double bounds = 0; ///< distance from the interval's middle, in bounds; infinite for a NaN
};

/// Rows, columns and batches, last ones included.
struct Box {
    std::uint64_t i0 = 0, i1 = 0, j0 = 0, j1 = 0, batch0 = 0, batch1 = 0;
};

struct Report {
    cpu::Outcome outcome; ///< not ok: the problem cannot be judged, and nothing was looked at
    Method method = Method::bounds;
    std::uint64_t elements = 0;
    std::uint64_t unjudged = 0; ///< whose bound says nothing, since sums may overflow
    std::uint64_t wrong = 0;
    bool is_at_least = false; ///< not every element was looked at
    Element first, worst;
    Box box; ///< around the wrong ones
    Pattern pattern = Pattern::none;
    std::string what;  ///< the pattern in words
    std::string aside; ///< what is wrong with E, amaxD or the bias gradient
    // Projections
    unsigned projections = 0;
    std::uint64_t suspicious_rows = 0;
    double hides = 0;          ///< bounds of an ordinary element that one wrong element may be off by, unnoticed
    double chance_of_miss = 0; ///< for a row whose errors are larger in sum, at most

    [[nodiscard]] bool passed() const noexcept { return outcome.status == Status::ok && wrong == 0 && aside.empty(); }
};

/// The report in lines for a person.
[[nodiscard]] std::vector<std::string> lines_of(const Report& report);

} // namespace kernabi::gemm
