// SPDX-License-Identifier: MIT
// What a kernel's metadata says it takes, as a form of this ABI; or that it is none of it.
#pragma once
#include "abi/kernarg/layout.hpp"
#include "conformance/codeobject/model.hpp"
#include "conformance/inference/features.hpp"
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace kernabi::inference {

enum class LayoutName : std::uint8_t {
    v0_legacy,
    v0_grouped_legacy,
    v0_universal,
    v1_universal,
    v1_nonuniversal,
    v2_universal,
    v2_nonuniversal,
    v3_universal,
    custom_kernel_args,
    unknown,
};
[[nodiscard]] const char* text_of(LayoutName name) noexcept;

/// One argument as metadata should have it.
struct Expected {
    Identity identity{};
    Kind kind = Kind::u32;
    std::uint16_t offset = 0, size = 0; ///< bytes; a half's two alphas are one slot here
    std::string name, meaning;          ///< the generator's, the host's
};

/// A form and the layout that the contract gives it, under metadata's names.
struct Plan {
    Features features{};
    Form form{};
    Status status = Status::ok; ///< else the form does not hold together and nothing is expected
    std::vector<Expected> expected;
    std::array<std::int16_t, identity_count> at{}; ///< index in `expected`, -1 where it is not there

    [[nodiscard]] const Expected* find(const Identity& identity) const noexcept {
        const std::int16_t index = at[index_of(identity)];
        return index < 0 ? nullptr : &expected[static_cast<std::size_t>(index)];
    }
};

/// The plan of a form: everything in it comes from `abi/kernarg`. Of a form that was not inferred `features` say
/// nothing.
[[nodiscard]] Plan plan_of(const Form& form);
[[nodiscard]] Plan plan_of(const Features& features);

struct Inference {
    LayoutName layout = LayoutName::unknown;
    bool foreign = false;         ///< not this ABI
    const char* reason = "";      ///< why it is foreign
    bool version_missing = false; ///< TensileLite's names without KernArgsVersion
    bool version_unknown = false; ///< KernArgsVersion is none of 0 to 3
    const Plan* plan = nullptr;   ///< null where foreign, or where the version is unknown
    std::vector<FoundArgument> found;

    /// The ABI's own name of an argument; empty where it has none.
    [[nodiscard]] std::string_view meaning(std::size_t index) const noexcept;
};

/// Infers one kernel after another. Kernels with the same features share a plan; as many plans are kept as one
/// library's kernels have, no more however many kernels come.
class Inferrer {
  public:
    Inferrer();
    /// Valid until the next call.
    [[nodiscard]] const Inference& infer(const codeobject::Kernel& kernel);

  private:
    [[nodiscard]] const Plan& plan_for(const Features& features);

    Inference inference_;
    std::vector<std::unique_ptr<Plan>> plans_;
};

} // namespace kernabi::inference
