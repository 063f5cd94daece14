// SPDX-License-Identifier: MIT
#include "tests/cpu/problem.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace kernabi;
using test::Problem;
using Values = std::vector<double>;

namespace {

/// m x 1 with packed A (rows of k elements behind one another, so A is transposed) and B of ones in f32's place: f8.
Problem scaled(DataType a, std::uint64_t m, std::uint64_t k) {
    Problem p(DataType::Float8, DataType::Float, m, 1, k);
    p.gemm.a.type = a;
    p.gemm.d.type = DataType::Float;
    p.d.assign(m * 4, 0xaa);
    p.gemm.transA = true;
    p.gemm.a.ld = k;
    p.gemm.mxBlockA = 32;
    p.gemm.mxsa.type = DataType::E8;
    p.b.assign(k, 0x38);
    return p;
}

} // namespace

TEST_CASE("a block scale is a power of two for 32 elements along k") {
    Problem p = scaled(DataType::Float8, 1, 33);
    p.a.assign(33, 0x38);
    p.mxsa = {128, 130}; // 2 and 8
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.result() == Values{32 * 2 + 8});
}

TEST_CASE("scales are stored as their operand is, k in blocks") {
    Problem p = scaled(DataType::Float8, 2, 64);
    p.a.assign(128, 0x38);
    p.mxsa = {127, 128, 129, 130}; // row 0: 1 and 2, row 1: 4 and 8
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.result() == Values{32 + 64, 128 + 256});
    p.gemm.transA = false;
    p.gemm.a.ld = 2;
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.result() == Values{32 + 128, 64 + 256});
}

TEST_CASE("B's scales go with its columns") {
    Problem p(DataType::Float8, DataType::Float, 1, 2, 64);
    p.gemm.b.type = DataType::Float4;
    p.gemm.d.type = DataType::Float;
    p.d.assign(8, 0xaa);
    p.a.assign(64, 0x38);
    p.b.assign(64, 0x22); // ones
    p.gemm.mxBlockB = 32;
    p.gemm.mxsb.type = DataType::E8;
    p.mxsb = {127, 128, 129, 130};
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.result() == Values{96, 384});
    p.gemm.transB = true;
    p.gemm.b.ld = 2;
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.result() == Values{160, 320});
}

TEST_CASE("four and six bits are read from the low end of each byte on") {
    Problem four = scaled(DataType::Float4, 1, 3);
    four.a = {0x72, 0x0c}; // 1, 6, -2
    four.mxsa = {127};
    REQUIRE(four.run().status == Status::ok);
    CHECK(four.result() == Values{5});
    Problem six = scaled(DataType::Float6, 1, 3);
    // 7.5 (0x1f), -0.125 (0x21), 1 (0x08): 0x1f | 0x21 << 6 | 0x08 << 12
    six.a = {0x5f, 0x88, 0x00};
    six.mxsa = {127};
    REQUIRE(six.run().status == Status::ok);
    CHECK(six.result() == Values{7.5 - 0.125 + 1});
    Problem wide = scaled(DataType::BFloat6, 1, 2);
    wide.a = {0x5f, 0x08}; // 28 (0x1f), -0.0625 (0x21)
    wide.mxsa = {127};
    REQUIRE(wide.run().status == Status::ok);
    CHECK(wide.result() == Values{28 - 0.0625});
}

TEST_CASE("a scale of ff makes its block NaN, and a scaled element past f32's range is infinite") {
    Problem p = scaled(DataType::Float8, 2, 1);
    p.a = {0x38, 0x7e};
    p.mxsa = {255, 254};
    REQUIRE(p.run().status == Status::ok);
    CHECK(std::isnan(p.result()[0]));
    CHECK(std::isinf(p.result()[1]));
}

TEST_CASE("what block scales are not defined for is refused") {
    const auto refusal = [](auto change) {
        Problem p = scaled(DataType::Float4, 1, 32);
        p.a.assign(16, 0x22);
        p.mxsa = {127};
        change(p);
        const cpu::Outcome o = p.run();
        return std::pair{o.status, o.argument};
    };
    using cpu::Argument;
    CHECK(refusal([](Problem&) {}) == std::pair{Status::ok, Argument::none});
    CHECK(refusal([](Problem& p) { p.gemm.mxBlockA = 16; }) ==
          std::pair{Status::value_out_of_range, Argument::mxBlockA});
    CHECK(refusal([](Problem& p) { p.gemm.mxBlockA = 0; }) == std::pair{Status::unsupported, Argument::a});
    CHECK(refusal([](Problem& p) { p.gemm.mxsa.type = DataType::E5M3; }) ==
          std::pair{Status::unsupported, Argument::mxsa});
    CHECK(refusal([](Problem& p) { p.gemm.a.type = DataType::Half; }) == std::pair{Status::unsupported, Argument::a});
    CHECK(refusal([](Problem& p) { p.gemm.computeType = DataType::Half; }).second == Argument::mxBlockA);
    CHECK(refusal([](Problem& p) { p.mxsa.clear(); }) == std::pair{Status::source_too_short, Argument::mxsa});
    CHECK(refusal([](Problem& p) { p.a.pop_back(); }) == std::pair{Status::source_too_short, Argument::a});
    CHECK(refusal([](Problem& p) { p.gemm.d.type = DataType::Float4; }) == std::pair{Status::unsupported, Argument::d});
}
