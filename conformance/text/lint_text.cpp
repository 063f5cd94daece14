// SPDX-License-Identifier: MIT
#include "conformance/text/lint_text.hpp"
#include "abi/kernarg/names.hpp"
#include <fmt/format.h>

namespace kernabi::text {

namespace {

/// The trailing zeros of an XCC count, which is all that a kernel takes of it.
int kernel_xcc(std::int64_t xcc) { return static_cast<int>(xcc & -xcc); }

std::string bias_type_name(std::int64_t number, const Form& form) {
    for (const DataTypeRow& row : data_types)
        if ((form.dialect.enums == Enums::y2024 ? row.number_2024 : row.number_2026) == number) return row.name;
    return "no type";
}

std::string activation_name(std::int64_t number, bool year_2024) {
    for (const ActivationRow& row : activations)
        if ((year_2024 ? row.number_2024 : row.number_2026) == number) return row.name;
    return "nothing";
}

std::string other_year(const Finding& f, const Form& form) {
    const bool old = form.dialect.enums == Enums::y2024;
    if (f.argument == Argument::activationType)
        return fmt::format("{} is {} in the numbers of {} and {} in those of {}: packed by a host of the other year",
                           f.found, activation_name(f.found, old), old ? 2024 : 2026, activation_name(f.found, !old),
                           old ? 2026 : 2024);
    return fmt::format("{} is no data type in the numbers of {}: packed by a host of the other year", f.found,
                       old ? 2024 : 2026);
}

} // namespace

const char* of(Severity severity) {
    switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
    }
    return "error";
}

std::string argument_of(const Finding& f, const Form& form) {
    return dump_name({f.argument, f.index, Kind::u32, Kind::u32, 0, 4}, form).text;
}

std::string of(const Finding& f, const Form& form) {
    switch (f.code) {
    case LintCode::v2_reads_as_v1:
        return fmt::format("the word reads as a 32-bit WGM of {}, as version 1 packs it; version 2 puts WGMXCC and "
                           "WGMXCCG in the high half, and no host writes these: "
                           "read it with --abi 1 or --dialect v2-wgm32, or pack wgm {} with wgmxcc 1",
                           f.found, sign_extend(static_cast<std::uint64_t>(f.found), 16));
    case LintCode::v1_reads_as_v2:
        return fmt::format("as version 1 this is a WGM of {}; it reads as version 2 with wgm {}: read it with --abi 2",
                           f.found, f.expected);
    case LintCode::other_device_cu_count:
        return fmt::format("group {} is not this device's CU count ({}): captured on another device? The host resolves "
                           "-1 to the CU count when it packs",
                           f.found, f.expected);
    case LintCode::group_unresolved:
        return f.expected == 0
                   ? "group 1023 is an unresolved -1: the kernel takes it for 1023 CUs; pack the device's CU count"
                   : fmt::format("group 1023 is an unresolved -1: the kernel takes it for 1023 CUs; pack {}",
                                 f.expected);
    case LintCode::xcc_zero:
        return "wgmxcc is 0: no host writes it, and a kernel that looks for its lowest set bit finds one of the "
               "group's; pack 1 for no remap";
    case LintCode::xcc_not_power_of_two:
        return fmt::format("wgmxcc {} is no power of two: a kernel takes its lowest set bit and works with {}", f.found,
                           kernel_xcc(f.found));
    case LintCode::xcc_does_not_divide_cus:
        return fmt::format("wgmxcc {} does not divide the {} CUs", f.found, f.expected);
    case LintCode::gsu_zero:
        return "gsu is 0: right for kernels built without a split (Stream-K), a division by nothing for others";
    case LintCode::gsu_bits_past_14:
        return fmt::format(
            "gsu {} sets bits 15:14: version 1's page gives gsu 16 bits, every host since August 2024 masks 14 ({})",
            f.found, f.expected);
    case LintCode::stagger_not_power_of_two:
        return fmt::format("staggerU {} must be 0 or a power of two of at most 64", f.found);
    case LintCode::stagger_mapping_over_4: return fmt::format("staggerUMapping {} does not exist, 0 to 4 do", f.found);
    case LintCode::argument_type_unknown:
        return fmt::format("argument type {} does not exist in this year's hosts: 0 normal, 1 HBM, 2 user arguments, 3 "
                           "pointer arrays (2026)",
                           f.found);
    case LintCode::gemm_count_zero: return "gemm_count is 0: a single GEMM is 1, and a kernel told 0 does nothing";
    case LintCode::workgroups_mismatch:
        return fmt::format("numWorkGroups is {}, the sizes, tiles and gsu give {}", f.found, f.expected);
    case LintCode::work_items_over_32_bits:
        return "the launch needs 2^32 work-items or more: a driver that counts in 32 bits runs only a part and says "
               "success";
    case LintCode::stride_over_32_bits:
        return fmt::format("stride {} is cut to 32 bits ({}): move the pointer on the host instead", f.found,
                           static_cast<std::uint32_t>(f.found));
    case LintCode::natural_alignment:
        return fmt::format("packed, this pointer is at {}, where no address stands; at {} one does: the block was "
                           "built from a struct with natural alignment",
                           f.found, f.expected);
    case LintCode::half_alpha_not_doubled:
        return fmt::format("a half scalar stands twice in its 4 bytes, here they are {:04x} and {:04x}: 2 bytes in a "
                           "4-byte slot move everything behind them",
                           f.found, f.expected);
    case LintCode::d_slot_is_workspace:
        return "the D slot holds the workspace (gsu > 1): D itself is dstD or written by a conversion launch";
    case LintCode::bias_type_is_hip_number:
        return fmt::format("{} is HIP's number; the kernel reads it as {}: pack {}", f.found,
                           bias_type_name(f.found, form), f.expected);
    case LintCode::enum_of_other_year: return other_year(f, form);
    }
    return {};
}

} // namespace kernabi::text
