// SPDX-License-Identifier: MIT
#include "conformance/gemm/patterns.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/element.hpp"
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace kernabi::gemm {

namespace {

std::string range(const char* name, std::uint64_t first, std::uint64_t last) {
    return std::string(name) +
           (first == last ? " " + std::to_string(first) : "s " + std::to_string(first) + " to " + std::to_string(last));
}

class Recogniser {
  public:
    Recogniser(const Elements& elements, const Tally& tally, std::uint8_t poison)
        : e_(elements), g_(elements.gemm()), t_(tally), poison_(poison) {
        constexpr std::size_t most = 128;
        const std::size_t step = std::max<std::size_t>(1, t_.some.size() / most);
        for (std::size_t i = 0; i < t_.some.size(); i += step) some_.push_back(t_.some[i]);
        if (some_.empty()) some_ = {t_.first, t_.worst};
    }

    Recognised name() const {
        if (const auto r = by_value()) return *r;
        if (const auto r = swapped()) return *r;
        if (const auto r = by_variant()) return *r;
        if (const auto r = transposed()) return *r;
        if (const auto r = misplaced()) return *r;
        return by_shape();
    }

  private:
    using Test = std::function<bool(const Element&)>;

    /// Whether a test holds for nearly all of the sample; a few are asked first.
    bool holds(const Test& test, double share = 0.9) const {
        std::size_t yes = 0, asked = 0;
        for (const Element& x : some_) {
            ++asked;
            yes += test(x) ? 1u : 0u;
            if (asked == 8 && yes < 5) return false;
        }
        return static_cast<double>(yes) >= share * static_cast<double>(asked);
    }
    /// Whether the element holds what (i, j) should, or would in a variant.
    bool is(const Element& x, std::uint64_t i, std::uint64_t j, std::uint64_t batch, const Variant& variant) const {
        Interval stored;
        return e_.one({i, j, batch, x.imaginary}, variant, stored) && Elements::accepts(stored, x.got);
    }

    std::string where() const {
        const Box& b = t_.box;
        std::string text;
        if (g_.batch > 1)
            text +=
                (b.batch0 == 0 && b.batch1 + 1 == g_.batch ? "all batches" : range("batch", b.batch0, b.batch1)) + ", ";
        if (text.starts_with("batchs")) text.replace(0, 6, "batches");
        const bool all_rows = b.i0 == 0 && b.i1 + 1 == g_.m, all_columns = b.j0 == 0 && b.j1 + 1 == g_.n;
        if (all_rows && all_columns) return text + "all of D";
        if (all_rows) return text + range("column", b.j0, b.j1);
        if (all_columns) return text + range("row", b.i0, b.i1);
        return text + range("row", b.i0, b.i1) + ", " + range("column", b.j0, b.j1);
    }

    std::uint64_t bits_at(const Element& x) const {
        const std::size_t size = cpu::size_of(g_.d.type);
        return load_le(cpu::element(g_.d, x.i, x.j, x.batch), size > 8 ? 8 : size);
    }

    std::optional<Recognised> by_value() const {
        const std::size_t size = cpu::size_of(g_.d.type);
        const std::uint64_t poison = 0x0101010101010101u * poison_;
        const std::uint64_t mask = size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
        if (holds([&](const Element& x) { return bits_at(x) == (poison & mask); }))
            return Recognised{Pattern::untouched, where() + ": untouched, still holds the fill"};
        if (holds([](const Element& x) { return x.got == 0; })) return Recognised{Pattern::zeros, where() + ": zeros"};
        if (holds([](const Element& x) { return std::isnan(x.got); }, 1.0))
            return Recognised{Pattern::not_a_number, where() + ": NaN where numbers belong"};
        if (holds([](const Element& x) { return std::isinf(x.got); }, 1.0))
            return Recognised{Pattern::infinite, where() + ": infinite where numbers belong"};
        const std::uint64_t one = bits_at(some_[0]);
        if (some_.size() >= 8 && holds([&](const Element& x) { return bits_at(x) == one; }))
            return Recognised{Pattern::untouched, where() + ": one and the same value everywhere, perhaps untouched"};
        return std::nullopt;
    }

    std::optional<Recognised> by_variant() const {
        const auto all = [&](auto change) {
            return holds([&](const Element& x) {
                Variant v = e_.plain(x.batch);
                change(v);
                return is(x, x.i, x.j, x.batch, v);
            });
        };
        if (all([](Variant& v) { v.alpha_is_one = true; }))
            return Recognised{Pattern::alpha_missing, where() + ": alpha is missing"};
        struct Named {
            const char* name;
            std::uint64_t Variant::*batch;
            int Variant::*ld;
        };
        constexpr Named operands[] = {{"A", &Variant::batch_a, &Variant::lda},
                                      {"B", &Variant::batch_b, &Variant::ldb},
                                      {"C", &Variant::batch_c, &Variant::ldc}};
        if (g_.batch > 1 && t_.box.batch0 > 0) {
            if (all([](Variant& v) { v.batch_a = v.batch_b = v.batch_c = 0; }))
                return Recognised{Pattern::batch_offset,
                                  where() + ": computed from batch 0's inputs, the batch offset is ignored"};
            if (all([](Variant& v) { v.batch_a = v.batch_b = 0; }))
                return Recognised{Pattern::batch_offset, where() + ": the batch offset of A and B is ignored"};
            for (const Named& x : operands)
                if (all([&](Variant& v) { v.*x.batch = 0; }))
                    return Recognised{Pattern::batch_offset,
                                      where() + ": the batch offset of " + x.name + " is ignored"};
        }
        for (const Named& x : operands)
            for (const int by : {-1, 1})
                if (all([&](Variant& v) { v.*x.ld = by; }))
                    return Recognised{Pattern::leading_dimension, where() + ": the leading dimension of " + x.name +
                                                                      " is " + (by < 0 ? "one less" : "one more") +
                                                                      " than it should be"};
        return std::nullopt;
    }

    std::optional<Recognised> swapped() const {
        const auto pair_of = [](const std::vector<std::uint32_t>& in, std::uint64_t(&two)[2]) {
            std::size_t found = 0;
            for (std::size_t i = 0; i < in.size(); ++i)
                if (in[i] != 0) {
                    if (found == 2) return false;
                    two[found++] = i;
                }
            return found == 2;
        };
        std::uint64_t two[2];
        if (pair_of(t_.in_column, two) && holds([&](const Element& x) {
                return is(x, x.i, x.j == two[0] ? two[1] : two[0], x.batch, e_.plain(x.batch));
            }))
            return Recognised{Pattern::swapped_columns,
                              "columns " + std::to_string(two[0]) + " and " + std::to_string(two[1]) + " are swapped"};
        if (pair_of(t_.in_row, two) && holds([&](const Element& x) {
                return is(x, x.i == two[0] ? two[1] : two[0], x.j, x.batch, e_.plain(x.batch));
            }))
            return Recognised{Pattern::swapped_rows,
                              "rows " + std::to_string(two[0]) + " and " + std::to_string(two[1]) + " are swapped"};
        return std::nullopt;
    }

    /// Blocks of a size whose rows and columns are exchanged; the size nearest to the box first.
    std::optional<Recognised> transposed() const {
        const auto in_blocks = [&](std::uint64_t size, std::uint64_t i0, std::uint64_t j0) {
            return holds([&](const Element& x) {
                if (x.i < i0 || x.j < j0) return false;
                const std::uint64_t i = (x.i - i0) % size, j = (x.j - j0) % size;
                const std::uint64_t to_i = x.i - i + j, to_j = x.j - j + i;
                return to_i < g_.m && to_j < g_.n && is(x, to_i, to_j, x.batch, e_.plain(x.batch));
            });
        };
        const Box& b = t_.box;
        const std::uint64_t side = std::max(b.i1 - b.i0, b.j1 - b.j0) + 1;
        // Its diagonal is right, so the box of a transposed block begins beside a corner on neither side.
        if (in_blocks(side, b.i0, b.j0)) return Recognised{Pattern::transposed, where() + ": transposed"};
        for (const std::uint64_t size : {4u, 8u, 16u, 32u, 64u, 128u, 256u, 512u})
            if (size <= side && in_blocks(size, 0, 0))
                return Recognised{Pattern::transposed, where() + ": blocks of " + std::to_string(size) + " x " +
                                                           std::to_string(size) + " are transposed"};
        return std::nullopt;
    }

    /// D written with another leading dimension or batch stride: an element holds what belongs somewhere else.
    std::optional<Recognised> misplaced() const {
        for (const int by : {-1, 1}) {
            const std::uint64_t ld = g_.d.ld + static_cast<std::uint64_t>(static_cast<std::int64_t>(by));
            if (ld == 0) continue;
            const bool all = holds(
                [&](const Element& x) {
                    const std::uint64_t at = x.i + x.j * g_.d.ld;
                    return at / ld < g_.n && at % ld < g_.m && is(x, at % ld, at / ld, x.batch, e_.plain(x.batch));
                },
                0.75); // where columns cross, some are overwritten and some left as they were
            if (all)
                return Recognised{Pattern::leading_dimension, where() + ": the leading dimension of D is " +
                                                                  (by < 0 ? "one less" : "one more") +
                                                                  " than it should be"};
        }
        if (g_.batch < 2) return std::nullopt;
        for (const int by : {-1, 1}) {
            const bool all = holds(
                [&](const Element& x) {
                    const std::int64_t at =
                        static_cast<std::int64_t>(x.i + x.j * g_.d.ld) - by * static_cast<std::int64_t>(x.batch);
                    if (at < 0) return false;
                    const auto place = static_cast<std::uint64_t>(at);
                    return place / g_.d.ld < g_.n && place % g_.d.ld < g_.m &&
                           is(x, place % g_.d.ld, place / g_.d.ld, x.batch, e_.plain(x.batch));
                },
                0.75);
            if (all)
                return Recognised{Pattern::batch_stride, where() + ": the batch stride of D is " +
                                                             (by < 0 ? "one less" : "one more") + " than it should be"};
        }
        for (std::uint64_t from : {std::uint64_t{0}, g_.batch - 1})
            if (holds([&](const Element& x) { return x.batch != from && is(x, x.i, x.j, from, e_.plain(from)); }))
                return Recognised{Pattern::batch_offset, where() + ": holds batch " + std::to_string(from) +
                                                             "'s result, the batch offset of D is ignored"};
        return std::nullopt;
    }

    Recognised by_shape() const {
        const Box& b = t_.box;
        const double area = static_cast<double>(b.i1 - b.i0 + 1) * static_cast<double>(b.j1 - b.j0 + 1) *
                            static_cast<double>(b.batch1 - b.batch0 + 1);
        if (t_.wrong == 1) return {Pattern::single, "one element"};
        const double share = static_cast<double>(t_.wrong) / area;
        const bool is_all = b.i0 == 0 && b.j0 == 0 && b.i1 + 1 == g_.m && b.j1 + 1 == g_.n;
        if (share > 0.5 && !is_all) return {Pattern::tile, where() + ": a wrong tile"};
        if (share > 0.5) return {Pattern::tile, where() + " is wrong"};
        return {Pattern::scattered, where() + ": scattered"};
    }

    const Elements& e_;
    const cpu::Gemm& g_;
    const Tally& t_;
    std::uint8_t poison_;
    std::vector<Element> some_;
};

} // namespace

Recognised recognise(const Elements& elements, const Tally& tally, std::uint8_t poison) {
    if (tally.wrong == 0) return {};
    return Recogniser(elements, tally, poison).name();
}

} // namespace kernabi::gemm
