// SPDX-License-Identifier: MIT
#include "conformance/protocol/solve_request.hpp"
#include "conformance/protocol/request_json.hpp"
#include "conformance/text/explain.hpp"

namespace kernabi::protocol {

namespace {

constexpr std::size_t most_gemms = 1u << 20; ///< a line of 64 MiB holds fewer

/// A group of inputs over the common one: `problem`, `pointers`, `inputs` ... member by member.
Json laid_over(Json common, const Json& gemm, const std::string& where) {
    if (!gemm.is_object()) throw Refusal{"bad_type", where + ": wanted an object"};
    for (const auto& [key, value] : gemm.items()) {
        Json& group = common[key];
        if (group.is_object() && value.is_object())
            group.update(value);
        else
            group = value;
    }
    return common;
}

[[noreturn]] void refuse(Status status, const kernabi::Refusal& why, const std::vector<Request>& requests) {
    std::string message = text::of(status, why, requests[why.gemm < requests.size() ? why.gemm : 0]);
    if (requests.size() > 1) message = "gemms[" + std::to_string(why.gemm) + "]: " + message;
    if (status == Status::unsupported) throw Refusal{"unsupported", message};
    throw Refusal{status == Status::value_out_of_range ? "value_out_of_range" : "refused", message};
}

std::string kernel_name(const Invocation& invocation) {
    return invocation.name != nullptr ? invocation.name->text : "kernel";
}

} // namespace

std::vector<Request> requests_from(const Json& in) {
    const Object object(in, "");
    std::vector<Request> requests;
    const std::string call = object.text("call", "single");
    if (call != "grouped" && call != "groupedUser") {
        requests.push_back(request_from(object));
        return requests;
    }
    if (!object.has("gemms")) throw Refusal{"missing_key", "gemms: a grouped call needs its problems"};
    const Json& gemms = object.at("gemms");
    if (!gemms.is_array() || gemms.empty()) throw Refusal{"bad_type", "gemms: wanted a list of one problem or more"};
    if (gemms.size() > most_gemms) throw Refusal{"too_large", "gemms: more than 2^20 problems"};
    Json common = in;
    common.erase("gemms");
    requests.reserve(gemms.size());
    for (std::size_t i = 0; i < gemms.size(); ++i) {
        const Json merged = laid_over(common, gemms[i], "gemms[" + std::to_string(i) + "]");
        requests.push_back(request_from(Object(merged, "")));
    }
    return requests;
}

Solved solve_all(const std::vector<Request>& requests,
                 const std::function<void(const Invocation&, const std::string&)>& visit) {
    Solved solved{};
    Launch work{};
    kernabi::Refusal why{};
    const auto forward = [&](const Invocation& invocation) { visit(invocation, kernel_name(invocation)); };
    const Call call = requests.front().call;
    std::uint8_t block[2048];
    if (call != Call::grouped && call != Call::groupedUser) {
        std::size_t needed = 0;
        const Status status = solve(requests.front(), work, block, needed, forward, why);
        if (status != Status::ok) refuse(status, why, requests);
        solved.requiredWorkspaceSize = work.requiredWorkspaceSize;
        return solved;
    }
    solved.grouped = true;
    solved.user = call == Call::groupedUser;
    const auto gemm_at = [&](std::size_t i) -> const Request& { return requests[i]; };
    Status status = solve_grouped(requests.size(), gemm_at, work, {}, {}, solved.sizes, forward, why);
    if (status != Status::ok) refuse(status, why, requests);
    solved.table.resize(solved.sizes.table);
    status = solve_grouped(requests.size(), gemm_at, work, {solved.table.data(), solved.table.size()}, block,
                           solved.sizes, forward, why);
    if (status != Status::ok) refuse(status, why, requests);
    return solved;
}

} // namespace kernabi::protocol
