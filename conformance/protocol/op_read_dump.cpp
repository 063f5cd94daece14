// SPDX-License-Identifier: MIT
#include "conformance/protocol/op_read_dump.hpp"

#include "conformance/dump/reader.hpp"
#include "conformance/protocol/refusal.hpp"

#include <string>
#include <utility>

namespace kernabi::protocol {
namespace {

std::string to_hex(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (std::uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15U];
    }
    return text;
}

/// Collects launches up to the first damaged line.
class Collector final : public dump::Handler {
  public:
    void launch_begin(const dump::Launch& launch) override {
        nlohmann::json entry = {{"kernel", launch.kernel}, {"args", nlohmann::json::array()}};
        if (launch.table) entry["table"] = true;
        launches.push_back(std::move(entry));
    }

    void argument(const dump::Argument& argument) override {
        nlohmann::json hex = nullptr;
        if (!argument.unbound) hex = to_hex(argument.bytes);
        launches.back()["args"].push_back({argument.name, argument.first, argument.size, std::move(hex)});
    }

    bool problem(const dump::Problem& problem) override {
        damage = "line " + std::to_string(problem.line) + ": ";
        damage.append(problem.what).append("; ").append(problem.remedy);
        return false;
    }

    nlohmann::json launches = nlohmann::json::array();
    std::string damage;
};

} // namespace

nlohmann::json op_read_dump(const nlohmann::json& in) {
    if (!in.is_object()) throw Refusal{"bad_type", "read_dump: \"in\" must be an object with \"text\""};
    const auto text = in.find("text");
    if (text == in.end()) throw Refusal{"missing_key", "read_dump: \"text\" is missing: give the dump as a string"};
    if (!text->is_string()) throw Refusal{"bad_type", "read_dump: \"text\" must be a string"};
    Collector collector;
    dump::Reader reader(collector);
    if (!reader.feed(text->get_ref<const std::string&>()) || !reader.finish())
        throw Refusal{"value_out_of_range", std::move(collector.damage)};
    return {{"launches", std::move(collector.launches)}};
}

} // namespace kernabi::protocol
