// SPDX-License-Identifier: MIT
// The alias of the two interfaces: the calls under one name each, with HIP's and CUDA's symbols side by side. No header
// of either is needed, and the program starts where neither library is.
#pragma once
#include <cstddef>
#include <cstdint>

namespace kernabi::hip {

using Result = int; ///< 0 is success in both
using Handle = void*;
/// What a library without a device answers, the same numbers in both: the published HIP gives the second from its
/// start.
inline constexpr Result no_such_device = 100, invalid_device = 101;

/// Pointers to the library's functions. CUDA's device pointers are 64-bit numbers; on 64-bit machines HIP's void
/// pointers are passed in the same way.
struct Calls {
    Result (*init)(unsigned) = nullptr;
    Result (*driver_version)(int*) = nullptr;
    Result (*device_count)(int*) = nullptr;
    Result (*device_name)(char*, int, int) = nullptr;
    Result (*device_memory)(std::size_t*, int) = nullptr;
    Result (*module_load)(Handle*, const void*) = nullptr;
    Result (*module_unload)(Handle) = nullptr;
    Result (*module_function)(Handle*, Handle, const char*) = nullptr;
    Result (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**,
                     void**) = nullptr;
    Result (*allocate)(std::uint64_t*, std::size_t) = nullptr;
    Result (*release)(std::uint64_t) = nullptr;
    Result (*upload)(std::uint64_t, const void*, std::size_t) = nullptr;
    Result (*download)(void*, std::uint64_t, std::size_t) = nullptr;
    Result (*upload_later)(std::uint64_t, const void*, std::size_t, Handle) = nullptr;
    Result (*pin)(void**, std::size_t, unsigned) = nullptr;
    Result (*make_stream)(Handle*, unsigned) = nullptr;
    Result (*wait)(Handle) = nullptr;
    Result (*wait_all)() = nullptr;
};

/// A call's symbol in each library, and where its pointer goes.
struct CallRow {
    const char* hip;
    const char* cuda;
    std::size_t offset; ///< in Calls
};
// clang-format off
inline constexpr CallRow call_rows[] = {
    {"hipInit", "cuInit", offsetof(Calls, init)},
    {"hipDriverGetVersion", "cuDriverGetVersion", offsetof(Calls, driver_version)},
    {"hipGetDeviceCount", "cuDeviceGetCount", offsetof(Calls, device_count)},
    {"hipDeviceGetName", "cuDeviceGetName", offsetof(Calls, device_name)},
    {"hipDeviceTotalMem", "cuDeviceTotalMem_v2", offsetof(Calls, device_memory)},
    {"hipModuleLoadData", "cuModuleLoadData", offsetof(Calls, module_load)},
    {"hipModuleUnload", "cuModuleUnload", offsetof(Calls, module_unload)},
    {"hipModuleGetFunction", "cuModuleGetFunction", offsetof(Calls, module_function)},
    {"hipModuleLaunchKernel", "cuLaunchKernel", offsetof(Calls, launch)},
    {"hipMalloc", "cuMemAlloc_v2", offsetof(Calls, allocate)},
    {"hipFree", "cuMemFree_v2", offsetof(Calls, release)},
    {"hipMemcpyHtoD", "cuMemcpyHtoD_v2", offsetof(Calls, upload)},
    {"hipMemcpyDtoH", "cuMemcpyDtoH_v2", offsetof(Calls, download)},
    {"hipMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2", offsetof(Calls, upload_later)},
    {"hipHostMalloc", "cuMemHostAlloc", offsetof(Calls, pin)},
    {"hipStreamCreateWithFlags", "cuStreamCreate", offsetof(Calls, make_stream)},
    {"hipStreamSynchronize", "cuStreamSynchronize", offsetof(Calls, wait)},
    {"hipDeviceSynchronize", "cuCtxSynchronize", offsetof(Calls, wait_all)},
};
// clang-format on

/// The markers of a launch by one buffer; the end differs.
inline constexpr std::uintptr_t launch_buffer_pointer = 1, launch_buffer_size = 2, launch_end_hip = 3,
                                launch_end_cuda = 0;
/// A stream that does not wait for the default one, in both.
inline constexpr unsigned stream_non_blocking = 1;

} // namespace kernabi::hip
