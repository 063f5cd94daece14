// SPDX-License-Identifier: MIT
#include "conformance/protocol/op_kernel_list.hpp"

namespace kernabi::protocol {

using kernel::Comment;
using kernel::Form;
using kernel::Instruction;
using kernel::Opcode;
using kernel::OpcodeRow;
using kernel::Operand;
using kernel::opcodes;
using kernel::row_of;
using kernel::symbol_names;

namespace {

constexpr const char* file_letters[] = {"v", "s", "a"};

std::string offset_name(const Operand& o) {
    const std::string name = symbol_names[static_cast<std::size_t>(o.symbol)];
    return o.plain ? name : name + "+" + std::to_string(o.number);
}

Json operand_json(const Operand& o) {
    Json out = {{"r", file_letters[static_cast<std::size_t>(o.file)]}, {"n", int{o.registers}}};
    if (o.form == Form::number)
        out["i"] = o.number;
    else
        out[o.form == Form::symbol ? "s" : "h"] = offset_name(o);
    if (o.negated) out["neg"] = 1;
    return out;
}

std::string comment_text(const Comment& c) {
    return c.before + (c.numbered ? std::to_string(c.number) : "") + c.after +
           std::string(c.given.begin(), c.given.end());
}

Json instruction_json(const Instruction& i) {
    const OpcodeRow& row = row_of(i.opcode);
    if (i.opcode == Opcode::none) return nullptr;
    if (i.opcode == Opcode::comment) return {{"op", row.name}, {"text", comment_text(i.comment)}};
    Json out = {{"op", row.name}, {"comment", comment_text(i.comment)}};
    if (i.opcode == Opcode::SWaitCnt) {
        out["dscnt"] = i.dscnt;
        out["vlcnt"] = i.vlcnt;
        out["vscnt"] = i.vscnt;
    } else if (i.opcode == Opcode::SWaitTensorcnt) {
        out["tensorcnt"] = i.tensorcnt;
    } else if (i.opcode == Opcode::SBarrier) {
        out["memToken"] = nullptr;
        if (i.has_tokens) out["memToken"] = std::vector<std::int64_t>(i.tokens.begin(), i.tokens.end());
    } else if (i.opcode == Opcode::VLShiftLeftB64) {
        out["shiftHex"] = 0;
    }
    for (std::size_t n = 0; n < row.operands; ++n) out[row.operand[n]] = operand_json(i.operand[n]);
    return out;
}

const OpcodeRow* row_named(const std::string& name) {
    for (const OpcodeRow& row : opcodes)
        if (name == row.name && row.opcode != Opcode::none && row.opcode != Opcode::module_end) return &row;
    return nullptr;
}

std::string plain_operand(const Object& o) {
    const std::string file = o.text("r");
    std::string out = o.has("neg") && o.integer("neg") != 0 ? "-" : "";
    out += file;
    if (o.has("i"))
        out += std::to_string(o.integer("i"));
    else if (o.has("s"))
        out.append("[").append(o.text("s")).append("]");
    else
        out.append("{").append(o.text("h")).append("}");
    const std::int64_t registers = o.integer("n");
    return registers == 1 ? out : out + ":" + std::to_string(registers);
}

/// Not deeper than a list of a list: what is deeper is no list of ours.
void plain_item(const Json& item, std::size_t depth, std::string& out) {
    out.append(depth, ' ');
    if (item.is_null()) {
        out += "null\n";
        return;
    }
    const Object o(item, "ok");
    const OpcodeRow* const row = row_named(o.text("op"));
    if (row == nullptr || depth > 4)
        throw Refusal{"refused", "ok: no instruction '" + o.text("op").substr(0, 40) + "'"};
    out += row->name;
    if (row->opcode == Opcode::module_begin) {
        const std::string name = o.text("name");
        out += (name.empty() ? "" : " ") + name + "\n";
        const Json& items = o.at("items");
        if (!items.is_array()) throw Refusal{"bad_type", "ok.items: wanted an array"};
        for (const Json& inner : items) plain_item(inner, depth + 1, out);
        return;
    }
    if (row->opcode == Opcode::SWaitCnt)
        for (const char* count : {"dscnt", "vlcnt", "vscnt"})
            out += std::string(" ") + count + " " + std::to_string(o.integer(count));
    if (row->opcode == Opcode::SWaitTensorcnt) out.append(" ").append(std::to_string(o.integer("tensorcnt")));
    if (row->opcode == Opcode::SBarrier && !o.at("memToken").is_null()) {
        out += " memToken";
        for (const Json& token : o.at("memToken")) out.append(" ").append(token.dump());
    }
    if (row->opcode == Opcode::VLShiftLeftB64 && o.integer("shiftHex") != 0)
        throw Refusal{"refused", "ok: a shift that moves bits"};
    for (std::size_t n = 0; n < row->operands; ++n)
        out.append(" ").append(plain_operand(Object(o.at(row->operand[n]), row->operand[n])));
    const std::string comment = o.text(row->opcode == Opcode::comment ? "text" : "comment", "");
    out += (comment.empty() ? "" : " // ") + comment + "\n";
}

} // namespace

void ListBuilder::add(Json item) {
    if (open_.empty())
        whole_ = std::move(item);
    else
        open_.back()["items"].push_back(std::move(item));
}

void ListBuilder::operator()(const Instruction& i) noexcept {
    if (failure_) return;
    try {
        if (i.opcode == Opcode::module_begin) {
            open_.push_back({{"op", "Module"}, {"name", i.module}, {"items", Json::array()}});
        } else if (i.opcode == Opcode::module_end) {
            Json done = std::move(open_.back());
            open_.pop_back();
            add(std::move(done));
        } else {
            add(instruction_json(i));
        }
    } catch (...) {
        failure_ = std::current_exception();
    }
}

Json ListBuilder::take() {
    if (failure_) std::rethrow_exception(failure_);
    return std::move(whole_);
}

std::string plain_lines(const Json& list) {
    std::string out;
    plain_item(list, 0, out);
    return out;
}

std::string plain_map(const Json& reply) {
    const Object o(reply, "ok");
    std::string out;
    const auto number = [&](const char* key) { out += std::string(key) + " " + std::to_string(o.integer(key)) + "\n"; };
    const auto numbers = [&](const char* key) {
        if (!o.at(key).is_array()) throw Refusal{"bad_type", o.where(key) + ": wanted an array"};
        out += key;
        for (const Json& value : o.at(key)) out.append(" ").append(value.dump());
        out += "\n";
    };
    if (!o.has("len")) {
        number("sequential");
        return out;
    }
    numbers("info");
    for (const char* key : {"len", "sequential", "imagOffset"}) number(key);
    numbers("acc2arch");
    numbers("arch2acc");
    return out;
}

} // namespace kernabi::protocol
