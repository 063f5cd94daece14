// SPDX-License-Identifier: MIT
#include "conformance/gemm/elements.hpp"
#include "backends/cpu/complex_gemm.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/fast/fast.hpp"
#include <climits>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>

namespace kernabi::gemm {

namespace {

using cpu::Gemm;
using cpu::Input;

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_double(DataType compute) { return compute == DataType::Double || compute == DataType::ComplexDouble; }

/// What an arithmetic's rounding depends on.
struct Limits {
    double growth, least, most;
};

/// A value in f64 through steps that R rounds: whether each was exact, the sum of magnitudes, what is lost among
/// subnormals, and whether R might have overflowed on the way.
template <typename R>
class Tracked {
  public:
    Tracked(double value, double size, const Limits& limits, double lost = 0)
        : value_(value), size_(std::isfinite(size) ? size : 0.0), lost_(lost), limits_(limits) {
        look();
    }
    void multiply(const Tracked& by) {
        const double product = value_ * by.value_;
        if (!fits(product) || std::fma(value_, by.value_, -product) != 0) exact_ = false;
        exact_ = exact_ && by.exact_;
        overflows_ |= by.overflows_;
        lost_ = lost_ * std::fabs(by.value_) + by.lost_ * (std::fabs(value_) + lost_) + limits_.least;
        // Infinity times what R may have rounded to zero, or not, is anything.
        overflows_ |= (std::isinf(by.value_) && may_be_zero()) || (std::isinf(value_) && by.may_be_zero());
        value_ = product;
        size_ = std::isfinite(by.value_) ? size_ * std::fabs(by.value_) : 0.0;
        if (!std::isfinite(lost_)) lost_ = 0.0;
        look();
    }
    void multiply(double by) { multiply({by, std::fabs(by), limits_}); }
    void add(const Tracked& more) {
        const double sum = value_ + more.value_, of_more = sum - value_;
        if (!fits(sum) || (value_ - (sum - of_more)) + (more.value_ - of_more) != 0) exact_ = false;
        exact_ = exact_ && more.exact_;
        overflows_ |= more.overflows_;
        lost_ += more.lost_;
        value_ = sum;
        size_ += more.size_;
        look();
    }
    void add(double more) { add({more, std::fabs(more), limits_}); }
    void not_exact() { exact_ = false; }
    [[nodiscard]] double value() const { return value_; }
    [[nodiscard]] bool is_exact() const { return exact_; }
    [[nodiscard]] bool overflows() const { return overflows_; }
    [[nodiscard]] Interval interval() const {
        if (!std::isfinite(value_) || exact_) return {value_, value_, value_, overflows_};
        const double by = limits_.growth * size_ + lost_;
        return {value_, value_ - by, value_ + by, overflows_};
    }

    static bool fits(double x) {
        if constexpr (std::is_same_v<R, cpu::Twice>)
            return true;
        else
            return x != x ||
                   x == numeric::widen_f64(*cpu::format_of(R::type), numeric::narrow(*cpu::format_of(R::type), x));
    }

  private:
    /// Only finite terms are counted: what is infinite by its inputs is no overflow.
    void look() { overflows_ |= !(size_ * (1.0 + limits_.growth) + lost_ < limits_.most); }
    [[nodiscard]] bool may_be_zero() const {
        return value_ != 0 && !exact_ && std::fabs(value_) <= limits_.growth * size_ + lost_;
    }

    double value_, size_, lost_;
    Limits limits_;
    bool exact_ = true, overflows_ = false;
};

/// The address of an element where all that a sum of k needs of it lies in memory, else null.
const std::uint8_t* reach(const Input& x, std::uint64_t row, std::uint64_t column, std::uint64_t batch) {
    const std::uint64_t index = row + column * x.ld + batch * x.stride;
    const std::size_t size = cpu::size_of(x.type);
    return index < x.bytes.size / size ? x.bytes.data + index * size : nullptr;
}

} // namespace

Elements::Elements(const Gemm& g, unsigned threads, bool with_sizes) : g_(g), planes_(planes_of(g)), threads_(threads) {
    const bool doubles = cpu::is_complex(g.computeType) || g.computeType == DataType::Half;
    unit_ = is_double(g.computeType) ? 0x1p-53 : g.computeType == DataType::Half ? 0x1p-11 : 0x1p-24;
    least_ = is_double(g.computeType) ? 0x1p-1074 : g.computeType == DataType::Half ? 0x1p-24 : 0x1p-149;
    most_ = is_double(g.computeType)          ? std::numeric_limits<double>::max()
            : g.computeType == DataType::Half ? 65504.0
                                              : 0x1.fffffep127;
    const double n = (static_cast<double>(g.k) + 8.0) * (doubles ? 2.0 : 1.0);
    growth_ = n * unit_ < 0.5 ? n * unit_ / (1.0 - n * unit_) : infinity;
    // f64 cannot say what is exact; twice the bound, since what is compared with has rounded as well.
    if (is_double(g.computeType)) growth_ *= 2.0;
    if (!with_sizes) return;
    add_sizes(g, planes_);
    constexpr std::uint64_t most_looked_at = std::uint64_t{1} << 25;
    if (cpu::is_complex(g.computeType) || is_double(g.computeType) || (g.m + g.n) * g.k * g.batch > most_looked_at)
        return;
    if (planes_[0].k != g.k) return;
    const int a = unit_of(planes_[0].a, g.m, g.k, g.batch), b = unit_of(planes_[0].b, g.k, g.n, g.batch);
    if (a == INT_MAX || b == INT_MAX)
        exact_size_ = 0; // all products are zero
    else if (a != INT_MIN && b != INT_MIN && a + b >= (g.computeType == DataType::Half ? -24 : -120))
        exact_size_ = std::ldexp(1.0, a + b + (g.computeType == DataType::Half ? 11 : 24));
}

Sums Elements::run(const Plane& plane, const Input& a, bool transA, const Input& size_a, std::uint64_t rows,
                   std::uint64_t batch, std::uint64_t column, std::uint64_t columns) const {
    Sums result;
    result.sum.assign(rows * columns, 0.0);
    result.size.assign(rows * columns, 0.0);
    Gemm g;
    g.transA = transA;
    g.transB = plane.b.transposed;
    g.m = rows;
    g.n = columns;
    g.k = plane.k;
    cpu::fast::Options options;
    options.threads = threads_;
    const auto multiply = [&](const Input& x, const Input& y, DataType type, void* to, std::size_t size) {
        const auto from = [&](const Input& m, std::uint64_t elements) {
            Input view = m;
            const std::size_t skipped = (batch * m.stride + elements) * cpu::size_of(m.type);
            view.bytes = {m.bytes.data + skipped, m.bytes.size - skipped};
            return view;
        };
        g.computeType = type;
        g.a = x; // of the batch already
        g.b = from(y, plane.b.transposed ? column : column * y.ld);
        g.d.type = type;
        g.d.ld = rows;
        g.d.bytes = {static_cast<std::uint8_t*>(to), rows * columns * size};
        g.alpha = {DataType::Double, numeric::bits_of(1.0), 0};
        return cpu::fast::compute(g, options).status == Status::ok;
    };
    if (g.k == 0 || rows == 0 || columns == 0) return result;
    (void)multiply(a, plane.b.view, DataType::Double, result.sum.data(), sizeof(double));
    if (plane.size_b.view.bytes.data == nullptr) return result;
    // Magnitudes in f32 where they fit; what their own sum may lack is added.
    const bool wide = is_double(g_.computeType);
    bool overflows = wide;
    if (!wide) {
        std::vector<float> sizes(rows * columns);
        (void)multiply(size_a, plane.size_b.view, DataType::Float, sizes.data(), sizeof(float));
        const double slack = 1.0 + static_cast<double>(plane.k + 8) * 0x1p-23;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            result.size[i] = static_cast<double>(sizes[i]) * slack;
            overflows |= std::isinf(sizes[i]);
        }
    }
    if (overflows) (void)multiply(size_a, plane.size_b.view, DataType::Double, result.size.data(), sizeof(double));
    return result;
}

Sums Elements::sums(std::size_t number, std::uint64_t batch, std::uint64_t column, std::uint64_t columns) const {
    const Plane& plane = planes_[number];
    const auto of_batch = [&](const Input& m) {
        Input view = m;
        if (m.bytes.data == nullptr) return view;
        const std::size_t skipped = batch * m.stride * cpu::size_of(m.type);
        view.bytes = {m.bytes.data + skipped, m.bytes.size - skipped};
        return view;
    };
    return run(plane, of_batch(plane.a.view), plane.a.transposed, of_batch(plane.size_a.view), g_.m, batch, column,
               columns);
}

Sums Elements::sums_of_rows(std::size_t number, std::uint64_t batch, const std::vector<std::uint64_t>& rows) const {
    const Plane& plane = planes_[number];
    const std::size_t size = cpu::size_of(plane.a.view.type);
    std::vector<std::uint8_t> some(rows.size() * plane.k * size), sizes(some.size());
    for (std::uint64_t p = 0; p < plane.k; ++p)
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const auto gather = [&](const RealMatrix& x, std::vector<std::uint8_t>& to) {
                if (x.view.bytes.data == nullptr) return;
                const auto* const from =
                    x.transposed ? cpu::element(x.view, p, rows[r], batch) : cpu::element(x.view, rows[r], p, batch);
                std::memcpy(to.data() + (p * rows.size() + r) * size, from, size);
            };
            gather(plane.a, some);
            gather(plane.size_a, sizes);
        }
    Input a{plane.a.view.type, rows.size(), 0, {some.data(), some.size()}, {}}, size_a = a;
    size_a.bytes = {sizes.data(), sizes.size()};
    return run(plane, a, false, size_a, rows.size(), batch, 0, g_.n);
}

double Elements::most_of_finite_terms() const {
    std::call_once(looked_, [&] {
        double all = 0;
        for (const Plane& plane : planes_)
            if (plane.k != 0)
                all = std::fmax(all, most_finite(plane.a) * most_finite(plane.b) * static_cast<double>(plane.k));
        most_of_finite_terms_ = std::fmin(all, std::numeric_limits<double>::max());
    });
    return most_of_finite_terms_;
}

double Elements::lost_in_sums() const { return (static_cast<double>(g_.k) + 8.0) * least_; }

/// Steps 2 to 5.
template <typename R>
Interval Elements::before_activation(const Place3& at, double sum, double size, const Variant& variant) const {
    const cpu::Factors<R> f(g_);
    const Limits limits{growth_, least_, most_};
    const auto value = [&](auto x) {
        return Tracked<R>(static_cast<double>(x), std::fabs(static_cast<double>(x)), limits);
    };
    Tracked<R> alpha = variant.alpha_is_one ? value(1.0) : value(f.alpha);
    if (g_.useScaleAB == cpu::ScaleAB::vector) {
        alpha.multiply(value(cpu::load<R>(f.scale_ab_type, g_.scaleA, at.i)));
        alpha.multiply(value(cpu::load<R>(f.scale_ab_type, g_.scaleB, at.j)));
    } else if (g_.useScaleAB == cpu::ScaleAB::scalar) {
        if (!cpu::input_rule(g_, g_.a, true).takes_scale) alpha.multiply(value(f.scaleA));
        if (!cpu::input_rule(g_, g_.b, false).takes_scale) alpha.multiply(value(f.scaleB));
    }
    const bool sums_are_exact = exact_size_ >= 0 && size <= exact_size_;
    Tracked<R> r(sum, std::isfinite(sum) ? size : most_of_finite_terms(), limits,
                 sums_are_exact ? 0.0 : lost_in_sums());
    if (!sums_are_exact) r.not_exact();
    r.multiply(alpha);
    if (g_.useScaleAlphaVec != 0)
        r.multiply(value(
            cpu::load<R>(f.scale_ab_type, g_.scaleAlphaVec, cpu::along_n(g_, g_.useScaleAlphaVec) ? at.j : at.i)));
    if (g_.useBeta && !R::is_zero(f.beta)) {
        Input c = g_.c;
        c.ld += static_cast<std::uint64_t>(static_cast<std::int64_t>(variant.ldc));
        const std::uint8_t* const from = reach(c, at.i, at.j, variant.batch_c);
        Tracked<R> term = value(f.beta);
        term.multiply(value(from == nullptr ? typename R::Value{} : cpu::load<R>(c.type, from)));
        if (g_.useScaleCD) term.multiply(value(f.scaleC));
        r.add(term);
    }
    if (cpu::reads_bias(g_)) {
        const std::uint64_t position = cpu::along_n(g_, g_.useBias) ? at.j : at.i;
        r.add(value(cpu::load<R>(cpu::or_else(g_.biasType, R::type), g_.bias, position + at.batch * g_.strideBias)));
    }
    return r.interval();
}

/// In gradient mode with a derivative: r times the activation of E.
template <typename R>
Interval Elements::by_derivative(const Place3& at, const Interval& r, double a, double b) const {
    const double e =
        static_cast<double>(cpu::load<R>(g_.e.type, cpu::element(cpu::packed_e(g_), at.i, at.j, at.batch)));
    const Interval factor = activated(g_.activation, {e, e, e, false}, a, b, unit_, most_);
    Interval y{r.want * factor.want, 0, 0, r.is_any || factor.is_any};
    const auto may_be_zero = [](const Interval& x) { return x.low <= 0 && x.high >= 0 && x.low != x.high; };
    y.is_any |= (std::isinf(r.want) && may_be_zero(factor)) || (std::isinf(factor.want) && may_be_zero(r));
    y.low = y.high = y.want;
    if (!std::isfinite(y.want) || (r.is_exact() && factor.is_exact())) return y;
    const double most_r = std::fmax(std::fabs(r.low), std::fabs(r.high));
    y.widen(most_r * (factor.high - factor.low) + std::fabs(factor.want) * (r.high - r.low) +
            unit_ * std::fabs(y.want) + least_);
    return y;
}

template <typename R>
Elements::Steps Elements::real_steps(const Place3& at, double sum, double size, const Variant& variant) const {
    const cpu::Factors<R> f(g_);
    const double a = static_cast<double>(f.argument[0]), b = static_cast<double>(f.argument[1]);
    Steps steps;
    steps.before = before_activation<R>(at, sum, size, variant);
    if (!g_.useGradient)
        steps.after = activated(g_.activation, steps.before, a, b, unit_, most_);
    else
        steps.after = cpu::multiplies_by_derivative(g_) ? by_derivative<R>(at, steps.before, a, b) : steps.before;
    steps.after.is_any |=
        std::isfinite(steps.after.want) && std::fmax(std::fabs(steps.after.low), std::fabs(steps.after.high)) >= most_;
    steps.stored = steps.after;
    if (g_.useScaleCD) {
        steps.stored.scale(static_cast<double>(f.scaleD));
        const bool stays = steps.stored.is_exact() && Tracked<R>::fits(steps.stored.want);
        if (!stays && std::isfinite(steps.stored.want))
            steps.stored.widen(unit_ * std::fabs(steps.stored.want) + least_);
    }
    steps.stored.low = stored_value(g_.d.type, steps.stored.low);
    steps.stored.high = stored_value(g_.d.type, steps.stored.high);
    return steps;
}

Elements::Steps Elements::complex_steps(const Place3& at, const double (&sum)[2], const double (&size)[2],
                                        const Variant& variant) const {
    const auto parts = [&](const cpu::Scalar& x, double(&out)[2]) {
        const bool wide = g_.computeType == DataType::ComplexDouble;
        const auto number = [&](std::uint64_t bits) {
            return wide ? numeric::f64_of(bits) : static_cast<double>(numeric::f32_of(bits));
        };
        out[0] = number(x.bits);
        out[1] = number(x.imaginary);
    };
    double alpha[2], beta[2], c[2] = {};
    parts(g_.alpha, alpha);
    parts(g_.beta, beta);
    if (variant.alpha_is_one) alpha[0] = 1.0, alpha[1] = 0.0;
    const unsigned p = at.imaginary ? 1 : 0;
    const auto product = [&](const double(&x)[2], const double(&y)[2]) {
        return p == 0 ? x[0] * y[0] - x[1] * y[1] : x[0] * y[1] + x[1] * y[0];
    };
    const auto product_size = [&](const double(&x)[2], const double(&y)[2]) {
        return std::fabs(x[0] * y[p]) + std::fabs(x[1] * y[1 - p]);
    };
    double value = product(alpha, sum), total = product_size(alpha, size);
    const double lost = lost_in_sums() * std::fmax(1.0, std::fabs(alpha[0]) + std::fabs(alpha[1])) + 4 * least_;
    const bool has_beta = g_.useBeta && (beta[0] != 0 || beta[1] != 0);
    Input matrix = g_.c;
    matrix.ld += static_cast<std::uint64_t>(static_cast<std::int64_t>(variant.ldc));
    const std::uint8_t* const from = has_beta ? reach(matrix, at.i, at.j, variant.batch_c) : nullptr;
    if (from != nullptr) {
        const std::size_t half = cpu::size_of(g_.c.type) / 2;
        const DataType part = half == 8 ? DataType::Double : DataType::Float;
        for (unsigned q = 0; q < 2; ++q) c[q] = cpu::load<cpu::Twice>(part, from + q * half);
        value += product(beta, c);
        total += product_size(beta, c);
    }
    Steps steps;
    const double by = std::isfinite(value) ? growth_ * total + lost : 0.0;
    if (!std::isfinite(value))
        total = (most_of_finite_terms() + std::fabs(c[0]) + std::fabs(c[1])) *
                (std::fabs(alpha[0]) + std::fabs(alpha[1]) + 1.0);
    // By parts an infinity is soon a NaN; only where nothing else could overflow is the kind certain.
    const bool parts_fit = std::fmax(size[0], size[1]) * (1.0 + growth_) < most_ || !std::isfinite(size[0] + size[1]);
    steps.before = {value, value - by, value + by, !parts_fit || !(total + by < most_)};
    if (!std::isfinite(value)) steps.before.low = steps.before.high = value;
    steps.after = steps.stored = steps.before;
    steps.stored.low = stored_value(g_.d.type, steps.stored.low);
    steps.stored.high = stored_value(g_.d.type, steps.stored.high);
    return steps;
}

Elements::Steps Elements::steps(const Place3& at, const double (&sum)[2], const double (&size)[2],
                                const Variant& variant) const {
    if (cpu::is_complex(g_.computeType)) return complex_steps(at, sum, size, variant);
    if (g_.computeType == DataType::Double) return real_steps<cpu::Twice>(at, sum[0], size[0], variant);
    if (g_.computeType == DataType::Half) return real_steps<cpu::HalfSums>(at, sum[0], size[0], variant);
    return real_steps<cpu::Single>(at, sum[0], size[0], variant);
}

bool Elements::one(const Place3& at, const Variant& variant, Interval& stored) const {
    double sum[2] = {}, size[2] = {};
    for (std::size_t p = 0; p < planes_.size(); ++p) {
        const Plane& plane = planes_[p];
        Input a = plane.a.view, b = plane.b.view;
        a.ld += static_cast<std::uint64_t>(static_cast<std::int64_t>(variant.lda));
        b.ld += static_cast<std::uint64_t>(static_cast<std::int64_t>(variant.ldb));
        for (std::uint64_t k = 0; k < plane.k; ++k) {
            const std::uint8_t* const x =
                plane.a.transposed ? reach(a, k, at.i, variant.batch_a) : reach(a, at.i, k, variant.batch_a);
            const std::uint8_t* const y =
                plane.b.transposed ? reach(b, at.j, k, variant.batch_b) : reach(b, k, at.j, variant.batch_b);
            if (x == nullptr || y == nullptr) return false;
            const double product = cpu::load<cpu::Twice>(a.type, x) * cpu::load<cpu::Twice>(b.type, y);
            sum[p] += product;
            size[p] += std::fabs(product);
        }
    }
    stored = steps(at, sum, size, variant).stored;
    return !stored.is_any;
}

double Elements::got(const Place3& at) const {
    const std::uint8_t* from = cpu::element(g_.d, at.i, at.j, at.batch);
    if (cpu::is_complex(g_.d.type)) {
        const std::size_t half = cpu::size_of(g_.d.type) / 2;
        return cpu::load<cpu::Twice>(half == 8 ? DataType::Double : DataType::Float, from + (at.imaginary ? half : 0));
    }
    return cpu::load<cpu::Twice>(g_.d.type, from);
}

bool Elements::accepts(const Interval& stored, double got) {
    if (stored.is_any) return true;
    if (std::isnan(stored.low) || std::isnan(stored.high)) return std::isnan(got);
    return stored.low <= got && got <= stored.high;
}

Element Elements::element_of(const Place3& at, const Interval& stored, double got) const {
    const double middle = stored.low / 2 + stored.high / 2, half = stored.high / 2 - stored.low / 2;
    Element e{at.i, at.j, at.batch, at.imaginary, got, stored.low, stored.high, half, infinity};
    if (!std::isfinite(middle)) return e;
    const numeric::Format* const format = cpu::format_of(g_.d.type);
    const double digits = format == nullptr ? 24.0 : static_cast<double>(format->mantissa_bits);
    e.bound += std::fmax(std::exp2(-digits - 1) * std::fabs(middle), least_);
    const double off = std::fabs(got - middle);
    if (std::isfinite(off)) e.bounds = off / e.bound;
    return e;
}

} // namespace kernabi::gemm
