// SPDX-License-Identifier: MIT
#include "conformance/inference/features.hpp"
#include <algorithm>

namespace kernabi::inference {

namespace {

using codeobject::Argument;
using Id = kernabi::Argument;

struct TypeName {
    std::string_view name;
    DataType type;
};
constexpr TypeName scalar_types[] = {
    {"f32", DataType::Float},     {"f64", DataType::Double}, {"pkf16", DataType::Half}, {"f16", DataType::Half},
    {"bf16", DataType::BFloat16}, {"i32", DataType::Int32},  {"i8", DataType::Int8},
};

/// By the type's name; a name that tells nothing leaves the size.
DataType scalar_type(const Argument& arg) {
    for (const TypeName& row : scalar_types)
        if (arg.value_type == row.name) return row.type;
    switch (arg.size) {
    case 1: return DataType::Int8;
    case 2: return DataType::Half;
    case 8: return arg.value_type.empty() ? DataType::Double : DataType::ComplexFloat;
    case 16: return DataType::ComplexDouble;
    default: return DataType::Float;
    }
}

bool is_wide(const Argument& arg, DataType type) {
    return arg.size == 4 && (type == DataType::BFloat16 || type == DataType::Int8);
}

void count(std::uint8_t& most, std::uint8_t ordinal) { most = std::max<std::uint8_t>(most, ordinal + 1u); }

void add_argument(Features& features, const Argument& arg, Identity identity) {
    const auto bit = static_cast<unsigned>(identity.argument);
    features.present[bit / 64] |= std::uint64_t{1} << (bit % 64);
    switch (row_of(identity.argument).times) {
    case Times::strides_cd: count(features.strides_cd, identity.ordinal); break;
    case Times::strides_ab: count(features.strides_ab, identity.ordinal); break;
    case Times::activation:
        count(features.activation_args, identity.ordinal);
        if (identity.ordinal == 0) features.activation = scalar_type(arg);
        break;
    case Times::scalar: {
        const DataType type = scalar_type(arg);
        (identity.argument == Id::alpha ? features.alpha : features.beta) = type;
        features.alpha_wide = features.alpha_wide || is_wide(arg, type);
        if (arg.name == "betapad") features.beta_padded = true;
        break;
    }
    default: break;
    }
}

} // namespace

Features features_of(const codeobject::Kernel& kernel, std::vector<FoundArgument>& found) {
    Features features{};
    found.clear();
    std::uint64_t offset_a = 0, offset_d = 0;
    for (const Argument& arg : kernel.args) {
        FoundArgument& one = found.emplace_back();
        one.hidden = arg.value_kind.starts_with("hidden_");
        const std::optional<Identity> identity = arg.name.empty() || one.hidden ? std::nullopt : identity_of(arg.name);
        if (!identity) continue;
        one.known = true;
        one.identity = *identity;
        if (identity->argument == Id::a && !features.has(Id::a)) offset_a = arg.offset;
        if (identity->argument == Id::d && !features.has(Id::d)) offset_d = arg.offset;
        add_argument(features, arg, *identity);
    }
    features.a_first = features.has(Id::a) && features.has(Id::d) && offset_a < offset_d;
    if (!features.has(Id::beta)) features.beta = features.alpha;
    const codeobject::Config& config = kernel.config;
    if (config.universal) features.universal = *config.universal ? 1 : 0;
    if (config.grouped) features.grouped = *config.grouped ? 1 : 0;
    if (config.persistent_loop_version)
        features.persistent_version =
            static_cast<std::int8_t>(std::clamp<std::int64_t>(*config.persistent_loop_version, -1, 2));
    return features;
}

} // namespace kernabi::inference
