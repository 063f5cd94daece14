// SPDX-License-Identifier: MIT
// A record's inputs as the contract's own types.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/host_2024.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/values.hpp"
#include "vectors/reader/record.hpp"

namespace kernabi::vectors {

namespace detail {
template <typename Enum>
[[nodiscard]] constexpr bool put(Enum& to, std::uint32_t value, std::size_t count) noexcept {
    if (value >= count) return false;
    to = static_cast<Enum>(value);
    return true;
}
[[nodiscard]] constexpr bool put(DataType& to, std::uint32_t value) noexcept { return put(to, value, data_type_count); }
[[nodiscard]] constexpr bool put(bool& to, std::uint32_t value) noexcept {
    to = value != 0;
    return value <= 1;
}
[[nodiscard]] constexpr bool put(std::uint8_t& to, std::uint32_t value) noexcept {
    to = static_cast<std::uint8_t>(value);
    return value <= 0xff;
}
} // namespace detail

/// Sets one member by its number of FORMAT.md. False: no such member, or no such value.
[[nodiscard]] constexpr bool set_member(ProblemType& type, std::uint32_t member, std::uint32_t value) noexcept {
    using detail::put;
    switch (member) {
    case 1: return put(type.aType, value);
    case 2: return put(type.bType, value);
    case 3: return put(type.cType, value);
    case 4: return put(type.dType, value);
    case 5: return put(type.eType, value);
    case 6: return put(type.computeInputType, value);
    case 7: return put(type.computeType, value);
    case 8: return put(type.activationComputeDataType, value);
    case 9: return put(type.alphaType, value);
    case 10: return put(type.betaType, value);
    case 11: return put(type.biasType, value);
    case 12: return put(type.transA, value);
    case 13: return put(type.transB, value);
    case 14: return put(type.highPrecisionAccumulate, value);
    case 15: return put(type.useBeta, value);
    case 16: return put(type.useGradient, value);
    case 17: return put(type.useE, value);
    case 18: return put(type.useScaleCD, value);
    case 19: return put(type.useInitialStridesAB, value);
    case 20: return put(type.useInitialStridesCD, value);
    case 21: return put(type.stridedBatched, value);
    case 22: return put(type.outputAmaxD, value);
    case 23: return put(type.groupedGemm, value);
    case 24: return put(type.stochasticRounding, value);
    case 25: return put(type.supportDeviceUserArguments, value);
    case 26: return put(type.useGateResidual, value);
    case 27: return put(type.useScaleAB, value, 3);
    case 28: return put(type.useBias, value);
    case 29: return put(type.useScaleAlphaVec, value);
    case 30: return put(type.biasSrc, value, 4);
    case 31: return put(type.activationType, value, activation_count);
    case 32: return put(type.activationArgLength, value);
    case 33: return put(type.sparse, value);
    case 34: type.mxBlockA = value; return true;
    case 35: type.mxBlockB = value; return true;
    case 36: return put(type.activationFused, value);
    case 37: return put(type.debugKernel, value);
    case 38: return put(type.streamK, value);
    case 39: return put(type.streamKAtomic, value);
    case 40: return put(type.persistentKernel, value);
    case 41: return put(type.persistentLoopArgsVersion, value);
    case 42: return put(type.expertSchedulingMode, value);
    case 43: return put(type.globalAccumulation, value, 5);
    case 44: type.gsu = value; return true;
    case 45: return put(type.bias_is_null, value);
    default: return false;
    }
}

/// Version, dialect and problem type. The dialect may be one that `check` refuses: some records are about that.
[[nodiscard]] constexpr Form to_form(const Record& record) noexcept {
    Form form{record.version(), record.dialect(), {}};
    for (std::size_t i = 0; i < record.members(); ++i) {
        const MemberValue row = record.member(i);
        (void)set_member(form.type, row.member, row.value);
    }
    return form;
}

/// Header fields; those that the record does not list keep their defaults.
[[nodiscard]] constexpr HeaderFields to_header_fields(const Record& record) noexcept {
    HeaderFields fields{};
    for (std::size_t i = 0; i < record.fields(); ++i) fields.value[record.field(i).field] = record.field(i).value;
    return fields;
}

[[nodiscard]] constexpr Values to_values(const Record& record) noexcept {
    Values values{};
    for (std::size_t i = 0; i < record.values(); ++i) {
        const ArgumentValue row = record.value(i);
        values.at(static_cast<Argument>(row.argument), row.index) = row.value;
    }
    return values;
}

/// What the published host chooses its header words from.
struct HostInputs {
    InternalArgsSupport support{};
    HostMap map{};
    HostParams params{};
    std::int64_t cuCount = 0, gemmCount = 1, argType = 0, numWorkGroups = 0;
};

[[nodiscard]] constexpr HostInputs to_host_inputs(const Record& record) noexcept {
    HostInputs in{};
    in.support.version = record.version();
    for (std::size_t i = 0; i < record.host_inputs(); ++i) {
        const std::int64_t value = record.host_input(i).value;
        switch (record.host_input(i).field) {
        case 1: in.support.gsu = value != 0; break;
        case 2: in.support.wgm = value != 0; break;
        case 3: in.support.staggerU = value != 0; break;
        case 4: in.map.gsu = value; break;
        case 5: in.map.gsuc = value != 0; break;
        case 6: in.map.gsuwgmrr = value != 0; break;
        case 7: in.map.wgm = value; break;
        case 8: in.map.wgmxcc = value; break;
        case 9: in.map.wgmxccg = value; break;
        case 10: in.map.staggerU = value; break;
        case 11: in.map.staggerUMapping = value; break;
        case 12: in.map.staggerStrideShift = value; break;
        case 13: in.params.gsu = value; break;
        case 14: in.params.gsuc = value != 0; break;
        case 15: in.params.gsuwgmrr = value != 0; break;
        case 16: in.params.wgm = value; break;
        case 17: in.params.wgmxcc = value; break;
        case 18: in.params.wgmxccg = value; break;
        case 19: in.cuCount = value; break;
        case 20: in.gemmCount = value; break;
        case 21: in.argType = value; break;
        case 22: in.numWorkGroups = value; break;
        default: break;
        }
    }
    return in;
}

} // namespace kernabi::vectors
