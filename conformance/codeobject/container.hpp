// SPDX-License-Identifier: MIT
// Any file that may hold code objects: a bare ELF, clang's offload bundles, compressed ones, a host program with a HIP
// fat binary.
#pragma once
#include "abi/span.hpp"
#include "conformance/codeobject/model.hpp"

namespace kernabi::codeobject {

/// Reads all that a file's bytes hold. Whatever they are, every part ends in kernels or in a problem.
void read_file(ConstBytes file, const Limits& limits, Handler& handler);

} // namespace kernabi::codeobject
