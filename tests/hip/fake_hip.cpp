// SPDX-License-Identifier: MIT
// A HIP runtime library whose device is this machine: the calls that the kit makes, and their failures on demand. It is
// found as any libamdhip64.so is, so that the program under test is the one that ships.
#include "backends/hip/calls.hpp"
#include "tests/device/host_kernel.hpp"
#include "tests/hip/fake_faults.hpp"
#include "tests/hip/fake_gemm.hpp"
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#define KERNABI_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

enum Error : int {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    no_device = 100,
    invalid_image = 200,
    not_found = 500,
    launch_failure = 719
};

/// A kernel that was asked for: the kit's own, one of TensileLite's, or neither, which does nothing.
struct Function {
    std::string name;
    std::optional<test::HostKernel> own;
    const test::FakeGemm* gemm = nullptr;
};

struct Module {
    std::vector<test::FakeGemm> gemms;
    std::string bytes; ///< to look for names of other kernels in
    std::map<std::string, Function> functions;
};

struct Device {
    test::Faults faults;
    std::mutex mutex; ///< of the allocations
    std::map<std::uint64_t, std::vector<std::uint8_t>> memory;
    std::uint64_t taken = 0;
    std::atomic<std::uint64_t> launches{0};
    std::vector<std::unique_ptr<Module>> modules;
};

Device& device() {
    static Device one;
    return one;
}

template <typename T>
T* pointer(std::uint64_t address) {
    return reinterpret_cast<T*>(std::uintptr_t{address});
}

int run_gemm(const test::FakeGemm& gemm, kernabi::ConstBytes block, std::uint64_t launch) {
    std::vector<kernabi::cpu::Region> regions;
    for (auto& [address, bytes] : device().memory)
        regions.push_back({address, {bytes.data(), bytes.size()}, true, true});
    const std::string wrong = gemm.run(block, {regions.data(), regions.size()}, device().faults, launch);
    if (wrong.empty()) return success;
    std::fprintf(stderr, "fake device: %s\n", wrong.c_str());
    return launch_failure;
}

int run(const Function& function, kernabi::hip::Extent grid, kernabi::hip::Extent group, kernabi::ConstBytes bytes) {
    const std::uint64_t launch = ++device().launches;
    const test::Faults& faults = device().faults;
    const bool is_named = faults.has("hang_kernel") && function.name.starts_with(faults.text("hang_kernel", ""));
    if (is_named || faults.is_at("hang", launch)) std::this_thread::sleep_for(std::chrono::hours(1));
    if (faults.is_at("crash", launch)) {
        (void)std::signal(SIGSEGV, SIG_DFL); // a sanitizer's handler would exit in its own way
        (void)std::raise(SIGSEGV);
    }
    if (faults.is_at("launch_error", launch)) return launch_failure;
    try {
        if (function.own) function.own->run(grid, group, bytes);
    } catch (const kernabi::hip::RuntimeError&) { // no exception leaves a C library
        return invalid_value;
    }
    return function.gemm != nullptr ? run_gemm(*function.gemm, bytes, launch) : success;
}

} // namespace

KERNABI_EXPORT int hipInit(unsigned) { return success; }
KERNABI_EXPORT int hipDriverGetVersion(int* version) {
    *version = 60000000;
    return success;
}
KERNABI_EXPORT int hipGetDeviceCount(int* count) {
    *count = device().faults.has("no_devices") ? 0 : 1;
    return *count == 0 ? no_device : success;
}
KERNABI_EXPORT int hipDeviceGetName(char* name, int size, int) {
    std::snprintf(name, static_cast<std::size_t>(size), "Fake device");
    return success;
}
KERNABI_EXPORT int hipDeviceTotalMem(std::size_t* bytes, int) {
    *bytes = std::size_t{1} << 30;
    return success;
}
KERNABI_EXPORT int hipGetDeviceProperties(void* properties, int) {
    const std::string target = device().faults.text("target", "gfx942:sramecc+:xnack-");
    std::memcpy(static_cast<char*>(properties) + 1200, target.c_str(), target.size() + 1);
    return success;
}
KERNABI_EXPORT const char* hipGetErrorString(int error) {
    switch (error) {
    case invalid_value: return "invalid argument";
    case out_of_memory: return "out of memory";
    case no_device: return "no ROCm-capable device is detected";
    case invalid_image: return "device kernel image is invalid";
    case not_found: return "named symbol not found";
    case launch_failure: return "unspecified launch failure";
    default: return "unknown error";
    }
}
KERNABI_EXPORT int hipSetDevice(int) { return success; }

KERNABI_EXPORT int hipModuleLoadData(void** module, const void* image) {
    if (device().faults.has("load_error")) return invalid_image;
    const auto* const bytes = static_cast<const std::uint8_t*>(image);
    if (std::memcmp(bytes, "\177ELF", 4) != 0) return invalid_image;
    const std::size_t size = test::elf_size(bytes);
    auto loaded = std::make_unique<Module>();
    loaded->gemms = test::gemms_of({bytes, size});
    loaded->bytes.assign(bytes, bytes + size);
    *module = loaded.get();
    device().modules.push_back(std::move(loaded));
    return success;
}
KERNABI_EXPORT int hipModuleUnload(void*) { return success; }
KERNABI_EXPORT int hipModuleGetFunction(void** function, void* handle, const char* name) {
    Module& module = *static_cast<Module*>(handle);
    Function found{name, {}, nullptr};
    if (std::strncmp(name, "kernabi_", 8) == 0) {
        try {
            found.own.emplace(name);
        } catch (const kernabi::hip::RuntimeError&) {
            return not_found;
        }
    } else {
        for (const test::FakeGemm& gemm : module.gemms)
            if (gemm.name == name) found.gemm = &gemm;
        if (found.gemm == nullptr && module.bytes.find(name) == std::string::npos) return not_found;
    }
    *function = &(module.functions[name] = std::move(found));
    return success;
}
KERNABI_EXPORT int hipModuleLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned x, unsigned y,
                                         unsigned z, unsigned, void*, void**, void** extra) {
    const auto marker = [&](std::size_t i) { return reinterpret_cast<std::uintptr_t>(extra[i]); };
    if (extra == nullptr || marker(0) != kernabi::hip::launch_buffer_pointer ||
        marker(2) != kernabi::hip::launch_buffer_size || marker(4) != kernabi::hip::launch_end_hip)
        return invalid_value;
    const kernabi::ConstBytes bytes{static_cast<const std::uint8_t*>(extra[1]), *static_cast<std::size_t*>(extra[3])};
    return run(*static_cast<Function*>(function), {gx, gy, gz}, {x, y, z}, bytes);
}

KERNABI_EXPORT int hipMalloc(std::uint64_t* address, std::size_t bytes) {
    Device& d = device();
    const std::lock_guard lock(d.mutex);
    if (bytes > d.faults.number("memory", std::uint64_t{1} << 30) - d.taken) return out_of_memory;
    std::vector<std::uint8_t> memory(bytes + 1);
    *address = reinterpret_cast<std::uintptr_t>(memory.data());
    d.memory[*address] = std::move(memory);
    d.taken += bytes;
    return success;
}
KERNABI_EXPORT int hipFree(std::uint64_t address) {
    Device& d = device();
    const std::lock_guard lock(d.mutex);
    const auto found = d.memory.find(address);
    if (found == d.memory.end()) return invalid_value;
    d.taken -= found->second.size() - 1;
    d.memory.erase(found);
    return success;
}
KERNABI_EXPORT int hipMemcpyHtoD(std::uint64_t to, const void* from, std::size_t bytes) {
    std::memcpy(pointer<void>(to), from, bytes);
    return success;
}
KERNABI_EXPORT int hipMemcpyDtoH(void* to, std::uint64_t from, std::size_t bytes) {
    std::memcpy(to, pointer<const void>(from), bytes);
    return success;
}
KERNABI_EXPORT int hipMemcpyHtoDAsync(std::uint64_t to, const void* from, std::size_t bytes, void*) {
    return hipMemcpyHtoD(to, from, bytes);
}
KERNABI_EXPORT int hipHostMalloc(void** at, std::size_t bytes, unsigned) {
    *at = new std::uint8_t[bytes]; // kept until the process ends, as the caller's contract says
    return success;
}
KERNABI_EXPORT int hipStreamCreateWithFlags(void** stream, unsigned) {
    *stream = nullptr;
    return success;
}
KERNABI_EXPORT int hipStreamSynchronize(void*) { return success; }
KERNABI_EXPORT int hipDeviceSynchronize() { return success; }
