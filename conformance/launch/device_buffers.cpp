// SPDX-License-Identifier: MIT
#include "conformance/gemm/buffers.hpp"
#include "conformance/launch/run.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <stdexcept>

namespace kernabi::launch {

namespace {

ConstBytes view_of(const std::vector<std::uint8_t>& bytes) { return {bytes.data(), bytes.size()}; }
Bytes inside(std::vector<std::uint8_t>& bytes) { return {bytes.data() + guard_bytes, bytes.size() - 2 * guard_bytes}; }

/// Bytes of `after` from `first` on, `count` of them, that differ from `before`.
struct Changed {
    std::size_t count = 0, first = 0, last = 0;
};
Changed changed(const std::vector<std::uint8_t>& before, const std::vector<std::uint8_t>& after, std::size_t from,
                std::size_t count) {
    Changed found;
    if (std::equal(before.begin() + static_cast<std::ptrdiff_t>(from),
                   before.begin() + static_cast<std::ptrdiff_t>(from + count),
                   after.begin() + static_cast<std::ptrdiff_t>(from)))
        return found;
    for (std::size_t i = from; i < from + count; ++i) {
        if (before[i] == after[i]) continue;
        if (found.count++ == 0) found.first = i;
        found.last = i;
    }
    return found;
}

/// An element's place in words.
std::string place_of(const Buffer& buffer, std::uint64_t byte) {
    const std::uint64_t bits = row_of(buffer.type).bits;
    const Shape& s = buffer.shape;
    if (s.rows == 0 || bits < 8 || s.ld == 0) return fmt::format("byte {}", byte);
    const std::uint64_t element = byte / (bits / 8);
    const std::uint64_t batch = s.batch == 1 || s.stride == 0 ? 0 : std::min(element / s.stride, s.batch - 1);
    const std::uint64_t rest = element - batch * s.stride;
    return fmt::format("row {}, column {}, batch {}", rest % s.ld, rest / s.ld, batch);
}

void check_guards(const Buffer& buffer, const std::vector<std::uint8_t>& before, const std::vector<std::uint8_t>& after,
                  Faults& faults) {
    const std::size_t end = before.size() - guard_bytes;
    if (const Changed c = changed(before, after, 0, guard_bytes); c.count != 0)
        faults.guards.push_back(fmt::format("{}: {} bytes before its start were written, the nearest {} before it",
                                            buffer.name, c.count, guard_bytes - c.last));
    if (const Changed c = changed(before, after, end, guard_bytes); c.count != 0)
        faults.guards.push_back(fmt::format("{}: {} bytes past its end were written, the first {} past it", buffer.name,
                                            c.count, c.first - end));
}

void check_padding(const Buffer& buffer, const std::vector<std::uint8_t>& before,
                   const std::vector<std::uint8_t>& after, Faults& faults) {
    const std::vector<bool> padding = padding_of(buffer);
    const std::size_t size = row_of(buffer.type).bits / 8u;
    std::uint64_t count = 0;
    std::string first;
    for (std::size_t i = 0; i < padding.size(); ++i) {
        const auto at = static_cast<std::ptrdiff_t>(guard_bytes + i * size);
        if (!padding[i] || std::equal(before.begin() + at, before.begin() + at + static_cast<std::ptrdiff_t>(size),
                                      after.begin() + at))
            continue;
        if (count++ == 0) first = place_of(buffer, i * size);
    }
    if (count != 0)
        faults.padding.push_back(
            fmt::format("{}: {} elements between columns were written, the first at {}", buffer.name, count, first));
}

} // namespace

DeviceBuffers::DeviceBuffers(hip::Runtime& runtime, std::vector<Buffer> buffers, const RunOptions& options)
    : runtime_(runtime), buffers_(std::move(buffers)), kept_(buffers_.size()) {
    for (Buffer& buffer : buffers_) {
        options.about("allocating " + buffer.name);
        const std::size_t bytes = buffer.bytes + 2 * guard_bytes;
        try {
            memory_.push_back(std::make_unique<hip::Memory>(runtime, bytes));
        } catch (const hip::OutOfMemory& error) {
            throw hip::OutOfMemory(buffer.name + ": " + error.what());
        }
        buffer.address = memory_.back()->address() + guard_bytes;
    }
    std::uint64_t seed = options.seed;
    for (const Buffer& buffer : buffers_) {
        options.about("making " + buffer.name);
        try {
            std::vector<std::uint8_t> before = content_of(buffer, buffers_, options.values, seed++);
            std::vector<std::uint8_t> after(before.size());
            held_.push_back({std::move(before), std::move(after)});
        } catch (const std::bad_alloc&) {
            throw hip::OutOfMemory(fmt::format("{}: too little memory on this machine: {} bytes, twice, were asked for",
                                               buffer.name, buffer.bytes + 2 * guard_bytes));
        }
    }
}

void DeviceBuffers::prepare() {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        const bool again = buffers_[i].role == Role::output || buffers_[i].role == Role::workspace;
        if (is_first_ || again) runtime_.upload(memory_[i]->address(), view_of(held_[i].before));
    }
    is_first_ = false;
}

void DeviceBuffers::collect(Faults& faults) {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        const Buffer& buffer = buffers_[i];
        Held& held = held_[i];
        runtime_.download({held.after.data(), held.after.size()}, memory_[i]->address());
        check_guards(buffer, held.before, held.after, faults);
        if (buffer.role == Role::output) check_padding(buffer, held.before, held.after, faults);
        if (buffer.is_written()) continue;
        const Changed c = changed(held.before, held.after, guard_bytes, buffer.bytes);
        if (c.count != 0)
            faults.inputs.push_back(fmt::format("{}: {} bytes of this input were written, the first at {}", buffer.name,
                                                c.count, place_of(buffer, c.first - guard_bytes)));
    }
}

void DeviceBuffers::attach_to(cpu::Gemm& gemm) {
    for (std::size_t i = 0; i < buffers_.size(); ++i)
        gemm::attach(gemm, buffers_[i].name,
                     inside(buffers_[i].role == Role::output ? held_[i].after : held_[i].before));
}

void DeviceBuffers::compare_outputs(unsigned repetition, Faults& faults) {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        if (buffers_[i].role != Role::output) continue;
        if (kept_[i].empty()) {
            kept_[i] = held_[i].after;
            continue;
        }
        const Changed c = changed(kept_[i], held_[i].after, guard_bytes, buffers_[i].bytes);
        if (c.count != 0)
            faults.repeating.push_back(fmt::format("{}: run {} gave other bits than the first in {} bytes, the first "
                                                   "at {}",
                                                   buffers_[i].name, repetition + 1, c.count,
                                                   place_of(buffers_[i], c.first - guard_bytes)));
    }
}

} // namespace kernabi::launch
