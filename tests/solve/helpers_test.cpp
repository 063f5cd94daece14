// SPDX-License-Identifier: MIT
// Helper launches: order, measuring, names by rule, widths and shapes.
#include "abi/kernarg/solve.hpp"
#include "tests/launch/request.hpp"
#include <doctest/doctest.h>
#include <vector>

using namespace kernabi;

namespace {

struct Seen {
    Status status = Status::ok;
    Refusal refusal{};
    std::size_t needed = 0;
    std::vector<std::string> names;
    std::vector<std::uint64_t> groups;
};

Seen run(const Request& request, std::size_t room = 512) {
    Seen seen;
    Launch work{};
    std::vector<std::uint8_t> bytes(room);
    seen.status = solve(
        request, work, {bytes.data(), bytes.size()}, seen.needed,
        [&](const Invocation& i) {
            seen.names.push_back(i.name == nullptr ? "kernel" : i.name->text);
            seen.groups.push_back(i.numWorkGroups.x);
        },
        seen.refusal);
    return seen;
}

Request split(Accumulation sum, std::uint32_t gsu = 4) {
    Request request = test::base_request(Version::v2);
    request.map.gsu = gsu;
    request.form.type.globalAccumulation = sum;
    return request;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("helpers: which launches stand around a split GEMM, in order") {
    CHECK(run(split(Accumulation::none)).names == Names{"Cijk_S", "kernel"});
    CHECK(run(split(Accumulation::single_buffer)).names == Names{"Cijk_S_GA", "kernel", "Cijk_SS_PostGSU1_VW4"});
    CHECK(run(split(Accumulation::multiple_buffer)).names == Names{"kernel", "Cijk_SS_PostGSU4_VW4"});
    CHECK(run(split(Accumulation::multiple_buffer_single_kernel)).names == Names{"kernel"});
    CHECK(run(split(Accumulation::multiple_buffer, 1)).names == Names{"kernel"});
    Request all = split(Accumulation::single_buffer);
    all.form.type.activationType = Activation::Leakyrelu;
    all.form.type.activationFused = false;
    all.form.type.useGradient = true;
    all.form.type.useBias = 1;
    CHECK(run(all).names == Names{"Cijk_S_GA", "kernel", "Cijk_SS_DBiasS_BiasSrcDLEAKYRELUS_PostGSU1_VW4",
                                  "Dijk_SLEAKYRELU", "Dijk_SS_MT8x32_VW1_Reduction"});
    all.call = Call::single;
    CHECK(run(all).names == Names{"kernel"});
}

TEST_CASE("helpers: the conversion's width") {
    const struct {
        std::uint64_t elements, m;
        DataType a;
        unsigned width;
    } all[] = {{2048, 64, DataType::Float, 1},       {2049, 64, DataType::Float, 4},  {2049, 66, DataType::Float, 2},
               {2049, 65, DataType::Float, 1},       {4096, 64, DataType::Double, 2}, {4096, 64, DataType::Half, 4},
               {4096, 64, DataType::ComplexFloat, 2}};
    for (const auto& row : all) CHECK(conversion_width(row.elements, row.m, row.a) == row.width);
}

TEST_CASE("helpers: parts are rounded up to a power of two and cut at the library's limit") {
    CHECK(detail::rounded_parts(1, 16) == 1);
    CHECK(detail::rounded_parts(5, 16) == 8);
    CHECK(detail::rounded_parts(16, 16) == 16);
    CHECK(detail::rounded_parts(300, 16) == 16);
    CHECK(detail::rounded_parts(0xffffffff, 0xffffffff) == 0xffffffff);
}

TEST_CASE("helpers: the reduction's shape by n") {
    const struct {
        std::uint64_t n;
        std::uint32_t threads, mt0, mt1, vw;
    } all[] = {{0, 256, 256, 1, 1}, {1, 256, 256, 1, 1},   {2, 256, 128, 2, 1},    {31, 256, 8, 30, 1},
               {32, 256, 8, 32, 1}, {8191, 256, 8, 32, 1}, {8192, 1024, 32, 32, 4}};
    for (const auto& row : all) {
        const ReductionShape shape = reduction_shape(row.n);
        CHECK(shape.threads == row.threads);
        CHECK(shape.mt0 == row.mt0);
        CHECK(shape.mt1 == row.mt1);
        CHECK(shape.vw == row.vw);
    }
}

TEST_CASE("helpers: every name fits its room") {
    Form form{};
    ProblemType& t = form.type;
    t.groupedGemm = t.useE = t.useScaleCD = true;
    t.useBias = t.useScaleAlphaVec = 3;
    t.dType = t.eType = t.biasType = t.activationComputeDataType = DataType::Float8BFloat8;
    t.activationType = Activation::Hipblaslt_all;
    for (const Activation kind : {Activation::Clippedrelu, Activation::Geluscaling, Activation::Hipblaslt_all})
        for (const bool gradient : {false, true}) {
            t.activationType = kind;
            t.useGradient = gradient;
            t.useScaleAB = ScaleAB::vector;
            CHECK(conversion_name(form, 0xffffffff, 0xffffffff, 4).size + 8 < sizeof(KernelName::text));
        }
}

TEST_CASE("helpers: with too little room nothing is visited and the need is told") {
    const Seen seen = run(split(Accumulation::none), 60);
    CHECK(seen.status == Status::destination_too_small);
    CHECK(seen.names.empty());
    CHECK(seen.needed == 104);
}

TEST_CASE("helpers: strict refuses a helper whose grid is too large, before anything is visited") {
    Request request = split(Accumulation::none, 2);
    request.policy = Policy::strict;
    request.sizes.macroTile[0] = request.sizes.macroTile[1] = 1024;
    Problem& p = request.problem;
    p.m = p.lda = p.ldc = p.ldd = 65536;
    p.n = 65536; // 64 x 64 tiles, but 2^32 elements of D
    p.strideC = p.strideD = 0;
    const Seen seen = run(request);
    CHECK(seen.refusal.reason == Reason::work_items);
    CHECK(seen.names.empty());
}
