// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/launch/kernel_file.hpp"

namespace kernabi::launch {

/// Throws Wrong where the block that the form asks for is not the one that metadata describes: the first argument that
/// one side has and the other has not, or that has another size or place.
void check_agreement(const ChosenKernel& kernel, const Form& form);

} // namespace kernabi::launch
