// SPDX-License-Identifier: MIT
// The kernel side's questions to a subject behind the line protocol.
#include "conformance/protocol/op_kernel_inputs.hpp"
#include "conformance/protocol/op_kernel_list.hpp"
#include "conformance/subjects/pipe.hpp"
#include <algorithm>
#include <cstring>

namespace kernabi::subjects {

using kernel::Function;
using kernel::Input;
using protocol::Object;
using protocol::Refusal;

namespace {

std::string lines_of(const Json& reply) {
    std::string text;
    const Json& lines = Object(reply, "ok").at("lines");
    if (!lines.is_array()) throw Refusal{"bad_type", "ok.lines: wanted an array of texts"};
    for (const Json& line : lines) {
        if (!line.is_string()) throw Refusal{"bad_type", "ok.lines: wanted an array of texts"};
        text += line.get_ref<const std::string&>() + "\n";
    }
    return text;
}

/// The input that a message names first; of two at one place the longer.
Input named_in(const std::string& message) {
    std::size_t first = std::string::npos, longest = 0;
    Input found{};
    for (const kernel::InputRow& row : kernel::inputs) {
        const std::size_t at = message.find(row.name), size = std::strlen(row.name);
        if (at == std::string::npos || (first != std::string::npos && (at > first || (at == first && size < longest))))
            continue;
        first = at;
        longest = size;
        found = row.input;
    }
    return found;
}

const char* op_of(Function function, const kernel::Inputs& in) noexcept {
    return kernel::target_of(in[Input::target]) != nullptr ? "assembly"
                                                           : kernel::function_names[static_cast<std::size_t>(function)];
}

} // namespace

bool PipeSubject::answers(Function function, const kernel::Inputs& in) const noexcept {
    return broken_.empty() && knows(op_of(function, in));
}

Status PipeSubject::kernel_lines(Function function, const kernel::Inputs& in, const kernel::Extra& extra, Bytes to,
                                 std::size_t& written, Input& fault) noexcept {
    const kernel::Target* const target = kernel::target_of(in[Input::target]);
    const char* const op = op_of(function, in);
    return asked(op, [&] {
        Json question = protocol::kernel_json(function, in, extra);
        if (target != nullptr) {
            question = {{"function", kernel::function_names[static_cast<std::size_t>(function)]},
                        {"in", std::move(question)},
                        {"target", target->name}};
            constexpr Input numbers[] = {Input::valuC, Input::valuCBase, Input::alpha};
            for (const Input i : numbers) question[kernel::row_of(i).name] = in[i];
        }
        const Json reply = ask(op, std::move(question));
        if (reply.is_null()) {
            fault = named_in(message_);
            return code_ == "value_out_of_range" ? Status::value_out_of_range
                   : code_ == "unsupported"      ? Status::unsupported
                                                 : Status::refused;
        }
        const std::string text = target != nullptr               ? lines_of(reply)
                                 : function == Function::acc_map ? protocol::plain_map(reply)
                                                                 : protocol::plain_lines(reply);
        written = text.size();
        if (text.size() > to.size) return Status::destination_too_small;
        std::transform(text.begin(), text.end(), to.data, [](char c) { return static_cast<std::uint8_t>(c); });
        return Status::ok;
    });
}

} // namespace kernabi::subjects
