// SPDX-License-Identifier: MIT
// A kernel whose arguments are numbers, so that a compiler may ask the hardware to load them into registers before the
// kernel starts. Built with that and without: the bytes are the same, and so must the words be that come back.
#include "backends/device/machine.hpp"
#include <cstdint>

/// Stores its twelve words; every thread stores all, so that a wave that was started otherwise is seen too.
KERNABI_KERNEL kernabi_words(std::uint32_t w0, std::uint32_t w1, std::uint32_t w2, std::uint32_t w3, std::uint32_t w4,
                             std::uint32_t w5, std::uint32_t w6, std::uint32_t w7, std::uint32_t w8, std::uint32_t w9,
                             std::uint32_t w10, std::uint32_t w11, std::uint32_t* to) {
    const std::uint32_t words[] = {w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11};
    const kernabi::device::Thread t = kernabi::device::this_thread();
#if defined(__AMDGCN__)
    auto* const out = (__attribute__((address_space(1))) std::uint32_t*)to + 12 * (64 * t.group[0] + t.item[0]);
#else
    std::uint32_t* const out = to + 12 * (64 * t.group[0] + t.item[0]);
#endif
    // Without a loop nothing asks for registers by number.
#pragma clang loop unroll(full)
    for (int i = 0; i < 12; ++i) out[i] = words[i];
}
