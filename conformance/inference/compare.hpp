// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/inference/findings.hpp"

namespace kernabi::inference {

/// Holds a kernel's arguments against its plan. Of a shift that one argument causes in all that follow, only that one
/// is told.
void compare(const codeobject::Kernel& kernel, const Inference& inference, Report& report);

} // namespace kernabi::inference
