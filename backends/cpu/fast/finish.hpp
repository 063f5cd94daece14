// SPDX-License-Identifier: MIT
// What follows the sums, for runs of a column: the steps of `before_activation` and `one_element` in their order.
#pragma once
#include "backends/cpu/complex_gemm.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/fast/plan.hpp"
#include "backends/cpu/fast/run_values.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu::fast {

/// Elements that are finished at once; what a run needs besides its sums stays in the first cache.
inline constexpr std::size_t run_length = 512;

template <typename R>
class Finish {
  public:
    using Value = typename R::Value;

    Finish(const Gemm& g, const Factors<R>& factors, const Kernels& kernels) noexcept
        : g_(g), f_(factors), e_(packed_e(g)), runs_(kernels), rule_a_(input_rule(g, g.a, true)),
          rule_b_(input_rule(g, g.b, false)), bias_type_(or_else(g.biasType, R::type)) {
        alpha_ = f_.alpha;
        if (g.useScaleAB != ScaleAB::scalar) return;
        if (!rule_a_.takes_scale) alpha_ = R::multiply(alpha_, f_.scaleA);
        if (!rule_b_.takes_scale) alpha_ = R::multiply(alpha_, f_.scaleB);
    }

    /// `count` (at most run_length) elements from `at` on down the column. `r` holds their sums; afterwards D and E are
    /// stored, and `r` is what the bias gradient of D adds up.
    void run(const Place& at, std::size_t count, Value* r) noexcept {
        scale(at, count, r);
        add_c(at, count, r);
        add_bias(at, count, r);
        if (writes_e()) runs_.store_run(g_.e.type, r, count, element(e_, at.i, at.j, at.batch));
        activate(at, count, r);
        if (g_.outputAmaxD) amax = runs_.largest(amax, r, count);
        if (g_.useScaleCD) runs_.multiply(r, f_.scaleD, count);
        runs_.store_run(g_.d.type, r, count, element(g_.d, at.i, at.j, at.batch));
    }

    Value amax{};

  private:
    [[nodiscard]] bool writes_e() const noexcept { return g_.useE && !g_.useGradient; }

    void scale(const Place& at, std::size_t count, Value* r) noexcept {
        if (g_.useScaleAB == ScaleAB::vector) {
            load_vector(f_.scale_ab_type, g_.scaleA, at.i, count);
            runs_.multiply(other_, alpha_, count);
            runs_.multiply(other_, load<R>(f_.scale_ab_type, g_.scaleB, at.j), count);
            runs_.multiply(r, other_, count);
        } else {
            runs_.multiply(r, alpha_, count);
        }
        if (g_.useScaleAlphaVec == 0) return;
        if (along_n(g_, g_.useScaleAlphaVec))
            return runs_.multiply(r, load<R>(f_.scale_ab_type, g_.scaleAlphaVec, at.j), count);
        load_vector(f_.scale_ab_type, g_.scaleAlphaVec, at.i, count);
        runs_.multiply(r, other_, count);
    }
    void add_c(const Place& at, std::size_t count, Value* r) noexcept {
        if (!g_.useBeta || R::is_zero(f_.beta)) return;
        runs_.load_run(g_.c.type, element(g_.c, at.i, at.j, at.batch), count, other_);
        runs_.multiply(other_, f_.beta, count);
        if (g_.useScaleCD) runs_.multiply(other_, f_.scaleC, count);
        runs_.add(r, other_, count);
    }
    void add_bias(const Place& at, std::size_t count, Value* r) noexcept {
        if (!reads_bias(g_)) return;
        const bool own = !g_.batchBias.empty();
        const ConstBytes from = own ? g_.batchBias.data[at.batch] : g_.bias;
        const std::uint64_t first = own ? 0 : at.batch * g_.strideBias;
        if (along_n(g_, g_.useBias)) return runs_.add(r, load<R>(bias_type_, from, first + at.j), count);
        load_vector(bias_type_, from, first + at.i, count);
        runs_.add(r, other_, count);
    }
    void activate(const Place& at, std::size_t count, Value* r) noexcept {
        if (!g_.useGradient) return runs_.activate_run(g_.activation, f_.argument[0], f_.argument[1], r, count);
        if (!multiplies_by_derivative(g_)) return;
        runs_.load_run(g_.e.type, element(e_, at.i, at.j, at.batch), count, other_);
        runs_.activate_run(g_.activation, f_.argument[0], f_.argument[1], other_, count);
        runs_.multiply(r, other_, count);
    }
    void load_vector(DataType type, ConstBytes from, std::uint64_t first, std::size_t count) noexcept {
        runs_.load_run(type, from.data + first * size_of(type), count, other_);
    }

    const Gemm& g_;
    const Factors<R>& f_;
    Output e_;
    Runs<R> runs_;
    InputRule rule_a_, rule_b_;
    DataType bias_type_;
    Value alpha_{};
    Value other_[run_length];
};

/// Complex: alpha and beta, nothing else.
template <typename R>
class ComplexFinish {
  public:
    using C = ComplexGemm<R>;
    using Part = typename R::Value;

    ComplexFinish(const Gemm& g, const Kernels& kernels) noexcept
        : g_(g), runs_(kernels), alpha_(C::load_scalar(g.alpha)), beta_(C::load_scalar(g.beta)) {}

    void run(const Place& at, std::size_t count, Part* re, Part* im) noexcept {
        runs_.rows().multiply_complex(re, im, alpha_.re, alpha_.im, count);
        if (g_.useBeta && !C::is_zero(beta_)) {
            const std::uint8_t* const c = element(g_.c, at.i, at.j, at.batch);
            for (std::size_t i = 0; i < count; ++i) {
                const auto value = C::load_element(c + 2 * i * C::part_size);
                c_re_[i] = value.re;
                c_im_[i] = value.im;
            }
            runs_.rows().multiply_complex(c_re_, c_im_, beta_.re, beta_.im, count);
            runs_.add(re, c_re_, count);
            runs_.add(im, c_im_, count);
        }
        std::uint8_t* const d = element(g_.d, at.i, at.j, at.batch);
        for (std::size_t i = 0; i < count; ++i) C::store_value(d + 2 * i * C::part_size, {re[i], im[i]});
    }

  private:
    const Gemm& g_;
    Runs<R> runs_;
    typename C::Value alpha_, beta_;
    Part c_re_[run_length], c_im_[run_length];
};

} // namespace kernabi::cpu::fast
