// SPDX-License-Identifier: MIT
// Every buffer that a launch's pointers lead to: what it holds before, and what it may hold after.
#pragma once
#include "abi/span.hpp"
#include "backends/cpu/gemm.hpp"
#include "conformance/gemm/inputs.hpp"
#include "conformance/launch/task.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace kernabi::launch {

enum class Role : std::uint8_t {
    input,
    unread,    ///< there, and not to be read: C with beta 0, A and B with alpha 0
    output,    ///< poisoned before each launch
    workspace, ///< the host's scratch, poisoned before each launch
    counters,  ///< zeros before the first launch, as a host keeps them
    addresses, ///< one a batch
};
[[nodiscard]] const char* name_of(Role role) noexcept;

inline constexpr std::uint8_t poison = 0xaa;
/// On both sides of every buffer. As numbers these bytes are NaN in all float types but the FNUZ ones.
inline constexpr std::uint8_t canary = 0xff;
inline constexpr std::size_t guard_bytes = 4096;

/// A stored matrix by columns, in elements; only where there are more than one column or batch.
struct Shape {
    std::uint64_t rows = 0, columns = 1, ld = 0, batch = 1, stride = 0;
};

struct Buffer {
    std::string name; ///< as in a request's `pointers`
    Role role = Role::input;
    DataType type = DataType::None;
    std::uint64_t bytes = 0;
    Shape shape{};               ///< rows 0: no matrix
    std::uint64_t address = 0;   ///< on the device, of its first byte behind the guard
    std::string of{};            ///< addresses: whose
    std::uint64_t step_bits = 0; ///< addresses: from batch to batch

    [[nodiscard]] bool is_written() const noexcept {
        return role == Role::output || role == Role::workspace || role == Role::counters;
    }
};

/// All buffers of a task in a fixed order, without addresses. `workspace`: bytes that the host asks for. Throws Wrong
/// where one is larger than any memory, or the definition has no such GEMM.
[[nodiscard]] std::vector<Buffer> plan_buffers(const Task& task, std::uint64_t workspace);

/// Tells the request where they are.
void point_to(const std::vector<Buffer>& buffers, Pointers& pointers);

/// Addresses as a device's might be, for who has none.
void pretend(std::vector<Buffer>& buffers);

/// A buffer's bytes with its guards: inputs from the seed with NaN between columns, NaN alone in what is not to be
/// read, poison in outputs.
[[nodiscard]] std::vector<std::uint8_t> content_of(const Buffer& buffer, const std::vector<Buffer>& all,
                                                   gemm::Values values, std::uint64_t seed);

/// Which elements of a matrix's memory belong to none of its columns; empty where all do.
[[nodiscard]] std::vector<bool> padding_of(const Buffer& buffer);

} // namespace kernabi::launch
