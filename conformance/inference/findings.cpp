// SPDX-License-Identifier: MIT
#include "conformance/inference/findings.hpp"
#include "abi/bytes.hpp"
#include "conformance/inference/compare.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace kernabi::inference {

namespace {

/// Overlaps and ends past the segment, by offset whatever the order in metadata.
void check_places(const codeobject::Kernel& kernel, Report& report) {
    const std::size_t count = kernel.args.size();
    bool sorted = true;
    for (std::size_t i = 1; i < count && sorted; ++i) sorted = kernel.args[i - 1].offset <= kernel.args[i].offset;
    std::vector<const codeobject::Argument*> order;
    if (!sorted) {
        for (const codeobject::Argument& arg : kernel.args) order.push_back(&arg);
        // The list holds them by place, so that equal offsets keep their order.
        std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
            return a->offset != b->offset ? a->offset < b->offset : std::less<>{}(a, b);
        });
    }
    const codeobject::Argument* before = nullptr;
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const codeobject::Argument& arg = sorted ? kernel.args[i] : *order[i];
        if (!arg.has_offset || !arg.has_size) continue;
        if (before != nullptr && arg.offset < end && arg.size != 0)
            report.add(Code::arguments_overlap, std::string(shown(arg.name)), end, arg.offset,
                       fmt::format("{} at {} lies on {}, which ends at {}", shown(arg.name), arg.offset,
                                   shown(before->name), end));
        // Sums of hostile numbers may wrap; an argument of 2^64 bytes ends at the end of everything.
        const std::uint64_t its_end = arg.size > ~arg.offset ? ~std::uint64_t{0} : arg.offset + arg.size;
        if (its_end >= end) {
            end = its_end;
            before = &arg;
        }
        if (kernel.segment_size && its_end > *kernel.segment_size)
            report.add(Code::argument_past_segment, std::string(shown(arg.name)), *kernel.segment_size, its_end,
                       fmt::format("{} ends at {}, past the segment's {} bytes", shown(arg.name), its_end,
                                   *kernel.segment_size));
    }
    const std::uint64_t wanted = end > ~std::uint64_t{7} ? ~std::uint64_t{7} : (end + 7) & ~std::uint64_t{7};
    if (!kernel.segment_size)
        report.add(Code::segment_size, "", wanted, std::nullopt, "no .kernarg_segment_size");
    else if (*kernel.segment_size != wanted)
        report.add(Code::segment_size, "", wanted, *kernel.segment_size,
                   fmt::format("the segment has {} bytes; the arguments' end, rounded up to 8, is {}",
                               *kernel.segment_size, wanted));
}

/// Processors whose preloading kernels begin with 256 bytes for firmware that does not preload.
bool has_prologue(const std::string& target) {
    for (const char* const name : {"gfx90a", "gfx940", "gfx941", "gfx942", "gfx950"})
        if (target.starts_with(name) && (target.size() == 6 || target[6] == ':')) return true;
    return false;
}

/// The prologue loads what preloading firmware would have loaded: some scalar load stands in it, and code behind it.
bool prologue_is_there(ConstBytes code) {
    if (code.size <= 256) return false;
    for (std::size_t at = 0; at < 256; at += 4)
        if (load_le(code.data + at, 4) >> 26 == 0x30) return true; // SMEM
    return false;
}

void check_preload(const codeobject::Kernel& kernel, const codeobject::Descriptor& d, const std::string& target,
                   Report& report) {
    if (d.preload_length == 0) return;
    const std::uint32_t end = d.preload_offset + d.preload_length;
    if (kernel.segment_size && std::uint64_t{end} * 4 > *kernel.segment_size)
        report.add(Code::preload_past_segment, "", *kernel.segment_size / 4, end,
                   fmt::format("{} dwords from dword {} are preloaded, the segment has {}", d.preload_length,
                               d.preload_offset, *kernel.segment_size / 4));
    if (d.user_sgpr_count < d.preload_length + 2)
        report.add(Code::preload_user_sgprs, "", d.preload_length + 2, d.user_sgpr_count,
                   fmt::format("{} user SGPRs; the segment's pointer and {} preloaded dwords need {}",
                               d.user_sgpr_count, d.preload_length, d.preload_length + 2));
    if (has_prologue(target) && d.code.size != 0 && !prologue_is_there(d.code))
        report.add(Code::preload_without_prologue, "", std::nullopt, std::nullopt,
                   fmt::format(
                       "{} enters a preloading kernel 256 bytes in; this one has {} bytes of code and no prologue that "
                       "loads the arguments",
                       target, d.code.size));
}

void check_descriptor(const codeobject::Kernel& kernel, const std::string& target, Report& report) {
    if (!kernel.descriptor) {
        report.add(Code::descriptor_missing, "", std::nullopt, std::nullopt,
                   fmt::format("no descriptor under the symbol {}", shown(kernel.symbol)));
        return;
    }
    const codeobject::Descriptor& d = *kernel.descriptor;
    const std::uint64_t segment = kernel.segment_size.value_or(0);
    if (d.kernarg_size == 0)
        report.add(Code::descriptor_kernarg_zero, "", segment, 0,
                   "the descriptor says 0 bytes of arguments: assembly without .amdhsa_kernarg_size; metadata counts");
    else if (d.kernarg_size != segment)
        report.add(Code::descriptor_kernarg_size, "", segment, d.kernarg_size,
                   fmt::format("the descriptor says {} bytes of arguments, metadata {}", d.kernarg_size, segment));
    check_preload(kernel, d, target, report);
}

void add_notes(const Inference& inference, Report& report) {
    const Form& form = inference.plan->form;
    const ProblemType& type = form.type;
    if (type.groupedGemm)
        report.add(Code::grouped_record, "", std::nullopt, std::nullopt,
                   "metadata describes one record of the grouped table in device memory, not the launch's own block");
    else if (inference.plan->features.grouped == 1)
        report.add(Code::grouped_record, "", std::nullopt, std::nullopt,
                   "metadata describes a single GEMM's block; a grouped launch sends header, a pointer to the table, "
                   "Synchronizer and Workspace, and the table's records follow metadata without the header");
    const bool epilogue = type.useScaleAB != ScaleAB::none || type.useScaleCD || type.useScaleAlphaVec != 0 ||
                          type.useBias != 0 || type.useE || type.activationType != Activation::None || type.outputAmaxD;
    if (type.streamK != 0 && form.dialect.stream_k == StreamKPlace::tail && epilogue)
        report.add(
            Code::stream_k_before_epilogue, "", std::nullopt, std::nullopt,
            "the kernel code of 2024 reads the Stream-K words right behind beta; metadata and host put them behind "
            "the epilogue's arguments");
    if (type.alphaType == DataType::Half && (form.version == Version::v3 || form.dialect.enums == Enums::y2026))
        report.add(Code::half_scalars, "alpha", std::nullopt, std::nullopt,
                   "a host of 2026 sends 6 bytes (f32, then half) for the 4 of a half's two");
}

void judge_ours(const codeobject::Kernel& kernel, const Inference& inference, const std::string& target,
                Report& report) {
    const codeobject::Config& config = kernel.config;
    if (inference.version_missing)
        report.add(
            Code::version_missing, "", std::nullopt, std::nullopt,
            fmt::format("TensileLite's argument names without custom.config.InternalSupportParams.KernArgsVersion; "
                        "they read as {}",
                        text_of(inference.layout)));
    if (inference.version_unknown)
        report.add(Code::version_unknown, "", std::nullopt, std::nullopt,
                   config.version < 0 ? std::string("KernArgsVersion is no whole number; 0 to 3 exist")
                                      : fmt::format("KernArgsVersion {}; 0 to 3 exist", config.version));
    if (inference.plan != nullptr) {
        compare(kernel, inference, report);
        add_notes(inference, report);
    }
    for (std::size_t i = 0; i < kernel.args.size(); ++i)
        if (inference.found[i].hidden)
            report.add(Code::hidden_argument, std::string(shown(kernel.args[i].name)), std::nullopt,
                       kernel.args[i].offset,
                       fmt::format("{} at {}: no host of this ABI fills it", shown(kernel.args[i].value_kind),
                                   kernel.args[i].offset));
    check_places(kernel, report);
    check_descriptor(kernel, target, report);
    if (!report.findings.empty()) report.verdict = Verdict::differs;
}

} // namespace

const char* text_of(Verdict verdict) noexcept {
    constexpr const char* names[] = {"conforms", "differs", "foreign"};
    return names[static_cast<std::size_t>(verdict)];
}

const char* text_of(Code code) noexcept {
    // clang-format off
    constexpr const char* names[] = {
        "version_missing", "version_unknown", "header_contradiction", "form_contradiction", "header_after_sizes",
        "natural_alignment", "stream_k_order", "scalar_of_2_bytes", "offset_differs", "size_differs", "argument_missing",
        "argument_unexpected", "argument_unknown", "argument_repeated", "argument_unmeasured", "arguments_overlap",
        "argument_past_segment", "segment_size", "descriptor_kernarg_size", "hidden_argument", "preload_past_segment",
        "preload_without_prologue", "preload_user_sgprs", "dump_offset", "dump_missing", "dump_extra", "dump_past_segment",
        "grouped_record", "stream_k_before_epilogue", "half_scalars", "descriptor_kernarg_zero", "descriptor_missing", "value_kind",
    };
    // clang-format on
    static_assert(std::size(names) == code_count);
    return names[static_cast<std::size_t>(code)];
}

void Report::add(Code code, std::string argument, std::optional<std::uint64_t> wanted,
                 std::optional<std::uint64_t> found, std::string message) {
    (is_note(code) ? notes : findings).push_back({code, std::move(argument), wanted, found, std::move(message)});
}

void judge(const codeobject::Kernel& kernel, const Inference& inference, const std::string& target, Report& report) {
    report.clear();
    if (inference.foreign) {
        report.verdict = Verdict::foreign;
        report.reason = inference.reason;
        return;
    }
    judge_ours(kernel, inference, target, report);
}

} // namespace kernabi::inference
