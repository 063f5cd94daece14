// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>

namespace kernabi::cpu::fast {

/// Cores that this process may use; at least 1.
[[nodiscard]] unsigned core_count() noexcept;

/// Calls `work(worker)` on `workers` threads, the calling one as worker 0, and returns when all have. The others are
/// kept between calls and sleep. Where they are taken by another call, or cannot be started, fewer take part: `work`
/// must share its pieces out by itself and not throw.
void run_on_workers(unsigned workers, const std::function<void(unsigned)>& work);

} // namespace kernabi::cpu::fast
