// SPDX-License-Identifier: MIT
// The kernel side as ordinary functions, compiled once into the freestanding archive.
#pragma once
#include "abi/kernel/lint.hpp"
#include "abi/kernel/result.hpp"

namespace kernabi::kernel::compiled {

/// A sink for callers without templates: `take` gets `context` back with each value.
template <typename T>
struct Sink {
    void (*take)(void* context, const T& value);
    void* context = nullptr;

    void operator()(const T& value) const { take(context, value); }
};

/// See `kernabi::kernel::emit`.
Outcome emit(Function function, const Inputs& in, const Extra& extra, Sink<Instruction> sink) noexcept;
/// See `kernabi::kernel::lint`.
Outcome lint(Function function, const Inputs& in, const Extra& extra, Sink<Finding> sink) noexcept;
/// See `kernabi::kernel::write_result`.
Outcome write_result(Function function, const Inputs& in, const Extra& extra, Span<char> to,
                     std::size_t& written) noexcept;
/// See `kernabi::kernel::write_assembly`.
LineFault write_assembly(const Instruction& instruction, const Target& target, const Placement& at,
                         Sink<Text> sink) noexcept;

/// See `kernabi::kernel::make_acc_map`, and the members of `AccMap` for single entries.
Outcome make_acc_map(const Inputs& in, AccMap& map) noexcept;
std::uint64_t acc_to_arch(const AccMap& map, std::uint64_t acc) noexcept;
std::uint64_t arch_to_acc(const AccMap& map, std::uint64_t arch) noexcept;
Status fill_acc_to_arch(const AccMap& map, Span<std::uint32_t> to) noexcept;
Status fill_arch_to_acc(const AccMap& map, Span<std::uint32_t> to) noexcept;

} // namespace kernabi::kernel::compiled
