// SPDX-License-Identifier: MIT
#include "conformance/protocol/form_json.hpp"
#include <string_view>

namespace kernabi::protocol {

namespace {

struct Member {
    const char* name;
    std::initializer_list<const char*> values;
    void (*set)(Dialect&, std::size_t);
};

const Member members[] = {
    {"header", {"universal", "none"}, [](Dialect& d, std::size_t i) { d.header = static_cast<Header>(i); }},
    {"args1",
     {"absent", "wgm32", "xccg", "chunk", "split_k", "sfc"},
     [](Dialect& d, std::size_t i) { d.args1 = static_cast<Args1>(i); }},
    {"order", {"d_first", "a_first"}, [](Dialect& d, std::size_t i) { d.order = static_cast<Order>(i); }},
    {"stream_k",
     {"tail", "after_beta", "before_alpha"},
     [](Dialect& d, std::size_t i) { d.stream_k = static_cast<StreamKPlace>(i); }},
    {"scalars", {"packed", "widened"}, [](Dialect& d, std::size_t i) { d.scalars = static_cast<Scalars>(i); }},
    {"tail", {"none", "batch_offsets"}, [](Dialect& d, std::size_t i) { d.tail = static_cast<Tail>(i); }},
    {"enums", {"2024", "2026"}, [](Dialect& d, std::size_t i) { d.enums = static_cast<Enums>(i); }},
};

const Preset* find_preset(std::string_view name) {
    for (const Preset& row : presets)
        if (name == row.name) return &row;
    return nullptr;
}

std::string preset_names() {
    std::string names;
    for (const Preset& row : presets) names += std::string(names.empty() ? "" : ", ") + row.name;
    return names;
}

void set_member(Dialect& dialect, std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    const std::string_view name = assignment.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : assignment.substr(equals + 1);
    for (const Member& member : members) {
        if (name != member.name) continue;
        std::string known;
        std::size_t i = 0;
        for (const char* candidate : member.values) {
            if (value == candidate) return member.set(dialect, i);
            known += std::string(i++ == 0 ? "" : ", ") + candidate;
        }
        throw Refusal{"value_out_of_range",
                      "dialect: " + std::string(name) + " is one of " + known + ", not '" + std::string(value) + "'"};
    }
    throw Refusal{"value_out_of_range", "dialect: no member '" + std::string(name) +
                                            "'; there are header, args1, order, stream_k, scalars, tail, enums"};
}

[[noreturn]] void contradiction(const std::string& what) { throw Refusal{"refused", "dialect: " + what}; }

} // namespace

Version version_from(const Object& in, const char* key) {
    const std::int64_t number = in.integer(key);
    if (number < 0 || number >= static_cast<std::int64_t>(version_count))
        throw Refusal{"value_out_of_range",
                      in.where(key) + " " + std::to_string(number) + ": KernArgsVersion is 0, 1, 2 or 3"};
    return static_cast<Version>(number);
}

Dialect dialect_from_text(Version version, const std::optional<std::string>& text, bool universal) {
    const std::string number = std::to_string(static_cast<int>(version));
    if (!text) {
        if (!universal && !has_nonuniversal_form(version))
            contradiction("version " + number + " has no form without universal arguments");
        return default_preset(version, universal).dialect;
    }
    std::string_view rest = *text;
    const std::size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    const Preset* preset = find_preset(name);
    if (preset == nullptr)
        throw Refusal{"value_out_of_range", "dialect '" + std::string(name) + "' is not one of " + preset_names()};
    if (preset->version != version)
        contradiction("'" + std::string(name) + "' belongs to version " +
                      std::to_string(static_cast<int>(preset->version)) + ", the request says " + number);
    Dialect dialect = preset->dialect;
    while (rest.find(',') != std::string_view::npos) {
        rest.remove_prefix(rest.find(',') + 1);
        set_member(dialect, rest.substr(0, rest.find(',')));
    }
    if (check(version, dialect) != Status::ok) contradiction("its members do not hold together in version " + number);
    return dialect;
}

Dialect dialect_from(const Object& in, Version version, std::optional<bool> universal) {
    std::optional<std::string> text;
    if (in.has("dialect")) text = in.text("dialect");
    Dialect dialect = dialect_from_text(version, text, universal.value_or(true));
    if (text && universal && (dialect.header == Header::universal) != *universal)
        contradiction("'" + *text + "' contradicts useUniversalArgs " + (*universal ? "true" : "false"));
    if (dialect.args1 == Args1::xccg) {
        if (in.integer("sfc", 0) != 0)
            dialect.args1 = Args1::sfc;
        else if (in.integer("splitK", 0) != 0)
            dialect.args1 = Args1::split_k;
        else if (in.integer("chunk", 0) != 0)
            dialect.args1 = Args1::chunk;
    }
    return dialect;
}

DataType data_type_from(const Object& in, const char* key, DataType otherwise) {
    if (!in.has(key)) return otherwise;
    const std::string name = in.text(key);
    for (const DataTypeRow& row : data_types)
        if (name == row.name) return row.type;
    throw Refusal{"value_out_of_range", in.where(key) + ": no data type '" + name +
                                            "'; TensileLite's names are Float, Double, Half, BFloat16, Int8, ..."};
}

Activation activation_from(const Object& in, const char* key, Activation otherwise) {
    if (!in.has(key)) return otherwise;
    const std::string name = in.text(key);
    for (const ActivationRow& row : activations)
        if (name == row.name) return row.kind;
    throw Refusal{"value_out_of_range",
                  in.where(key) + ": no activation '" + name + "'; TensileLite's names are None, Relu, Gelu, ..."};
}

} // namespace kernabi::protocol
