// SPDX-License-Identifier: MIT
#include "conformance/bringup/launcher.hpp"
#include "abi/bytes.hpp"
#include "backends/device/sizes.hpp"
#include <cstring>
#include <utility>

namespace kernabi::bringup {

namespace {

constexpr std::size_t output_bytes = std::size_t{1} << 20, guard = 16;
constexpr std::uint8_t guard_byte = 0xc3, gap_byte = 0xa5;
#define KERNABI_LISTED(size) size,
constexpr std::size_t block_segments[] = {KERNABI_BLOCK_SIZES(KERNABI_LISTED)},
                      gemm_segments[] = {KERNABI_GEMM_SIZES(KERNABI_LISTED)};
#undef KERNABI_LISTED
constexpr std::uint32_t gemm_groups = 16;

template <typename T>
ConstBytes bytes_of(const T& x) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(&x), sizeof x};
}
template <typename T>
Bytes bytes_of(T& x) noexcept {
    return {reinterpret_cast<std::uint8_t*>(&x), sizeof x};
}

/// A block at the front, poison behind it, the address at the end.
std::vector<std::uint8_t> segment_of(ConstBytes block, std::size_t size, hip::Address address) {
    std::vector<std::uint8_t> segment(size, gap_byte);
    for (std::size_t i = 0; i < block.size; ++i) segment[i] = block[i];
    store_le(segment.data() + size - 8, address, 8);
    return segment;
}

} // namespace

Launcher::Launcher(hip::Runtime& runtime, std::size_t drop)
    : runtime_(runtime), drop_(drop), job_(runtime, sizeof(device::Job)), output_(runtime, output_bytes) {}

hip::Kernel Launcher::kernel(const std::string& symbol) {
    const auto found = kernels_.find(symbol);
    if (found != kernels_.end()) return found->second;
    return kernels_[symbol] = runtime_.kernel(symbol);
}

hip::Kernel Launcher::kernel_for(const char* family, std::size_t block, std::size_t& segment) {
    const bool gemm = std::strcmp(family, "gemm") == 0;
    const Span<const std::size_t> sizes =
        gemm ? Span<const std::size_t>(gemm_segments) : Span<const std::size_t>(block_segments);
    for (const std::size_t size : sizes)
        if (block + 8 <= size) {
            segment = size;
            return kernel(std::string("kernabi_") + family + "_" + std::to_string(size));
        }
    throw hip::RuntimeError("no kernel of this kit takes a block of " + std::to_string(block) + " bytes");
}

void Launcher::launch(hip::Kernel kernel, hip::Extent grid, hip::Extent group, ConstBytes segment, hip::Stream stream) {
    runtime_.launch(kernel, grid, group, {segment.data, segment.size - drop_}, stream);
}

bool Launcher::echo(std::vector<std::uint8_t>& payload, bool address_in_front, std::vector<std::uint8_t>& seen) {
    const std::size_t size = payload.size();
    store_le(payload.data() + (address_in_front ? 0 : size - 8), output_.address() + guard, 8);
    std::vector<std::uint8_t> area(guard, guard_byte);
    for (const std::uint8_t byte : payload) area.push_back(static_cast<std::uint8_t>(~byte));
    area.insert(area.end(), guard, guard_byte);
    runtime_.upload(output_.address(), {area.data(), area.size()});
    launch(kernel(std::string(address_in_front ? "kernabi_end_" : "kernabi_echo_") + std::to_string(size)), {},
           {device::group_size, 1, 1}, {payload.data(), size});
    runtime_.wait_all();
    runtime_.download({area.data(), area.size()}, output_.address());
    seen.assign(area.begin() + guard, area.end() - guard);
    for (std::size_t i = 0; i < guard; ++i)
        if (area[i] != guard_byte || area[area.size() - 1 - i] != guard_byte) return false;
    return true;
}

Slots Launcher::decode(const Form& form, ConstBytes block) {
    Slots slots{};
    slots.fill(slot_poison);
    device::Job job{};
    job.block_bytes = block.size;
    job.output = output_.address();
    job.form = form;
    std::size_t size = 0;
    const hip::Kernel kernel = kernel_for("decode", block.size, size);
    runtime_.upload(output_.address(), bytes_of(std::as_const(slots)));
    runtime_.upload(job_.address(), bytes_of(std::as_const(job)));
    const std::vector<std::uint8_t> segment = segment_of(block, size, job_.address());
    launch(kernel, {}, {device::group_size, 1, 1}, {segment.data(), size});
    runtime_.wait_all();
    runtime_.download(bytes_of(slots), output_.address());
    return slots;
}

std::uint64_t Launcher::gemm(const Form& form, ConstBytes block) {
    device::Job job{};
    job.block_bytes = block.size;
    job.output = output_.address();
    job.groups = gemm_groups;
    job.form = form;
    std::uint64_t status[2] = {slot_poison, 0}; // of the launch, of an element
    std::size_t size = 0;
    const hip::Kernel kernel = kernel_for("gemm", block.size, size);
    runtime_.upload(output_.address(), bytes_of(std::as_const(status)));
    runtime_.upload(job_.address(), bytes_of(std::as_const(job)));
    const std::vector<std::uint8_t> segment = segment_of(block, size, job_.address());
    launch(kernel, {gemm_groups, 1, 1}, {device::group_size, 1, 1}, {segment.data(), size});
    runtime_.wait_all();
    runtime_.download(bytes_of(status), output_.address());
    return status[1] != 0 ? status[1] : status[0];
}

std::vector<std::uint32_t> Launcher::geometry(hip::Extent grid, hip::Extent group, std::uint32_t number) {
    const std::size_t threads = std::size_t{grid.x} * grid.y * grid.z * group.x * group.y * group.z;
    std::vector<std::uint8_t> area(threads * 32, 0xff), segment(40);
    if (area.size() > output_bytes) throw hip::RuntimeError("too many threads for one geometry check");
    const std::uint32_t told[] = {group.x, group.y, group.z, grid.x, grid.y, grid.z, number, 0};
    for (std::size_t i = 0; i < 8; ++i) store_le(segment.data() + 4 * i, told[i], 4);
    store_le(segment.data() + 32, output_.address(), 8);
    runtime_.upload(output_.address(), {area.data(), area.size()});
    launch(kernel("kernabi_geometry"), grid, group, {segment.data(), segment.size()});
    runtime_.wait_all();
    runtime_.download({area.data(), area.size()}, output_.address());
    std::vector<std::uint32_t> words(threads * 8);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = static_cast<std::uint32_t>(load_le(area.data() + 4 * i, 4));
    return words;
}

} // namespace kernabi::bringup
