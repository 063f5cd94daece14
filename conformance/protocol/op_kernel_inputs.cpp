// SPDX-License-Identifier: MIT
#include "conformance/protocol/op_kernel_inputs.hpp"
#include "conformance/text/kernel_text.hpp"
#include <cmath>

namespace kernabi::protocol {

using kernel::Function;
using kernel::Input;
using kernel::InputRow;
using kernel::Meaning;

namespace {

/// The part of a request that an input stands in; empty: the request itself.
const char* part_of(Function function, Input input) {
    if (function == Function::acc_regs)
        return input == Input::maxAgpr || input == Input::write || input == Input::spilledVgprBase ? "args" : "kernel";
    if (function == Function::mul_alpha || function == Function::move)
        return input == Input::startVgprAlphaTmp ? "" : "kernel";
    return "";
}

/// The element of an array that an input is, or -1.
int element_of(Input input) { return input == Input::MIWaveTile_0 ? 0 : input == Input::MIWaveTile_1 ? 1 : -1; }

std::int64_t type_from(const Object& in, const char* key) {
    const std::string name = in.text(key);
    for (const DataTypeRow& row : data_types)
        if (row.type != DataType::None && (name == row.letter || name == row.name))
            return static_cast<std::int64_t>(row.type);
    throw Refusal{"value_out_of_range", in.where(key) + ": no type '" + name.substr(0, 40) +
                                            "'; its letter is wanted, such as S, D, H, B, C, Z, I or I8"};
}

std::int64_t quarters_from(const Object& in, const char* key) {
    const Json& value = in.at(key);
    if (!value.is_number()) throw Refusal{"bad_type", in.where(key) + ": wanted a number, got " + value.type_name()};
    const double quarters = value.get<double>() * 4;
    if (!(std::fabs(quarters) < 1e15) || quarters != std::floor(quarters))
        throw Refusal{"value_out_of_range",
                      in.where(key) + ": wanted quarters of a register, such as 0.25, 0.5, 1 or 6"};
    return static_cast<std::int64_t>(quarters);
}

std::int64_t flag_from(const Object& in, const char* key) {
    const std::int64_t value = in.integer(key);
    if (value != 0 && value != 1)
        throw Refusal{"value_out_of_range", in.where(key) + " " + std::to_string(value) + " is neither 0 nor 1"};
    return value;
}

std::int64_t element_from(const Object& in, const char* key, int element) {
    const Json& value = in.at(key);
    if (!value.is_array() || value.size() != 2)
        throw Refusal{"bad_type", in.where(key) + ": wanted an array of two numbers"};
    const Json one = {{key, value[static_cast<std::size_t>(element)]}};
    return Object(one, "").integer(key);
}

std::int64_t number_from(const Object& in, const InputRow& row) {
    if (const int element = element_of(row.input); element >= 0) return element_from(in, "MIWaveTile", element);
    if (row.optional && !in.has(row.name)) return row.otherwise;
    switch (row.meaning) {
    case Meaning::flag: return flag_from(in, row.name);
    case Meaning::type: return type_from(in, row.name);
    case Meaning::quarters: return quarters_from(in, row.name);
    case Meaning::base: return in.at(row.name).is_null() ? kernel::no_base : in.integer(row.name);
    default: return in.integer(row.name);
    }
}

void read_tokens(const Object& in, KernelRequest& request) {
    constexpr const char* key = "memoryToken";
    if (!in.has(key) || in.at(key).is_null()) return;
    const Json& list = in.at(key);
    if (!list.is_array()) throw Refusal{"bad_type", "memoryToken: wanted null or an array of whole numbers"};
    request.has_tokens = true;
    for (const Json& token : list) {
        const Json one = {{key, token}};
        request.tokens.push_back(Object(one, "").integer(key));
    }
}

Json number_json(const InputRow& row, std::int64_t value) {
    if (row.meaning == Meaning::base && value == kernel::no_base) return nullptr;
    if (row.meaning == Meaning::type) {
        const bool known = value >= 0 && value < static_cast<std::int64_t>(data_type_count);
        return known ? Json(data_types[value].letter) : Json(value);
    }
    if (row.meaning == Meaning::quarters && value % 4 != 0) return static_cast<double>(value) / 4;
    return row.meaning == Meaning::quarters ? value / 4 : value;
}

bool has_comment(Function function) {
    return function == Function::wait || function == Function::tdm_wait || function == Function::sync_threads;
}

} // namespace

KernelRequest kernel_request(Function function, const Object& in) {
    KernelRequest request{};
    // Without matrix instructions hasSequentialValuC reads nothing else: the kernel need not have it.
    if (function == Function::acc_map && in.has("EnableMatrixInstruction") &&
        flag_from(in, "EnableMatrixInstruction") == 0) {
        request.inputs[Input::EnableMatrixInstruction] = 0;
        return request;
    }
    for (const InputRow& row : kernel::inputs) {
        if (!kernel::takes(function, row.input)) continue;
        const std::string part = part_of(function, row.input);
        request.inputs[row.input] = part.empty() ? number_from(in, row) : number_from(in.part(part.c_str()), row);
    }
    if (has_comment(function)) request.comment = in.text("comment", "");
    if (function == Function::sync_threads) read_tokens(in, request);
    if (in.has("target")) request.inputs[Input::target] = target_from(in, "target");
    return request;
}

Json kernel_json(Function function, const kernel::Inputs& inputs, const kernel::Extra& extra) {
    Json out = Json::object();
    for (const InputRow& row : kernel::inputs) {
        if (!kernel::takes(function, row.input)) continue;
        const std::string part = part_of(function, row.input);
        Json& to = part.empty() ? out : out[part];
        Json value = number_json(row, inputs[row.input]);
        if (element_of(row.input) >= 0)
            to["MIWaveTile"].push_back(std::move(value));
        else
            to[row.name] = std::move(value);
    }
    if (has_comment(function)) out["comment"] = std::string(extra.comment.begin(), extra.comment.end());
    if (function == Function::sync_threads) {
        out["memoryToken"] = nullptr;
        if (extra.has_tokens) out["memoryToken"] = std::vector<std::int64_t>(extra.tokens.begin(), extra.tokens.end());
    }
    return out;
}

Function function_from(const Object& in, const char* key) {
    const std::string name = in.text(key);
    for (std::size_t i = 0; i < kernel::function_count; ++i)
        if (name == kernel::function_names[i]) return static_cast<Function>(i);
    throw Refusal{"value_out_of_range",
                  in.where(key) + ": no function '" + name.substr(0, 40) +
                      "'; there are wait, tdm_wait, sync_threads, acc_map, acc_regs, mul_alpha, move"};
}

std::int64_t target_from(const Object& in, const char* key) {
    const std::string name = in.text(key);
    for (std::size_t i = 0; i < kernel::target_count; ++i)
        if (name == kernel::targets[i].name) return static_cast<std::int64_t>(i + 1);
    throw Refusal{"unsupported",
                  in.where(key) + ": no target '" + name.substr(0, 40) + "'; there are " + text::target_names()};
}

} // namespace kernabi::protocol
