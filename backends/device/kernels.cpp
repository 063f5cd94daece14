// SPDX-License-Identifier: MIT
// The kernels. Each takes one struct by value, which is its whole segment, and reads it through the segment's address.
// What the bodies call goes into each kernel: a loader that knows neither calls nor scratch memory can then run all but
// the GEMM.
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#include "backends/device/bodies.hpp"
#pragma clang attribute pop
#include "backends/device/fixed_gemm.hpp"
#include "backends/device/machine.hpp"
#include "backends/device/sizes.hpp"
#ifndef KERNABI_NO_GEMM
// One translation unit: a code object is not linked from several. HIP takes plain functions for the host's.
#pragma clang force_cuda_host_device begin
#include "backends/cpu/block.cpp"
#include "backends/cpu/check.cpp"
#include "backends/cpu/definition.cpp"
#include "backends/cpu/group.cpp"
#include "backends/cpu/operands.cpp"
#include "backends/cpu/partial_sums.cpp"
#pragma clang force_cuda_host_device end
#include "backends/device/gemm_body.hpp"
#endif

namespace kernabi::device {

template <std::size_t Size>
struct Words8 {
    std::uint64_t words[Size / 8];
};
template <std::size_t Size>
struct Bytes1 {
    std::uint8_t bytes[Size];
};

#ifndef KERNABI_NO_GEMM
/// Once in a code object, however many kernels call it. The segment is passed as a number, so that what is read is
/// known to be memory.
[[gnu::noinline]] KERNABI_DEVICE void gemm_once(std::uint64_t segment, std::size_t size) noexcept {
    gemm(at_address<const std::uint8_t>(segment), size, this_thread());
}
#endif

} // namespace kernabi::device

namespace kd = kernabi::device;

#define KERNABI_ECHO(size)                                                                                             \
    KERNABI_KERNEL kernabi_echo_##size(kd::Words8<size>) {                                                             \
        kd::echo(KERNABI_SEGMENT(kernabi_echo_##size), size, kd::this_thread());                                       \
    }
#define KERNABI_END(size)                                                                                              \
    KERNABI_KERNEL kernabi_end_##size(kd::Bytes1<size>) {                                                              \
        kd::echo_from_front(KERNABI_SEGMENT(kernabi_end_##size), size, kd::this_thread());                             \
    }
#define KERNABI_DECODE(size)                                                                                           \
    KERNABI_KERNEL kernabi_decode_##size(kd::Words8<size>) {                                                           \
        kd::decode(KERNABI_SEGMENT(kernabi_decode_##size), size, kd::this_thread());                                   \
    }
#define KERNABI_GEMM(size)                                                                                             \
    KERNABI_KERNEL kernabi_gemm_##size(kd::Words8<size>) {                                                             \
        kd::gemm_once((std::uint64_t)KERNABI_SEGMENT(kernabi_gemm_##size), size);                                      \
    }

KERNABI_SEGMENT_SIZES(KERNABI_ECHO)
KERNABI_END_SIZES(KERNABI_END)
KERNABI_BLOCK_SIZES(KERNABI_DECODE)
#ifndef KERNABI_NO_GEMM
KERNABI_GEMM_SIZES(KERNABI_GEMM)
#endif

KERNABI_KERNEL kernabi_geometry(kd::Words8<40>) {
    kd::geometry(KERNABI_SEGMENT(kernabi_geometry), kd::this_thread(), kd::wavefront());
}

#define KERNABI_PLAIN(v)                                                                                               \
    KERNABI_KERNEL kernabi_plain_##v(kd::Words8<kd::plain_segment[static_cast<int>(kernabi::Version::v)]>) {           \
        kd::plain_gemm<kernabi::Version::v>(KERNABI_SEGMENT(kernabi_plain_##v), kd::this_thread());                    \
    }

KERNABI_PLAIN(v0)
KERNABI_PLAIN(v1)
KERNABI_PLAIN(v2)
KERNABI_PLAIN(v3)
