// SPDX-License-Identifier: MIT
// From features to a form of the contract: version, dialect and problem type.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "conformance/inference/features.hpp"

namespace kernabi::inference {

/// The form whose layout these arguments should follow. What metadata cannot tell keeps its default.
[[nodiscard]] Form form_of(const Features& features);

} // namespace kernabi::inference
