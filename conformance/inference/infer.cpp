// SPDX-License-Identifier: MIT
#include "conformance/inference/infer.hpp"
#include "abi/kernarg/names.hpp"
#include "conformance/inference/form.hpp"
#include <algorithm>

namespace kernabi::inference {

namespace {

using Id = Argument;

constexpr std::size_t most_plans = 1024;

/// Names of Tensile's own, older argument lists.
constexpr std::string_view legacy_names[] = {
    "Tensor2dSizeA",
    "Tensor2dSizeB",
    "AddressD",
    "OrigStaggerUIter",
    "NumFullBlocks",
    "WgmRemainder1",
    "StridesD",
    "sizeC",
    "NumWorkGroups0",
    "SizesFree",
    "MagicNumberWgmRemainder1",
};

bool has_legacy_names(const codeobject::Kernel& kernel) {
    return std::any_of(kernel.args.begin(), kernel.args.end(), [](const codeobject::Argument& arg) {
        return std::find(std::begin(legacy_names), std::end(legacy_names), arg.name) != std::end(legacy_names);
    });
}

bool has_names(const codeobject::Kernel& kernel) {
    return std::any_of(kernel.args.begin(), kernel.args.end(),
                       [](const codeobject::Argument& arg) { return !arg.name.empty(); });
}

/// Without a version, the header's names are TensileLite's alone; D, C, A, B and strides other libraries use as well,
/// so then every single name must be this ABI's.
bool bears_our_names(const Features& features, const std::vector<FoundArgument>& found) {
    if (features.has(Id::gemm_count) || features.has(Id::internalArgs) || features.has(Id::internalArgs1) ||
        features.has(Id::numWorkGroups))
        return true;
    if (found.empty()) return false;
    for (const Id needed : {Id::size, Id::d, Id::a, Id::b, Id::strideA, Id::strideB, Id::alpha})
        if (!features.has(needed)) return false;
    return std::all_of(found.begin(), found.end(), [](const FoundArgument& arg) { return arg.known; });
}

const char* why_foreign(const codeobject::Kernel& kernel) {
    if (has_legacy_names(kernel))
        return kernel.config.present ? "custom.config has no KernArgsVersion; the names are legacy Tensile's"
                                     : "no custom.config; the names are legacy Tensile's";
    if (kernel.config.present) return "custom.config has no KernArgsVersion";
    return has_names(kernel) ? "no custom.config, and other names than TensileLite's"
                             : "no custom.config, and arguments without names";
}

/// The version that names alone suggest; 1 and 2 bear the same ones.
Version version_by_names(const Features& features) {
    if (features.a_first) return Version::v3;
    return features.has(Id::internalArgs1) || features.has(Id::numWorkGroups) ? Version::v2 : Version::v0;
}

LayoutName layout_name(const Form& form) {
    const bool header = form.dialect.header == Header::universal;
    switch (form.version) {
    case Version::v0:
        if (header) return LayoutName::v0_universal;
        return form.type.groupedGemm ? LayoutName::v0_grouped_legacy : LayoutName::v0_legacy;
    case Version::v1: return header ? LayoutName::v1_universal : LayoutName::v1_nonuniversal;
    case Version::v2: return header ? LayoutName::v2_universal : LayoutName::v2_nonuniversal;
    case Version::v3: return LayoutName::v3_universal;
    }
    return LayoutName::unknown;
}

std::size_t slot_of(const Features& f) {
    std::uint64_t hash =
        f.present[0] * 0x9e3779b97f4a7c15u ^ (f.present[1] + (f.present[0] >> 32)) * 0xc2b2ae3d27d4eb4fu;
    hash ^= static_cast<std::uint64_t>(f.version) << 3 ^ static_cast<std::uint64_t>(f.alpha) << 7 ^ f.strides_cd;
    return ((hash ^ hash >> 29) * 0x9e3779b97f4a7c15u >> 40) % most_plans;
}

} // namespace

const char* text_of(LayoutName name) noexcept {
    constexpr const char* names[] = {
        "v0-legacy",    "v0-grouped-legacy", "v0-universal", "v1-universal",       "v1-nonuniversal",
        "v2-universal", "v2-nonuniversal",   "v3-universal", "custom-kernel-args", "unknown"};
    return names[static_cast<std::size_t>(name)];
}

Plan plan_of(const Features& features) {
    Plan plan = plan_of(form_of(features));
    plan.features = features;
    return plan;
}

Plan plan_of(const Form& form) {
    Plan plan{};
    plan.form = form;
    plan.at.fill(-1);
    Layout layout{};
    plan.status = make_layout(plan.form, layout);
    if (plan.status != Status::ok) return plan;
    for (const Entry& entry : layout) {
        const Name name = metadata_name(entry, plan.form);
        // Version 0's generator called its one internal word without a number.
        const bool plain = entry.argument == Id::internalArgs && plan.form.version == Version::v0 &&
                           plan.form.dialect.header == Header::universal;
        const Identity identity = identity_of(name.text).value_or(Identity{entry.argument, 0});
        if (!plan.expected.empty() && plan.expected.back().identity == identity) {
            plan.expected.back().size = static_cast<std::uint16_t>(plan.expected.back().size + entry.size);
            continue;
        }
        plan.at[index_of(identity)] = static_cast<std::int16_t>(plan.expected.size());
        plan.expected.push_back({identity, entry.kind, entry.offset, entry.size, plain ? "kernel info" : name.text,
                                 dump_name(entry, plan.form).text});
    }
    return plan;
}

std::string_view Inference::meaning(std::size_t index) const noexcept {
    if (plan == nullptr || index >= found.size() || !found[index].known) return {};
    if (const Expected* const expected = plan->find(found[index].identity)) return expected->meaning;
    return row_of(found[index].identity.argument).dump;
}

Inferrer::Inferrer() : plans_(most_plans) {}

const Inference& Inferrer::infer(const codeobject::Kernel& kernel) {
    Inference& out = inference_;
    out.layout = LayoutName::unknown;
    out.foreign = out.version_missing = out.version_unknown = false;
    out.reason = "";
    out.plan = nullptr;
    Features features = features_of(kernel, out.found);
    const codeobject::Config& config = kernel.config;
    const auto foreign = [&](const char* reason) -> const Inference& {
        out.foreign = true;
        out.reason = reason;
        return out;
    };
    if (config.custom_kernel) {
        out.layout = LayoutName::custom_kernel_args;
        return foreign("custom.config.CustomKernel.args describes the arguments: a descriptor of their own");
    }
    if (!config.has_version) {
        if (has_legacy_names(kernel) || !bears_our_names(features, out.found)) return foreign(why_foreign(kernel));
        out.version_missing = true;
        features.version = version_by_names(features);
    } else if (config.version < 0 || config.version > 3) {
        out.version_unknown = true;
        return out;
    } else {
        features.version = static_cast<Version>(config.version);
        const bool any =
            std::any_of(out.found.begin(), out.found.end(), [](const FoundArgument& arg) { return arg.known; });
        if (!any && !kernel.args.empty())
            return foreign(has_names(kernel) ? "no argument bears a name of this ABI" : "arguments without names");
    }
    out.plan = &plan_for(features);
    out.layout = layout_name(out.plan->form);
    return out;
}

const Plan& Inferrer::plan_for(const Features& features) {
    std::unique_ptr<Plan>& plan = plans_[slot_of(features)];
    if (plan == nullptr || plan->features != features) plan = std::make_unique<Plan>(plan_of(features));
    return *plan;
}

} // namespace kernabi::inference
