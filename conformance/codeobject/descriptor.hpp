// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/codeobject/model.hpp"
#include "conformance/codeobject/symbols.hpp"
#include <optional>

namespace kernabi::codeobject {

/// The descriptor of a kernel; nothing where its symbol or its bytes are not there.
/// Source: LLVM's "User Guide for AMDGPU Backend", kernel descriptor and amd_kernel_code_t.
[[nodiscard]] std::optional<Descriptor> read_descriptor(const Elf& elf, const Symbols& symbols, const Kernel& kernel,
                                                        const CodeObject& object) noexcept;

} // namespace kernabi::codeobject
