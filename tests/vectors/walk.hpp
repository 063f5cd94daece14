// SPDX-License-Identifier: MIT
#pragma once
#include "vectors/reader/file.hpp"
#include "vectors/reader/to_form.hpp"
#include "vectors/reader/to_kernel.hpp"
#include <cstdint>

namespace kernabi::test {

/// Touches all that a file lets one touch; the sum keeps the reads alive.
inline std::uint64_t walk(const vectors::File& file) {
    std::uint64_t sum = file.set_number() + file.digest()[0] + file.family().size();
    const auto add = [&](ConstBytes bytes) {
        for (const std::uint8_t byte : bytes) sum = sum * 31 + byte;
    };
    for (const vectors::Record record : file) {
        add(record.id().bytes);
        add(record.comment().bytes);
        add(record.preset().bytes);
        add(record.block());
        add(record.lines());
        const vectors::KernelQuestion question = vectors::to_kernel(record);
        sum += question.characters + question.tokens + static_cast<std::uint64_t>(question.inputs.value[0]);
        sum += record.flags() + record.fault_number() + record.fault_index();
        const Form form = vectors::to_form(record);
        sum += form.type.gsu + static_cast<std::uint64_t>(vectors::to_header_fields(record)[Field::gsu]);
        for (const std::uint64_t slot : vectors::to_values(record).slot) sum += slot;
        sum += static_cast<std::uint64_t>(vectors::to_host_inputs(record).cuCount);
        for (std::size_t i = 0; i < record.relocations(); ++i) sum += record.relocation(i).offset;
        for (std::size_t i = 0; i < record.buffers(); ++i) {
            const vectors::Buffer buffer = record.buffer(i);
            add(buffer.initial);
            add(buffer.expected);
            add(buffer.expected_high);
            add(buffer.name.bytes);
            if (buffer.length == 0) continue;
            sum += vectors::initial_byte(buffer, 0);
            sum += vectors::initial_byte(buffer, buffer.length - 1);
        }
    }
    return sum;
}

} // namespace kernabi::test
