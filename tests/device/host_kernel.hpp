// SPDX-License-Identifier: MIT
// The kit's own kernels on this machine: their bodies, thread by thread.
#pragma once
#include "backends/device/bodies.hpp"
#include "backends/device/fixed_gemm.hpp"
#include "backends/device/gemm_body.hpp"
#include "backends/hip/runtime.hpp"
#include <cstring>
#include <string>
#include <vector>

namespace test {

namespace hip = kernabi::hip;
namespace device = kernabi::device;

class HostKernel {
  public:
    /// Throws hip::RuntimeError for a name that none of them bears.
    explicit HostKernel(const std::string& symbol) {
        constexpr const char* families[] = {"kernabi_echo_", "kernabi_end_", "kernabi_decode_", "kernabi_gemm_"};
        for (std::size_t f = 0; f < 4; ++f)
            if (symbol.starts_with(families[f])) {
                body_ = static_cast<Body>(f);
                size_ = std::stoul(symbol.substr(std::strlen(families[f])));
            }
        if (body_ == Body::geometry && symbol != "kernabi_geometry")
            throw hip::RuntimeError("kernel " + symbol + ": not found");
    }

    void run(hip::Extent grid, hip::Extent group, kernabi::ConstBytes bytes) const {
        // What a short buffer leaves is what was there: zeros here, so that an address of 48 bits survives it.
        std::vector<std::uint8_t> segment(size_, 0);
        if (bytes.size > size_) throw hip::RuntimeError("launch: more bytes than the kernel's segment");
        std::memcpy(segment.data(), bytes.data, bytes.size);
        device::Thread t{};
        for (t.group[2] = 0; t.group[2] < grid.z; ++t.group[2])
            for (t.group[1] = 0; t.group[1] < grid.y; ++t.group[1])
                for (t.group[0] = 0; t.group[0] < grid.x; ++t.group[0]) run_group(group, segment.data(), t);
    }

  private:
    enum class Body { echo, end, decode, gemm, geometry };

    void run_group(hip::Extent group, const std::uint8_t* segment, device::Thread t) const {
        for (t.item[2] = 0; t.item[2] < group.z; ++t.item[2])
            for (t.item[1] = 0; t.item[1] < group.y; ++t.item[1])
                for (t.item[0] = 0; t.item[0] < group.x; ++t.item[0]) run_thread(segment, t);
    }
    void run_thread(const std::uint8_t* segment, const device::Thread& t) const {
        switch (body_) {
        case Body::echo: return device::echo(segment, size_, t);
        case Body::end: return device::echo_from_front(segment, size_, t);
        case Body::decode: return device::decode(segment, size_, t);
        case Body::gemm: return device::gemm(segment, size_, t);
        case Body::geometry: return device::geometry(segment, t, 64);
        }
    }

    Body body_ = Body::geometry;
    std::size_t size_ = 40;
};

} // namespace test
