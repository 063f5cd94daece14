// SPDX-License-Identifier: MIT
// The memory that a block may point into.
#pragma once
#include "abi/span.hpp"
#include <cstdint>
#include <limits>

namespace kernabi::cpu {

/// Bytes of the caller's that a kernel sees at `address`.
struct Region {
    std::uint64_t address = 0;
    Bytes bytes;
    bool may_read = true;
    bool may_write = true;
};

/// Everything that a kernel sees. One access must lie in one region: two that touch are still two allocations. Regions
/// should not overlap, since outputs are told from inputs by address; where they do, the first that holds an access has
/// it.
struct MemoryMap {
    Span<const Region> regions;

    /// The caller's pointer to `length` (at least 1) bytes at `address`, or null where no region holds them all and
    /// allows the access. A region that reaches the end of the address space holds nothing.
    [[nodiscard]] constexpr std::uint8_t* find(std::uint64_t address, std::uint64_t length, bool reads,
                                               bool writes) const noexcept {
        for (const Region& region : regions) {
            if (region.bytes.data == nullptr || address < region.address) continue;
            const std::uint64_t offset = address - region.address, size = region.bytes.size;
            if (size > std::numeric_limits<std::uint64_t>::max() - region.address) continue;
            if (offset >= size || length > size - offset) continue;
            if ((reads && !region.may_read) || (writes && !region.may_write)) continue;
            return region.bytes.data + offset;
        }
        return nullptr;
    }
};

} // namespace kernabi::cpu
