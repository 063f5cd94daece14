// SPDX-License-Identifier: MIT
#include "tests/cpu/problem.hpp"
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>
#include <string>

using namespace kernabi;
using cpu::Argument;
using test::Problem;

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// Every buffer is in use, and exactly long enough.
Problem full() {
    Problem p(DataType::Float, DataType::Float, 2, 3, 4, 2);
    p.a.assign(2 * 4 * 2 * 4, 0);
    p.b.assign(4 * 3 * 2 * 4, 0);
    p.c.assign(2 * 3 * 2 * 4, 0);
    p.set_beta(1);
    p.gemm.useScaleAB = cpu::ScaleAB::vector;
    p.scaleA.assign(2 * 4, 0);
    p.scaleB.assign(3 * 4, 0);
    p.gemm.useScaleCD = true;
    p.scaleC.assign(4, 0);
    p.scaleD.assign(4, 0);
    p.gemm.useScaleAlphaVec = 2;
    p.scaleAlphaVec.assign(3 * 4, 0);
    p.gemm.useBias = 1;
    p.gemm.biasType = DataType::Half;
    p.gemm.strideBias = 2;
    p.bias.assign(4 * 2, 0);
    p.gemm.useE = true;
    p.gemm.outputAmaxD = true;
    return p;
}

cpu::Outcome outcome_of(Problem p) {
    const test::Memory before = p.d;
    const cpu::Outcome outcome = p.run();
    if (outcome.status != Status::ok) CHECK(p.d == before);
    return outcome;
}

} // namespace

TEST_CASE("buffers of exactly the needed length are enough") { CHECK(outcome_of(full()).status == Status::ok); }

TEST_CASE("a buffer one byte too short is named, and nothing is written") {
    const auto shortened = [](test::Memory Problem::*buffer) {
        Problem p = full();
        (p.*buffer).pop_back();
        return outcome_of(p);
    };
    struct Row {
        test::Memory Problem::*buffer;
        Argument argument;
        Status status;
    };
    const Row rows[] = {
        {&Problem::a, Argument::a, Status::source_too_short},
        {&Problem::b, Argument::b, Status::source_too_short},
        {&Problem::c, Argument::c, Status::source_too_short},
        {&Problem::scaleA, Argument::scaleA, Status::source_too_short},
        {&Problem::scaleB, Argument::scaleB, Status::source_too_short},
        {&Problem::scaleC, Argument::scaleC, Status::source_too_short},
        {&Problem::scaleD, Argument::scaleD, Status::source_too_short},
        {&Problem::scaleAlphaVec, Argument::scaleAlphaVec, Status::source_too_short},
        {&Problem::bias, Argument::bias, Status::source_too_short},
        {&Problem::d, Argument::d, Status::destination_too_small},
        {&Problem::e, Argument::e, Status::destination_too_small},
        {&Problem::amaxD, Argument::amaxD, Status::destination_too_small},
    };
    for (const Row& row : rows) {
        CAPTURE(cpu::name_of(row.argument));
        const cpu::Outcome outcome = shortened(row.buffer);
        CHECK(outcome.status == row.status);
        CHECK(outcome.argument == row.argument);
    }
}

TEST_CASE("sizes whose products pass 64 bits are refused, not wrapped") {
    const auto refused = [](auto change) {
        Problem p = full();
        change(p.gemm);
        p.attach();
        return cpu::check(p.gemm).status != Status::ok;
    };
    for (const std::uint64_t size : {most, most / 2, most / 4 + 1, std::uint64_t{1} << 62, std::uint64_t{1} << 32}) {
        CAPTURE(size);
        CHECK(refused([&](cpu::Gemm& g) { g.m = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.n = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.k = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.batch = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.a.ld = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.b.stride = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.c.ld = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.d.stride = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.strideBias = size; }));
        CHECK(refused([&](cpu::Gemm& g) { g.m = g.n = g.k = g.batch = g.a.ld = g.b.ld = g.c.ld = g.d.ld = size; }));
    }
}

TEST_CASE("a leading dimension below the rows is refused where there is a second column") {
    Problem p = full();
    p.gemm.b.ld = 3;
    CHECK(outcome_of(p).status == Status::value_out_of_range);
    CHECK(outcome_of(p).argument == Argument::b);
    Problem column(DataType::Float, DataType::Float, 4, 1, 0);
    column.gemm.d.ld = 1;
    CHECK(outcome_of(column).status == Status::ok);
}

TEST_CASE("batches of D may interleave but not overlap") {
    Problem p(DataType::Float, DataType::Float, 2, 2, 0, 2);
    p.gemm.d.ld = 4;
    p.gemm.d.stride = 2;
    CHECK(outcome_of(p).status == Status::ok);
    p.gemm.d.stride = 1;
    CHECK(outcome_of(p).status == Status::overlap);
    p.gemm.d.stride = 0;
    CHECK(outcome_of(p).argument == Argument::d);
}

TEST_CASE("each batch may have views of its own") {
    Problem p(DataType::Half, DataType::Float, 1, 1, 1, 2);
    test::Memory first{0x00, 0x3c}, second{0x00, 0x40}, out0(2, 0xaa), out1(2, 0xaa);
    const ConstBytes inputs[] = {Bytes{first.data(), 2}, Bytes{second.data(), 2}};
    Bytes outputs[] = {{out0.data(), 2}, {out1.data(), 2}};
    p.gemm.a.per_batch = p.gemm.b.per_batch = inputs;
    p.gemm.d.per_batch = Span<const Bytes>(outputs);
    REQUIRE(p.run().status == Status::ok);
    CHECK(out0 == test::Memory{0x00, 0x3c});
    CHECK(out1 == test::Memory{0x00, 0x44});
    outputs[1].size = 1;
    CHECK(p.run().argument == Argument::d);
    outputs[1].size = 2;
    p.gemm.batch = 3;
    CHECK(p.run().argument == Argument::a);
}

TEST_CASE("what has no definition is unsupported, by name") {
    const auto argument_of = [](auto change) {
        Problem p = full();
        change(p.gemm);
        p.attach();
        const cpu::Outcome outcome = cpu::check(p.gemm);
        CHECK(outcome.status == Status::unsupported);
        return std::string(cpu::name_of(outcome.argument));
    };
    CHECK(argument_of([](cpu::Gemm& g) { g.computeType = DataType::BFloat16; }) == "computeType");
    CHECK(argument_of([](cpu::Gemm& g) { g.a.type = DataType::Float4; }) == "a");
    CHECK(argument_of([](cpu::Gemm& g) { g.b.type = DataType::ComplexFloat; }) == "b");
    CHECK(argument_of([](cpu::Gemm& g) { g.d.type = DataType::Int32; }) == "d");
    CHECK(argument_of([](cpu::Gemm& g) { g.activation = Activation::All; }) == "activation");
    CHECK(argument_of([](cpu::Gemm& g) { g.activation = Activation::Swish; }) == "activation");
    CHECK(argument_of([](cpu::Gemm& g) { g.useGradient = true; }) == "bias");
    CHECK(argument_of([](cpu::Gemm& g) { g.computeInputType = DataType::Float4; }) == "computeInputType");
    CHECK(argument_of([](cpu::Gemm& g) {
              g.computeType = g.a.type = g.b.type = g.c.type = g.d.type = g.e.type = DataType::ComplexFloat;
              g.alpha.type = g.beta.type = g.biasType = DataType::ComplexFloat;
          }) == "scaleA");
}

TEST_CASE("numbers outside their meaning are refused") {
    Problem p = full();
    p.gemm.useBias = 4;
    CHECK(outcome_of(p).status == Status::value_out_of_range);
    p = full();
    p.gemm.gsu = 2;
    CHECK(outcome_of(p).argument == Argument::depthU);
    p = full();
    p.gemm.batch = 1;
    p.gemm.useBias = 0;
    p.gemm.useGradient = true;
    p.gemm.useE = false;
    p.gemm.activation = Activation::DGelu;
    CHECK(outcome_of(p).status == Status::contradiction);
}
