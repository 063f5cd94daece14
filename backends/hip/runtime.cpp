// SPDX-License-Identifier: MIT
#include "backends/hip/runtime.hpp"
#include "backends/hip/calls.hpp"
#include <algorithm>
#include <array>
#include <cstring>
#include <dlfcn.h>

namespace kernabi::hip {

namespace {

template <typename F>
F symbol(void* library, const char* name) {
    void* const found = ::dlsym(library, name);
    F function = nullptr;
    static_assert(sizeof function == sizeof found);
    std::memcpy(&function, &found, sizeof found);
    return function;
}

/// The first of these that loads.
struct Library {
    void* handle = nullptr;
    std::string path, why;

    explicit Library(Platform platform) {
        constexpr const char* amd[] = {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"};
        constexpr const char* nvidia[] = {"libcuda.so.1", "libcuda.so"};
        const Span<const char* const> names =
            platform == Platform::amd ? Span<const char* const>(amd) : Span<const char* const>(nvidia);
        for (const char* const name : names) {
            handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
            if (handle == nullptr) continue;
            path = name;
            return;
        }
        why = std::string(names[0]) + " is not on this machine";
    }
};

class Loaded final : public Runtime {
  public:
    Loaded(Platform platform, const Library& library) : amd_(platform == Platform::amd), library_(library.handle) {
        for (const CallRow& row : call_rows) {
            const char* const name = amd_ ? row.hip : row.cuda;
            void* const found = ::dlsym(library_, name);
            if (found == nullptr) throw Unavailable(library.path + " has no " + name);
            std::memcpy(reinterpret_cast<std::byte*>(&calls_) + row.offset, &found, sizeof found);
        }
        if (const Result result = calls_.init(0); result != 0) {
            const bool no_device = result == no_such_device || result == invalid_device;
            throw Unavailable(library.path + (no_device ? " finds no device: " : " does not start: ") +
                              words_of(result));
        }
        int count = 0;
        if (const Result result = calls_.device_count(&count); result != 0)
            throw Unavailable(library.path + " finds no device: " + words_of(result));
        if (count == 0) throw Unavailable(library.path + " finds no device");
        count_ = static_cast<std::size_t>(count);
    }

    std::string name() const override {
        int version = 0;
        (void)calls_.driver_version(&version);
        return std::string(amd_ ? "HIP" : "CUDA driver") + " " + std::to_string(version);
    }

    std::vector<DeviceInfo> devices() override {
        std::vector<DeviceInfo> all;
        for (std::size_t i = 0; i < count_; ++i) {
            std::array<char, 256> text{};
            std::size_t memory = 0;
            const int device = static_cast<int>(i);
            check(calls_.device_name(text.data(), static_cast<int>(text.size()) - 1, device), "device name");
            check(calls_.device_memory(&memory, device), "device memory");
            const std::string target = amd_ ? amd_target(device) : nvidia_target(device);
            const std::size_t end = std::min(target.find(':'), target.size());
            all.push_back({text.data(), target.substr(0, end), memory, target.substr(end)});
        }
        return all;
    }

    void use(std::size_t device) override {
        device_ = static_cast<int>(device);
        if (!amd_)
            check(required<Result (*)(Handle*, int)>("cuDevicePrimaryCtxRetain")(&context_, device_),
                  "cuDevicePrimaryCtxRetain");
        enter();
    }
    void enter() override {
        if (amd_)
            check(required<Result (*)(int)>("hipSetDevice")(device_), "hipSetDevice");
        else
            check(required<Result (*)(Handle)>("cuCtxSetCurrent")(context_), "cuCtxSetCurrent");
    }

    void load(ConstBytes code_object) override {
        if (module_ != nullptr) check(calls_.module_unload(module_), "module unload");
        module_ = nullptr;
        check(calls_.module_load(&module_, code_object.data), "module load");
    }
    Kernel kernel(const std::string& symbol) override {
        Handle function = nullptr;
        check(calls_.module_function(&function, module_, symbol.c_str()), ("kernel " + symbol).c_str());
        return function;
    }
    void launch(Kernel kernel, Extent grid, Extent group, ConstBytes segment, Stream stream) override {
        const auto marker = [](std::uintptr_t number) { return reinterpret_cast<void*>(number); };
        std::size_t size = segment.size;
        void* extra[] = {marker(launch_buffer_pointer), const_cast<std::uint8_t*>(segment.data),
                         marker(launch_buffer_size), &size, marker(amd_ ? launch_end_hip : launch_end_cuda)};
        check(calls_.launch(kernel, grid.x, grid.y, grid.z, group.x, group.y, group.z, 0, stream, nullptr, extra),
              "launch");
    }
    Address allocate(std::size_t bytes) override {
        Address address = 0;
        check_room(calls_.allocate(&address, bytes), bytes, "on the device");
        return address;
    }
    void release(Address address) noexcept override { (void)calls_.release(address); }
    void upload(Address to, ConstBytes from) override {
        if (!from.empty()) check(calls_.upload(to, from.data, from.size), "copy to the device");
    }
    void download(Bytes to, Address from) override {
        if (!to.empty()) check(calls_.download(to.data, from, to.size), "copy from the device");
    }
    void upload_later(Address to, ConstBytes pinned, Stream stream) override {
        check(calls_.upload_later(to, pinned.data, pinned.size, stream), "asynchronous copy");
    }
    Bytes pin(std::size_t bytes) override {
        void* at = nullptr;
        check_room(calls_.pin(&at, bytes, 0), bytes, "to pin on the host");
        return {static_cast<std::uint8_t*>(at), bytes};
    }
    Stream make_stream() override {
        Handle stream = nullptr;
        check(calls_.make_stream(&stream, stream_non_blocking), "stream");
        return stream;
    }
    void wait(Stream stream) override { check(calls_.wait(stream), "wait"); }
    void wait_all() override { check(calls_.wait_all(), "wait"); }

  private:
    std::string words_of(Result result) const {
        const char* text = nullptr;
        if (amd_) {
            if (const auto f = symbol<const char* (*)(Result)>(library_, "hipGetErrorString")) text = f(result);
        } else if (const auto f = symbol<Result (*)(Result, const char**)>(library_, "cuGetErrorString")) {
            (void)f(result, &text);
        }
        return (text != nullptr ? std::string(text) : "error") + " (" + std::to_string(result) + ")";
    }
    void check(Result result, const char* call) const {
        if (result != 0) throw RuntimeError(std::string(call) + ": " + words_of(result));
    }
    void check_room(Result result, std::size_t bytes, const char* where) const {
        constexpr Result out_of_memory = 2; // hipErrorOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY
        if (result != out_of_memory) return check(result, "allocation");
        throw OutOfMemory("too little memory " + std::string(where) + ": " + std::to_string(bytes) +
                          " bytes were asked for: " + words_of(result));
    }
    template <typename F>
    F required(const char* name) const {
        const F function = symbol<F>(library_, name);
        if (function == nullptr) throw RuntimeError(std::string("the runtime has no ") + name);
        return function;
    }

    /// The properties' struct differs from release to release; the one text in it that starts with gfx is the target,
    /// with its features behind it.
    std::string amd_target(int device) const {
        std::vector<char> properties(16384);
        check(required<Result (*)(void*, int)>("hipGetDeviceProperties")(properties.data(), device),
              "device properties");
        for (std::size_t i = 0; i + 3 < properties.size(); ++i)
            if (std::memcmp(properties.data() + i, "gfx", 3) == 0)
                return std::string(properties.data() + i, ::strnlen(properties.data() + i, properties.size() - i));
        return "unknown";
    }
    std::string nvidia_target(int device) const {
        constexpr int major = 75, minor = 76; // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
        const auto attribute = required<Result (*)(int*, int, int)>("cuDeviceGetAttribute");
        int high = 0, low = 0;
        check(attribute(&high, major, device), "device attribute");
        check(attribute(&low, minor, device), "device attribute");
        return "sm_" + std::to_string(high) + std::to_string(low);
    }

    bool amd_;
    void* library_; ///< never closed: runtimes do not come back from that
    Calls calls_{};
    std::size_t count_ = 0;
    int device_ = 0;
    Handle context_ = nullptr; ///< CUDA's
    Handle module_ = nullptr;
};

} // namespace

std::unique_ptr<Runtime> open_runtime(Platform platform) {
    const Library library(platform);
    if (library.handle == nullptr) throw Unavailable(library.why);
    return std::make_unique<Loaded>(platform, library);
}

} // namespace kernabi::hip
