// SPDX-License-Identifier: MIT
// From a record of a launch sequence to the requests that it asks about.
#pragma once
#include "abi/kernarg/request.hpp"
#include "vectors/reader/record.hpp"
#include "vectors/reader/to_form.hpp"

namespace kernabi::vectors {

/// One row of a request: its number is its place, counted from 1. Numbers are fixed.
struct RequestInput {
    const char* name;
    void (*set)(Request&, std::int64_t) noexcept;
};

// clang-format off
inline constexpr RequestInput request_inputs[] = {
    {"support.gsu", [](Request& r, std::int64_t value) noexcept { r.support.gsu = value != 0; }},
    {"support.wgm", [](Request& r, std::int64_t value) noexcept { r.support.wgm = value != 0; }},
    {"support.staggerU", [](Request& r, std::int64_t value) noexcept { r.support.staggerU = value != 0; }},
    {"sizes.waveNum", [](Request& r, std::int64_t value) noexcept { r.sizes.waveNum = static_cast<std::uint32_t>(value); }},
    {"sizes.workGroupSize[0]", [](Request& r, std::int64_t value) noexcept { r.sizes.workGroupSize[0] = static_cast<std::uint32_t>(value); }},
    {"sizes.workGroupSize[1]", [](Request& r, std::int64_t value) noexcept { r.sizes.workGroupSize[1] = static_cast<std::uint32_t>(value); }},
    {"sizes.workGroupSize[2]", [](Request& r, std::int64_t value) noexcept { r.sizes.workGroupSize[2] = static_cast<std::uint32_t>(value); }},
    {"sizes.macroTile[0]", [](Request& r, std::int64_t value) noexcept { r.sizes.macroTile[0] = static_cast<std::uint32_t>(value); }},
    {"sizes.macroTile[1]", [](Request& r, std::int64_t value) noexcept { r.sizes.macroTile[1] = static_cast<std::uint32_t>(value); }},
    {"sizes.depthU", [](Request& r, std::int64_t value) noexcept { r.sizes.depthU = static_cast<std::uint32_t>(value); }},
    {"sizes.globalSplitUPGR", [](Request& r, std::int64_t value) noexcept { r.sizes.globalSplitUPGR = static_cast<std::uint32_t>(value); }},
    {"sizes.packBatchDims", [](Request& r, std::int64_t value) noexcept { r.sizes.packBatchDims = static_cast<std::uint32_t>(value); }},
    {"sizes.workspaceSizePerElemC", [](Request& r, std::int64_t value) noexcept { r.sizes.workspaceSizePerElemC = static_cast<std::uint32_t>(value); }},
    {"sizes.workspaceSizePerElemBias", [](Request& r, std::int64_t value) noexcept { r.sizes.workspaceSizePerElemBias = static_cast<std::uint32_t>(value); }},
    {"map.gsu", [](Request& r, std::int64_t value) noexcept { r.map.gsu = value; }},
    {"map.gsuc", [](Request& r, std::int64_t value) noexcept { r.map.gsuc = value != 0; }},
    {"map.gsuwgmrr", [](Request& r, std::int64_t value) noexcept { r.map.gsuwgmrr = value != 0; }},
    {"map.wgm", [](Request& r, std::int64_t value) noexcept { r.map.wgm = value; }},
    {"map.wgmxcc", [](Request& r, std::int64_t value) noexcept { r.map.wgmxcc = value; }},
    {"map.wgmxccg", [](Request& r, std::int64_t value) noexcept { r.map.wgmxccg = value; }},
    {"map.staggerU", [](Request& r, std::int64_t value) noexcept { r.map.staggerU = value; }},
    {"map.staggerUMapping", [](Request& r, std::int64_t value) noexcept { r.map.staggerUMapping = value; }},
    {"map.staggerStrideShift", [](Request& r, std::int64_t value) noexcept { r.map.staggerStrideShift = value; }},
    {"params.gsu", [](Request& r, std::int64_t value) noexcept { r.params.gsu = value; }},
    {"params.gsuc", [](Request& r, std::int64_t value) noexcept { r.params.gsuc = value != 0; }},
    {"params.gsuwgmrr", [](Request& r, std::int64_t value) noexcept { r.params.gsuwgmrr = value != 0; }},
    {"params.wgm", [](Request& r, std::int64_t value) noexcept { r.params.wgm = value; }},
    {"params.wgmxcc", [](Request& r, std::int64_t value) noexcept { r.params.wgmxcc = value; }},
    {"params.wgmxccg", [](Request& r, std::int64_t value) noexcept { r.params.wgmxccg = value; }},
    {"params.factorDim", [](Request& r, std::int64_t value) noexcept { r.params.factorDim = static_cast<std::uint32_t>(value); }},
    {"problem.m", [](Request& r, std::int64_t value) noexcept { r.problem.m = static_cast<std::uint64_t>(value); }},
    {"problem.n", [](Request& r, std::int64_t value) noexcept { r.problem.n = static_cast<std::uint64_t>(value); }},
    {"problem.k", [](Request& r, std::int64_t value) noexcept { r.problem.k = static_cast<std::uint64_t>(value); }},
    {"problem.batch", [](Request& r, std::int64_t value) noexcept { r.problem.batch = static_cast<std::uint64_t>(value); }},
    {"problem.lda", [](Request& r, std::int64_t value) noexcept { r.problem.lda = static_cast<std::uint64_t>(value); }},
    {"problem.strideA", [](Request& r, std::int64_t value) noexcept { r.problem.strideA = static_cast<std::uint64_t>(value); }},
    {"problem.ldb", [](Request& r, std::int64_t value) noexcept { r.problem.ldb = static_cast<std::uint64_t>(value); }},
    {"problem.strideB", [](Request& r, std::int64_t value) noexcept { r.problem.strideB = static_cast<std::uint64_t>(value); }},
    {"problem.ldc", [](Request& r, std::int64_t value) noexcept { r.problem.ldc = static_cast<std::uint64_t>(value); }},
    {"problem.strideC", [](Request& r, std::int64_t value) noexcept { r.problem.strideC = static_cast<std::uint64_t>(value); }},
    {"problem.ldd", [](Request& r, std::int64_t value) noexcept { r.problem.ldd = static_cast<std::uint64_t>(value); }},
    {"problem.strideD", [](Request& r, std::int64_t value) noexcept { r.problem.strideD = static_cast<std::uint64_t>(value); }},
    {"problem.lde", [](Request& r, std::int64_t value) noexcept { r.problem.lde = static_cast<std::uint64_t>(value); }},
    {"problem.strideE", [](Request& r, std::int64_t value) noexcept { r.problem.strideE = static_cast<std::uint64_t>(value); }},
    {"problem.strideBias", [](Request& r, std::int64_t value) noexcept { r.problem.strideBias = static_cast<std::uint64_t>(value); }},
    {"problem.transposeC01", [](Request& r, std::int64_t value) noexcept { r.problem.transposeC01 = value != 0; }},
    {"problem.batchOffsetD", [](Request& r, std::int64_t value) noexcept { r.problem.batchOffsetD = value; }},
    {"problem.batchOffsetC", [](Request& r, std::int64_t value) noexcept { r.problem.batchOffsetC = value; }},
    {"problem.batchOffsetA", [](Request& r, std::int64_t value) noexcept { r.problem.batchOffsetA = value; }},
    {"problem.batchOffsetB", [](Request& r, std::int64_t value) noexcept { r.problem.batchOffsetB = value; }},
    {"inputs.alpha[0]", [](Request& r, std::int64_t value) noexcept { r.inputs.alpha[0] = static_cast<std::uint64_t>(value); }},
    {"inputs.alpha[1]", [](Request& r, std::int64_t value) noexcept { r.inputs.alpha[1] = static_cast<std::uint64_t>(value); }},
    {"inputs.beta[0]", [](Request& r, std::int64_t value) noexcept { r.inputs.beta[0] = static_cast<std::uint64_t>(value); }},
    {"inputs.beta[1]", [](Request& r, std::int64_t value) noexcept { r.inputs.beta[1] = static_cast<std::uint64_t>(value); }},
    {"inputs.activation[0]", [](Request& r, std::int64_t value) noexcept { r.inputs.activation[0] = static_cast<std::uint64_t>(value); }},
    {"inputs.activation[1]", [](Request& r, std::int64_t value) noexcept { r.inputs.activation[1] = static_cast<std::uint64_t>(value); }},
    {"inputs.activation[2]", [](Request& r, std::int64_t value) noexcept { r.inputs.activation[2] = static_cast<std::uint64_t>(value); }},
    {"inputs.activation[3]", [](Request& r, std::int64_t value) noexcept { r.inputs.activation[3] = static_cast<std::uint64_t>(value); }},
    {"inputs.activation_count", [](Request& r, std::int64_t value) noexcept { r.inputs.activation_count = static_cast<std::uint32_t>(value); }},
    {"inputs.rndSeed", [](Request& r, std::int64_t value) noexcept { r.inputs.rndSeed = static_cast<std::uint32_t>(value); }},
    {"device.is_gfx12", [](Request& r, std::int64_t value) noexcept { r.device.is_gfx12 = value != 0; }},
    {"device.cuCount", [](Request& r, std::int64_t value) noexcept { r.device.cuCount = static_cast<std::uint32_t>(value); }},
    {"device.skDynamicGrid", [](Request& r, std::int64_t value) noexcept { r.device.skDynamicGrid = static_cast<std::uint32_t>(value); }},
    {"device.skMaxCUs", [](Request& r, std::int64_t value) noexcept { r.device.skMaxCUs = static_cast<std::uint32_t>(value); }},
    {"device.skGridMultiplier", [](Request& r, std::int64_t value) noexcept { r.device.skGridMultiplier = static_cast<std::uint32_t>(value); }},
    {"device.skFixedGrid", [](Request& r, std::int64_t value) noexcept { r.device.skFixedGrid = static_cast<std::uint32_t>(value); }},
    {"pointers.a", [](Request& r, std::int64_t value) noexcept { r.pointers.a = static_cast<std::uint64_t>(value); }},
    {"pointers.b", [](Request& r, std::int64_t value) noexcept { r.pointers.b = static_cast<std::uint64_t>(value); }},
    {"pointers.c", [](Request& r, std::int64_t value) noexcept { r.pointers.c = static_cast<std::uint64_t>(value); }},
    {"pointers.d", [](Request& r, std::int64_t value) noexcept { r.pointers.d = static_cast<std::uint64_t>(value); }},
    {"pointers.e", [](Request& r, std::int64_t value) noexcept { r.pointers.e = static_cast<std::uint64_t>(value); }},
    {"pointers.amaxD", [](Request& r, std::int64_t value) noexcept { r.pointers.amaxD = static_cast<std::uint64_t>(value); }},
    {"pointers.batchA", [](Request& r, std::int64_t value) noexcept { r.pointers.batchA = static_cast<std::uint64_t>(value); }},
    {"pointers.batchB", [](Request& r, std::int64_t value) noexcept { r.pointers.batchB = static_cast<std::uint64_t>(value); }},
    {"pointers.batchC", [](Request& r, std::int64_t value) noexcept { r.pointers.batchC = static_cast<std::uint64_t>(value); }},
    {"pointers.batchD", [](Request& r, std::int64_t value) noexcept { r.pointers.batchD = static_cast<std::uint64_t>(value); }},
    {"pointers.batchBias", [](Request& r, std::int64_t value) noexcept { r.pointers.batchBias = static_cast<std::uint64_t>(value); }},
    {"pointers.bias", [](Request& r, std::int64_t value) noexcept { r.pointers.bias = static_cast<std::uint64_t>(value); }},
    {"pointers.scaleA", [](Request& r, std::int64_t value) noexcept { r.pointers.scaleA = static_cast<std::uint64_t>(value); }},
    {"pointers.scaleB", [](Request& r, std::int64_t value) noexcept { r.pointers.scaleB = static_cast<std::uint64_t>(value); }},
    {"pointers.scaleC", [](Request& r, std::int64_t value) noexcept { r.pointers.scaleC = static_cast<std::uint64_t>(value); }},
    {"pointers.scaleD", [](Request& r, std::int64_t value) noexcept { r.pointers.scaleD = static_cast<std::uint64_t>(value); }},
    {"pointers.scaleAlphaVec", [](Request& r, std::int64_t value) noexcept { r.pointers.scaleAlphaVec = static_cast<std::uint64_t>(value); }},
    {"pointers.ws", [](Request& r, std::int64_t value) noexcept { r.pointers.ws = static_cast<std::uint64_t>(value); }},
    {"pointers.Synchronizer", [](Request& r, std::int64_t value) noexcept { r.pointers.Synchronizer = static_cast<std::uint64_t>(value); }},
    {"pointers.metadata", [](Request& r, std::int64_t value) noexcept { r.pointers.metadata = static_cast<std::uint64_t>(value); }},
    {"userArgs", [](Request& r, std::int64_t value) noexcept { r.userArgs = static_cast<std::uint64_t>(value); }},
};
// clang-format on
inline constexpr std::uint16_t request_input_count = sizeof(request_inputs) / sizeof(request_inputs[0]);

/// Rows that are no input: the call, the activation, the number of problems, and what must come out besides the
/// launches.
inline constexpr std::uint16_t request_call = 200, request_activation = 201, request_gemms = 202;
inline constexpr std::uint16_t wanted_workspace = 300, wanted_host_bytes = 301;
inline constexpr std::uint64_t most_gemms = 64;

[[nodiscard]] constexpr bool known_request_row(std::uint16_t input, std::uint16_t gemm, std::int64_t value) noexcept {
    if (gemm > most_gemms) return false;
    if (input >= 1 && input <= request_input_count) return true;
    switch (input) {
    case request_call: return gemm == 0 && value >= 0 && value <= 3;
    case request_activation: return value >= 0 && value < static_cast<std::int64_t>(activation_count);
    case request_gemms: return gemm == 0 && value >= 1 && value <= static_cast<std::int64_t>(most_gemms);
    default: return gemm == 0 && (input == wanted_workspace || input == wanted_host_bytes);
    }
}

/// The value of a row, or `otherwise`.
[[nodiscard]] constexpr std::int64_t request_value(const Record& record, std::uint16_t input,
                                                   std::int64_t otherwise) noexcept {
    for (std::size_t i = 0; i < record.request_rows(); ++i)
        if (record.request_row(i).input == input) return record.request_row(i).value;
    return otherwise;
}

/// How many problems the record has.
[[nodiscard]] constexpr std::size_t gemms_of(const Record& record) noexcept {
    return static_cast<std::uint32_t>(request_value(record, request_gemms, 1));
}

/// Problem number `gemm` (from 0): the common rows with its own laid over them.
[[nodiscard]] constexpr Request to_request(const Record& record, std::size_t gemm) noexcept {
    Request request{};
    request.form = to_form(record);
    request.policy = record.policy();
    request.support.version = record.version();
    request.support.useUniversalArgs = record.dialect().header == Header::universal;
    const std::size_t layers[] = {0, gemm + 1};
    for (const std::size_t wanted : layers)
        for (std::size_t i = 0; i < record.request_rows(); ++i) {
            const RequestRow row = record.request_row(i);
            if (row.gemm != wanted) continue;
            if (row.input >= 1 && row.input <= request_input_count)
                request_inputs[row.input - 1].set(request, row.value);
            if (row.input == request_call) request.call = static_cast<Call>(row.value);
            if (row.input == request_activation) request.params.activationEnum = static_cast<Activation>(row.value);
        }
    Kind written{}, held{};
    const ProblemType& type = request.form.type;
    if (scalar_kind(type.alphaType, request.form.dialect.scalars, written, held) != Status::ok) return request;
    const unsigned bits = size_of(held) * 8u / (held == Kind::c32 || held == Kind::c64 ? 2u : 1u);
    const std::uint64_t magnitude =
        is_signed(held) ? ~std::uint64_t{0} : (std::uint64_t{1} << (bits - 1)) - 1; // -0 is 0
    request.inputs.alpha_is_zero =
        (request.inputs.alpha[0] & magnitude) == 0 && (request.inputs.alpha[1] & magnitude) == 0;
    return request;
}

} // namespace kernabi::vectors
