// SPDX-License-Identifier: MIT
// What of a kernel's metadata decides its form: which arguments are there, and the types of its scalars.
#pragma once
#include "abi/kernarg/problem_type.hpp"
#include "conformance/codeobject/model.hpp"
#include "conformance/inference/identity.hpp"
#include <cstdint>
#include <vector>

namespace kernabi::inference {

/// One found argument of each kernel in the order of `.args`.
struct FoundArgument {
    bool known = false, hidden = false;
    Identity identity{};
};

/// Small, so that equal ones share one layout.
struct Features {
    std::uint64_t present[2] = {};                                    ///< one bit an Argument
    std::uint8_t strides_cd = 0, strides_ab = 0, activation_args = 0; ///< counts
    DataType alpha = DataType::Float, beta = DataType::Float, activation = DataType::Float;
    bool alpha_wide = false; ///< alpha or beta fills 4 bytes where its type packs fewer
    bool beta_padded = false, a_first = false;
    std::int8_t persistent_version = -1; ///< -1 not told
    std::int8_t universal = -1, grouped = -1;
    Version version = Version::v0;

    [[nodiscard]] constexpr bool has(Argument argument) const noexcept {
        const auto bit = static_cast<unsigned>(argument);
        return (present[bit / 64] >> (bit % 64) & 1u) != 0;
    }
    constexpr bool operator==(const Features&) const noexcept = default;
};

/// Resolves the names into `found`, and gathers the features; the version is the caller's to set.
[[nodiscard]] Features features_of(const codeobject::Kernel& kernel, std::vector<FoundArgument>& found);

} // namespace kernabi::inference
