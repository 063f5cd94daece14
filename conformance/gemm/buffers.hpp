// SPDX-License-Identifier: MIT
// The buffers that a GEMM is on, by name, for whoever keeps them in files.
#pragma once
#include "backends/cpu/gemm.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace kernabi::gemm {

struct Buffer {
    const char* name; ///< as in a request's `buffers`
    DataType type;
    std::uint64_t bytes;
    bool is_written;
    bool is_too_large = false; ///< more bytes than 64 bits count
};

/// Every buffer that the GEMM reads or writes, with the bytes that it needs at least. Views are not looked at.
[[nodiscard]] std::vector<Buffer> buffers_of(const cpu::Gemm& g);

/// Lets the GEMM use memory for the buffer of that name.
void attach(cpu::Gemm& g, const std::string& name, Bytes bytes);

/// What is wrong, and what is needed, for an outcome of `check`.
[[nodiscard]] std::string text_of(const cpu::Gemm& g, const cpu::Outcome& outcome);

} // namespace kernabi::gemm
