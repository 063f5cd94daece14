// SPDX-License-Identifier: MIT
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

/// 2 x 2 with A the unit matrix, so that the sums are B = [1 3; 2 4] column by column 1 2 3 4.
Problem unit(DataType element = DataType::Float, DataType compute = DataType::Float, const Values& b = {1, 2, 3, 4}) {
    Problem p(element, compute, 2, 2, 2);
    p.set_a({1, 0, 0, 1});
    p.set_b(b);
    return p;
}

Values result_of(Problem p) {
    CHECK(p.run().status == Status::ok);
    return p.result();
}

Problem with_bias(std::uint8_t kind, std::uint8_t factorDim) {
    Problem p = unit();
    p.gemm.useBias = kind;
    p.gemm.factorDim = factorDim;
    p.gemm.biasType = DataType::Half;
    p.bias = test::pack(DataType::Half, {10, 20});
    return p;
}

Problem with_vector(std::uint8_t kind, std::uint8_t factorDim) {
    Problem p = unit();
    p.gemm.useScaleAlphaVec = kind;
    p.gemm.factorDim = factorDim;
    p.scaleAlphaVec = test::pack(DataType::Float, {2, 10});
    return p;
}

} // namespace

TEST_CASE("a bias runs along M, along N, or as factorDim says") {
    const Values along_m{11, 22, 13, 24}, along_n{11, 12, 23, 24};
    CHECK(result_of(with_bias(1, 1)) == along_m);
    CHECK(result_of(with_bias(2, 0)) == along_n);
    CHECK(result_of(with_bias(3, 0)) == along_m);
    CHECK(result_of(with_bias(3, 1)) == along_n);
}

TEST_CASE("scaleAlphaVec runs along M, along N, or as factorDim says") {
    const Values along_m{2, 20, 6, 40}, along_n{2, 4, 30, 40};
    CHECK(result_of(with_vector(1, 1)) == along_m);
    CHECK(result_of(with_vector(2, 0)) == along_n);
    CHECK(result_of(with_vector(3, 0)) == along_m);
    CHECK(result_of(with_vector(3, 1)) == along_n);
}

TEST_CASE("each batch has its own bias, by stride or by view") {
    Problem p(DataType::Float, DataType::Float, 1, 1, 0, 3);
    p.gemm.useBias = 1;
    p.gemm.biasType = DataType::Float;
    p.gemm.strideBias = 2;
    p.bias = test::pack(DataType::Float, {1, -1, 2, -1, 3});
    CHECK(result_of(p) == Values{1, 2, 3});
    test::Memory views[3] = {test::pack(DataType::Float, {7}), test::pack(DataType::Float, {8}),
                             test::pack(DataType::Float, {9})};
    ConstBytes of[3];
    for (int i = 0; i < 3; ++i) of[i] = Bytes{views[i].data(), views[i].size()};
    p.gemm.batchBias = of;
    CHECK(result_of(p) == Values{7, 8, 9});
}

TEST_CASE("scales of A and B are one element each, or vectors along M and N") {
    Problem p = unit();
    p.set_alpha(2);
    p.gemm.useScaleAB = cpu::ScaleAB::vector;
    p.scaleA = test::pack(DataType::Float, {1, 10});
    p.scaleB = test::pack(DataType::Float, {1, 100});
    CHECK(result_of(p) == Values{2, 40, 600, 8000});
    p.gemm.useScaleAB = cpu::ScaleAB::scalar;
    p.scaleA = test::pack(DataType::Float, {3});
    p.scaleB = test::pack(DataType::Float, {5});
    CHECK(result_of(p) == Values{30, 60, 90, 120});
}

TEST_CASE("alpha is multiplied by the scales first, left to right") {
    // Together the scales are 1; 2^100 * 2^100 overflows on the way where alpha is 2^100.
    Problem p(DataType::Float, DataType::Float, 1, 1, 1);
    p.set_a({1});
    p.set_b({0x1p-100});
    p.set_alpha(0x1p100);
    p.gemm.useScaleAB = cpu::ScaleAB::scalar;
    p.scaleA = test::pack(DataType::Float, {0x1p100});
    p.scaleB = test::pack(DataType::Float, {0x1p-100});
    CHECK(std::isinf(result_of(p).at(0)));
}

TEST_CASE("C is scaled with beta, D at the end, and amaxD is taken in between") {
    Problem p = unit();
    p.set_beta(2);
    p.set_c({1, 1, 1, -10});
    p.gemm.useScaleCD = true;
    p.scaleC = test::pack(DataType::Float, {3});
    p.scaleD = test::pack(DataType::Float, {0.5});
    p.gemm.outputAmaxD = true;
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.result() == Values{3.5, 4, 4.5, -28});
    CHECK(test::unpack(DataType::Float, p.amaxD) == Values{56});
}

TEST_CASE("amaxD lets a NaN win wherever it stands") {
    for (std::size_t at = 0; at < 4; ++at) {
        Values b{1, 2, 3, 4};
        b[at] = quiet_nan;
        Problem p = unit(DataType::Float, DataType::Float, b);
        p.set_a({1, 0, 0, 1});
        p.gemm.outputAmaxD = true;
        REQUIRE(p.run().status == Status::ok);
        CHECK(p.amaxD == test::Memory{0x00, 0x00, 0xc0, 0x7f});
    }
}

TEST_CASE("E holds the value before activation") {
    Problem p = unit(DataType::Float, DataType::Float, {1, -2, 3, -4});
    p.gemm.useE = true;
    p.gemm.e.type = DataType::Half;
    p.e.assign(8, 0xaa);
    p.gemm.activation = Activation::Relu;
    REQUIRE(p.run().status == Status::ok);
    CHECK(test::unpack(DataType::Half, p.e) == Values{1, -2, 3, -4});
    CHECK(p.result() == Values{1, 0, 3, 0});
}

TEST_CASE("E of int32 sums may be a float") {
    Problem p(DataType::Int8, DataType::Int32, 1, 1, 1);
    p.set_a({-3});
    p.set_b({7});
    p.gemm.useE = true;
    p.gemm.e.type = DataType::Half;
    p.e.assign(2, 0xaa);
    REQUIRE(p.run().status == Status::ok);
    CHECK(test::unpack(DataType::Half, p.e) == Values{-21});
    CHECK(p.result() == Values{-21});
}

TEST_CASE("gradient mode multiplies by the derivative at E and leaves E alone") {
    Problem p = unit();
    p.gemm.useGradient = true;
    p.gemm.useE = true;
    p.gemm.activation = Activation::DRelu;
    p.e = test::pack(DataType::Float, {1, -1, 0, 5});
    const test::Memory before = p.e;
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.result() == Values{1, 0, 0, 4});
    CHECK(p.e == before);
}

TEST_CASE("a bias gradient sums D along its rows, or A or B along k, and is not added") {
    Problem p = unit();
    p.gemm.useGradient = true;
    p.gemm.useBias = 1;
    p.gemm.biasType = DataType::BFloat16;
    p.gemm.useScaleCD = true;
    p.scaleC = p.scaleD = test::pack(DataType::Float, {2});
    p.set_a({1, 0, 5, 1}); // A = [1 5; 0 1]
    const auto gradient = [&](cpu::BiasSource source) {
        p.gemm.biasSrc = source;
        p.bias.assign(4, 0xaa);
        CHECK(p.run().status == Status::ok);
        return test::unpack(DataType::BFloat16, p.bias);
    };
    CHECK(gradient(cpu::BiasSource::d) == Values{68, 12}); // D = 2 [11 23; 2 4]
    CHECK(p.result() == Values{22, 4, 46, 8});
    CHECK(gradient(cpu::BiasSource::a) == Values{6, 1});
    CHECK(gradient(cpu::BiasSource::b) == Values{3, 7});
}

TEST_CASE("a bias gradient from A is wanted even where alpha is zero") {
    Problem p = unit();
    p.set_alpha(0);
    p.gemm.useGradient = true;
    p.gemm.useBias = 1;
    p.gemm.biasSrc = cpu::BiasSource::a;
    p.bias.assign(8, 0xaa);
    REQUIRE(p.run().status == Status::ok);
    CHECK(test::unpack(DataType::Float, p.bias) == Values{1, 1});
    p.a.clear();
    CHECK(p.run().argument == cpu::Argument::a);
}

TEST_CASE("a GEMM without elements writes zeros to amaxD and the bias gradient, and nothing else") {
    Problem p(DataType::Float, DataType::Float, 3, 0, 4);
    p.d.assign(16, 0xaa);
    p.e.assign(16, 0xaa);
    p.gemm.useE = true;
    p.gemm.outputAmaxD = true;
    p.gemm.useGradient = true;
    p.gemm.useBias = 1;
    p.gemm.biasSrc = cpu::BiasSource::a;
    p.bias.assign(12, 0xaa);
    REQUIRE(p.run().status == Status::ok);
    CHECK(p.amaxD == test::Memory(4, 0));
    CHECK(p.bias == test::Memory(12, 0));
    CHECK(p.d == test::Memory(16, 0xaa));
    CHECK(p.e == test::Memory(16, 0xaa));
}

TEST_CASE("bytes between columns and batches are not written") {
    Problem p(DataType::Half, DataType::Float, 1, 2, 0, 2);
    p.gemm.d.ld = 3;
    p.gemm.d.stride = 5;
    p.d.assign(2 * 9, 0xaa);
    REQUIRE(p.run().status == Status::ok);
    const test::Memory want{0, 0, 0xaa, 0xaa, 0xaa, 0xaa, 0, 0, 0xaa, 0xaa, 0, 0, 0xaa, 0xaa, 0xaa, 0xaa, 0, 0};
    CHECK(p.d == want);
}

TEST_CASE("a NaN is stored as the quiet one, an overflow as the type does") {
    Problem p(DataType::Float, DataType::Float, 2, 1, 1);
    p.set_a({quiet_nan, 1e30});
    p.set_b({-1});
    const auto stored = [&](DataType type) {
        p.gemm.d.type = type;
        p.d.assign(2 * cpu::size_of(type), 0xaa);
        CHECK(p.run().status == Status::ok);
        return p.d;
    };
    CHECK(stored(DataType::Half) == test::Memory{0x00, 0x7e, 0x00, 0xfc});
    CHECK(stored(DataType::Float8) == test::Memory{0x7f, 0xfe});
    CHECK(stored(DataType::BFloat8) == test::Memory{0x7f, 0xfb});
    CHECK(stored(DataType::Float8_fnuz) == test::Memory{0x80, 0xff});
    CHECK(stored(DataType::Int8) == test::Memory{0x00, 0x80});
}

TEST_CASE("with int32 sums bias, activation arguments and scales are truncated toward zero") {
    Problem p(DataType::Int8, DataType::Int32, 2, 1, 1);
    p.gemm.d.type = DataType::Int32;
    p.d.assign(8, 0xaa);
    p.set_a({-3, 3});
    p.set_b({2});
    p.gemm.useBias = 1;
    p.gemm.biasType = DataType::Float;
    p.bias = test::pack(DataType::Float, {-1.9, 1.9});
    p.gemm.alpha = test::scalar(1.0);
    p.gemm.useScaleAlphaVec = 1;
    p.scaleAlphaVec = test::pack(DataType::Double, {2.7, 2.7});
    p.gemm.activation = Activation::Leakyrelu;
    p.gemm.activationArgs[0] = test::scalar(3.9);
    CHECK(result_of(p) == Values{-39, 13}); // (-6 * 2 - 1) * 3, 6 * 2 + 1
}
