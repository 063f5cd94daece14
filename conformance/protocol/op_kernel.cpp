// SPDX-License-Identifier: MIT
#include "conformance/protocol/op_kernel.hpp"
#include "abi/kernel/lint.hpp"
#include "abi/kernel/result.hpp"
#include "conformance/protocol/op_kernel_inputs.hpp"
#include "conformance/protocol/op_kernel_list.hpp"
#include "conformance/text/kernel_text.hpp"

namespace kernabi::protocol {

using kernel::AccMap;
using kernel::Digit;
using kernel::Finding;
using kernel::Function;
using kernel::Input;
using kernel::Inputs;
using kernel::LineFault;
using kernel::Outcome;
using kernel::Text;
using kernel::Unwritten;
using kernel::acc_register_count;
using kernel::emit;
using kernel::fill_acc_to_arch;
using kernel::fill_arch_to_acc;
using kernel::imaginary_offset;
using kernel::info_order;
using kernel::lint;
using kernel::lint_names;
using kernel::make_acc_map;
using kernel::target_of;
using kernel::write_list;

namespace {

/// Longest list, and longest array of a map, that a reply holds. A larger map answers by `indices`.
constexpr std::uint64_t most_items = std::uint64_t{1} << 18;
constexpr std::uint64_t most_entries = std::uint64_t{1} << 20;

[[noreturn]] void refuse(const Outcome& o) {
    const char* const code = o.status == Status::value_out_of_range ? "value_out_of_range"
                             : o.status == Status::unsupported      ? "unsupported"
                                                                    : "refused";
    throw Refusal{code, text::of(o)};
}

void require(const Outcome& o) {
    if (!o.ok()) refuse(o);
}

/// Refuses a list that is too long before any of it is made.
void check_length(Function function, const Inputs& in) {
    if (function != Function::acc_regs && function != Function::mul_alpha && function != Function::move) return;
    AccMap map{};
    require(make_acc_map(in, map));
    std::uint64_t count = map.size;
    if (function == Function::acc_regs) require(acc_register_count(map, in, count));
    if (count > most_items)
        throw Refusal{"too_large",
                      "the list has " + std::to_string(count) + " items, a reply holds " + std::to_string(most_items)};
}

/// What is doubtful, beside the result; nothing where nothing is.
void add_findings(Function function, const KernelRequest& request, Json& reply) {
    constexpr const char* severities[] = {"note", "warning", "error"};
    std::vector<Finding> found;
    found.reserve(64); // a list's findings are each told once: the sink below need not allocate
    (void)lint(function, request.inputs, request.extra(), [&found](const Finding& f) noexcept {
        if (found.size() < found.capacity()) found.push_back(f);
    });
    for (const Finding& f : found)
        reply["findings"].push_back({{"code", lint_names[static_cast<std::size_t>(f.code)]},
                                     {"severity", severities[static_cast<std::size_t>(f.severity)]},
                                     {"input", kernel::row_of(f.input).name},
                                     {"message", text::of(f, request.inputs)}});
}

Json list_of(Function function, const Json& raw) {
    const KernelRequest request = kernel_request(function, Object(raw, ""));
    check_length(function, request.inputs);
    ListBuilder builder;
    require(emit(function, request.inputs, request.extra(), builder));
    Json reply = builder.take();
    add_findings(function, request, reply);
    return reply;
}

/// `indices`: the entries that are wanted of a map, however large it is.
Json some_entries(const AccMap& map, const Json& indices) {
    if (!indices.is_array()) throw Refusal{"bad_type", "indices: wanted an array of whole numbers"};
    Json out = {{"acc2arch", Json::array()}, {"arch2acc", Json::array()}};
    for (const Json& index : indices) {
        if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= map.size)
            throw Refusal{"value_out_of_range",
                          "indices: " + index.dump() + " is none of the map's " + std::to_string(map.size)};
        out["acc2arch"].push_back(map.to_arch(index.get<std::uint64_t>()));
        out["arch2acc"].push_back(map.to_acc(index.get<std::uint64_t>()));
    }
    return out;
}

Json all_entries(const AccMap& map) {
    if (map.size > most_entries)
        throw Refusal{"too_large",
                      "the map has " + std::to_string(map.size) + " entries; name those that are wanted in indices"};
    std::vector<std::uint32_t> forth(static_cast<std::size_t>(map.size)), back(forth.size());
    if (fill_acc_to_arch(map, Span<std::uint32_t>(forth.data(), forth.size())) != Status::ok ||
        fill_arch_to_acc(map, Span<std::uint32_t>(back.data(), back.size())) != Status::ok)
        throw Refusal{"refused", "the map does not fit"};
    return {{"acc2arch", forth}, {"arch2acc", back}};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
        lines.push_back(text.substr(at, end - at));
    return lines;
}

} // namespace

Json op_wait(const Json& in) { return list_of(Function::wait, in); }
Json op_tdm_wait(const Json& in) { return list_of(Function::tdm_wait, in); }
Json op_sync_threads(const Json& in) { return list_of(Function::sync_threads, in); }
Json op_acc_regs(const Json& in) { return list_of(Function::acc_regs, in); }
Json op_mul_alpha(const Json& in) { return list_of(Function::mul_alpha, in); }
Json op_move(const Json& in) { return list_of(Function::move, in); }

Json op_acc_map(const Json& raw) {
    const Object in(raw, "");
    const KernelRequest request = kernel_request(Function::acc_map, in);
    if (request.inputs[Input::EnableMatrixInstruction] == 0) return {{"sequential", 0}};
    AccMap map{};
    std::int64_t imaginary = 0;
    require(make_acc_map(request.inputs, map));
    require(imaginary_offset(map, request.inputs, imaginary));
    Json reply = in.has("indices") ? some_entries(map, in.at("indices")) : all_entries(map);
    for (const Digit d : info_order) reply["info"].push_back(map[d]);
    reply["len"] = map.acc_to_arch_length;
    reply["sequential"] = map.is_sequential() ? 1 : 0;
    reply["imagOffset"] = imaginary;
    add_findings(Function::acc_map, request, reply);
    return reply;
}

Json op_assembly(const Json& raw) {
    const Object in(raw, "");
    const Function function = function_from(in, "function");
    Json asked = in.at("in");
    if (in.has("tmp") && asked.is_object()) asked["startVgprAlphaTmp"] = in.at("tmp");
    KernelRequest request = kernel_request(function, Object(asked, "in"));
    request.inputs[Input::target] = target_from(in, "target");
    for (const Input i : {Input::valuC, Input::valuCBase, Input::alpha})
        request.inputs[i] = in.integer(kernel::row_of(i).name, 0);
    check_length(function, request.inputs);
    std::string text;
    std::exception_ptr failure;
    LineFault fault{};
    const auto put = [&](Text piece) noexcept {
        try {
            if (!failure) text.append(piece.data, piece.size);
        } catch (...) {
            failure = std::current_exception();
        }
    };
    const Outcome o = write_list(function, request.inputs, request.extra(), put, fault);
    if (failure) std::rethrow_exception(failure);
    if (!fault.ok()) {
        const char* const code = fault.why == Unwritten::never_filled        ? "refused"
                                 : fault.why == Unwritten::lacks_instruction ? "unsupported"
                                                                             : "value_out_of_range";
        throw Refusal{code, text::of(fault, *target_of(request.inputs[Input::target]))};
    }
    require(o);
    Json reply = {{"lines", lines_of(text)}};
    add_findings(function, request, reply);
    return reply;
}

} // namespace kernabi::protocol
