// SPDX-License-Identifier: MIT
// The list of a request's keys against those who read it: a listed key that nobody reads would pass in silence.
#include "conformance/protocol/form_json.hpp"
#include "conformance/protocol/gemm_json.hpp"
#include "conformance/protocol/refusal.hpp"
#include "conformance/protocol/request_keys.hpp"
#include "conformance/protocol/solve_request.hpp"
#include <doctest/doctest.h>
#include <sstream>
#include <string>

using namespace kernabi;
using protocol::Json;

namespace {

/// A request in which all that is asked for only now and then is asked for.
Json request() {
    return Json::parse(R"({"call": "solve", "dialect": "v3",
        "internalArgsSupport": {"version": 3},
        "problemType": {"useBias": 3, "useScaleAlphaVec": 3, "useE": true, "activationType": "All",
                        "activationArgLength": 2, "useGateResidual": true, "outputAmaxD": true, "mxBlockA": 32,
                        "mxBlockB": 32, "stridedBatched": true, "useScaleAB": "Scalar", "useScaleCD": true},
        "problem": {"m": 64, "n": 64, "k": 64}, "inputs": {"alpha": 1, "beta": 1, "activationArgs": [1, 2]}})");
}

/// Whether one of a request's readers refuses it by a message that names this key.
bool is_read(const Json& in, const std::string& key) {
    const auto refuses = [&](const auto& read) {
        try {
            read();
        } catch (const protocol::Refusal& refusal) {
            return refusal.message.find(key) != std::string::npos;
        }
        return false;
    };
    return refuses([&] { (void)protocol::requests_from(in); }) || refuses([&] { (void)protocol::gemm_from(in); });
}

} // namespace

TEST_CASE("every key that is listed for a group is read by someone") {
    const Json wrong = Json::parse(R"({"neither": ["number", "text", "nor list of numbers"]})");
    for (const protocol::KeyGroup& group : protocol::request_groups) {
        if (group.name.empty()) continue;
        std::istringstream keys{std::string(group.keys)};
        for (std::string key; keys >> key;) {
            if (key == "gcnArchName") continue; // recorded requests say it beside `arch`; nothing depends on it
            Json in = request();
            in[std::string(group.name)][key] = wrong;
            CAPTURE(std::string(group.name));
            CAPTURE(key);
            CHECK(is_read(in, key));
        }
    }
}
