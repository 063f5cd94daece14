// SPDX-License-Identifier: MIT
// Each element's interval: the sum in f64, the sum of magnitudes, and the steps behind them.
#pragma once
#include "conformance/gemm/interval.hpp"
#include "conformance/gemm/planes.hpp"
#include "conformance/gemm/report.hpp"
#include <cstdint>
#include <mutex>
#include <vector>

namespace kernabi::gemm {

/// Sums of some rows and columns of one batch and plane, column-major and packed.
struct Sums {
    std::vector<double> sum, size;
};

/// How a wrong kernel may have computed an element; patterns are recognised by asking what it would then be.
struct Variant {
    bool alpha_is_one = false;
    std::uint64_t batch_a = 0, batch_b = 0, batch_c = 0; ///< that the operands are read from
    int lda = 0, ldb = 0, ldc = 0;                       ///< added to the leading dimensions
};

/// Where the numbers of one element must lie.
struct Place3 {
    std::uint64_t i = 0, j = 0, batch = 0;
    bool imaginary = false;
};

class Elements {
  public:
    /// `with_sizes` false: only what projections need.
    Elements(const cpu::Gemm& g, unsigned threads, bool with_sizes);

    [[nodiscard]] const cpu::Gemm& gemm() const { return g_; }
    [[nodiscard]] std::size_t plane_count() const { return planes_.size(); }
    [[nodiscard]] const std::vector<Plane>& planes() const { return planes_; }
    /// u of the compute type: half a unit in the last place of 1.
    [[nodiscard]] double unit() const { return unit_; }
    /// g(n) for this problem's k; not finite where the bound says nothing.
    [[nodiscard]] double growth() const { return growth_; }

    /// Sums of all rows, columns `column` up to `column + columns`.
    [[nodiscard]] Sums sums(std::size_t plane, std::uint64_t batch, std::uint64_t column, std::uint64_t columns) const;
    /// Sums of the named rows with every column, packed rows.size() x n.
    [[nodiscard]] Sums sums_of_rows(std::size_t plane, std::uint64_t batch,
                                    const std::vector<std::uint64_t>& rows) const;

    /// Before activation and after it (before scaleD), from the part's sum and magnitudes; complex ones need both
    /// parts.
    struct Steps {
        Interval before, after, stored; ///< `stored`: by scaleD, converted to D's type
    };
    [[nodiscard]] Steps steps(const Place3& at, const double (&sum)[2], const double (&size)[2],
                              const Variant& variant) const;

    /// The same for one element by itself, in a variant; nothing where the variant would leave the memory.
    [[nodiscard]] bool one(const Place3& at, const Variant& variant, Interval& stored) const;
    [[nodiscard]] Variant plain(std::uint64_t batch) const { return {false, batch, batch, batch, 0, 0, 0}; }

    /// The number in D's memory.
    [[nodiscard]] double got(const Place3& at) const;
    [[nodiscard]] static bool accepts(const Interval& stored, double got);
    [[nodiscard]] Element element_of(const Place3& at, const Interval& stored, double got) const;

  private:
    template <typename R>
    [[nodiscard]] Steps real_steps(const Place3& at, double sum, double size, const Variant& variant) const;
    [[nodiscard]] Steps complex_steps(const Place3& at, const double (&sum)[2], const double (&size)[2],
                                      const Variant& variant) const;
    [[nodiscard]] Sums run(const Plane& plane, const cpu::Input& a, bool transA, const cpu::Input& size_a,
                           std::uint64_t rows, std::uint64_t batch, std::uint64_t column, std::uint64_t columns) const;
    template <typename R>
    [[nodiscard]] Interval before_activation(const Place3& at, double sum, double size, const Variant& variant) const;
    template <typename R>
    [[nodiscard]] Interval by_derivative(const Place3& at, const Interval& r, double a, double b) const;
    [[nodiscard]] double lost_in_sums() const;
    /// What finite terms of a sum can come to where others are infinite; looked for when it is first asked.
    [[nodiscard]] double most_of_finite_terms() const;

    const cpu::Gemm& g_;
    std::vector<Plane> planes_;
    unsigned threads_;
    double unit_ = 0, growth_ = 0, least_ = 0, most_ = 0;
    mutable std::once_flag looked_;
    mutable double most_of_finite_terms_ = 0;
    double exact_size_ = -1; ///< sums of magnitudes up to which every partial sum is exact; negative: not known
};

} // namespace kernabi::gemm
