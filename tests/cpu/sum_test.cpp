// SPDX-License-Identifier: MIT
#include "backends/cpu/accumulate.hpp"
#include "tests/cpu/problem.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>

using namespace kernabi;
using test::Problem;
using Values = std::vector<double>;

namespace {

constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();

/// One element with the given row of A and column of B.
Problem dot(DataType element, DataType compute, const Values& a, const Values& b) {
    Problem p(element, compute, 1, 1, a.size());
    p.gemm.d.type = compute;
    p.d.assign(cpu::size_of(compute), 0xaa);
    p.set_a(a);
    p.set_b(b);
    return p;
}

double value_of(Problem p) {
    CHECK(p.run().status == Status::ok);
    return p.result().at(0);
}

} // namespace

TEST_CASE("matrices are column-major, and transposed ones are stored the other way round") {
    // A = [1 2 3; 4 5 6], B = [1 -1; 2 0; 0 1], so A B = [5 2; 14 2].
    for (const bool transA : {false, true})
        for (const bool transB : {false, true}) {
            Problem p(DataType::Float, DataType::Float, 2, 2, 3);
            p.gemm.transA = transA;
            p.gemm.transB = transB;
            p.gemm.a.ld = transA ? 3 : 2;
            p.gemm.b.ld = transB ? 2 : 3;
            p.set_a(transA ? Values{1, 2, 3, 4, 5, 6} : Values{1, 4, 2, 5, 3, 6});
            p.set_b(transB ? Values{1, -1, 2, 0, 0, 1} : Values{1, 2, 0, -1, 0, 1});
            REQUIRE(p.run().status == Status::ok);
            CHECK(p.result() == Values{5, 14, 2, 2});
        }
}

TEST_CASE("f32 and f64 sums fuse each product") {
    CHECK(value_of(dot(DataType::Float, DataType::Float, {-1.00048828125, 1.000244140625}, {1, 1.000244140625})) ==
          0x1p-24);
    CHECK(value_of(dot(DataType::Double, DataType::Double, {-1.0 - 0x1p-29, 1.0 + 0x1p-30}, {1, 1.0 + 0x1p-30})) ==
          0x1p-60);
}

TEST_CASE("f16 sums round the product first") {
    const Values a{-1.001953125, 1.0009765625}, b{1, 1.0009765625}; // (1 + 2^-10)^2 - 1 - 2^-9
    CHECK(value_of(dot(DataType::Half, DataType::Half, a, b)) == 0.0);
    CHECK(value_of(dot(DataType::Half, DataType::Float, a, b)) == 0x1p-20);
}

TEST_CASE("f16 sums overflow to infinity in the sum") {
    CHECK(std::isinf(value_of(dot(DataType::Half, DataType::Half, {60000, 60000, -60000}, {1, 1, 1}))));
    CHECK(value_of(dot(DataType::Half, DataType::Float, {60000, 60000, -60000}, {1, 1, 1})) == 60000.0);
}

TEST_CASE("XFloat32 sees ten mantissa bits of A and B") {
    for (const bool by_input : {false, true}) {
        Problem p = dot(DataType::Float, DataType::Float, {1.0 + 0x1p-11, 1.0 + 0x1.8p-10}, {1, 2});
        if (by_input)
            p.gemm.computeInputType = DataType::XFloat32;
        else
            p.gemm.computeType = DataType::XFloat32;
        CHECK(value_of(p) == 1.0 + 2.0 * (1.0 + 0x1p-9));
    }
}

TEST_CASE("int32 sums wrap") {
    Problem p(DataType::Int8, DataType::Int32, 1, 1, 2);
    p.gemm.c.type = p.gemm.d.type = DataType::Int32;
    p.d.assign(4, 0xaa);
    p.set_a({127, 127});
    p.set_b({127, 127});
    p.set_c({2147483647});
    p.set_alpha(715827883);
    p.set_beta(3);
    REQUIRE(p.run().status == Status::ok);
    // 32258 * 715827883 + 3 * (2^31 - 1) taken modulo 2^32
    CHECK(p.result() == Values{static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(
                            (32258ull * 715827883ull + 3ull * 2147483647ull) & 0xffffffffull)))});
}

TEST_CASE("int32 clamps into int8, and the magnitude of the least number wraps") {
    Problem p(DataType::Int8, DataType::Int32, 2, 1, 1);
    p.gemm.activation = Activation::Abs;
    p.gemm.outputAmaxD = true;
    p.gemm.useBeta = true;
    p.gemm.c.type = DataType::Int32;
    p.set_a({0, 100});
    p.set_b({2});
    p.set_c({-2147483648.0, 0});
    p.set_beta(1);
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.result() == Values{-128, 127});
    CHECK(test::unpack(DataType::Int32, p.amaxD) == Values{200});
}

TEST_CASE("the two f8 families multiply as they read") {
    Problem p(DataType::Float8, DataType::Float, 1, 1, 1);
    p.gemm.d.type = DataType::Float;
    p.d.assign(4, 0xaa);
    p.a = {0x38};
    p.b = {0x38};
    CHECK(value_of(p) == 1.0);
    p.gemm.a.type = DataType::Float8_fnuz;
    CHECK(value_of(p) == 0.5);
    p.gemm.b.type = DataType::BFloat8_fnuz; // 0x38 is 2^(14 - 16)
    CHECK(value_of(p) == 0.125);
    p.gemm.b.type = DataType::BFloat8;
    p.b = {0x7c};
    CHECK(std::isinf(value_of(p)));
}

TEST_CASE("a narrower computeInputType rounds A times its scale, and that scale leaves alpha") {
    Problem p = dot(DataType::Float, DataType::Float, {1.125}, {1});
    p.gemm.computeInputType = DataType::Float8;
    p.gemm.useScaleAB = cpu::ScaleAB::scalar;
    p.scaleA = test::pack(DataType::Float, {3});
    p.scaleB = test::pack(DataType::Float, {1});
    CHECK(value_of(p) == 3.5); // 3.375 lies halfway between 3.25 and 3.5
    p.gemm.computeInputType = DataType::Float;
    CHECK(value_of(p) == 3.375);
    p.gemm.computeInputType = DataType::Float8;
    p.gemm.useScaleAB = cpu::ScaleAB::vector;
    p.set_a({1.1875}); // rounds to 1.25 as it is
    CHECK(value_of(p) == 3.75);
}

TEST_CASE("a mixed computeInputType gives A and B their own halves") {
    Problem p = dot(DataType::Half, DataType::Float, {1.0625 + 0.0078125}, {1.0625 + 0.0078125});
    p.gemm.computeInputType = DataType::Float8BFloat8; // 1.125 in e4m3, 1.0 in e5m2
    CHECK(value_of(p) == 1.125);
    p.gemm.computeInputType = DataType::Float8;
    CHECK(value_of(p) == 1.265625);
}

TEST_CASE("a complex sum takes four fused steps and conjugates nothing") {
    Problem p(DataType::ComplexFloat, DataType::ComplexFloat, 1, 1, 2);
    const auto both = [](const Values& parts) { return test::pack(DataType::Float, parts); };
    p.a = both({1, 2, 3, -1});
    p.b = both({5, 7, 0, 1});
    p.c = both({10, 20});
    p.gemm.alpha = {DataType::ComplexFloat, 0x40000000, 0x3f800000}; // 2 + i
    p.gemm.useBeta = true;
    p.gemm.beta = {DataType::ComplexFloat, 0, 0x3f800000}; // i
    REQUIRE(p.run().status == Status::ok);
    // (1+2i)(5+7i) + (3-i)i = -8+20i; times 2+i = -36+32i; plus i(10+20i)
    CHECK(test::unpack(DataType::Float, p.d) == Values{-56, 42});
}

TEST_CASE("complex alpha rounds the products with the real part first") {
    Problem p(DataType::ComplexFloat, DataType::ComplexFloat, 1, 1, 1);
    const double x = 1.000244140625; // 1 + 2^-12
    p.a = test::pack(DataType::Float, {x, x});
    p.b = test::pack(DataType::Float, {1, 0});
    const std::uint64_t bits = numeric::bits_of(static_cast<float>(x));
    p.gemm.alpha = {DataType::ComplexFloat, bits, bits};
    REQUIRE(p.run().status == Status::ok);
    // ar re rounds to 1 + 2^-11, a loss of 2^-24 that the fused -ai im then brings out.
    CHECK(test::unpack(DataType::Float, p.d) == Values{-0x1p-24, 2.0009765625});
}

TEST_CASE("with alpha zero, of either sign, A and B are not read") {
    for (const double alpha : {0.0, -0.0}) {
        Problem p(DataType::Float, DataType::Float, 1, 1, 4);
        p.set_alpha(alpha); // A and B are not even there
        p.set_c({3});
        p.set_beta(2);
        CHECK(value_of(p) == 6.0);
    }
    Problem p = dot(DataType::Float, DataType::Float, {quiet_nan}, {quiet_nan});
    p.set_alpha(-0.0);
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.d == test::Memory{0, 0, 0, 0});
}

TEST_CASE("with beta zero, of either sign, C is not read") {
    for (const double beta : {0.0, -0.0}) {
        Problem p = dot(DataType::Float, DataType::Float, {2}, {3});
        p.set_beta(beta);
        CHECK(value_of(p) == 6.0);
    }
}

TEST_CASE("k zero is a sum of nothing") {
    Problem p(DataType::Half, DataType::Float, 1, 1, 0);
    p.set_c({1.5});
    p.set_beta(-1);
    CHECK(value_of(p) == -1.5);
}

TEST_CASE("a split cuts k into whole steps, longer parts first") {
    cpu::Gemm g;
    g.k = 7;
    g.depthU = 2;
    g.gsu = 3;
    const cpu::Split three(g);
    CHECK(three.begin(0) == 0);
    CHECK(three.begin(1) == 4);
    CHECK(three.begin(2) == 6);
    CHECK(three.begin(3) == 7);
    g.gsu = 9;
    const cpu::Split nine(g);
    CHECK(nine.begin(4) == 7);
    CHECK(nine.begin(9) == 7);
    g.k = std::numeric_limits<std::uint64_t>::max();
    g.depthU = g.k - 1;
    g.gsu = 2;
    const cpu::Split huge(g);
    CHECK(huge.begin(1) == g.depthU);
    CHECK(huge.begin(2) == g.k);
}

TEST_CASE("split parts are summed each from zero, then in ascending order") {
    Problem p = dot(DataType::Float, DataType::Float, {1, 0x1p-24, 0x1p-24, 0x1p-24}, {1, 1, 1, 1});
    CHECK(value_of(p) == 1.0);
    p.gemm.gsu = 2;
    p.gemm.depthU = 2;
    CHECK(value_of(p) == 1.0 + 0x1p-23);
    p.gemm.gsu = 1000000;
    CHECK(value_of(p) == 1.0 + 0x1p-23);
    p.gemm.depthU = 4;
    CHECK(value_of(p) == 1.0);
}
