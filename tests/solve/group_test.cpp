// SPDX-License-Identifier: MIT
// Groups: large ones in the caller's memory, measuring, refusals, offsets at the end of 32 bits.
#include "abi/kernarg/grouped.hpp"
#include "tests/launch/request.hpp"
#include <doctest/doctest.h>
#include <vector>

using namespace kernabi;

namespace {

Request member(std::uint64_t n, Policy policy = Policy::host_2024) {
    Request request = test::base_request(Version::v2);
    request.call = Call::grouped;
    request.policy = policy;
    request.form.type.groupedGemm = true;
    request.problem.n = n;
    return request;
}

struct Group {
    Status status = Status::ok;
    GroupedSizes sizes{};
    Refusal refusal{};
    std::vector<std::uint8_t> table;
    std::vector<std::string> names;
    std::vector<Grid> items;
};

template <typename At>
Group solve_group(std::size_t count, At at) {
    Group group;
    Launch work{};
    std::uint8_t block[64];
    const auto visit = [&](const Invocation& i) {
        group.names.push_back(i.name == nullptr ? "kernel" : i.name->text);
        group.items.push_back(i.numWorkItems);
    };
    group.status = solve_grouped(count, at, work, {}, {}, group.sizes, visit, group.refusal);
    if (group.status != Status::ok) return group;
    CHECK(group.names.empty()); // measuring visits nothing
    group.table.resize(group.sizes.table);
    group.status = solve_grouped(count, at, work, {group.table.data(), group.table.size()}, block, group.sizes, visit,
                                 group.refusal);
    return group;
}

} // namespace

TEST_CASE("groups: 100,000 problems, made one by one") {
    constexpr std::size_t count = 100000;
    Request request = member(1);
    const Group group = solve_group(count, [&](std::size_t i) -> const Request& {
        request.problem.n = 1 + i % 300; // 1, 2 or 3 tiles along n, 8 along m
        return request;
    });
    REQUIRE(group.status == Status::ok);
    CHECK(group.table.size() == count * 92);
    CHECK(load_le(group.table.data() + 4, 4) == 8);                  // behind the first: 8 x 1 tiles
    CHECK(load_le(group.table.data() + 4 * 129, 4) == 128 * 8 + 16); // the 129th has two tiles along n
    CHECK(load_le(group.table.data() + 4 * count + 88 * (count - 1) + 4, 4) == 1 + (count - 1) % 300);
    REQUIRE(group.items.size() == 1);
    // 333 rounds of 300 (128 x 8 + 128 x 16 + 44 x 24) and 100 of 8
    CHECK(group.items[0].x == 256ull * (333ull * (128 * 8 + 128 * 16 + 44 * 24) + 100ull * 8));
}

TEST_CASE("groups: no problem, a null operand, Stream-K, with the problem that is at fault") {
    CHECK(solve_group(0, [](std::size_t) -> const Request& {
              static const Request none = member(1);
              return none;
          }).refusal.reason == Reason::group_count);
    std::vector<Request> all(3, member(64));
    const auto at = [&](std::size_t i) -> const Request& { return all[i]; };
    all[1].pointers.a = 0;
    Group group = solve_group(3, at);
    CHECK(group.status == Status::refused);
    CHECK(group.refusal.reason == Reason::null_operand);
    CHECK(group.refusal.gemm == 1);
    all[1].problem.n = 0; // a problem without columns is not looked at
    CHECK(solve_group(3, at).status == Status::ok);
    all[2].form.type.streamK = 3;
    group = solve_group(3, at);
    CHECK(group.refusal.reason == Reason::stream_k_grouped);
    CHECK(group.refusal.gemm == 2);
}

TEST_CASE("groups: user arguments need a kernel that takes them, and an activation in f32") {
    Request request = member(64);
    request.call = Call::groupedUser;
    const auto at = [&](std::size_t) -> const Request& { return request; };
    CHECK(solve_group(1, at).refusal.reason == Reason::user_arguments);
    request.form.type.supportDeviceUserArguments = true;
    CHECK(solve_group(2, at).table.size() == 2 * 196);
    request.form.type.activationType = Activation::Relu;
    request.form.type.activationComputeDataType = DataType::Half;
    CHECK(solve_group(1, at).refusal.reason == Reason::user_arguments);
}

TEST_CASE("groups: workspaces past 32 bits wrap as the published host's do, and strict refuses them") {
    std::vector<Request> all(3, member(65536));
    for (Request& request : all) {
        request.problem.m = request.problem.lda = request.problem.ldc = request.problem.ldd = 32768;
        request.map.gsu = 2; // 2^34 bytes a problem
        request.form.type.globalAccumulation = Accumulation::multiple_buffer;
    }
    const auto at = [&](std::size_t i) -> const Request& { return all[i]; };
    const Group group = solve_group(3, at);
    REQUIRE(group.status == Status::ok);
    CHECK(group.names == std::vector<std::string>{"kernel", "Cijk_SS_GG_PostGSU2_VW4"});
    const std::size_t first = 3 * 4 + 16, second = first + 88; // the D slot behind four sizes
    CHECK(load_le(group.table.data() + first, 8) == load_le(group.table.data() + second, 8));
    for (Request& request : all) request.policy = Policy::strict;
    CHECK(solve_group(3, at).refusal.reason == Reason::workspace_offset);
    CHECK(solve_group(3, at).refusal.gemm == 1);
}

TEST_CASE("groups: sizes at the end of 64 bits get an answer under either policy") {
    constexpr std::uint64_t far[] = {0, 1, 0xffffffff, 0x100000000, 0x8000000000000000, 0xffffffffffffffff};
    for (const Policy policy : {Policy::host_2024, Policy::strict})
        for (const std::uint64_t m : far)
            for (const std::uint64_t n : far) {
                std::vector<Request> all(2, member(n, policy));
                all[1].problem.m = m;
                all[1].map.gsu = 4;
                all[0].form.type.globalAccumulation = all[1].form.type.globalAccumulation =
                    Accumulation::multiple_buffer;
                const Group group = solve_group(2, [&](std::size_t i) -> const Request& { return all[i]; });
                CHECK((group.status == Status::ok) == (group.refusal.reason == Reason::none));
            }
}

TEST_CASE("groups: a destination that is too small is told its size, and nothing is written") {
    const Request request = member(64);
    const auto at = [&](std::size_t) -> const Request& { return request; };
    Launch work{};
    GroupedSizes sizes{};
    Refusal refusal{};
    std::uint8_t table[91] = {}, block[64] = {};
    const auto never = [](const Invocation&) { FAIL("visited"); };
    CHECK(solve_grouped(1, at, work, table, block, sizes, never, refusal) == Status::destination_too_small);
    CHECK(sizes.table == 92);
    for (const std::uint8_t byte : table) CHECK(byte == 0);
}
