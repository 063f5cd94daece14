// SPDX-License-Identifier: MIT
// The fixtures' generator: code objects, bundles and host programs as bytes, each part free to lie.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::fixture {

using Buffer = std::vector<std::uint8_t>;

struct Arg {
    std::string name;
    std::uint64_t offset = 0, size = 0;
    std::string kind = "by_value", type = "u32";
};

struct Kernel {
    std::string name = "kernel";
    std::vector<Arg> args;
    std::optional<std::uint64_t> segment_size, max_workgroup_size;
    // custom.config
    bool config = true;
    std::optional<int> version = 2;
    std::optional<bool> universal, grouped;
    std::optional<int> persistent_version;
    bool custom_args = false;
    std::size_t padding = 0; ///< bytes of further text in the metadata
    // descriptor
    std::uint32_t kernarg_size = 0, user_sgprs = 2;
    std::uint16_t preload_length = 0, preload_offset = 0;
    std::vector<std::uint32_t> code = {0xbf810000}; ///< s_endpgm
};

/// Appends to a buffer what MessagePack has for it.
void pack_map(Buffer& out, std::uint32_t pairs);
void pack_array(Buffer& out, std::uint32_t items);
void pack_text(Buffer& out, std::string_view text);
void pack_number(Buffer& out, std::uint64_t number);
void pack_switch(Buffer& out, bool on);

/// One note's text: kernels in order, custom.config of the first.
[[nodiscard]] Buffer metadata(const std::vector<Kernel>& kernels);
/// A note around a text: AMDGPU, type 32.
[[nodiscard]] Buffer note(const Buffer& text, std::string_view owner = "AMDGPU", std::uint32_t type = 32);

struct ElfFacts {
    std::uint32_t flags = 0x54c;  ///< gfx942, either setting of its features
    std::uint8_t abi_version = 2; ///< code object version 4
    bool one_note = false;        ///< all kernels in one note
    bool sections = true;
};

/// An AMDGPU ELF with a note, a descriptor and code for each kernel.
[[nodiscard]] Buffer elf(const std::vector<Kernel>& kernels, const ElfFacts& facts = {});
/// The same around notes given as bytes, without symbols.
[[nodiscard]] Buffer elf_with_notes(const Buffer& notes, const ElfFacts& facts = {});
/// An x86-64 ELF whose section of this name holds the bytes at a multiple of 4096.
[[nodiscard]] Buffer host_elf(const Buffer& content, std::string_view section = ".hip_fatbin");

struct Entry {
    std::string id;
    Buffer content;
};
/// An offload bundle, its entries at multiples of `align`.
[[nodiscard]] Buffer bundle(const std::vector<Entry>& entries, std::size_t align = 4096);

enum class Pack : std::uint16_t { zlib = 0, zstd = 1 };
/// A compressed bundle of version 1, 2 or 3; `claimed` replaces the unpacked size in the header.
[[nodiscard]] Buffer compressed(const Buffer& content, unsigned version, Pack method,
                                std::optional<std::uint64_t> claimed = {});

/// The arguments of a plain GEMM of version 2 under the header, from offset 16 on or after: literal offsets.
[[nodiscard]] std::vector<Arg> plain_v2();
/// A kernel that conforms: plain_v2, segment 104.
[[nodiscard]] Kernel plain_kernel();
/// Kernels of a library: 20 arguments and 2 KiB of metadata each, all conforming, all named differently.
[[nodiscard]] std::vector<Kernel> small_kernels(std::size_t count);

} // namespace kernabi::fixture
