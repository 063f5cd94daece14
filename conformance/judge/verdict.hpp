// SPDX-License-Identifier: MIT
// What the judge finds on one record. Freestanding: no text, no allocation.
#pragma once
#include "abi/kernarg/bit_fields.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi::judge {

/// The first thing that was wrong.
enum class Miss : std::uint8_t {
    none,
    status,           ///< another status than the record asks for
    fault_field,      ///< refused, but another field is named
    fault_argument,   ///< refused, but another argument is named
    size,             ///< another number of bytes
    bytes,            ///< a byte differs
    unwritten,        ///< a byte that the subject left as it was
    wrote_on_refusal, ///< refused and wrote all the same
    wrote_outside,    ///< wrote past the destination
    field,            ///< a header field reads back differently
    value,            ///< an argument reads back differently
    buffer,           ///< a buffer's contents after the launch
    guard,            ///< bytes around a buffer were written
    lines,            ///< a character of a kernel function's lines
    fault_input,      ///< refused, but another input is named
    launches,         ///< another number of launches
    launch_name,      ///< another kernel, or another kind of launch
    grid,             ///< workgroups, work-items or threads
    launch_bytes,     ///< a byte of a launch's block or of the table
    workspace,        ///< bytes that the host asks for
};

enum class Result : std::uint8_t { passed, failed, skipped };

/// `offset` counts bytes in the block or in the buffer; `wanted` and `got` are bytes, fields, values or statuses by the
/// kind of miss.
struct Verdict {
    Result result = Result::passed;
    Miss miss = Miss::none;
    std::size_t offset = 0;
    Field field = Field::gemmCount;
    Entry entry{};          ///< argument at fault, where one is
    std::size_t buffer = 0; ///< number of the buffer
    std::uint64_t wanted = 0, got = 0;
    Status status = Status::ok; ///< what the subject said

    [[nodiscard]] constexpr bool passed() const noexcept { return result == Result::passed; }
};

[[nodiscard]] constexpr Verdict failed(Miss miss, std::uint64_t wanted, std::uint64_t got) noexcept {
    Verdict v{};
    v.result = Result::failed;
    v.miss = miss;
    v.wanted = wanted;
    v.got = got;
    return v;
}
[[nodiscard]] constexpr Verdict skipped() noexcept {
    Verdict v{};
    v.result = Result::skipped;
    return v;
}

} // namespace kernabi::judge
