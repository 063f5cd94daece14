// SPDX-License-Identifier: MIT
// The header words of a launch under either policy.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/refusal.hpp"
#include "abi/kernarg/request.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi {

/// Values of gemm_count.
struct Gemms {
    std::uint64_t count = 1;
    std::uint8_t type = 0; ///< 0 inline, 1 table in device memory, 2 user arguments, 3 arrays of pointers (2026)
};

namespace detail {

[[nodiscard]] constexpr bool is_2026(const Request& request) noexcept {
    return request.form.dialect.enums == Enums::y2026;
}

/// Overrides over properties. The 2024 host reads two of them back through 8 bits; the 2026 one does not.
[[nodiscard]] constexpr HostWordValues choose(const Request& request) noexcept {
    if (!is_2026(request)) return host_2024_choose(request.map, request.params, request.device.cuCount);
    const HostParams& params = request.params;
    HostWordValues chosen{params.gsu > 0 ? params.gsu : request.map.gsu, params.wgm != 0 ? params.wgm : request.map.wgm,
                          params.wgmxcc != 0 ? params.wgmxcc : request.map.wgmxcc,
                          params.wgmxccg != 0 ? params.wgmxccg : request.map.wgmxccg};
    if (chosen.wgmxcc >= 1 && chosen.wgmxccg == -1) chosen.wgmxccg = request.device.cuCount;
    return chosen;
}

/// Whether the 2024 host reads every override back as it was given.
[[nodiscard]] constexpr bool overrides_survive(const HostParams& params, Refusal& refusal) noexcept {
    const struct {
        Field field;
        std::int64_t value, least, most;
        unsigned bits;
    } all[] = {{Field::gsu, params.gsu, 0, 255, 8},
               {Field::wgm, params.wgm, 0, 255, 8},
               {Field::wgmxcc, params.wgmxcc, 0, 65535, 16},
               {Field::wgmxccg, params.wgmxccg, -32768, 32767, 16}};
    for (const auto& row : all)
        if (row.value < row.least || row.value > row.most) {
            refusal.reason = Reason::override_value;
            refusal.field = {row.field, row.value, row.bits};
            return false;
        }
    return true;
}

[[nodiscard]] constexpr HeaderFields fields_of(const Request& request, const HostWordValues& chosen, const Gemms& gemms,
                                               std::uint64_t count) noexcept {
    const Form& form = request.form;
    HeaderFields fields{};
    fields[Field::gemmCount] = static_cast<std::int64_t>(gemms.count);
    fields[Field::argType] = gemms.type;
    fields[Field::gsu] = chosen.gsu;
    if (form.version >= Version::v2) {
        fields[Field::gsuc] = request.params.gsuc || request.map.gsuc;
        fields[Field::gsuwgmrr] = request.params.gsuwgmrr || request.map.gsuwgmrr;
        fields[Field::nta] = request.nta;
        fields[Field::ntb] = request.ntb;
    }
    fields[Field::wgmxcc] = 0;
    if (request.support.wgm) {
        fields[Field::wgm] = chosen.wgm;
        if (form.dialect.args1 != Args1::wgm32 && form.dialect.args1 != Args1::absent &&
            form.dialect.args1 != Args1::sfc)
            fields[Field::wgmxcc] = chosen.wgmxcc;
        // A group of -1 that is not resolved is ten bits of ones: the ordinary setting of a kernel that maps nothing.
        if (form.dialect.args1 == Args1::xccg) fields[Field::wgmxccg] = chosen.wgmxccg == -1 ? 0x3ff : chosen.wgmxccg;
    }
    fields[Field::chunk] = request.chunk;
    fields[Field::splitK] = request.splitK;
    fields[Field::sfc] = request.sfc;
    if (request.support.staggerU) {
        fields[Field::staggerU] = request.map.staggerU;
        fields[Field::staggerStrideShift] = request.map.staggerStrideShift;
        fields[Field::staggerUMapping] = request.map.staggerUMapping;
    }
    fields[Field::numWorkGroups] = form.dialect.header == Header::none ? 0 : static_cast<std::int64_t>(count);
    return fields;
}

constexpr void words_2024(const Request& request, const HostWordValues& chosen, const Gemms& gemms, std::uint64_t count,
                          Words& words) noexcept {
    const Form& form = request.form;
    InternalArgsSupport support = request.support;
    support.version = form.version;
    words[Word::gemm_count] =
        (static_cast<std::uint32_t>(gemms.count) & 0x3fffffffu) | (static_cast<std::uint32_t>(gemms.type) << 30);
    words[Word::internalArgs] = host_2024_internalArgs(support, request.map, request.params, chosen);
    if (form.version == Version::v0) return;
    if (form.dialect.args1 == Args1::wgm32) support.version = Version::v1;
    words[Word::internalArgs1] = host_2024_internalArgs1(support, chosen);
    words[Word::numWorkGroups] = form.dialect.header == Header::none ? 0 : static_cast<std::uint32_t>(count);
}

/// The words, and under `strict` the first field that does not fit. `count` is numWorkGroups' value.
[[nodiscard]] constexpr Status launch_words(const Request& request, const HostWordValues& chosen, const Gemms& gemms,
                                            std::uint64_t count, Words& words, Refusal& refusal) noexcept {
    const Form& form = request.form;
    if (request.policy == Policy::host_2024 && form.version <= Version::v2 && !is_2026(request)) {
        words_2024(request, chosen, gemms, count, words);
        return Status::ok;
    }
    const HeaderFields fields = fields_of(request, chosen, gemms, count);
    Status status = Status::ok;
    if (request.policy == Policy::strict && !is_2026(request)) {
        if (!overrides_survive(request.params, refusal)) return Status::value_out_of_range;
        // Version 1's field has 16 bits on the page, but no host since August 2024 sends the upper two.
        if (form.version == Version::v1 && chosen.gsu > 0x3fff) {
            refusal.reason = Reason::header_field;
            refusal.field = {Field::gsu, chosen.gsu, 14};
            return Status::value_out_of_range;
        }
    }
    status = encode(form.version, form.dialect, request.policy, fields, words, refusal.field);
    if (status != Status::ok) refusal.reason = Reason::header_field;
    return status;
}

} // namespace detail

} // namespace kernabi
