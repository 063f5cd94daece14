// SPDX-License-Identifier: MIT
#include "conformance/codeobject/descriptor.hpp"

namespace kernabi::codeobject {

namespace {

std::uint32_t word(ConstBytes bytes, std::uint64_t offset) noexcept {
    return static_cast<std::uint32_t>(number(bytes, offset, 4));
}

/// amd_kernel_code_t, 256 bytes in front of the code.
Descriptor read_v2(ConstBytes bytes) noexcept {
    Descriptor d{};
    const std::uint32_t resources = word(bytes, 52);
    d.private_segment_size = word(bytes, 60);
    d.group_segment_size = word(bytes, 64);
    d.kernarg_size = static_cast<std::uint32_t>(number(bytes, 72, 8));
    d.user_sgpr_count = resources >> 1 & 0x1fu;
    const std::uint64_t entry = number(bytes, 16, 8);
    d.code = part(bytes, entry, bytes.size);
    return d;
}

} // namespace

std::optional<Descriptor> read_descriptor(const Elf& elf, const Symbols& symbols, const Kernel& kernel,
                                          const CodeObject& object) noexcept {
    const bool v2 = object.version == 2;
    const std::optional<Symbol> symbol = symbols.find(v2 ? kernel.name : kernel.symbol);
    if (!symbol) return std::nullopt;
    const ConstBytes bytes = elf.at_symbol(*symbol);
    if (bytes.size < (v2 ? 256u : 64u)) return std::nullopt;
    if (v2) return read_v2(bytes);
    Descriptor d{};
    d.group_segment_size = word(bytes, 0);
    d.private_segment_size = word(bytes, 4);
    d.kernarg_size = word(bytes, 8);
    // gfx125x counts up to 32 user SGPRs and has a bit more.
    const bool wide = object.target.starts_with("gfx125");
    d.user_sgpr_count = word(bytes, 52) >> 1 & (wide ? 0x3fu : 0x1fu);
    d.wave32 = (number(bytes, 56, 2) & 0x400u) != 0;
    const std::uint64_t preload = number(bytes, 58, 2);
    d.preload_length = static_cast<std::uint32_t>(preload & 0x7fu);
    d.preload_offset = static_cast<std::uint32_t>(preload >> 7);
    // The entry is relative to the descriptor. In a relocatable file a relocation holds it: the code is not looked at.
    if (!elf.relocatable()) {
        const std::uint64_t entry = symbol->value + number(bytes, 16, 8);
        d.code = elf.at_address(entry);
        const std::optional<Symbol> function = symbols.find(kernel.name);
        if (function && function->value == entry && function->size != 0) d.code = part(d.code, 0, function->size);
    }
    return d;
}

} // namespace kernabi::codeobject
