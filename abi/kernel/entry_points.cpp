// SPDX-License-Identifier: MIT
#include "abi/kernel/entry_points.hpp"

namespace kernabi::kernel::compiled {

Outcome emit(Function function, const Inputs& in, const Extra& extra, Sink<Instruction> sink) noexcept {
    return kernel::emit(function, in, extra, sink);
}

Outcome lint(Function function, const Inputs& in, const Extra& extra, Sink<Finding> sink) noexcept {
    return kernel::lint(function, in, extra, sink);
}

Outcome write_result(Function function, const Inputs& in, const Extra& extra, Span<char> to,
                     std::size_t& written) noexcept {
    return kernel::write_result(function, in, extra, to, written);
}

LineFault write_assembly(const Instruction& instruction, const Target& target, const Placement& at,
                         Sink<Text> sink) noexcept {
    return kernel::write_assembly(instruction, target, at, sink);
}

Outcome make_acc_map(const Inputs& in, AccMap& map) noexcept { return kernel::make_acc_map(in, map); }

std::uint64_t acc_to_arch(const AccMap& map, std::uint64_t acc) noexcept { return map.to_arch(acc); }

std::uint64_t arch_to_acc(const AccMap& map, std::uint64_t arch) noexcept { return map.to_acc(arch); }

Status fill_acc_to_arch(const AccMap& map, Span<std::uint32_t> to) noexcept {
    return kernel::fill_acc_to_arch(map, to);
}

Status fill_arch_to_acc(const AccMap& map, Span<std::uint32_t> to) noexcept {
    return kernel::fill_arch_to_acc(map, to);
}

} // namespace kernabi::kernel::compiled
