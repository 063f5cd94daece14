// SPDX-License-Identifier: MIT
// Every recorded request of the published host: the same launches, tables and sizes; and under `strict` the same bytes
// or a refusal with its class.
#include "conformance/protocol/solve_request.hpp"
#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <functional>
#include <map>

using namespace kernabi;
using protocol::Json;

namespace {

struct Case {
    std::string id;
    Json in, wanted;
};

void for_each_case(const std::function<void(const Case&)>& body) {
    const char* const path = std::getenv("KERNABI_RECORDED");
    std::ifstream file(path != nullptr ? path : "tests/solve/recorded.jsonl");
    REQUIRE(file);
    std::string line;
    REQUIRE(std::getline(file, line));
    const Json base = Json::parse(line)["base"];
    std::size_t count = 0;
    for (; std::getline(file, line); ++count) {
        Case one;
        one.wanted = Json::parse(line);
        one.id = one.wanted["id"];
        one.in = base;
        one.in.merge_patch(one.wanted["in"]);
        INFO(one.id);
        body(one);
    }
    CHECK(count == 295);
}

Json launches_of(const Json& in, protocol::Solved& solved) {
    Json launches = Json::array();
    const auto triple = [](const Grid& grid) { return Json::array({grid.x, grid.y, grid.z}); };
    solved = protocol::solve_all(protocol::requests_from(in), [&](const Invocation& i, const std::string& kernel) {
        launches.push_back({kernel, i.workGroupSize, triple(i.numWorkGroups), triple(i.numWorkItems),
                            protocol::to_hex(i.bytes.data, i.bytes.size)});
    });
    return launches;
}

} // namespace

TEST_CASE("solve: every recorded request gives the recorded launches, tables and sizes") {
    for_each_case([](const Case& one) {
        protocol::Solved solved;
        if (one.wanted.contains("refused")) {
            CHECK_THROWS_AS(launches_of(one.in, solved), protocol::Refusal);
            return;
        }
        CHECK(launches_of(one.in, solved) == one.wanted["launches"]);
        const auto is = [&](const char* key, std::uint64_t value) {
            if (one.wanted.contains(key)) CHECK(one.wanted[key] == value);
        };
        is("requiredWorkspaceSize", solved.requiredWorkspaceSize);
        is("requiredHostWorkspaceSizePerProblem", solved.sizes.hostBytesPerProblem);
        is("requiredWorkspaceSizeGroupedGemm", solved.sizes.requiredWorkspaceSize);
        for (const char* const key : {"argsBuffer", "deviceUserArguments"})
            if (one.wanted.contains(key))
                CHECK(one.wanted[key] == protocol::to_hex(solved.table.data(), solved.table.size()));
    });
}

TEST_CASE("solve: strict sends the same bytes as the published host, or refuses and says of which class") {
    std::map<std::string, unsigned> counts;
    for_each_case([&](const Case& one) {
        Json careful = one.in;
        careful["policy"] = "strict";
        protocol::Solved solved;
        try {
            const Json launches = launches_of(careful, solved);
            CHECK(launches == one.wanted["launches"]);
            ++counts["the same bytes"];
        } catch (const protocol::Refusal& refusal) {
            if (one.wanted.contains("refused")) {
                ++counts["refused by both"];
                return;
            }
            const std::string kind = refusal.message.substr(0, refusal.message.find(':'));
            CHECK_MESSAGE((kind == "does not fit" || kind == "never valid"), refusal.message);
            ++counts[kind];
        }
    });
    for (const auto& [what, count] : counts) MESSAGE(what << ": " << count);
    CHECK(counts["the same bytes"] == 228);
    CHECK(counts["does not fit"] + counts["never valid"] == 64);
    CHECK(counts["refused by both"] == 3);
}
