// SPDX-License-Identifier: MIT
// The kit's own kernels on one device: each call launches one and brings its answer back.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "backends/device/job.hpp"
#include "backends/hip/runtime.hpp"
#include <array>
#include <map>
#include <string>
#include <vector>

namespace kernabi::bringup {

/// The slots that the decode kernel fills, with what is not filled poisoned.
using Slots = std::array<std::uint64_t, device::max_slots>;
inline constexpr std::uint64_t slot_poison = 0x5a5a5a5a5a5a5a5au;

class Launcher {
  public:
    /// `drop`: send so many bytes less of each segment than there are; proves that the ladder notices.
    explicit Launcher(hip::Runtime& runtime, std::size_t drop = 0);

    /// The segment as a kernel of `size` bytes saw it, with 16 bytes on either side that must be as they were; false
    /// where they are not. `payload` is patched with the address, at its end or at its front.
    [[nodiscard]] bool echo(std::vector<std::uint8_t>& payload, bool address_in_front, std::vector<std::uint8_t>& seen);
    [[nodiscard]] Slots decode(const Form& form, ConstBytes block);
    /// The status that the kernel leaves.
    [[nodiscard]] std::uint64_t gemm(const Form& form, ConstBytes block);
    /// Words a thread, see device::geometry.
    [[nodiscard]] std::vector<std::uint32_t> geometry(hip::Extent grid, hip::Extent group, std::uint32_t number);

    /// The smallest kernel of a family ("decode", "gemm") that holds a block of so many bytes before the address, and
    /// its segment's size; RuntimeError where there is none.
    [[nodiscard]] hip::Kernel kernel_for(const char* family, std::size_t block, std::size_t& segment);
    [[nodiscard]] hip::Kernel kernel(const std::string& symbol);
    void launch(hip::Kernel kernel, hip::Extent grid, hip::Extent group, ConstBytes segment,
                hip::Stream stream = nullptr);
    [[nodiscard]] hip::Runtime& runtime() noexcept { return runtime_; }

  private:
    hip::Runtime& runtime_;
    std::size_t drop_;
    hip::Memory job_, output_;
    std::map<std::string, hip::Kernel> kernels_;
};

} // namespace kernabi::bringup
