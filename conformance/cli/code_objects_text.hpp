// SPDX-License-Identifier: MIT
// Kernels of code objects as text and as JSON.
#pragma once
#include "conformance/cli/code_objects.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace kernabi::cli {

/// A string of JSON; bytes that are no UTF-8 are replaced.
void add_json_string(std::string& out, std::string_view text);
/// The same, or null where it is empty.
void add_json_name(std::string& out, std::string_view text);
void add_json_number(std::string& out, std::optional<std::uint64_t> number);

/// `"name":...` to `"descriptor":...` of a kernel, without braces.
void add_kernel_json(std::string& out, const KernelSeen& seen);
/// One line: layout, version, segment, waves, name.
void add_kernel_line(std::string& out, const KernelSeen& seen);
/// A line an argument.
void add_arguments_text(std::string& out, const KernelSeen& seen);
/// The kernel's arguments as a byte map.
[[nodiscard]] bytemap::Section section_of(const std::string& path, const KernelSeen& seen);

/// Text from a file fit for a terminal.
[[nodiscard]] std::string printable(std::string_view text);

} // namespace kernabi::cli
