// SPDX-License-Identifier: MIT
// From a request to the GEMM launch: everything is worked out once in one value, and only here does the policy act;
// then the table is walked.
#pragma once
#include "abi/kernarg/geometry.hpp"
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/request.hpp"
#include "abi/kernarg/stream_k_grid.hpp"
#include "abi/kernarg/strides.hpp"
#include "abi/kernarg/values.hpp"
#include "abi/status.hpp"
#include <cstdint>

namespace kernabi {

/// Why a request got no launch; the numbers are for texts outside.
enum class Reason : std::uint8_t {
    none = 0,
    form = 1,              ///< version, dialect and problem type do not hold together, or a scalar type has no packing
    null_operand = 2,      ///< A or B is null though alpha and k are not 0
    header_field = 3,      ///< `field` does not fit its word (strict)
    argument = 4,          ///< `argument` does not fit its slot (strict)
    work_items = 5,        ///< 2^32 work-items or more, or a product past 64 bits (strict)
    leading_dimension = 6, ///< shorter than the rows that it must span (strict)
    xcc = 7,               ///< WGMXCC not a power of two, or not a divisor of the CU count (strict)
    macro_tile = 8,        ///< a tile, depthU or workgroup size of 0
    activation_arguments = 9, ///< fewer values than the kernel takes (strict)
    user_arguments = 10,      ///< the kernel does not support them
};

struct Refusal {
    Reason reason = Reason::none;
    FieldFault field{};
    ArgumentFault argument{};
};

/// One launch of the GEMM kernel.
struct Launch {
    Form form{}; ///< with gsu as the launch uses it
    Values values{};
    Words words{};
    Grid numWorkGroups{};                    ///< workgroups
    std::uint64_t workGroupSize = 256;       ///< threads, along x
    std::uint64_t requiredWorkspaceSize = 0; ///< bytes
};

namespace detail {

/// The header's words under either policy. A careful host takes overrides whole, and resolves a group of -1 wherever
/// XCCs are counted.
[[nodiscard]] constexpr Status launch_words(const Request& request, const HostWordValues& chosen, std::uint64_t count,
                                            Words& words, Refusal& refusal) noexcept {
    const Form& form = request.form;
    if (request.policy == Policy::host_2024 && form.version <= Version::v2 && form.dialect.enums == Enums::y2024) {
        InternalArgsSupport support = request.support;
        support.version = form.version;
        words[Word::gemm_count] = 1;
        words[Word::internalArgs] = host_2024_internalArgs(support, request.map, request.params, chosen);
        if (form.version >= Version::v1) {
            if (form.dialect.args1 == Args1::wgm32) support.version = Version::v1;
            words[Word::internalArgs1] = host_2024_internalArgs1(support, chosen);
            words[Word::numWorkGroups] = form.dialect.header == Header::none ? 0 : static_cast<std::uint32_t>(count);
        }
        return Status::ok;
    }
    HeaderFields fields{};
    fields[Field::argType] = form.dialect.enums == Enums::y2026 && !form.type.stridedBatched ? 3 : 0;
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
        if (form.dialect.args1 == Args1::xccg) fields[Field::wgmxccg] = chosen.wgmxccg;
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
    const Status status = encode(form.version, form.dialect, request.policy, fields, words, refusal.field);
    if (status != Status::ok) refusal.reason = Reason::header_field;
    return status;
}

/// Overrides over properties. The 2024 host reads two of them back through 8 bits; a careful one does not.
[[nodiscard]] constexpr HostWordValues choose(const Request& request) noexcept {
    const bool newer = request.form.dialect.enums == Enums::y2026;
    if (request.policy == Policy::host_2024 && !newer)
        return host_2024_choose(request.map, request.params, request.device.cuCount);
    const HostParams& params = request.params;
    HostWordValues chosen{params.gsu > 0 ? params.gsu : request.map.gsu, params.wgm != 0 ? params.wgm : request.map.wgm,
                          params.wgmxcc != 0 ? params.wgmxcc : request.map.wgmxcc,
                          params.wgmxccg != 0 ? params.wgmxccg : request.map.wgmxccg};
    if (chosen.wgmxcc >= 1 && chosen.wgmxccg == -1) chosen.wgmxccg = request.device.cuCount;
    return chosen;
}

constexpr void fill_pointers(const Request& request, const ProblemType& type, Values& values) noexcept {
    const Pointers& p = request.pointers;
    const bool strided = type.stridedBatched;
    const std::uint64_t d = strided ? p.d : p.batchD, c = strided ? p.c : p.batchC;
    values.at(Argument::d) = d_slot_is_workspace(type) ? p.ws : d;
    values.at(Argument::c) = c_slot_is_workspace(type) ? p.ws : d_slot_is_workspace(type) ? p.c : c;
    values.at(Argument::a) = strided ? p.a : p.batchA;
    values.at(Argument::b) = strided ? p.b : p.batchB;
    values.at(Argument::mxsa) = p.mxsa;
    values.at(Argument::mxsb) = p.mxsb;
    values.at(Argument::metadata) = p.metadata;
    values.at(Argument::ws) = p.ws;
    values.at(Argument::Flags) = p.Synchronizer;
    values.at(Argument::scaleA) = p.scaleA;
    values.at(Argument::scaleB) = p.scaleB;
    values.at(Argument::scaleC) = p.scaleC;
    values.at(Argument::scaleD) = p.scaleD;
    values.at(Argument::scaleAlphaVec) = p.scaleAlphaVec;
    const bool gradient_of_d = type.useGradient && type.biasSrc == BiasSource::d;
    values.at(Argument::bias) = gradient_of_d && !type.bias_is_null ? p.ws : strided ? p.bias : p.batchBias;
    values.at(Argument::gateResidual) = p.gateResidual;
    values.at(Argument::e) = p.e;
    values.at(Argument::AddrAmaxOut) = p.amaxD;
    values.at(Argument::AmaxWS) = p.ws;
    values.at(Argument::AmaxSync) = p.Synchronizer;
    values.at(Argument::dstD) = p.d; // never the array of pointers, not even for pointer batches (recorded)
    values.at(Argument::Synchronizer) = p.Synchronizer;
}

constexpr void fill_scalars(const Request& request, const ProblemType& type, Values& values) noexcept {
    const bool newer = request.form.dialect.enums == Enums::y2026;
    for (unsigned part = 0; part < 2; ++part) {
        values.at(Argument::alpha, part) = request.inputs.alpha[part];
        values.at(Argument::beta, part) = type.useBeta ? request.inputs.beta[part] : 0;
    }
    const DataTypeRow& bias = row_of(type.biasType);
    values.at(Argument::bias_type) = newer ? bias.number_2026 : bias.number_2024;
    values.at(Argument::strideBias) = request.problem.strideBias;
    values.at(Argument::factorDim) = request.params.factorDim;
    if (request.inputs.activation_count >= type.activationArgLength)
        for (unsigned i = 0; i < type.activationArgLength; ++i)
            values.at(Argument::activation, i) = request.inputs.activation[i];
    const ActivationRow& kind = row_of(request.params.activationEnum);
    values.at(Argument::activationType) = newer ? kind.number_2026 : kind.number_2024;
    values.at(Argument::batchOffsetD) = static_cast<std::uint64_t>(request.problem.batchOffsetD);
    values.at(Argument::batchOffsetC) = static_cast<std::uint64_t>(request.problem.batchOffsetC);
    values.at(Argument::batchOffsetA) = static_cast<std::uint64_t>(request.problem.batchOffsetA);
    values.at(Argument::batchOffsetB) = static_cast<std::uint64_t>(request.problem.batchOffsetB);
    values.at(Argument::RNDSeed) = request.inputs.rndSeed;
}

/// Bytes of workspace that the host asks for (host-2024, "Workspace"); wraps at 64 bits as the host's does.
[[nodiscard]] constexpr std::uint64_t required_workspace(const Request& request, const ProblemType& type,
                                                         std::uint64_t stream_k) noexcept {
    const Problem& p = request.problem;
    const SizeMapping& s = request.sizes;
    if (type.streamK != 0 && !type.streamKAtomic)
        return stream_k * s.macroTile[0] * s.macroTile[1] * s.workspaceSizePerElemC;
    std::uint64_t size = 0;
    if (type.gsu > 1) size += p.m * p.n * p.batch * s.workspaceSizePerElemC * type.gsu;
    if (type.useGradient && type.useBias != 0) {
        if (type.biasSrc == BiasSource::d && type.gsu <= 1) size += p.m * p.n * p.batch * s.workspaceSizePerElemBias;
        if (type.biasSrc == BiasSource::a && type.gsu > 1) size += p.m * s.workspaceSizePerElemBias * type.gsu;
        if (type.biasSrc == BiasSource::b && type.gsu > 1) size += p.n * s.workspaceSizePerElemBias * type.gsu;
    }
    const Grid tiles = tiles_of(request);
    if (type.outputAmaxD) size += tiles.x * tiles.y * tiles.z * element_bytes(DataType::Float);
    if (type.globalAccumulation == Accumulation::multiple_buffer_single_kernel && type.gsu > 1)
        size += ceil_div(p.m, s.macroTile[0]) * ceil_div(p.n, s.macroTile[1]) * s.waveNum * 4;
    return size;
}

/// What a careful host refuses before it packs.
[[nodiscard]] constexpr Status check_strict(const Request& request, const HostWordValues& chosen,
                                            Refusal& refusal) noexcept {
    const Problem& p = request.problem;
    const ProblemType& type = request.form.type;
    const auto bad = [&](Reason reason) {
        refusal.reason = reason;
        return Status::value_out_of_range;
    };
    const auto bad_ld = [&](Argument argument, std::uint64_t value) {
        refusal.argument = {Entry{argument, 1, Kind::u32, Kind::u32, 0, 4}, value};
        return bad(Reason::leading_dimension);
    };
    if (p.lda < (type.transA ? p.k : p.m)) return bad_ld(Argument::strideA, p.lda);
    if (p.ldb < (type.transB ? p.n : p.k)) return bad_ld(Argument::strideB, p.ldb);
    if (type.useBeta && p.ldc < p.m) return bad_ld(Argument::strideC, p.ldc);
    if (p.ldd < p.m) return bad_ld(Argument::strideD, p.ldd);
    if (request.form.dialect.args1 == Args1::xccg && request.support.wgm) {
        const std::int64_t xcc = chosen.wgmxcc;
        const bool power = xcc > 0 && (xcc & (xcc - 1)) == 0;
        if (!power || (xcc > 1 && request.device.cuCount % static_cast<std::uint64_t>(xcc) != 0)) {
            refusal.field = {Field::wgmxcc, xcc, 6};
            return bad(Reason::xcc);
        }
    }
    if (type.activationFused && type.activationType != Activation::None &&
        request.inputs.activation_count < type.activationArgLength)
        return bad(Reason::activation_arguments);
    return Status::ok;
}

/// The exact product of work-items; false when it is 2^32 or more.
[[nodiscard]] constexpr bool work_items_fit(const Grid& grid, std::uint64_t threads) noexcept {
    std::uint64_t product = 0;
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) return true;
    if (multiply_overflows(grid.x, grid.y, product) || multiply_overflows(product, grid.z, product)) return false;
    return !multiply_overflows(product, threads, product) && product < (std::uint64_t{1} << 32);
}

} // namespace detail

/// Works out the GEMM launch of a single problem. On anything but ok `refusal` says why and `launch` is untouched.
[[nodiscard]] constexpr Status make_launch(const Request& request, Launch& launch, Refusal& refusal) noexcept {
    Launch result{};
    result.form = request.form;
    ProblemType& type = result.form.type;
    const bool strict = request.policy == Policy::strict;
    const SizeMapping& s = request.sizes;
    if (s.macroTile[0] == 0 || s.macroTile[1] == 0 || s.depthU == 0 || threads_of(request) == 0) {
        refusal.reason = Reason::macro_tile;
        return Status::value_out_of_range;
    }
    const HostWordValues chosen = detail::choose(request);
    type.gsu = static_cast<std::uint32_t>(chosen.gsu);
    type.bias_is_null = request.pointers.bias == 0;
    if (const Status sound = check(result.form); sound != Status::ok) {
        refusal.reason = Reason::form;
        return sound;
    }
    const bool no_a = (type.stridedBatched ? request.pointers.a : request.pointers.batchA) == 0;
    const bool no_b = (type.stridedBatched ? request.pointers.b : request.pointers.batchB) == 0;
    if (request.call == Call::solve && !request.inputs.alpha_is_zero && request.problem.k != 0 && (no_a || no_b)) {
        refusal.reason = Reason::null_operand;
        return Status::refused;
    }
    if (strict)
        if (const Status fine = detail::check_strict(request, chosen, refusal); fine != Status::ok) return fine;

    Grid grid = tiles_of(request);
    const std::uint64_t stream_k =
        type.streamK != 0 || type.persistentLoopArgsVersion == 1 ? stream_k_grid(request) : 0;
    if (type.streamK != 0)
        grid = {stream_k, 1, 1};
    else if (type.gsu > 0)
        grid.y *= type.gsu;
    result.workGroupSize = threads_of(request);
    if (strict && !detail::work_items_fit(grid, result.workGroupSize)) {
        refusal.reason = Reason::work_items;
        return Status::value_out_of_range;
    }
    // The 2024 host leaves gfx12 in three dimensions and then counts x alone (host-2024, item 18).
    const bool flat =
        result.form.version >= Version::v1 && !(request.device.is_gfx12 && result.form.dialect.enums == Enums::y2024);
    if (flat) grid = {grid.x * grid.y * grid.z, 1, 1};
    result.numWorkGroups = grid;
    if (const Status status = detail::launch_words(request, chosen, grid.x, result.words, refusal);
        status != Status::ok)
        return status;

    Values& values = result.values;
    for (std::size_t w = 0; w < word_count; ++w) values.slot[slot_of(static_cast<Argument>(w))] = result.words.value[w];
    const Problem& p = request.problem;
    const std::uint64_t sizes[gemm_sizes] = {p.m, p.n, p.batch, p.k};
    for (unsigned i = 0; i < gemm_sizes; ++i) values.at(Argument::size, i) = sizes[i];
    detail::fill_pointers(request, type, values);
    detail::fill_scalars(request, type, values);
    fill_strides(request, type, values);
    fill_stream_k(request, stream_k, values);
    result.requiredWorkspaceSize = detail::required_workspace(request, type, stream_k);
    launch = result;
    return Status::ok;
}

/// Packs a launch; a null destination measures. Under `strict` an argument that does not fit is named in `refusal`.
[[nodiscard]] constexpr Status pack(const Launch& launch, Policy policy, Bytes to, std::size_t& written,
                                    Refusal& refusal) noexcept {
    const Status status = pack(launch.form, launch.values, policy, to, written, refusal.argument);
    if (status == Status::value_out_of_range) refusal.reason = Reason::argument;
    return status;
}

/// Whether `solve` would add helper launches to this one; those that would: beta-only, conversion, activation-only,
/// bias reduction.
[[nodiscard]] constexpr bool needs_helpers(const ProblemType& type) noexcept {
    const bool single_kernel = type.globalAccumulation == Accumulation::multiple_buffer_single_kernel;
    if (type.gsu > 1 && !single_kernel) return true;
    if (type.gsu > 1 && !type.activationFused && type.activationType != Activation::None) return true;
    return type.useGradient && type.useBias != 0 && type.biasSrc == BiasSource::d && !type.bias_is_null;
}

} // namespace kernabi
