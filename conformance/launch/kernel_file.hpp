// SPDX-License-Identifier: MIT
// One kernel of a file, with the code object that it is in.
#pragma once
#include "conformance/inference/findings.hpp"
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace kernabi::launch {

/// A file, a name or a problem that leads to no launch: wrong use.
struct Wrong : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// The kernel is there for several targets, and none was named.
struct SeveralTargets : Wrong {
    using Wrong::Wrong;
};
/// The file holds the kernel, but for other devices.
struct OtherTarget : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct ChosenKernel {
    std::string name, target;                        ///< of its code object
    std::vector<std::uint8_t> image;                 ///< the code object
    std::vector<std::string> beside;                 ///< names of all kernels in it, its own among them
    inference::Plan plan;                            ///< what metadata says
    inference::Report report;                        ///< how far metadata agrees with the ABI
    std::optional<std::uint64_t> max_workgroup_size; ///< work-items
};

/// What is looked for. An empty pattern takes a file's only kernel; a name that is there to the letter goes before a
/// pattern. `device` is a target with its features (gfx90a:sramecc+:xnack-); empty: any, where the file has one.
struct Wanted {
    std::string pattern, device;
};

/// Reads `path` and chooses. Throws Wrong for a file that cannot be read, no or several such kernels, a damaged code
/// object, or a kernel that is none of this ABI; OtherTarget where there is one and none for the device.
[[nodiscard]] ChosenKernel choose_kernel(const std::string& path, const Wanted& wanted);

} // namespace kernabi::launch
