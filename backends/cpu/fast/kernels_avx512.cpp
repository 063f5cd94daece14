// SPDX-License-Identifier: MIT
#include "backends/cpu/fast/table.hpp"

namespace kernabi::cpu::fast {

const Kernels& avx512_kernels() noexcept {
    static constexpr Kernels table = table_of_this_set();
    return table;
}

} // namespace kernabi::cpu::fast
