// SPDX-License-Identifier: MIT
#include "conformance/gemm/projection.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/fast/fast.hpp"
#include "backends/cpu/fast/pool.hpp"
#include "backends/cpu/fast/run_values.hpp"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

namespace kernabi::gemm {

namespace {

using cpu::Gemm;
using cpu::Input;
using Vector = std::vector<double>;

double next_sign(std::uint64_t& state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return ((z ^ z >> 31) & 1) != 0 ? 1.0 : -1.0;
}

Input of_batch(const Input& m, std::uint64_t batch) {
    Input view = m;
    const std::size_t skipped = batch * m.stride * cpu::size_of(m.type);
    view.bytes = {m.bytes.data + skipped, m.bytes.size - skipped};
    view.stride = 0;
    return view;
}

/// rows x inner times inner x columns in f64.
Vector multiply(const Input& x, bool transposed, const Vector& y, std::uint64_t rows, std::uint64_t inner,
                std::uint64_t columns, unsigned threads) {
    Vector result(rows * columns);
    if (inner == 0) return result;
    Gemm g;
    g.computeType = DataType::Double;
    g.transA = transposed;
    g.m = rows;
    g.n = columns;
    g.k = inner;
    g.a = x;
    const auto bytes = [](const Vector& v) {
        return static_cast<const std::uint8_t*>(static_cast<const void*>(v.data()));
    };
    g.b = {DataType::Double, inner, 0, {bytes(y), y.size() * sizeof(double)}, {}};
    g.d.type = DataType::Double;
    g.d.ld = rows;
    g.d.bytes = {static_cast<std::uint8_t*>(static_cast<void*>(result.data())), result.size() * sizeof(double)};
    g.alpha = {DataType::Double, numeric::bits_of(1.0), 0};
    cpu::fast::Options options;
    options.threads = threads;
    (void)cpu::fast::compute(g, options);
    return result;
}

/// Sum of squares of each row of a stored rows x columns matrix, or with `by_column` of each column.
Vector squares(const Input& x, std::uint64_t rows, std::uint64_t columns, bool by_column, unsigned threads) {
    constexpr std::uint64_t chunk = 64;
    const unsigned workers = std::min(threads == 0 ? cpu::fast::core_count() : threads, 256u);
    std::vector<Vector> parts(workers, Vector(by_column ? columns : rows, 0.0));
    std::atomic<std::uint64_t> next{0};
    const cpu::fast::Runs<cpu::Single> runs(cpu::fast::best_kernels());
    const bool is_double = x.type == DataType::Double;
    cpu::fast::run_on_workers(workers, [&](unsigned worker) {
        float singles[512];
        double values[512];
        for (std::uint64_t first; (first = next.fetch_add(chunk)) < columns;)
            for (std::uint64_t j = first; j < std::min(columns, first + chunk); ++j)
                for (std::uint64_t i = 0; i < rows; i += 512) {
                    const std::size_t count = std::min<std::uint64_t>(512, rows - i);
                    if (is_double) {
                        std::memcpy(values, cpu::element(x, i, j, 0), count * sizeof(double));
                    } else {
                        runs.load_run(x.type, cpu::element(x, i, j, 0), count, singles);
                        std::copy(singles, singles + count, values);
                    }
                    double* const to = parts[worker].data() + (by_column ? j : i);
                    if (by_column) {
                        double sums[8] = {};
                        for (std::size_t n = 0; n < count; ++n) sums[n % 8] += values[n] * values[n];
                        for (const double sum : sums) *to += sum;
                    } else {
                        for (std::size_t n = 0; n < count; ++n) to[n] += values[n] * values[n];
                    }
                }
    });
    for (unsigned w = 1; w < workers; ++w)
        for (std::size_t i = 0; i < parts[0].size(); ++i) parts[0][i] += parts[w][i];
    return parts[0];
}

double total(const Vector& x) {
    double sum = 0;
    for (const double v : x) sum += v;
    return sum;
}

double number(DataType type, ConstBytes from, std::uint64_t i) { return cpu::load<cpu::Twice>(type, from, i); }

} // namespace

bool may_be_projected(const Gemm& g) {
    return !cpu::is_complex(g.computeType) && g.computeType != DataType::Int32 && g.activation == Activation::None &&
           g.d.type != DataType::Int8 && g.m != 0 && g.n != 0;
}

Projected project(const Elements& elements, std::uint64_t batch, const Options& options) {
    const Gemm& g = elements.gemm();
    const Plane& plane = elements.planes()[0];
    const unsigned threads = options.threads;
    const std::uint64_t count = std::clamp(options.projections, 1u, 8u);
    const cpu::Factors<cpu::Twice> f(g);
    const DataType scales = f.scale_ab_type;

    // Everything that multiplies a column goes with x, what multiplies a row is applied at the end.
    Vector x(g.n * count), scaled_x(g.n * count);
    std::uint64_t state = options.seed * 0x2545f4914f6cdd1du + batch;
    for (double& v : x) v = next_sign(state);
    double alpha = f.alpha, column_most = 0, column_squares = 0;
    const auto rule_a = cpu::input_rule(g, g.a, true), rule_b = cpu::input_rule(g, g.b, false);
    if (g.useScaleAB == cpu::ScaleAB::scalar)
        alpha *= (rule_a.takes_scale ? 1.0 : f.scaleA) * (rule_b.takes_scale ? 1.0 : f.scaleB);
    Vector column_scale(g.n, 1.0), row_scale(g.m, alpha), bias_of_row(g.m, 0.0), bias_of_column(g.n, 0.0);
    if (g.useScaleAB == cpu::ScaleAB::vector) {
        for (std::uint64_t j = 0; j < g.n; ++j) column_scale[j] *= number(scales, g.scaleB, j);
        for (std::uint64_t i = 0; i < g.m; ++i) row_scale[i] *= number(scales, g.scaleA, i);
    }
    if (g.useScaleAlphaVec != 0) {
        const bool along_n = cpu::along_n(g, g.useScaleAlphaVec);
        Vector& scale = along_n ? column_scale : row_scale;
        for (std::uint64_t i = 0; i < scale.size(); ++i) scale[i] *= number(scales, g.scaleAlphaVec, i);
    }
    if (cpu::reads_bias(g)) {
        Vector& bias = cpu::along_n(g, g.useBias) ? bias_of_column : bias_of_row;
        for (std::uint64_t i = 0; i < bias.size(); ++i)
            bias[i] = number(cpu::or_else(g.biasType, g.computeType), g.bias, i + batch * g.strideBias);
    }
    const double d_scale = g.useScaleCD ? f.scaleD : 1.0, c_scale = f.beta * (g.useScaleCD ? f.scaleC : 1.0);

    Vector bias_sum(count, 0.0), x_sum(count, 0.0);
    for (std::uint64_t p = 0; p < count; ++p)
        for (std::uint64_t j = 0; j < g.n; ++j) {
            scaled_x[p * g.n + j] = x[p * g.n + j] * column_scale[j];
            bias_sum[p] += x[p * g.n + j] * bias_of_column[j];
            x_sum[p] += x[p * g.n + j];
        }

    // The three products, and what bounds their roundings: |a_i| |b_j| in place of the sum of magnitudes.
    const bool has_sums = plane.k != 0;
    Vector want(g.m * count), row_squares(g.m, 0.0);
    if (has_sums) {
        const Input a = of_batch(plane.a.view, batch), b = of_batch(plane.b.view, batch);
        const Vector y = multiply(b, plane.b.transposed, scaled_x, g.k, g.n, count, threads);
        want = multiply(a, plane.a.transposed, y, g.m, g.k, count, threads);
        row_squares =
            squares(a, plane.a.transposed ? g.k : g.m, plane.a.transposed ? g.m : g.k, plane.a.transposed, threads);
        const Vector columns =
            squares(b, plane.b.transposed ? g.n : g.k, plane.b.transposed ? g.k : g.n, !plane.b.transposed, threads);
        for (std::uint64_t j = 0; j < g.n; ++j) {
            column_squares += columns[j] * column_scale[j] * column_scale[j];
            column_most = std::fmax(column_most, columns[j]);
        }
    }
    const bool has_c = g.useBeta && f.beta != 0;
    Vector c(g.m * count), c_squares(g.m, 0.0);
    if (has_c) {
        c = multiply(of_batch(g.c, batch), false, x, g.m, g.n, count, threads);
        c_squares = squares(of_batch(g.c, batch), g.m, g.n, false, threads);
    }
    const Input d_view{g.d.type, g.d.ld, g.d.stride, g.d.bytes, {}};
    const Input d = of_batch(d_view, batch);
    const Vector got = multiply(d, false, x, g.m, g.n, count, threads);
    const Vector d_squares = squares(d, g.m, g.n, false, threads);

    const double growth = elements.growth(), n = static_cast<double>(g.n), root_n = std::sqrt(n);
    const numeric::Format& stored = *cpu::format_of(g.d.type);
    const double d_unit = std::ldexp(1.0, -stored.mantissa_bits - 1),
                 d_least = std::ldexp(1.0, 1 - stored.bias - stored.mantissa_bits - 1);
    const double bias_square = total([&] {
        Vector v = bias_of_column;
        for (double& b : v) b *= b;
        return v;
    }());
    const double own = (static_cast<double>(g.k) + n + 8.0) * 0x1p-52;
    Projected result;
    Vector ratio(g.m), ordinary(g.m);
    for (std::uint64_t i = 0; i < g.m; ++i) {
        const double sums = std::fabs(row_scale[i]) * std::sqrt(row_squares[i] * column_squares);
        const double others =
            std::fabs(c_scale) * std::sqrt(c_squares[i]) + std::fabs(bias_of_row[i]) * root_n + std::sqrt(bias_square);
        const double root = std::fabs(d_scale) * growth * (sums + others) +
                            (d_unit + 2 * elements.unit()) * std::sqrt(d_squares[i]) +
                            (d_least + std::fabs(d_scale) * 0x1p-149) * root_n;
        const double most =
            deviations * root + own * root_n * std::fabs(d_scale) * (sums + others + std::sqrt(d_squares[i]));
        ordinary[i] = most / (root / root_n);
        for (std::uint64_t p = 0; p < count; ++p) {
            double r = row_scale[i] * want[p * g.m + i] + bias_of_row[i] * x_sum[p] + bias_sum[p];
            if (has_c) r += c_scale * c[p * g.m + i];
            const double off = std::fabs(r * d_scale - got[p * g.m + i]) / most;
            ratio[i] = std::isnan(off) || std::isinf(most) ? std::numeric_limits<double>::infinity()
                                                           : std::fmax(ratio[i], off);
            if (std::isinf(ratio[i])) break;
        }
        result.hides = std::fmax(result.hides, ordinary[i]);
    }
    // Real roundings are far below their bounds, so a wrong row stands out long before it passes its own.
    Vector sorted = ratio;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
    const double stands_out = std::fmin(1.0, std::fmax(16.0 * sorted[sorted.size() / 2], 1e-6));
    for (std::uint64_t i = 0; i < g.m; ++i)
        if (!(ratio[i] <= stands_out)) result.suspicious.push_back(i);
    std::stable_sort(result.suspicious.begin(), result.suspicious.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return ratio[a] > ratio[b]; });
    return result;
}

} // namespace kernabi::gemm
