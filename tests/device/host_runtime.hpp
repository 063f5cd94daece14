// SPDX-License-Identifier: MIT
// A runtime whose device is this machine: the kernels' own bodies, thread by thread. What it shows is that the ladder
// and the kernels agree; what a device's compiler and driver do, only a device shows.
#pragma once
#include "backends/device/bodies.hpp"
#include "backends/device/fixed_gemm.hpp"
#include "backends/device/gemm_body.hpp"
#include "backends/hip/runtime.hpp"
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <string>

namespace test {

namespace hip = kernabi::hip;
namespace device = kernabi::device;

class HostRuntime final : public hip::Runtime {
  public:
    std::string name() const override { return "this machine"; }
    std::vector<hip::DeviceInfo> devices() override { return {{"host", "host", 0}}; }
    void use(std::size_t) override {}
    void enter() override {}
    void load(kernabi::ConstBytes) override {}
    hip::Kernel kernel(const std::string& symbol) override {
        const auto found = kernels_.try_emplace(symbol, std::make_unique<Known>(symbol));
        return found.first->second.get();
    }
    void launch(hip::Kernel kernel, hip::Extent grid, hip::Extent group, kernabi::ConstBytes bytes,
                hip::Stream) override {
        const Known& known = *static_cast<const Known*>(kernel);
        // What a short buffer leaves is what was there: zeros here, so that an address of 48 bits survives it.
        std::vector<std::uint8_t> segment(known.size, 0);
        if (bytes.size > known.size) throw hip::RuntimeError("launch: more bytes than the kernel's segment");
        std::memcpy(segment.data(), bytes.data, bytes.size);
        device::Thread t{};
        for (t.group[2] = 0; t.group[2] < grid.z; ++t.group[2])
            for (t.group[1] = 0; t.group[1] < grid.y; ++t.group[1])
                for (t.group[0] = 0; t.group[0] < grid.x; ++t.group[0]) run_group(known, group, segment, t);
        ++launches;
    }
    hip::Address allocate(std::size_t bytes) override {
        return reinterpret_cast<std::uintptr_t>(new std::uint64_t[bytes / 8 + 1]);
    }
    void release(hip::Address address) noexcept override { delete[] device::at_address<std::uint64_t>(address); }
    void upload(hip::Address to, kernabi::ConstBytes from) override {
        if (!from.empty()) std::memcpy(device::at_address<void>(to), from.data, from.size);
    }
    void download(kernabi::Bytes to, hip::Address from) override {
        if (!to.empty()) std::memcpy(to.data, device::at_address<const void>(from), to.size);
    }
    void upload_later(hip::Address to, kernabi::ConstBytes from, hip::Stream) override { upload(to, from); }
    kernabi::Bytes pin(std::size_t bytes) override {
        pinned_.push_back(std::make_unique<std::uint8_t[]>(bytes));
        return {pinned_.back().get(), bytes};
    }
    hip::Stream make_stream() override { return nullptr; }
    void wait(hip::Stream) override {}
    void wait_all() override {}

    std::atomic<std::size_t> launches{0};

  private:
    enum class Body { echo, end, decode, gemm, geometry };
    struct Known {
        Body body = Body::geometry;
        std::size_t size = 40;

        explicit Known(const std::string& symbol) {
            constexpr const char* families[] = {"kernabi_echo_", "kernabi_end_", "kernabi_decode_", "kernabi_gemm_"};
            for (std::size_t f = 0; f < 4; ++f)
                if (symbol.starts_with(families[f])) {
                    body = static_cast<Body>(f);
                    size = std::stoul(symbol.substr(std::strlen(families[f])));
                }
            if (body == Body::geometry && symbol != "kernabi_geometry")
                throw hip::RuntimeError("kernel " + symbol + ": not found");
        }
    };

    static void run_group(const Known& known, hip::Extent group, const std::vector<std::uint8_t>& segment,
                          device::Thread t) {
        for (t.item[2] = 0; t.item[2] < group.z; ++t.item[2])
            for (t.item[1] = 0; t.item[1] < group.y; ++t.item[1])
                for (t.item[0] = 0; t.item[0] < group.x; ++t.item[0]) run_thread(known, segment.data(), t);
    }
    static void run_thread(const Known& known, const std::uint8_t* segment, const device::Thread& t) {
        switch (known.body) {
        case Body::echo: return device::echo(segment, known.size, t);
        case Body::end: return device::echo_from_front(segment, known.size, t);
        case Body::decode: return device::decode(segment, known.size, t);
        case Body::gemm: return device::gemm(segment, known.size, t);
        case Body::geometry: return device::geometry(segment, t, 64);
        }
    }

    std::map<std::string, std::unique_ptr<Known>> kernels_;
    std::vector<std::unique_ptr<std::uint8_t[]>> pinned_;
};

} // namespace test
