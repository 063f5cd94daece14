// SPDX-License-Identifier: MIT
// A runtime whose device is this machine: the kernels' own bodies, thread by thread. What it shows is that the ladder
// and the kernels agree; what a device's compiler and driver do, only a device shows.
#pragma once
#include "backends/hip/runtime.hpp"
#include "tests/device/host_kernel.hpp"
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
        const auto found = kernels_.try_emplace(symbol, std::make_unique<HostKernel>(symbol));
        return found.first->second.get();
    }
    void launch(hip::Kernel kernel, hip::Extent grid, hip::Extent group, kernabi::ConstBytes bytes,
                hip::Stream) override {
        static_cast<const HostKernel*>(kernel)->run(grid, group, bytes);
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
    std::map<std::string, std::unique_ptr<HostKernel>> kernels_;
    std::vector<std::unique_ptr<std::uint8_t[]>> pinned_;
};

} // namespace test
