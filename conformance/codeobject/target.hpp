// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

namespace kernabi::codeobject {

/// The processor's name for the low 8 bits of an AMDGPU ELF's e_flags; null for numbers without one.
/// Source: LLVM's "User Guide for AMDGPU Backend", table of EF_AMDGPU_MACH values.
[[nodiscard]] const char* processor_of(std::uint32_t mach) noexcept;

/// 2 to 6 for an ELF's EI_ABIVERSION, 0 for numbers that have none.
[[nodiscard]] constexpr unsigned code_object_version_of(std::uint8_t abi_version) noexcept {
    return abi_version <= 4 ? abi_version + 2u : 0;
}

/// Processor and those features that are on or off: gfx90a:sramecc+:xnack-. Version 2 has no processor here: its note
/// tells. A number without a name reads mach-0x5c.
[[nodiscard]] std::string target_of(std::uint32_t e_flags, unsigned code_object_version);

} // namespace kernabi::codeobject
