// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/codeobject/elf.hpp"
#include "conformance/codeobject/model.hpp"

namespace kernabi::codeobject {

/// Where an image's first byte lies, for what problems say.
struct Origin {
    std::uint64_t offset = 0;
    bool unpacked = false;
    std::string bundle_id{};
};

/// Reads an opened AMDGPU ELF: every metadata note, each kernel with its descriptor.
void read_code_object(const Elf& elf, const Origin& origin, Handler& handler);

} // namespace kernabi::codeobject
