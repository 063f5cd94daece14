// SPDX-License-Identifier: MIT
// The few calls that bring-up needs of a device's runtime. HIP's module interface and CUDA's driver interface have the
// same form; both are reached by `open_runtime`, and a test can stand in for either.
#pragma once
#include "abi/span.hpp"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace kernabi::hip {

/// Why nothing can run here: exit status 77, not a failure.
struct Unavailable : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// A call that the runtime refused, or a device that faulted.
struct RuntimeError : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// An allocation that the runtime refused for want of memory; says how much was asked.
struct OutOfMemory : RuntimeError {
    using RuntimeError::RuntimeError;
};

struct DeviceInfo {
    std::string name;   ///< the runtime's words
    std::string target; ///< gfx90a, sm_90 ...; "unknown" where the runtime does not say
    std::uint64_t memory = 0;
    std::string features{}; ///< as they follow the target: ":sramecc+:xnack-"
};

using Kernel = void*;
using Stream = void*; ///< null: the default one
using Address = std::uint64_t;

struct Extent {
    std::uint32_t x = 1, y = 1, z = 1;
};

/// One device's runtime. Every call throws RuntimeError with the call's name and the runtime's words for it.
class Runtime {
  public:
    virtual ~Runtime() = default;
    [[nodiscard]] virtual std::string name() const = 0; ///< with its version
    [[nodiscard]] virtual std::vector<DeviceInfo> devices() = 0;
    virtual void use(std::size_t device) = 0;
    virtual void enter() = 0;                      ///< the device in use is this thread's too
    virtual void load(ConstBytes code_object) = 0; ///< instead of the one before
    [[nodiscard]] virtual Kernel kernel(const std::string& symbol) = 0;
    /// `segment` is copied before this returns.
    virtual void launch(Kernel kernel, Extent grid, Extent group, ConstBytes segment, Stream stream = nullptr) = 0;
    [[nodiscard]] virtual Address allocate(std::size_t bytes) = 0;
    virtual void release(Address address) noexcept = 0;
    virtual void upload(Address to, ConstBytes from) = 0;
    virtual void download(Bytes to, Address from) = 0;
    virtual void upload_later(Address to, ConstBytes pinned, Stream stream) = 0;
    [[nodiscard]] virtual Bytes pin(std::size_t bytes) = 0; ///< host memory, kept until the process ends
    [[nodiscard]] virtual Stream make_stream() = 0;         ///< the same
    virtual void wait(Stream stream) = 0;
    virtual void wait_all() = 0;
};

enum class Platform : std::uint8_t { amd, nvidia };

/// The platform's runtime library, if there is one and it starts; Unavailable with the reason otherwise.
[[nodiscard]] std::unique_ptr<Runtime> open_runtime(Platform platform);

/// Device memory that goes away with its owner.
class Memory {
  public:
    Memory(Runtime& runtime, std::size_t bytes) : runtime_(runtime), address_(runtime.allocate(bytes)) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { runtime_.release(address_); }
    [[nodiscard]] Address address() const noexcept { return address_; }

  private:
    Runtime& runtime_;
    Address address_;
};

} // namespace kernabi::hip
