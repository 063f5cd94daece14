// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/reading/launch.hpp"
#include "conformance/reading/reading.hpp"

namespace kernabi::reading {

/// Version, dialect and problem type of a dump's launch from its names, sizes, offsets and words. Throws
/// protocol::Refusal when `told` contradicts itself; a dump that fits nothing is `unknown`.
[[nodiscard]] Reading infer(const DumpLaunch& launch, const Told& told);

} // namespace kernabi::reading
