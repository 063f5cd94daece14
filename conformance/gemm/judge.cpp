// SPDX-License-Identifier: MIT
#include "conformance/gemm/judge.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/extent.hpp"
#include "backends/cpu/fast/fast.hpp"
#include "backends/cpu/fast/pool.hpp"
#include "conformance/gemm/patterns.hpp"
#include "conformance/gemm/projection.hpp"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <mutex>

namespace kernabi::gemm {

namespace {

using cpu::Gemm;

/// A largest magnitude that may lie between these.
struct Most {
    double low = 0, high = 0;
    bool is_nan = false, is_any = false;

    void add(const Interval& x) {
        is_any |= x.is_any;
        is_nan |= std::isnan(x.want);
        const double a = std::fabs(x.low), b = std::fabs(x.high);
        const bool spans = x.low <= 0 && x.high >= 0;
        low = std::fmax(low, spans ? 0.0 : std::fmin(a, b));
        high = std::fmax(high, std::fmax(a, b));
    }
    void add(const Most& x) {
        is_any |= x.is_any;
        is_nan |= x.is_nan;
        low = std::fmax(low, x.low);
        high = std::fmax(high, x.high);
    }
};

/// What one thread finds.
struct Found {
    Tally d, e;
    Most most;
    explicit Found(const Gemm& g) : d(g.m, g.n), e(g.m, g.n) {}
};

class Judge {
  public:
    Judge(const Gemm& g, const Options& options)
        : g_(g), options_(options),
          workers_(std::min(options.threads == 0 ? cpu::fast::core_count() : options.threads, 256u)) {
        report_.elements = g.m * g.n * g.batch;
    }

    Report run() {
        report_.outcome = cpu::check(g_);
        const bool by_array = g_.a.per_batch.data != nullptr || g_.b.per_batch.data != nullptr ||
                              g_.c.per_batch.data != nullptr || g_.d.per_batch.data != nullptr ||
                              g_.e.per_batch.data != nullptr || g_.batchBias.data != nullptr;
        if (report_.outcome.status == Status::ok && by_array) report_.outcome = {Status::unsupported, cpu::Argument::d};
        if (report_.outcome.status != Status::ok) return report_;
        report_.method = method();
        if (report_.elements == 0) return report_;
        if (report_.method == Method::exact)
            by_bytes();
        else if (report_.method == Method::projections)
            by_projections();
        else
            by_bounds();
        return report_;
    }

  private:
    [[nodiscard]] Method method() const {
        if (options_.method == Method::exact || g_.computeType == DataType::Int32) return Method::exact;
        const double n = (static_cast<double>(g_.k) + 8.0) * 2.0;
        if (g_.computeType == DataType::Half && n * 0x1p-11 >= 0.5) return Method::exact;
        if (options_.method == Method::bounds || !may_be_projected(g_)) return Method::bounds;
        const bool is_small = cpu::Count{g_.m}.times(g_.n).times(g_.k).times(g_.batch).fits(options_.most_steps);
        return options_.method == Method::projections || !is_small ? Method::projections : Method::bounds;
    }

    void progress(double share) const {
        if (options_.progress != nullptr) options_.progress(options_.context, share);
    }

    void finish(const Elements& elements, const Tally& tally) {
        report_.wrong = tally.wrong;
        report_.unjudged = tally.unjudged;
        if (tally.wrong == 0) return;
        report_.first = tally.first;
        report_.worst = tally.worst;
        report_.box = tally.box;
        Recognised recognised = recognise(elements, tally, options_.poison);
        report_.pattern = recognised.pattern;
        report_.what = std::move(recognised.what);
    }

    // By bounds

    void by_bounds() {
        const Elements elements(g_, options_.threads, true);
        Found found(g_);
        constexpr std::uint64_t elements_at_once = std::uint64_t{1} << 20;
        const std::uint64_t columns = std::clamp<std::uint64_t>(elements_at_once / g_.m, 1, g_.n);
        for (std::uint64_t batch = 0; batch < g_.batch; ++batch)
            for (std::uint64_t j = 0; j < g_.n; j += columns) {
                const std::uint64_t here = std::min(columns, g_.n - j);
                judge_columns(elements, batch, j, here, found);
                progress(static_cast<double>(batch * g_.n + j + here) / static_cast<double>(g_.batch * g_.n));
            }
        finish(elements, found.d);
        aside(found);
    }

    std::vector<Sums> sums_of(const Elements& elements, const std::function<Sums(std::size_t)>& make) const {
        std::vector<Sums> sums;
        for (std::size_t p = 0; p < elements.plane_count(); ++p) sums.push_back(make(p));
        return sums;
    }

    void judge_columns(const Elements& elements, std::uint64_t batch, std::uint64_t first, std::uint64_t columns,
                       Found& found) {
        const auto sums = sums_of(elements, [&](std::size_t p) { return elements.sums(p, batch, first, columns); });
        std::atomic<std::uint64_t> next{0};
        std::mutex mutex;
        cpu::fast::run_on_workers(workers_, [&](unsigned) {
            Found mine(g_);
            for (std::uint64_t j; (j = next.fetch_add(1)) < columns;)
                for (std::uint64_t i = 0; i < g_.m; ++i)
                    judge_element(elements, sums, j * g_.m + i, {i, first + j, batch, false}, mine);
            const std::lock_guard lock(mutex);
            found.d.merge(mine.d);
            found.e.merge(mine.e);
            found.d.unjudged += mine.d.unjudged;
            found.most.add(mine.most);
        });
    }

    void judge_element(const Elements& elements, const std::vector<Sums>& sums, std::uint64_t at, Place3 place,
                       Found& found) const {
        double sum[2] = {}, size[2] = {};
        for (std::size_t p = 0; p < sums.size(); ++p) {
            sum[p] = sums[p].sum[at];
            size[p] = sums[p].size[at];
        }
        for (std::size_t p = 0; p < sums.size(); ++p) {
            place.imaginary = p == 1;
            const Elements::Steps steps = elements.steps(place, sum, size, elements.plain(place.batch));
            const double got = elements.got(place);
            found.d.unjudged += steps.stored.is_any ? 1u : 0u;
            if (!Elements::accepts(steps.stored, got)) found.d.add(elements.element_of(place, steps.stored, got));
            if (g_.outputAmaxD) found.most.add(steps.after);
            if (g_.useE && !g_.useGradient) judge_e(elements, place, steps.before, found);
        }
    }

    void judge_e(const Elements& elements, const Place3& place, const Interval& before, Found& found) const {
        Interval stored = before;
        stored.low = stored_value(g_.e.type, stored.low);
        stored.high = stored_value(g_.e.type, stored.high);
        const double got =
            cpu::load<cpu::Twice>(g_.e.type, cpu::element(cpu::packed_e(g_), place.i, place.j, place.batch));
        if (!Elements::accepts(stored, got)) found.e.add(elements.element_of(place, stored, got));
    }

    void aside(const Found& found) {
        if (found.e.wrong != 0)
            report_.aside = "E: " + std::to_string(found.e.wrong) + " wrong, the first at row " +
                            std::to_string(found.e.first.i) + ", column " + std::to_string(found.e.first.j);
        if (!g_.outputAmaxD || found.most.is_any) return;
        const double got = cpu::load<cpu::Twice>(
            g_.computeType == DataType::XFloat32 ? DataType::Float : g_.computeType, g_.amaxD.data);
        const bool good = found.most.is_nan ? std::isnan(got) : found.most.low <= got && got <= found.most.high;
        if (!good)
            report_.aside += (report_.aside.empty() ? "" : "; ") + std::string("amaxD: ") + std::to_string(got) +
                             ", wanted " + std::to_string(found.most.low) + " to " + std::to_string(found.most.high);
    }

    // By bytes

    void by_bytes() {
        std::vector<std::uint8_t> d(g_.d.bytes.begin(), g_.d.bytes.end()), e, amax(16), gradient;
        Gemm wanted = g_;
        wanted.d.bytes = {d.data(), d.size()};
        if (g_.useE && !g_.useGradient) {
            e.assign(g_.e.bytes.begin(), g_.e.bytes.end());
            wanted.e.bytes = {e.data(), e.size()};
        }
        wanted.amaxD = {amax.data(), amax.size()};
        gradient.assign(g_.biasGradient.begin(), g_.biasGradient.end());
        wanted.biasGradient = {gradient.data(), gradient.size()};
        cpu::fast::Options options;
        options.threads = options_.threads;
        report_.outcome = cpu::fast::compute(wanted, options);
        if (report_.outcome.status != Status::ok) return;
        const Elements elements(g_, options_.threads, false);
        compare(elements, wanted);
        if (g_.useE && !g_.useGradient && !same(g_.e.type, g_.e.bytes, wanted.e.bytes)) report_.aside = "E differs";
        if (g_.outputAmaxD && !same(g_.computeType, {g_.amaxD.data, cpu::size_of(g_.computeType)},
                                    {amax.data(), cpu::size_of(g_.computeType)}))
            report_.aside += report_.aside.empty() ? "amaxD differs" : "; amaxD differs";
        if (cpu::writes_bias(g_) &&
            !same(cpu::or_else(g_.biasType, g_.computeType), g_.biasGradient, wanted.biasGradient))
            report_.aside += report_.aside.empty() ? "the bias gradient differs" : "; the bias gradient differs";
    }

    /// Equal bytes, a NaN being equal to any other.
    [[nodiscard]] static bool same_number(DataType type, const std::uint8_t* a, const std::uint8_t* b) {
        const std::size_t size = cpu::size_of(type);
        if (std::equal(a, a + size, b)) return true;
        if (cpu::format_of(type) == nullptr) return false;
        return std::isnan(cpu::load<cpu::Twice>(type, a)) && std::isnan(cpu::load<cpu::Twice>(type, b));
    }
    [[nodiscard]] static bool same(DataType type, ConstBytes a, ConstBytes b) {
        const std::size_t size = cpu::size_of(type);
        for (std::size_t at = 0; at + size <= a.size; at += size)
            if (!same_number(type, a.data + at, b.data + at)) return false;
        return true;
    }

    void compare(const Elements& elements, const Gemm& wanted) {
        const bool is_complex = cpu::is_complex(g_.d.type);
        const DataType part = g_.d.type == DataType::ComplexFloat    ? DataType::Float
                              : g_.d.type == DataType::ComplexDouble ? DataType::Double
                                                                     : g_.d.type;
        Tally tally(g_.m, g_.n);
        for (std::uint64_t batch = 0; batch < g_.batch; ++batch)
            for (std::uint64_t j = 0; j < g_.n; ++j)
                for (std::uint64_t i = 0; i < g_.m; ++i)
                    for (unsigned p = 0; p < (is_complex ? 2u : 1u); ++p) {
                        const std::size_t skip = p * cpu::size_of(part);
                        const std::uint8_t *const got = cpu::element(g_.d, i, j, batch) + skip, *const want =
                                                                                                    cpu::element(
                                                                                                        wanted.d, i, j,
                                                                                                        batch) +
                                                                                                    skip;
                        if (same_number(part, got, want)) continue;
                        const double x = cpu::load<cpu::Twice>(part, want);
                        tally.add(elements.element_of({i, j, batch, p == 1}, {x, x, x, false},
                                                      cpu::load<cpu::Twice>(part, got)));
                    }
        finish(elements, tally);
    }

    // By projections

    void by_projections() {
        const Elements sums(g_, options_.threads, false);
        report_.projections = std::clamp(options_.projections, 1u, 8u);
        report_.chance_of_miss = std::ldexp(1.0, -static_cast<int>(report_.projections));
        std::vector<std::vector<std::uint64_t>> rows(g_.batch);
        for (std::uint64_t batch = 0; batch < g_.batch; ++batch) {
            Projected projected = project(sums, batch, options_);
            report_.suspicious_rows += projected.suspicious.size();
            report_.hides = std::max(report_.hides, projected.hides);
            rows[batch] = std::move(projected.suspicious);
            progress(static_cast<double>(batch + 1) / static_cast<double>(g_.batch));
        }
        if (report_.suspicious_rows == 0) return;
        const Elements elements(g_, options_.threads, true);
        Found found(g_);
        for (std::uint64_t batch = 0; batch < g_.batch; ++batch) judge_rows(elements, batch, rows[batch], found);
        finish(elements, found.d);
    }

    /// The rows most in doubt, and where there are many some of the others.
    void judge_rows(const Elements& elements, std::uint64_t batch, const std::vector<std::uint64_t>& suspicious,
                    Found& found) {
        constexpr std::size_t most = 64;
        std::vector<std::uint64_t> rows(suspicious.begin(), suspicious.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                                     most / 2, suspicious.size())));
        const std::size_t rest = suspicious.size() - rows.size();
        report_.is_at_least |= rest > most / 2;
        for (std::size_t i = 0; i < std::min(most / 2, rest); ++i)
            rows.push_back(suspicious[most / 2 + i * rest / std::min(most / 2, rest)]);
        if (rows.empty()) return;
        std::sort(rows.begin(), rows.end());
        const auto sums = sums_of(elements, [&](std::size_t p) { return elements.sums_of_rows(p, batch, rows); });
        for (std::uint64_t j = 0; j < g_.n; ++j)
            for (std::size_t r = 0; r < rows.size(); ++r)
                judge_element(elements, sums, j * rows.size() + r, {rows[r], j, batch, false}, found);
    }

    const Gemm& g_;
    const Options& options_;
    unsigned workers_;
    Report report_;
};

} // namespace

Report judge(const cpu::Gemm& gemm, const Options& options) { return Judge(gemm, options).run(); }

} // namespace kernabi::gemm
