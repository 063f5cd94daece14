// SPDX-License-Identifier: MIT
// The verdict on one kernel: its metadata against the ABI, and nothing else.
#pragma once
#include "conformance/codeobject/model.hpp"
#include "conformance/inference/infer.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::inference {

enum class Verdict : std::uint8_t { conforms, differs, foreign };
[[nodiscard]] const char* text_of(Verdict verdict) noexcept;

enum class Code : std::uint8_t {
    // The verdict is `differs` with any of these.
    version_missing,      ///< TensileLite's names without KernArgsVersion
    version_unknown,      ///< KernArgsVersion is none of 0 to 3
    header_contradiction, ///< UseUniversalArgs and the names say opposite things
    form_contradiction,   ///< no form of the version has these arguments together
    header_after_sizes,   ///< version 0: metadata lists the header behind the sizes, code reads it first
    natural_alignment,    ///< offsets aligned to the argument's size where the ABI packs
    stream_k_order,       ///< Stream-K words in neither known order
    scalar_of_2_bytes,    ///< alpha or beta of a half or bf16 in 2 bytes
    offset_differs,
    size_differs,
    argument_missing,    ///< the ABI has it there, metadata has not
    argument_unexpected, ///< an argument of the ABI that has no place in this form
    argument_unknown,    ///< no name of this ABI
    argument_repeated,   ///< a name that comes twice
    argument_unmeasured, ///< without .offset or .size
    arguments_overlap,
    argument_past_segment,
    segment_size,            ///< not the rounded end of the arguments
    descriptor_kernarg_size, ///< nonzero, and not the segment's
    hidden_argument,         ///< the launch would have to fill what no host of this ABI fills
    preload_past_segment,    ///< more dwords than the segment has
    preload_without_prologue,
    preload_user_sgprs, ///< fewer user SGPRs than the preload and the segment's pointer need
    // Against a dump.
    dump_offset,
    dump_missing, ///< the kernel takes what was not sent
    dump_extra,   ///< sent, but the kernel has no such argument
    dump_past_segment,
    // Notes: they do not change the verdict.
    grouped_record,
    stream_k_before_epilogue,
    half_scalars,
    descriptor_kernarg_zero,
    descriptor_missing,
    value_kind,
};
inline constexpr std::size_t code_count = static_cast<std::size_t>(Code::value_kind) + 1;
[[nodiscard]] const char* text_of(Code code) noexcept;
[[nodiscard]] constexpr bool is_note(Code code) noexcept { return code >= Code::grouped_record; }

struct Finding {
    Code code = Code::version_missing;
    std::string argument;                       ///< as metadata names it; empty where it is about the kernel
    std::optional<std::uint64_t> wanted, found; ///< an offset or a size in bytes, as `code` says; dwords for preload
    std::string message;
};

struct Report {
    Verdict verdict = Verdict::conforms;
    std::string reason; ///< why it is foreign
    std::vector<Finding> findings, notes;

    void clear() {
        verdict = Verdict::conforms;
        reason.clear();
        findings.clear();
        notes.clear();
    }
    void add(Code code, std::string argument, std::optional<std::uint64_t> wanted, std::optional<std::uint64_t> found,
             std::string message);
};

/// As much of a foreign name as a message repeats: the file may hold one of any length.
[[nodiscard]] constexpr std::string_view shown(std::string_view name) noexcept { return name.substr(0, 200); }

/// Judges a kernel under what was inferred of it. `target` is its code object's (gfx942).
void judge(const codeobject::Kernel& kernel, const Inference& inference, const std::string& target, Report& report);

} // namespace kernabi::inference
