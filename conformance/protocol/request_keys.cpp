// SPDX-License-Identifier: MIT
#include "conformance/protocol/request_keys.hpp"
#include "conformance/protocol/refusal.hpp"
#include <algorithm>
#include <string>
#include <vector>

namespace kernabi::protocol {

using Json = nlohmann::json;

const std::array<KeyGroup, 10> request_groups{{
    {"internalArgsSupport", "version gsu wgm staggerU useUniversalArgs", "version is the KernArgsVersion"},
    {"problemType",
     "aType bType cType dType eType computeInputType computeType activationComputeDataType transA transB "
     "highPrecisionAccumulate useBeta useGradient useE useScaleAB useScaleCD useScaleAlphaVec useBias "
     "useInitialStridesAB useInitialStridesCD stridedBatched outputAmaxD groupedGemm stochasticRounding "
     "supportDeviceUserArguments useGateResidual activationType activationArgLength sparse mxBlockA mxBlockB",
     "types by TensileLite's names: Float, Half, BFloat16 ..."},
    {"sizeMapping",
     "macroTile depthU workGroupSize waveNum globalSplitU globalSplitUCoalesced "
     "globalSplitUWorkGroupMappingRoundRobin globalSplitUPGR globalAccumulation workGroupMapping workGroupMappingXCC "
     "workGroupMappingXCCGroup staggerU staggerUMapping staggerStrideShift packBatchDims workspaceSizePerElemC "
     "workspaceSizePerElemBias streamK streamKAtomic persistentKernel persistentLoopArgsVersion activationFused "
     "expertSchedulingMode chunk splitK sfc",
     "the kernel's solution"},
    {"problem",
     "m n k batch lda ldb ldc ldd lde strideA strideB strideC strideD strideE strideBias ldMXSA strideMXSA ldMXSB "
     "strideMXSB ldGate strideGate transposeC01 alphaType betaType biasSrc batchOffsetD batchOffsetC "
     "batchOffsetA batchOffsetB",
     "sizes, in elements; 1 and no gaps where left out"},
    {"inputs", "alpha beta activationArgs", "values; alpha is 1 and beta 0 where left out"},
    {"params", "gsu gsuc gsuwgmrr wgm wgmxcc wgmxccg activationEnum factorDim biasType nta ntb",
     "what is asked for in the solution's place"},
    {"hardware", "arch gcnArchName cuCount skDynamicGrid skMaxCUs skGridMultiplier skFixedGrid",
     "arch such as gfx942; cuCount 304 where left out"},
    {"pointers",
     "a b c d e amaxD batchA batchB batchC batchD batchBias bias scaleA scaleB scaleC scaleD scaleAlphaVec ws "
     "Synchronizer metadata mxsa mxsb gateResidual",
     "addresses: \"0x7f0000001000\""},
    {"solution", "debugKernel", ""},
    {"", "call policy dialect batchOffsets userArgs gemms id op bytes buffers",
     "call: single, solve, grouped or groupedUser"},
}};

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Letters to change, add or drop between two words; case does not count.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t change = diagonal + (lower(a[i]) != lower(b[j]));
            diagonal = row[j + 1];
            row[j + 1] = std::min({change, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

template <class Visit>
void each_key(std::string_view keys, const Visit& visit) {
    while (!keys.empty()) {
        const std::size_t end = std::min(keys.find(' '), keys.size());
        visit(keys.substr(0, end));
        keys.remove_prefix(std::min(end + 1, keys.size()));
    }
}

bool holds(std::string_view keys, std::string_view key) {
    bool found = false;
    each_key(keys, [&](std::string_view one) { found = found || one == key; });
    return found;
}

std::string full_name(std::string_view group, std::string_view key) {
    return (group.empty() ? "" : std::string(group) + ".") + std::string(key);
}

/// The key that was probably meant: near in spelling in its own group, or the same word in another; else empty.
std::string nearest(std::string_view group, std::string_view key) {
    std::string best;
    if (key.size() > 64) return best; // no key is that long, and the distance costs the product of both lengths
    std::size_t least = key.size() < 3 ? 1 : key.size() < 5 ? 2 : 3;
    const auto offer = [&](std::string_view in, std::string_view one) {
        const std::size_t far = distance(key, one);
        if (far >= least || (in != group && far != 0)) return;
        least = far;
        best = full_name(in, one);
    };
    for (const KeyGroup& row : request_groups) {
        each_key(row.keys, [&](std::string_view one) { offer(row.name, one); });
        if (group.empty() && !row.name.empty()) offer("", row.name);
    }
    return best;
}

[[noreturn]] void refuse(std::string_view path, std::string_view group, const std::string& key) {
    const std::string near = nearest(group, key);
    throw Refusal{"unknown_key", full_name(path, key.substr(0, 64)) + ": no such key in a request" +
                                     (near.empty() ? "" : "; " + near + " was meant?") +
                                     " (kernabi solve --keys lists them)"};
}

const KeyGroup* group_of(std::string_view name) {
    for (const KeyGroup& group : request_groups)
        if (group.name == name) return &group;
    return nullptr;
}

void check_groups(const Json& request, const std::string& path) {
    for (const auto& [key, value] : request.items()) {
        const KeyGroup* const row = group_of(key);
        if (key.empty() || (row == nullptr && !holds(request_groups.back().keys, key))) refuse(path, "", key);
        if (row == nullptr || !value.is_object()) continue; // a wrong type is named by who reads it
        for (const auto& [member, ignored] : value.items())
            if (!holds(row->keys, member)) refuse(full_name(path, key), row->name, member);
    }
}

} // namespace

void refuse_unknown_keys(const Json& request) {
    check_groups(request, "");
    const auto gemms = request.find("gemms");
    if (gemms == request.end() || !gemms->is_array()) return;
    for (std::size_t i = 0; i < gemms->size(); ++i)
        if ((*gemms)[i].is_object()) check_groups((*gemms)[i], "gemms[" + std::to_string(i) + "]");
}

} // namespace kernabi::protocol
