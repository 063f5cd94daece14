// SPDX-License-Identifier: MIT
// Writes the manifest of the bare code objects: launches with their bytes and what must be in memory afterwards, for
// whoever has a loader and no runtime. See backends/device/README.md for its form.
#include "abi/bytes.hpp"
#include "abi/kernarg/pack.hpp"
#include "backends/cpu/run_block.hpp"
#include "backends/device/fixed_gemm.hpp"
#include "backends/device/sizes.hpp"
#include "conformance/bringup/random_block.hpp"
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace {

using kernabi::Argument;
using nlohmann::json;
using Image = std::vector<std::uint8_t>;

std::string hex(const Image& bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

/// A launch in the manifest. Addresses are where a buffer's number and an offset in a place say.
struct Entry {
    json object;

    Entry(const std::string& kernel, const Image& segment, unsigned x = 1, unsigned y = 1, unsigned z = 1) {
        object = {{"kernel", kernel},          {"segment_size", segment.size()},
                  {"grid", {x, y, z}},         {"workgroup", {kernabi::device::group_size, 1, 1}},
                  {"segment", hex(segment)},   {"buffers", json::array()},
                  {"addresses", json::array()}};
    }
    /// The buffer's number; an empty `after` means that it must be as it was.
    std::size_t buffer(const Image& before, const Image& after = {}) {
        object["buffers"].push_back({{"before", hex(before)}, {"after", hex(after.empty() ? before : after)}});
        return object["buffers"].size() - 1;
    }
    /// `in`: "segment", or the number of a buffer.
    void address(json in, std::size_t offset, std::size_t of) {
        object["addresses"].push_back({{"in", std::move(in)}, {"offset", offset}, {"of", of}});
    }
    /// What the kernel echoes of itself holds an address too: it is left out of what is compared.
    void ignore(std::size_t buffer, std::size_t offset, std::size_t size) {
        object["buffers"][buffer]["ignore"] = {offset, size};
    }
};

Image numbered(std::size_t size) {
    Image bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<std::uint8_t>(kernabi::bringup::mixed(size * 2048 + i));
    return bytes;
}

/// The echo holds its own address where the segment does: "seen" is compared everywhere else.
void add_echo(json& all, std::size_t size, bool front) {
    const Image segment = numbered(size);
    const std::size_t at = front ? 0 : size - 8;
    Entry entry(fmt::format("kernabi_{}_{}", front ? "end" : "echo", size), segment);
    Image after = segment;
    const std::size_t seen = entry.buffer(Image(size, 0xaa), after);
    entry.address("segment", at, seen);
    entry.ignore(seen, at, 8);
    all.push_back(entry.object);
}

void add_words(json& all) {
    Image segment = numbered(56), after;
    for (unsigned thread = 0; thread < kernabi::device::group_size; ++thread)
        after.insert(after.end(), segment.begin(), segment.begin() + 48);
    Entry entry("kernabi_words", segment);
    entry.address("segment", 48, entry.buffer(Image(after.size(), 0xaa), after));
    entry.object["code_object"] = "words";
    all.push_back(entry.object);
}

void add_decode(json& all, const kernabi::Preset& preset) {
    using namespace kernabi;
    bringup::KnownForm known{{preset.version, preset.dialect, {}}, {}};
    if (make_layout(known.form, known.layout) != Status::ok) return;
    bringup::KnownBlock block;
    bringup::random_block(known, 2026, block);
    const std::size_t size = known.layout.size + 8u <= 128 ? 128 : 192;
    Image segment(size, 0xa5), slots_before(8 * block.slots.size(), 0xaa), slots_after(slots_before.size());
    std::copy(block.bytes.begin(), block.bytes.end(), segment.begin());
    for (std::size_t i = 0; i < block.slots.size(); ++i) store_le(slots_after.data() + 8 * i, block.slots[i], 8);
    device::Job job{};
    job.block_bytes = block.bytes.size();
    job.form = known.form;
    const auto* const raw = reinterpret_cast<const std::uint8_t*>(&job);
    Entry entry(fmt::format("kernabi_decode_{}", size), segment);
    entry.object["dialect"] = preset.name;
    const std::size_t job_buffer = entry.buffer(Image(raw, raw + sizeof job));
    const std::size_t slots = entry.buffer(slots_before, slots_after);
    entry.address("segment", size - 8, job_buffer);
    entry.address(job_buffer, offsetof(device::Job, output), slots);
    entry.ignore(job_buffer, offsetof(device::Job, output), 8);
    all.push_back(entry.object);
}

/// A small GEMM of each version; its result is the definition's.
void add_plain(json& all, const kernabi::Preset& preset) {
    using namespace kernabi;
    const Form form{preset.version, preset.dialect, {}};
    Layout layout{};
    if (make_layout(form, layout) != Status::ok) return;
    constexpr std::uint64_t m = 5, n = 3, batch = 2, k = 4;
    struct Operand {
        Argument base, strides;
        std::uint64_t ld, columns;
    };
    constexpr Operand operands[] = {{Argument::d, Argument::strideD, 7, n},
                                    {Argument::c, Argument::strideC, 6, n},
                                    {Argument::a, Argument::strideA, 8, k},
                                    {Argument::b, Argument::strideB, 5, n}};
    Values values{};
    values.at(Argument::gemm_count) = 1;
    values.at(Argument::internalArgs) = 1;
    const std::uint64_t sizes[] = {m, n, batch, k};
    for (unsigned i = 0; i < 4; ++i) values.at(Argument::size, i) = sizes[i];
    values.at(Argument::alpha) = numeric::bits_of(1.5f);
    values.at(Argument::beta) = numeric::bits_of(-0.25f);
    Image memory[4];
    cpu::Region regions[4];
    for (std::size_t o = 0; o < 4; ++o) {
        const Operand& x = operands[o];
        values.at(x.strides, 1) = x.ld;
        values.at(x.strides, 2) = x.ld * x.columns;
        values.at(x.base) = 0x100000 * (o + 1);
        memory[o].resize(4 * x.ld * x.columns * batch);
        for (std::size_t e = 0; e < memory[o].size() / 4; ++e) {
            const auto small = static_cast<float>(bringup::mixed(o * 1000 + e) % 1999) / 16.0f - 60.0f;
            store_le(memory[o].data() + 4 * e, numeric::bits_of(small), 4);
        }
        regions[o] = {values.at(x.base), {memory[o].data(), memory[o].size()}, true, true};
    }
    Image segment(layout.segment_size()), before[4] = {memory[0], memory[1], memory[2], memory[3]};
    std::size_t written = 0;
    ArgumentFault fault{};
    const Bytes bytes{segment.data(), segment.size()};
    if (pack(layout, values, Policy::strict, bytes, written, fault) != Status::ok) return;
    if (cpu::run_block(bytes, form, cpu::MemoryMap{{regions, 4}}).status != Status::ok) return;
    Entry entry(fmt::format("kernabi_plain_{}", preset.name), segment, 1, n, batch);
    for (std::size_t o = 0; o < 4; ++o)
        entry.address("segment", layout.find(operands[o].base)->offset, entry.buffer(before[o], memory[o]));
    all.push_back(entry.object);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: device_manifest FILE\n", stderr);
        return 2;
    }
    json launches = json::array();
#define KERNABI_LISTED(size) add_echo(launches, size, false);
    KERNABI_SEGMENT_SIZES(KERNABI_LISTED)
#undef KERNABI_LISTED
#define KERNABI_LISTED(size) add_echo(launches, size, true);
    KERNABI_END_SIZES(KERNABI_LISTED)
#undef KERNABI_LISTED
    add_words(launches);
    for (const kernabi::Preset& preset : kernabi::presets) add_decode(launches, preset);
    for (unsigned v = 0; v < kernabi::version_count; ++v)
        add_plain(launches, kernabi::default_preset(static_cast<kernabi::Version>(v)));
    const std::string text = json{{"format", 1}, {"launches", launches}}.dump(1) + "\n";
    std::FILE* const out = std::fopen(argv[1], "wb");
    if (out == nullptr || std::fwrite(text.data(), 1, text.size(), out) != text.size() || std::fclose(out) != 0) {
        std::fprintf(stderr, "device_manifest: %s cannot be written\n", argv[1]);
        return 2;
    }
    return 0;
}
