// SPDX-License-Identifier: MIT
// Records of the kernel side: a function's lines, character by character, in memory that the caller lends.
#pragma once
#include "conformance/judge/judge_header.hpp"
#include "vectors/reader/to_kernel.hpp"

namespace kernabi::judge {

/// Room behind the lines that are wanted: a subject that writes more is told so, and not only that it does not fit.
inline constexpr std::size_t kernel_room = 256;

/// Memory that a record's lines need.
[[nodiscard]] constexpr std::uint64_t kernel_memory_needed(const vectors::Record& record) noexcept {
    return std::uint64_t{record.lines().size} + kernel_room;
}

namespace detail {

[[nodiscard]] constexpr Verdict compare_lines(ConstBytes wanted, ConstBytes got, std::size_t written) noexcept {
    for (std::size_t i = 0; i < wanted.size && i < written; ++i) {
        if (got[i] == wanted[i]) continue;
        Verdict v = failed(Miss::lines, wanted[i], got[i]);
        v.offset = i;
        return v;
    }
    return written == wanted.size ? Verdict{} : failed(Miss::size, wanted.size, written);
}

/// Whether a subject that says unsupported means the question: one that may lack a function, or be gone, has `answers`.
template <typename S>
[[nodiscard]] constexpr bool answers(const S& subject, const vectors::KernelQuestion& question) noexcept {
    if constexpr (requires { subject.answers(question.function, question.inputs); })
        return subject.answers(question.function, question.inputs);
    else
        return true;
}

} // namespace detail

/// Records of the kinds kernel and refuse_kernel.
template <Subject S>
[[nodiscard]] constexpr Verdict judge_kernel(const vectors::Record& record, S& subject, Bytes memory) noexcept {
    if (memory.size < kernel_memory_needed(record)) return skipped();
    const vectors::KernelQuestion question = vectors::to_kernel(record);
    constexpr std::uint8_t poison = 0xaa;
    for (std::uint8_t& byte : memory) byte = poison;
    std::size_t written = 0;
    kernel::Input fault{};
    const Status status =
                     subject.kernel_lines(question.function, question.inputs, question.extra(), memory, written, fault),
                 wanted = record.expected_status();
    // A target that lacks an instruction is a refusal; a function that the subject does not have is not.
    if (status == Status::unsupported && (wanted != status || !detail::answers(subject, question))) return skipped();
    if (status != wanted)
        return failed(Miss::status, static_cast<std::uint64_t>(wanted), static_cast<std::uint64_t>(status));
    if (status == Status::ok) return detail::compare_lines(record.lines(), memory, written);
    for (const std::uint8_t byte : memory)
        if (byte != poison) return failed(Miss::wrote_on_refusal, 0, 0);
    if (record.fault_space() != vectors::FaultSpace::input ||
        static_cast<std::uint16_t>(fault) == record.fault_number())
        return {};
    return failed(Miss::fault_input, record.fault_number(), static_cast<std::uint64_t>(fault));
}

} // namespace kernabi::judge
