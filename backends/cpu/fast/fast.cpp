// SPDX-License-Identifier: MIT
#include "backends/cpu/fast/fast.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/fast/bias_gradient.hpp"
#include "backends/cpu/fast/kernels.hpp"
#include "backends/cpu/fast/pool.hpp"
#include "backends/cpu/fast/sums.hpp"
#include "backends/cpu/needs.hpp"
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <mutex>
#include <new>
#include <vector>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace kernabi::cpu::fast {

namespace {

/// Problems below this many multiply-adds are not worth waking a thread for.
constexpr std::uint64_t least_shared_work = std::uint64_t{1} << 19;

[[nodiscard]] const Kernels& kernels_of(Isa isa) noexcept {
#if defined(KERNABI_WITH_X86_KERNELS)
    if (isa == Isa::avx512 && is_available(isa)) return avx512_kernels();
    if (isa == Isa::avx2 && is_available(isa)) return avx2_kernels();
#endif
    (void)isa;
    return portable_kernels();
}

/// A worker's scratch memory; kept, since fresh pages cost as much as a small problem.
class Arena {
  public:
    /// Throws std::bad_alloc.
    std::byte* at_least(std::size_t size) {
        if (size > size_) {
            memory_.reset();
            size_ = 0;
            memory_.reset(static_cast<std::byte*>(::operator new(size, alignment)));
            size_ = size;
        }
        return memory_.get();
    }

  private:
    static constexpr std::align_val_t alignment{64};
    struct Release {
        void operator()(std::byte* p) const noexcept { ::operator delete(p, alignment); }
    };
    std::unique_ptr<std::byte, Release> memory_;
    std::size_t size_ = 0;
};

std::vector<Arena>& arenas() {
    thread_local std::vector<Arena> held;
    return held;
}

template <typename Word>
[[nodiscard]] Scratch<Word> scratch_in(std::byte* memory, const Plan& plan) noexcept {
    constexpr std::size_t line = 64 / sizeof(Word);
    auto* at = static_cast<Word*>(static_cast<void*>(memory));
    const auto take = [&](std::size_t words) {
        Word* const here = at;
        at += rounded_up(words, line);
        return here;
    };
    Scratch<Word> scratch;
    scratch.sums = take(plan.sum_words);
    scratch.a = take(plan.a_words);
    scratch.b = take(plan.b_words);
    scratch.total = at;
    return scratch;
}

/// Counts finished multiply-adds; only the calling thread tells.
class Progress {
  public:
    Progress(const Gemm& g, const Options& options) noexcept : options_(options), all_(g.m * g.n * g.k * g.batch) {}
    void add(std::uint64_t steps, unsigned worker) noexcept {
        if (options_.progress == nullptr) return;
        const std::uint64_t done = done_.fetch_add(steps, std::memory_order_relaxed) + steps;
        if (worker == 0) options_.progress(options_.context, done, all_);
    }

  private:
    const Options& options_;
    std::uint64_t all_;
    std::atomic<std::uint64_t> done_{0};
};

/// Shares the pieces out. `work(piece, worker, scratch)`. Throws std::bad_alloc before anything is computed.
template <typename Word, typename Work>
void share_out(const Gemm& g, const Plan& plan, unsigned workers, bool is_split, const Work& work) {
    std::vector<Arena>& held = arenas();
    if (held.size() < workers) held.resize(workers);
    const std::size_t words = 2 * plan.sum_words + plan.a_words + plan.b_words + 4 * 64 / sizeof(Word);
    const std::size_t bytes = (is_split ? words : words - plan.sum_words) * sizeof(Word);
    for (unsigned w = 0; w < workers; ++w) (void)held[w].at_least(bytes);
    std::atomic<std::uint64_t> next{0};
    run_on_workers(workers, [&](unsigned worker) {
        const Scratch<Word> scratch = scratch_in<Word>(held[worker].at_least(bytes), plan);
        for (std::uint64_t number; (number = next.fetch_add(1)) < plan.pieces;)
            work(plan.piece(g, number), worker, scratch);
    });
}

[[nodiscard]] unsigned workers_for(const Gemm& g, const Options& options) noexcept {
    constexpr unsigned most_workers = 256;
    const unsigned wanted = std::min(options.threads == 0 ? core_count() : options.threads, most_workers);
    return g.m * g.n * g.batch * (g.k == 0 ? 1 : g.k) < least_shared_work ? 1 : wanted;
}

/// Columns of a piece, as many at once as sums are held for.
template <typename R, typename Sums, typename Finished>
void run_piece(const Gemm& g, const Plan& plan, const Sums& sums, const Kernels& kernels, const Piece& piece,
               const Scratch<typename Sums::Word>& scratch, bool has_sums, Progress& progress, unsigned worker,
               Finished finished) {
    using Word = typename Sums::Word;
    const PieceSums<R, Sums> maker(g, plan, sums, kernels, piece, scratch);
    for (std::size_t done = 0; done < piece.columns; done += plan.block_columns) {
        const std::size_t columns = std::min(plan.block_columns, piece.columns - done);
        const std::uint64_t first = piece.column + done;
        Word* made = scratch.sums;
        if (has_sums)
            made = maker.make(first, columns, [&](std::uint64_t steps) { progress.add(steps, worker); });
        else
            std::memset(static_cast<void*>(made), 0, plan.sum_words * sizeof(Word));
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t i = 0; i < piece.rows; i += run_length)
                finished(Place{piece.row + i, first + j, piece.batch}, std::min(run_length, piece.rows - i),
                         made + j * plan.sums_ld + i);
    }
}

template <typename R>
void compute_real(const Gemm& g, const Kernels& kernels, const Options& options) {
    using Value = typename R::Value;
    const Factors<R> factors(g);
    const RealSums<R> sums(g, factors, kernels);
    const bool gradient_of_d = writes_bias(g) && g.biasSrc == BiasSource::d;
    const unsigned workers = workers_for(g, options);
    const Plan plan = make_plan(g, sums.tile, sizeof(Value), 1, workers, gradient_of_d, options.blocking);
    std::vector<Value> row_sums(gradient_of_d ? to_size(g.m) : 0);
    Progress progress(g, options);
    std::mutex mutex;
    Value amax{};
    share_out<Value>(g, plan, workers, g.gsu > 1,
                     [&](const Piece& piece, unsigned worker, const Scratch<Value>& scratch) {
                         Finish<R> finish(g, factors, kernels);
                         const Runs<R> runs(kernels);
                         run_piece<R>(g, plan, sums, kernels, piece, scratch, !R::is_zero(factors.alpha), progress,
                                      worker, [&](const Place& at, std::size_t count, Value* r) {
                                          finish.run(at, count, r);
                                          if (gradient_of_d) runs.add(row_sums.data() + at.i, r, count);
                                      });
                         const std::lock_guard lock(mutex);
                         amax = runs.largest(amax, &finish.amax, 1);
                     });
    if (gradient_of_d) store_bias_gradient<R>(g, Runs<R>(kernels), row_sums.data(), row_sums.size(), 0);
    if (writes_bias(g) && !gradient_of_d) sum_operand<R>(g, Runs<R>(kernels));
    if (g.outputAmaxD) store<R>(R::type, g.amaxD.data, amax);
}

template <typename R>
void compute_complex(const Gemm& g, const Kernels& kernels, const Options& options) {
    using Part = typename R::Value;
    const ComplexSums<R> sums(g, kernels);
    const unsigned workers = workers_for(g, options);
    const Plan plan = make_plan(g, sums.tile, sizeof(Part), 2, workers, false, options.blocking);
    const bool has_sums = !ComplexGemm<R>::is_zero(ComplexGemm<R>::load_scalar(g.alpha));
    Progress progress(g, options);
    share_out<Part>(g, plan, workers, g.gsu > 1,
                    [&](const Piece& piece, unsigned worker, const Scratch<Part>& scratch) {
                        ComplexFinish<R> finish(g, kernels);
                        run_piece<R>(g, plan, sums, kernels, piece, scratch, has_sums, progress, worker,
                                     [&](const Place& at, std::size_t count, Part* re) {
                                         finish.run(at, count, re, re + plan.plane);
                                     });
                    });
}

/// What the fast way has no panels for, or is nothing to compute.
[[nodiscard]] bool is_left_to_definition(const Gemm& g) noexcept {
    return std::endian::native != std::endian::little || is_empty(g);
}

void compute_checked(const Gemm& g, const Options& options) {
    const Kernels& kernels = kernels_of(options.isa);
    if (g.computeType == DataType::ComplexFloat) return compute_complex<Single>(g, kernels, options);
    if (g.computeType == DataType::ComplexDouble) return compute_complex<Twice>(g, kernels, options);
    with_arithmetic(g.computeType, [&](auto arithmetic) { compute_real<decltype(arithmetic)>(g, kernels, options); });
}

} // namespace

const char* name_of(Isa isa) noexcept {
    constexpr const char* names[] = {"portable", "avx2", "avx512"};
    return names[static_cast<std::size_t>(isa)];
}

bool is_available(Isa isa) noexcept {
    if (isa == Isa::portable) return true;
#if defined(KERNABI_WITH_X86_KERNELS)
    __builtin_cpu_init();
    unsigned a = 0, b = 0, c = 0, d = 0;
    const bool has_f16c = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
    const bool has_avx2 = has_f16c && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    if (isa == Isa::avx2) return has_avx2;
    return has_avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512dq") != 0;
#else
    return false;
#endif
}

Isa best_isa() noexcept {
    static const Isa best = is_available(Isa::avx512) ? Isa::avx512
                            : is_available(Isa::avx2) ? Isa::avx2
                                                      : Isa::portable;
    return best;
}

const Kernels& best_kernels() noexcept { return kernels_of(best_isa()); }

const float* byte_table(DataType type) noexcept {
    static constexpr DataType types[] = {DataType::Float8, DataType::BFloat8, DataType::Float8_fnuz,
                                         DataType::BFloat8_fnuz, DataType::Int8};
    static const auto tables = [] {
        std::array<std::array<float, 256>, 5> all{};
        for (std::size_t t = 0; t < all.size(); ++t)
            for (unsigned byte = 0; byte < 256; ++byte) all[t][byte] = load_bits<Single>(types[t], byte);
        return all;
    }();
    for (std::size_t t = 0; t < tables.size(); ++t)
        if (types[t] == type) return tables[t].data();
    return nullptr;
}

Outcome compute(const Gemm& g, const Options& options) noexcept {
    const Outcome outcome = check(g);
    if (outcome.status != Status::ok) return outcome;
    if (is_left_to_definition(g)) return cpu::compute(g);
    try {
        compute_checked(g, options);
        return outcome;
    } catch (const std::bad_alloc&) { // thrown before anything was written
        return cpu::compute(g);
    }
}

} // namespace kernabi::cpu::fast
