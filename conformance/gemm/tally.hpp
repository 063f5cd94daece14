// SPDX-License-Identifier: MIT
// Wrong elements as they are found.
#pragma once
#include "conformance/gemm/elements.hpp"
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace kernabi::gemm {

/// Counts them, keeps the first, the worst, their box, how many lie in each row and column, and some of them.
class Tally {
  public:
    static constexpr std::size_t most_kept = 4096;

    Tally(std::uint64_t rows, std::uint64_t columns) : in_row(rows, 0), in_column(columns, 0) {}

    void add(const Element& e) {
        if (wrong == 0 || std::tie(e.batch, e.j, e.i) < std::tie(first.batch, first.j, first.i)) first = e;
        if (wrong == 0 || e.bounds > worst.bounds) worst = e;
        if (wrong == 0) box = {e.i, e.i, e.j, e.j, e.batch, e.batch};
        box = {std::min(box.i0, e.i), std::max(box.i1, e.i),         std::min(box.j0, e.j),
               std::max(box.j1, e.j), std::min(box.batch0, e.batch), std::max(box.batch1, e.batch)};
        ++wrong;
        ++in_row[e.i];
        ++in_column[e.j];
        // Every so many-th, so that what is kept is spread over all.
        if (wrong % step_ != 0) return;
        some.push_back(e);
        if (some.size() < most_kept) return;
        for (std::size_t i = 0; i < some.size() / 2; ++i) some[i] = some[2 * i + 1];
        some.resize(some.size() / 2);
        step_ *= 2;
    }
    void merge(const Tally& other) {
        for (std::size_t i = 0; i < in_row.size(); ++i) in_row[i] += other.in_row[i];
        for (std::size_t j = 0; j < in_column.size(); ++j) in_column[j] += other.in_column[j];
        if (other.wrong == 0) return;
        if (wrong == 0 ||
            std::tie(other.first.batch, other.first.j, other.first.i) < std::tie(first.batch, first.j, first.i))
            first = other.first;
        if (wrong == 0 || other.worst.bounds > worst.bounds) worst = other.worst;
        box = wrong == 0 ? other.box
                         : Box{std::min(box.i0, other.box.i0),         std::max(box.i1, other.box.i1),
                               std::min(box.j0, other.box.j0),         std::max(box.j1, other.box.j1),
                               std::min(box.batch0, other.box.batch0), std::max(box.batch1, other.box.batch1)};
        wrong += other.wrong;
        some.insert(some.end(), other.some.begin(), other.some.end());
        for (; some.size() > most_kept; some.resize(some.size() / 2))
            for (std::size_t i = 0; i < some.size() / 2; ++i) some[i] = some[2 * i + 1];
    }

    std::uint64_t wrong = 0, unjudged = 0;
    Element first, worst;
    Box box;
    std::vector<std::uint32_t> in_row, in_column;
    std::vector<Element> some;

  private:
    std::uint64_t step_ = 1;
};

} // namespace kernabi::gemm
