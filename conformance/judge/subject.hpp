// SPDX-License-Identifier: MIT
// What an implementation under test must answer. Freestanding.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/unpack.hpp"
#include "abi/kernel/inputs.hpp"
#include "backends/cpu/memory_map.hpp"
#include "conformance/judge/launch_check.hpp"
#include "vectors/reader/to_form.hpp"
#include <concepts>

namespace kernabi::judge {

/// `unsupported` from any of them means that the subject does not do this: the record is skipped. On ok the packers
/// give the size in `written`; on a refusal they name the field or argument in `fault`. `kernel_lines` writes a
/// function's lines (abi/kernel/result.hpp) and names an input. `solve` gives `check` each launch of the record's request
/// and writes a group's table.
template <typename S>
concept Subject = requires(S s, const Form& form, const HeaderFields& fields, HeaderFields& back,
                           const vectors::HostInputs& host, const Values& values, Values& unpacked, Bytes to,
                           ConstBytes from, std::size_t& written, FieldFault& field, ArgumentFault& argument,
                           const cpu::MemoryMap& memory, Argument& slot, const kernel::Inputs& inputs,
                           const kernel::Extra& extra, kernel::Input& input, const vectors::Record& record,
                           LaunchCheck& check, SolveAnswer& answer) {
    { s.encode(form, Policy::strict, fields, to, written, field) } -> std::same_as<Status>;
    { s.host_header(form, host, to, written) } -> std::same_as<Status>;
    { s.decode(form, from, back) } -> std::same_as<Status>;
    { s.pack(form, values, Policy::strict, to, written, argument) } -> std::same_as<Status>;
    { s.unpack(form, from, unpacked) } -> std::same_as<Status>;
    { s.run(form, from, memory, slot) } -> std::same_as<Status>;
    { s.solve(record, to, check, answer) } -> std::same_as<Status>;
    { s.kernel_lines(kernel::Function::wait, inputs, extra, to, written, input) } -> std::same_as<Status>;
};

} // namespace kernabi::judge
