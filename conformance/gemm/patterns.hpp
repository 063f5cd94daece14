// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/gemm/tally.hpp"
#include <string>

namespace kernabi::gemm {

struct Recognised {
    Pattern pattern = Pattern::none;
    std::string what;
};

/// Names what the wrong elements have in common: each known way of being wrong is tried on some of them.
[[nodiscard]] Recognised recognise(const Elements& elements, const Tally& tally, std::uint8_t poison);

} // namespace kernabi::gemm
