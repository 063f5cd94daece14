// SPDX-License-Identifier: MIT
// Names stand apart from the checks: a kernel has no use for them.
#include "backends/cpu/gemm.hpp"

namespace kernabi::cpu {

const char* name_of(Argument argument) noexcept {
    constexpr const char* names[] = {
        "none",
        "computeType",
        "computeInputType",
        "a",
        "b",
        "c",
        "d",
        "e",
        "alpha",
        "beta",
        "scaleA",
        "scaleB",
        "scaleC",
        "scaleD",
        "scaleAlphaVec",
        "bias",
        "biasType",
        "activation",
        "activationArgs",
        "amaxD",
        "gsu",
        "depthU",
        "mxBlockA",
        "mxBlockB",
        "mxsa",
        "mxsb",
    };
    return names[static_cast<std::size_t>(argument)];
}

} // namespace kernabi::cpu
