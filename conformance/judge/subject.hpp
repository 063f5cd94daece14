// SPDX-License-Identifier: MIT
// What an implementation under test must answer. Freestanding.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/unpack.hpp"
#include "backends/cpu/memory_map.hpp"
#include "vectors/reader/to_form.hpp"
#include <concepts>

namespace kernabi::judge {

/// `unsupported` from any of them means that the subject does not do this: the record is skipped. On ok the packers
/// give the size in `written`; on a refusal they name the field or argument in `fault`.
template <typename S>
concept Subject = requires(S s, const Form& form, const HeaderFields& fields, HeaderFields& back,
                           const vectors::HostInputs& host, const Values& values, Values& unpacked, Bytes to,
                           ConstBytes from, std::size_t& written, FieldFault& field, ArgumentFault& argument,
                           const cpu::MemoryMap& memory, Argument& slot) {
    { s.encode(form, Policy::strict, fields, to, written, field) } -> std::same_as<Status>;
    { s.host_header(form, host, to, written) } -> std::same_as<Status>;
    { s.decode(form, from, back) } -> std::same_as<Status>;
    { s.pack(form, values, Policy::strict, to, written, argument) } -> std::same_as<Status>;
    { s.unpack(form, from, unpacked) } -> std::same_as<Status>;
    { s.run(form, from, memory, slot) } -> std::same_as<Status>;
};

} // namespace kernabi::judge
