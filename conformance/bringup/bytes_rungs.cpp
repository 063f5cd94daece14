// SPDX-License-Identifier: MIT
// The rungs that ask about bytes and threads only: device, echo, end, geometry.
#include "backends/device/sizes.hpp"
#include "conformance/bringup/rung.hpp"
#include <fmt/format.h>

namespace kernabi::bringup {

namespace {

#define KERNABI_LISTED(size) size,
constexpr std::size_t echo_sizes[] = {KERNABI_SEGMENT_SIZES(KERNABI_LISTED)};
constexpr std::size_t end_sizes[] = {KERNABI_END_SIZES(KERNABI_LISTED)};
#undef KERNABI_LISTED

/// No byte is like its neighbours or like the same byte of another size, and none is 0 at the end.
std::vector<std::uint8_t> payload_of(std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    std::uint64_t state = size * 0x9e3779b97f4a7c15u + 1;
    for (std::uint8_t& byte : bytes) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        byte = static_cast<std::uint8_t>(1 + (state >> 33) % 255);
    }
    return bytes;
}

void echo_one(const Rung& rung, std::size_t size, bool front) {
    rung.about(fmt::format("{} bytes", size));
    std::vector<std::uint8_t> payload = payload_of(size), seen;
    const bool guards = rung.launcher.echo(payload, front, seen);
    rung.check(guards && seen == payload, [&] {
        if (!guards) return fmt::format("{} bytes: the kernel wrote outside its buffer", size);
        std::size_t at = 0;
        while (seen[at] == payload[at]) ++at;
        return fmt::format("{} bytes: byte {} arrived as {:02x}, sent {:02x}", size, at, seen[at], payload[at]);
    });
}

} // namespace

void device_rung(const Rung& rung) {
    hip::Runtime& runtime = rung.launcher.runtime();
    for (const std::size_t size : {std::size_t{1}, std::size_t{4096}, std::size_t{1} << 20, std::size_t{1} << 26}) {
        rung.about(fmt::format("{} bytes of memory", size));
        const hip::Memory memory(runtime, size);
        std::vector<std::uint8_t> sent = payload_of(size), back(size);
        runtime.upload(memory.address(), {sent.data(), size});
        runtime.download({back.data(), size}, memory.address());
        rung.check(sent == back, [&] { return fmt::format("{} bytes did not come back as they went", size); });
    }
}

void echo_rung(const Rung& rung) {
    for (const std::size_t size : echo_sizes) echo_one(rung, size, false);
}

void end_rung(const Rung& rung) {
    for (const std::size_t size : end_sizes) echo_one(rung, size, true);
}

void geometry_rung(const Rung& rung) {
    struct Shape {
        hip::Extent grid, group;
    };
    constexpr Shape shapes[] = {{{1, 1, 1}, {1, 1, 1}},  {{1, 1, 1}, {64, 1, 1}}, {{7, 1, 1}, {256, 1, 1}},
                                {{3, 5, 2}, {32, 2, 2}}, {{2, 3, 4}, {5, 3, 7}},  {{1, 9, 1}, {1024, 1, 1}},
                                {{1, 1, 13}, {33, 1, 1}}};
    std::uint32_t wave = 0, number = 0x1234;
    for (const Shape& s : shapes) {
        const hip::Extent g = s.grid, t = s.group;
        const std::string what = fmt::format("grid {} x {} x {}, workgroup {} x {} x {}", g.x, g.y, g.z, t.x, t.y, t.z);
        rung.about(what);
        const std::vector<std::uint32_t> words = rung.launcher.geometry(g, t, ++number);
        if (wave == 0) wave = words[6];
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < words.size() / 8; ++i) {
            const std::size_t x = i % (g.x * t.x), y = i / (g.x * t.x) % (g.y * t.y), z = i / (g.x * t.x) / (g.y * t.y);
            const std::size_t wanted[] = {x / t.x, y / t.y, z / t.z, x % t.x, y % t.y, z % t.z, wave, number};
            for (std::size_t w = 0; w < 8; ++w) wrong += words[8 * i + w] != wanted[w];
        }
        rung.check(wrong == 0, [&] { return fmt::format("{}: {} words differ", what, wrong); });
    }
    rung.check(wave == 32 || wave == 64, [&] { return fmt::format("a wavefront of {} threads", wave); });
    rung.result.note = fmt::format("wavefronts of {}", wave);
}

} // namespace kernabi::bringup
