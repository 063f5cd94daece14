// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace kernabi::bringup {

/// The folder of code objects that was built with the program, or the one beside an installed program.
[[nodiscard]] std::string default_modules();

/// The code object in `folder` for a target, with a zero behind it; hip::Unavailable where none was built for it,
/// hip::RuntimeError where it cannot be read, is no regular file or is cut. For
/// NVIDIA's targets PTX, which the driver compiles, stands in for what was not compiled ahead.
[[nodiscard]] std::vector<unsigned char> module_for(const std::string& folder, const std::string& target);

} // namespace kernabi::bringup
