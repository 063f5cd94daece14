// SPDX-License-Identifier: MIT
// The definition's results, bit for bit, at the speed of a tuned library. Hosted: it allocates and starts threads.
#pragma once
#include "backends/cpu/gemm.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::cpu::fast {

/// Instruction sets that the inner loops are compiled for, slowest first.
enum class Isa : std::uint8_t { portable, avx2, avx512 };
inline constexpr Isa all_isas[] = {Isa::portable, Isa::avx2, Isa::avx512};

[[nodiscard]] const char* name_of(Isa isa) noexcept;
/// Whether it was built and this machine has it; `portable` always.
[[nodiscard]] bool is_available(Isa isa) noexcept;
[[nodiscard]] Isa best_isa() noexcept;

/// How much is worked on at once. 0: what fits the caches; results are the same whatever is asked for, and small blocks
/// let a small problem go through what a large one does.
struct Blocking {
    std::size_t k = 0, rows = 0, columns = 0;
};

struct Options {
    unsigned threads = 0; ///< 0: one a core
    Isa isa = best_isa(); ///< one that is not available counts as `portable`
    Blocking blocking;
    void* context = nullptr;
    /// Called on the calling thread now and then, with the work done so far of all of it.
    void (*progress)(void* context, std::uint64_t done, std::uint64_t all) = nullptr;
};

/// What `cpu::compute` does, with the same outcome and the same bits (a NaN counts as a NaN; stored ones are equal).
/// Each element's sum runs over k in the definition's order: only rows and columns are vectorised and shared among
/// threads. Scratch memory is kept by the calling thread for its next call: about 8 bytes an element of D and thread,
/// at most 64 MiB a thread. Where it cannot be had the definition computes. C may be D; no other input may share a byte
/// with an output.
Outcome compute(const Gemm& gemm, const Options& options = {}) noexcept;

} // namespace kernabi::cpu::fast
