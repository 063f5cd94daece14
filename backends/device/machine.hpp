// SPDX-License-Identifier: MIT
// The little that differs between the machines that these kernels are compiled for: what marks a kernel, where its
// argument segment is, which thread this is. No library is used, so that a bare compiler is enough.
#pragma once
#include <cstdint>

#if defined(__HIP__) || defined(__CUDA__)
#define KERNABI_KERNEL extern "C" __attribute__((global, visibility("protected"))) void
#define KERNABI_DEVICE __attribute__((device))
#elif defined(__AMDGCN__)
#define KERNABI_KERNEL extern "C" [[gnu::visibility("protected")]] [[clang::amdgpu_kernel]] void
#define KERNABI_DEVICE
#elif defined(__NVPTX__)
#define KERNABI_KERNEL extern "C" __attribute__((nvptx_kernel)) void
#define KERNABI_DEVICE
#else
#define KERNABI_DEVICE
#endif

#if defined(__AMDGCN__)
/// The segment itself, not a copy that the compiler made of a parameter: its bytes are what is in question.
#define KERNABI_SEGMENT(kernel) ((const std::uint8_t*)__builtin_amdgcn_kernarg_segment_ptr())
#elif defined(__NVPTX__)
#define KERNABI_SEGMENT(kernel)                                                                                        \
    ([]() noexcept {                                                                                                   \
        const std::uint8_t* at;                                                                                        \
        asm("{ .reg .b64 %%at; mov.b64 %%at, " #kernel "_param_0; cvta.param.u64 %0, %%at; }" : "=l"(at));             \
        return at;                                                                                                     \
    }())
#endif

namespace kernabi::device {

/// A thread's place in its workgroup and its workgroup's in the grid; along x where one number is enough.
struct Thread {
    std::uint32_t group[3] = {}, item[3] = {};
    std::uint32_t group_size = 1, groups = 1; ///< along x

    [[nodiscard]] constexpr std::uint64_t number() const noexcept {
        return std::uint64_t{group[0]} * group_size + item[0];
    }
    [[nodiscard]] constexpr std::uint64_t count() const noexcept { return std::uint64_t{groups} * group_size; }
};

#if defined(__AMDGCN__)
/// Sizes are not asked of the machine here: they stand in a packet or behind the arguments, which a bare loader need
/// not provide. Every kernel but `geometry` is launched with workgroups of `group_size` and is told their number.
KERNABI_DEVICE inline Thread this_thread() noexcept {
    Thread t{};
    t.group[0] = __builtin_amdgcn_workgroup_id_x();
    t.group[1] = __builtin_amdgcn_workgroup_id_y();
    t.group[2] = __builtin_amdgcn_workgroup_id_z();
    t.item[0] = __builtin_amdgcn_workitem_id_x();
    t.item[1] = __builtin_amdgcn_workitem_id_y();
    t.item[2] = __builtin_amdgcn_workitem_id_z();
    return t;
}
KERNABI_DEVICE inline std::uint32_t wavefront() noexcept {
#if __has_builtin(__builtin_amdgcn_wavefrontsize)
    return __builtin_amdgcn_wavefrontsize();
#else
    return __AMDGCN_WAVEFRONT_SIZE; // clang 15, of Debian's hipcc
#endif
}
/// What this thread wrote is seen by threads of other workgroups that learn of it.
KERNABI_DEVICE inline void fence() noexcept { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
#elif defined(__NVPTX__)
KERNABI_DEVICE inline Thread this_thread() noexcept {
    Thread t{};
    t.group[0] = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_ctaid_x());
    t.group[1] = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_ctaid_y());
    t.group[2] = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_ctaid_z());
    t.item[0] = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_tid_x());
    t.item[1] = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_tid_y());
    t.item[2] = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_tid_z());
    return t;
}
KERNABI_DEVICE inline std::uint32_t wavefront() noexcept {
    std::uint32_t size;
    asm("mov.u32 %0, WARP_SZ;" : "=r"(size));
    return size;
}
KERNABI_DEVICE inline void fence() noexcept { __nvvm_membar_gl(); }
#else
inline void fence() noexcept {}
#endif

/// The larger of both, and the smaller, by threads that do not wait for each other.
KERNABI_DEVICE inline void raise_to(std::uint64_t* at, std::uint64_t value) noexcept {
    std::uint64_t now = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (now < value && !__atomic_compare_exchange_n(at, &now, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}
KERNABI_DEVICE inline void lower_to(std::uint64_t* at, std::uint64_t value) noexcept {
    std::uint64_t now = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (now > value && !__atomic_compare_exchange_n(at, &now, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

} // namespace kernabi::device
