// SPDX-License-Identifier: MIT
// Argument blocks written down word by word, and memory for them to point into.
#pragma once
#include "abi/bytes.hpp"
#include "backends/cpu/run_block.hpp"
#include "tests/cpu/problem.hpp"
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <list>
#include <vector>

namespace kernabi::test {

/// Bytes in the order in which they are put; nothing is aligned.
struct Words {
    Memory bytes;

    Words& put(std::uint64_t value, std::size_t size) {
        const std::size_t at = bytes.size();
        bytes.resize(at + size);
        store_le(bytes.data() + at, value, size);
        return *this;
    }
    Words& u32(std::initializer_list<std::uint32_t> values) {
        for (const std::uint32_t x : values) put(x, 4);
        return *this;
    }
    Words& pointers(std::initializer_list<std::uint64_t> values) {
        for (const std::uint64_t x : values) put(x, 8);
        return *this;
    }
    Words& f32(std::initializer_list<float> values) {
        for (const float x : values) put(std::bit_cast<std::uint32_t>(x), 4);
        return *this;
    }
};

/// Buffers of exactly their length at made-up addresses.
class Device {
  public:
    Memory& add(std::uint64_t address, Memory bytes, bool may_read = true, bool may_write = true) {
        buffers_.push_back(std::move(bytes));
        Memory& buffer = buffers_.back();
        regions_.push_back({address, {buffer.data(), buffer.size()}, may_read, may_write});
        return buffer;
    }
    Memory& add_floats(std::uint64_t address, const std::vector<double>& values) {
        return add(address, pack(DataType::Float, values));
    }
    /// An output, filled with what no result has.
    Memory& add_output(std::uint64_t address, std::size_t size) {
        return add(address, Memory(size, 0xaa), false, true);
    }
    Memory& add_addresses(std::uint64_t address, std::initializer_list<std::uint64_t> values) {
        return add(address, Words{}.pointers(values).bytes, true, false);
    }

    cpu::MemoryMap map() const { return {{regions_.data(), regions_.size()}}; }
    std::list<Memory> contents() const { return buffers_; }
    cpu::Region& region(std::size_t i) { return regions_[i]; }
    std::size_t size() const { return regions_.size(); }

    cpu::BlockOutcome run(const Memory& block, const Form& form, const cpu::KernelProperties& kernel = {},
                          std::uint64_t most_steps = cpu::unlimited) const {
        // A copy of its own length, so that a sanitizer sees a read past the block.
        const Memory exact(block.begin(), block.end());
        return cpu::run_block({exact.data(), exact.size()}, form, map(), kernel, most_steps);
    }

  private:
    std::list<Memory> buffers_;
    std::vector<cpu::Region> regions_;
};

inline std::vector<double> floats(const Memory& memory) { return unpack(DataType::Float, memory); }

inline Form form_of(Version version) { return {version, default_preset(version).dialect, {}}; }

} // namespace kernabi::test
