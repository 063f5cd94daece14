// SPDX-License-Identifier: MIT
// What no known host would write, or what looks like somebody else's bytes. Codes only; sentences live outside.
#pragma once
#include "abi/kernarg/geometry.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/stream_k_grid.hpp"
#include "abi/kernarg/unpack.hpp"
#include "abi/severity.hpp"
#include <cstdint>

namespace kernabi {

/// Numbers are fixed: reports carry them.
// clang-format off
enum class LintCode : std::uint8_t {
    v2_reads_as_v1 = 0, v1_reads_as_v2 = 1, other_device_cu_count = 2, group_unresolved = 3, xcc_zero = 4, xcc_not_power_of_two = 5,
    xcc_does_not_divide_cus = 6, gsu_zero = 7, gsu_bits_past_14 = 8, stagger_not_power_of_two = 9, stagger_mapping_over_4 = 10,
    argument_type_unknown = 11, gemm_count_zero = 12, workgroups_mismatch = 13, work_items_over_32_bits = 14, stride_over_32_bits = 15,
    natural_alignment = 16, half_alpha_not_doubled = 17, d_slot_is_workspace = 18, bias_type_is_hip_number = 19, enum_of_other_year = 20,
};
// clang-format on
inline constexpr std::size_t lint_code_count = 21;
// clang-format off
inline constexpr const char* lint_names[lint_code_count] = {
    "v2_reads_as_v1", "v1_reads_as_v2", "other_device_cu_count", "group_unresolved", "xcc_zero", "xcc_not_power_of_two",
    "xcc_does_not_divide_cus", "gsu_zero", "gsu_bits_past_14", "stagger_not_power_of_two", "stagger_mapping_over_4",
    "argument_type_unknown", "gemm_count_zero", "workgroups_mismatch", "work_items_over_32_bits", "stride_over_32_bits",
    "natural_alignment", "half_alpha_not_doubled", "d_slot_is_workspace", "bias_type_is_hip_number", "enum_of_other_year",
};
// clang-format on

/// One finding: where, what was found, and what was expected where that is known.
struct Finding {
    LintCode code = LintCode::gsu_zero;
    Severity severity = Severity::warning;
    Argument argument = Argument::gemm_count;
    std::uint8_t index = 0;
    std::int64_t found = 0;
    std::int64_t expected = 0;
};

/// What is known besides the bytes. 0 and null: not known; then the lints that need it are silent.
struct LintContext {
    std::uint32_t cuCount = 0;
    const Request* request = nullptr; ///< sizes, tiles, workgroup size and strides as they were asked for
};

namespace detail {

[[nodiscard]] constexpr bool is_power_of_two(std::int64_t value) noexcept {
    return value > 0 && (value & (value - 1)) == 0;
}

/// Whether a word could be what version 2 packs: a power of two of XCCs.
[[nodiscard]] constexpr bool reads_as_xccg(std::uint32_t word) noexcept {
    return is_power_of_two((word >> 16) & 0x3fu) && ((word >> 16) & 0x3fu) <= 32;
}

template <typename Sink>
constexpr void lint_gemm_count(const Dialect& dialect, const HeaderFields& fields, Sink& sink) noexcept {
    if (fields[Field::gemmCount] == 0)
        sink(Finding{LintCode::gemm_count_zero, Severity::error, Argument::gemm_count, 0, 0, 1});
    const std::int64_t most = dialect.enums == Enums::y2024 ? 2 : 3;
    if (fields[Field::argType] > most)
        sink(Finding{LintCode::argument_type_unknown, Severity::error, Argument::gemm_count, 0, fields[Field::argType],
                     most});
}

template <typename Sink>
constexpr void lint_internalArgs(Version version, const HeaderFields& fields, Sink& sink) noexcept {
    const Argument word = Argument::internalArgs;
    const std::int64_t gsu = fields[Field::gsu], stagger = fields[Field::staggerU],
                       mapping = fields[Field::staggerUMapping];
    // Stream-K kernels are built with 0; for any other it divides the work by nothing.
    if ((version == Version::v1 ? gsu & 0x3fff : gsu) == 0)
        sink(Finding{LintCode::gsu_zero, Severity::warning, word, 0, gsu, 1});
    if (version == Version::v1 && gsu > 0x3fff)
        sink(Finding{LintCode::gsu_bits_past_14, Severity::warning, word, 0, gsu, gsu & 0x3fff});
    if (stagger != 0 && (!is_power_of_two(stagger) || stagger > 64))
        sink(Finding{LintCode::stagger_not_power_of_two, Severity::error, word, 0, stagger, 64});
    if (mapping > 4) sink(Finding{LintCode::stagger_mapping_over_4, Severity::error, word, 0, mapping, 4});
}

template <typename Sink>
constexpr void lint_xccg(std::uint32_t word, const HeaderFields& fields, const LintContext& context,
                         Sink& sink) noexcept {
    const Argument where = Argument::internalArgs1;
    const std::int64_t xcc = fields[Field::wgmxcc], group = fields[Field::wgmxccg], cus = context.cuCount;
    const std::uint32_t high = word >> 16;
    const std::int64_t signed_word = sign_extend(word, 32);
    // All of the high half equal to the sign: a plain 32-bit WGM. A word of 0 is what kernels without wgm support get.
    // What its high half would mean to version 2 is then of no interest, but that an XCC of 0 is no host's.
    const bool reads_as_v1 = (high == 0xffffu || high == 0) && word != 0;
    if (reads_as_v1) sink(Finding{LintCode::v2_reads_as_v1, Severity::error, where, 0, signed_word, signed_word});
    if (xcc == 0)
        sink(Finding{LintCode::xcc_zero, word == 0 ? Severity::note : Severity::error, where, 0, 0, 1});
    else if (!is_power_of_two(xcc) && !reads_as_v1)
        sink(Finding{LintCode::xcc_not_power_of_two, Severity::error, where, 0, xcc, xcc & -xcc});
    if (reads_as_v1) return;
    if (cus != 0 && xcc > 1 && cus % xcc != 0)
        sink(Finding{LintCode::xcc_does_not_divide_cus, Severity::error, where, 0, xcc, cus});
    // Harmless while one XCC is counted: no workgroup is remapped then.
    const Severity remapped = xcc > 1 ? Severity::error : Severity::note;
    if (group == 0x3ff)
        sink(Finding{LintCode::group_unresolved, remapped, where, 0, group, cus});
    else if (cus != 0 && group != 0 && group != cus)
        sink(Finding{LintCode::other_device_cu_count, xcc > 1 ? Severity::warning : Severity::note, where, 0, group,
                     cus});
}

/// Checks the arguments that a layout names.
template <typename Sink>
struct BlockLint {
    const Form& form;
    const Layout& layout;
    ConstBytes bytes;
    Sink& sink;

    [[nodiscard]] constexpr std::uint64_t value(const Entry& entry) const noexcept {
        return load_entry(entry, bytes.data + entry.offset);
    }

    constexpr void doubled(Argument argument) const noexcept {
        const Entry* const first = layout.find(argument, 0);
        const Entry* const second = layout.find(argument, 1);
        if (first == nullptr || second == nullptr || first->kind != Kind::f16) return;
        if (value(*first) != value(*second))
            sink(Finding{LintCode::half_alpha_not_doubled, Severity::error, argument, 0,
                         static_cast<std::int64_t>(value(*first)), static_cast<std::int64_t>(value(*second))});
    }

    constexpr void workspace() const noexcept {
        if (!d_slot_is_workspace(form.type)) return;
        if (const Entry* const d = layout.find(Argument::d))
            sink(Finding{LintCode::d_slot_is_workspace, Severity::note, Argument::d, 0,
                         static_cast<std::int64_t>(value(*d)), 0});
    }

    constexpr void bias_type() const noexcept {
        const Entry* const entry = layout.find(Argument::bias_type);
        if (entry == nullptr) return;
        const std::int64_t number = static_cast<std::int64_t>(value(*entry));
        // HIP's numbers of half and bf16: the library's own 2 is a complex type and its 14 no type that a bias has.
        if (number == 2 || number == 14) {
            sink(Finding{LintCode::bias_type_is_hip_number, Severity::error, Argument::bias_type, 0, number,
                         number == 2 ? 4 : 7});
            return;
        }
        const bool old = form.dialect.enums == Enums::y2024;
        if (old ? number > 14 : number > 24)
            sink(Finding{LintCode::enum_of_other_year, Severity::error, Argument::bias_type, 0, number,
                         old ? 2024 : 2026});
    }

    constexpr void activation_type() const noexcept {
        const Entry* const entry = layout.find(Argument::activationType);
        if (entry == nullptr) return;
        const std::int64_t number = static_cast<std::int64_t>(value(*entry));
        const bool old = form.dialect.enums == Enums::y2024;
        // A launch names one kind: All and Hipblaslt_all are kinds of kernels, and a derivative belongs to a gradient.
        const bool past_end = number > (old ? 13 : 16);
        const bool of_kernels = old ? number == 11 || number == 12 : number == 14 || number == 15;
        const bool misplaced_derivative = !old && number == 9 && !form.type.useGradient;
        if (past_end || of_kernels || misplaced_derivative)
            sink(Finding{LintCode::enum_of_other_year, past_end ? Severity::error : Severity::warning,
                         Argument::activationType, 0, number, old ? 2024 : 2026});
    }

    /// A user-space address as an allocator gives one: not null, below 2^47, at least 4 GiB up.
    [[nodiscard]] static constexpr bool plausible(std::uint64_t address) noexcept {
        return address >= (std::uint64_t{1} << 32) && address < (std::uint64_t{1} << 47);
    }

    /// The first pointer that the packed layout puts on a 4-byte boundary: does it make sense 4 bytes on, and not where
    /// it belongs?
    constexpr void alignment() const noexcept {
        for (const Entry& entry : layout) {
            if (entry.size != 8 || entry.offset % 8 == 0) continue;
            const std::size_t natural = (entry.offset + 7u) & ~std::size_t{7};
            if (natural + 8 > bytes.size || entry.kind != Kind::pointer) return;
            if (!plausible(value(entry)) && value(entry) != 0 && plausible(load_le(bytes.data + natural, 8)))
                sink(Finding{LintCode::natural_alignment, Severity::error, entry.argument, entry.index, entry.offset,
                             static_cast<std::int64_t>(natural)});
            return;
        }
    }
};

/// What only the request can tell.
template <typename Sink>
constexpr void lint_against_request(const Request& request, const Form& form, const HeaderFields& fields,
                                    Sink& sink) noexcept {
    const Grid tiles = tiles_of(request);
    const bool known = request.sizes.macroTile[0] != 0 && request.sizes.macroTile[1] != 0;
    Grid grid = form.type.streamK != 0 ? Grid{stream_k_grid(request), 1, 1}
                                       : Grid{tiles.x, tiles.y * (form.type.gsu > 0 ? form.type.gsu : 1u), tiles.z};
    const bool counted = known && form.version >= Version::v1 && form.dialect.header == Header::universal;
    if (counted) {
        const bool three_d = request.device.is_gfx12 && form.dialect.enums == Enums::y2024 && form.type.streamK == 0;
        const std::uint32_t wanted = static_cast<std::uint32_t>(three_d ? grid.x : grid.x * grid.y * grid.z);
        if (fields[Field::numWorkGroups] != wanted)
            sink(Finding{LintCode::workgroups_mismatch, Severity::error, Argument::numWorkGroups, 0,
                         fields[Field::numWorkGroups], wanted});
    }
    std::uint64_t product = 0;
    if (known && (multiply_overflows(grid.x, grid.y, product) || multiply_overflows(product, grid.z, product) ||
                  multiply_overflows(product, threads_of(request), product) || product >> 32 != 0))
        sink(Finding{LintCode::work_items_over_32_bits, Severity::error, Argument::numWorkGroups, 0,
                     static_cast<std::int64_t>(product), 0xffffffff});
    const Problem& p = request.problem;
    const struct {
        Argument argument;
        std::uint64_t ld, stride;
    } strides[] = {{Argument::strideD, p.ldd, p.strideD},
                   {Argument::strideC, p.ldc, p.strideC},
                   {Argument::strideA, p.lda, p.strideA},
                   {Argument::strideB, p.ldb, p.strideB}};
    for (const auto& tensor : strides) {
        if (tensor.ld >> 32 != 0)
            sink(Finding{LintCode::stride_over_32_bits, Severity::error, tensor.argument, 1,
                         static_cast<std::int64_t>(tensor.ld), 0xffffffff});
        if (tensor.stride >> 32 != 0)
            sink(Finding{LintCode::stride_over_32_bits, Severity::error, tensor.argument, 2,
                         static_cast<std::int64_t>(tensor.stride), 0xffffffff});
    }
}

} // namespace detail

/// Gives every finding on the header words to `sink(const Finding&)`.
template <typename Sink>
constexpr void lint_header(Version version, const Dialect& dialect, const Words& words, const LintContext& context,
                           Sink&& sink) noexcept {
    const HeaderFields fields = decode(version, dialect, words);
    if (dialect.header == Header::universal) detail::lint_gemm_count(dialect, fields, sink);
    detail::lint_internalArgs(version, fields, sink);
    const std::uint32_t word = words[Word::internalArgs1];
    if (dialect.args1 == Args1::xccg) detail::lint_xccg(word, fields, context, sink);
    if (dialect.args1 == Args1::wgm32 && !fits(sign_extend(word, 32), 16, true) && detail::reads_as_xccg(word))
        sink(Finding{LintCode::v1_reads_as_v2, Severity::error, Argument::internalArgs1, 0, sign_extend(word, 32),
                     sign_extend(word, 16)});
}

/// The same for a whole block. `bytes` must hold the layout; shorter ones give nothing.
template <typename Sink>
constexpr void lint_block(const Form& form, const Layout& layout, ConstBytes bytes, const LintContext& context,
                          Sink&& sink) noexcept {
    if (bytes.size < layout.size) return;
    Words words{};
    for (const Entry& entry : layout)
        if (static_cast<std::size_t>(entry.argument) < word_count)
            words.value[static_cast<std::size_t>(entry.argument)] =
                static_cast<std::uint32_t>(load_entry(entry, bytes.data + entry.offset));
    lint_header(form.version, form.dialect, words, context, sink);
    const detail::BlockLint<Sink> block{form, layout, bytes, sink};
    block.doubled(Argument::alpha);
    block.doubled(Argument::beta);
    block.workspace();
    block.bias_type();
    block.activation_type();
    block.alignment();
    if (context.request != nullptr)
        detail::lint_against_request(*context.request, form, decode(form.version, form.dialect, words), sink);
}

} // namespace kernabi
