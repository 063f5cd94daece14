// SPDX-License-Identifier: MIT
// What a launch's block is about: the one GEMM whose arguments it holds, or a group by records in memory.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/span.hpp"
#include "backends/cpu/memory_map.hpp"
#include "backends/cpu/operand.hpp"
#include "backends/cpu/run_block.hpp"
#include <cstdint>

namespace kernabi::cpu {

/// Where the arguments of a GEMM are.
enum class Records : std::uint8_t {
    none,  ///< in the block itself
    table, ///< in the host's table: a word a problem, which kernels skip, then the records (abi-facts 4.2)
    user,  ///< in the user's records of `user_record_size` bytes
};

struct Group {
    Form form;     ///< with the header's GSU; of a record, where there are records
    Layout layout; ///< of the block's arguments or a record's
    Words words;   ///< the header's
    Records records = Records::none;
    std::uint64_t count = 1; ///< of GEMMs, at least 1
    Operand memory{};        ///< the records, with what stands before them; not used without
};

/// Reads the header, and where there are records finds out where they should be; they are not looked at. Kernels that
/// take groups are built so (`groupedGemm`) or take any: the header's argument type decides, in a block without a
/// header whether the user's address is there. source_too_short; value_out_of_range: no GEMM, or more records than 64
/// bits count; unsupported: argument type 3 in 2024, or a record of the user's that this kernel would look for
/// elsewhere.
BlockOutcome read_group(ConstBytes args, const Form& form, Group& group) noexcept;

/// The bytes of problem `number`'s arguments: the block itself, or its record. Empty where the records are not all in
/// memory.
[[nodiscard]] ConstBytes member_of(const Group& group, ConstBytes args, std::uint64_t number,
                                   const MemoryMap& memory) noexcept;

} // namespace kernabi::cpu
