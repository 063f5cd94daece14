// SPDX-License-Identifier: MIT
#include "abi/kernarg/names.hpp"
#include "tests/kernarg/rows.hpp"
#include <doctest/doctest.h>
#include <string>

using namespace kernabi;

namespace {

std::string dump_of(const Form& form, Argument argument, unsigned index = 0) {
    Layout layout{};
    REQUIRE(make_layout(form, layout) == Status::ok);
    const Entry* const entry = layout.find(argument, index);
    REQUIRE(entry != nullptr);
    return dump_name(*entry, form).text;
}

std::string metadata_of(const Form& form, Argument argument, unsigned index = 0) {
    Layout layout{};
    REQUIRE(make_layout(form, layout) == Status::ok);
    const Entry* const entry = layout.find(argument, index);
    REQUIRE(entry != nullptr);
    return metadata_name(*entry, form).text;
}

Form split(Accumulation how, DataType d = DataType::Float) {
    ProblemType type{};
    type.gsu = 4;
    type.globalAccumulation = how;
    type.dType = d;
    return test::form_of(test::preset("v2"), type);
}

} // namespace

TEST_CASE("names: the dump's strideD1 is the metadata's strideD0, size_3 is SizesSum0") {
    CHECK(dump_of({}, Argument::strideD, 1) == "strideD1");
    CHECK(metadata_of({}, Argument::strideD, 1) == "strideD0");
    CHECK(dump_of({}, Argument::size, 3) == "size_3");
    CHECK(metadata_of({}, Argument::size, 3) == "SizesSum0");
    CHECK(metadata_of({}, Argument::size, 2) == "SizesFree2");
}

TEST_CASE("names: with several buffers D and C are the workspace, with a single kernel C stays itself") {
    CHECK(dump_of(split(Accumulation::multiple_buffer), Argument::d) == "ws_d");
    CHECK(dump_of(split(Accumulation::multiple_buffer), Argument::c) == "ws_c");
    CHECK(dump_of(split(Accumulation::multiple_buffer_single_kernel), Argument::d) == "ws_d");
    CHECK(dump_of(split(Accumulation::multiple_buffer_single_kernel), Argument::c) == "c");
    CHECK(dump_of(split(Accumulation::multiple_buffer), Argument::strideC, 1) == "strideW_C1");
}

TEST_CASE("names: one buffer is the workspace only where D's type is not the compute type") {
    CHECK(dump_of(split(Accumulation::single_buffer), Argument::d) == "d");
    CHECK(dump_of(split(Accumulation::single_buffer), Argument::strideD, 2) == "strideW_D2");
    CHECK(dump_of(split(Accumulation::single_buffer, DataType::Half), Argument::d) == "ws_d");
    CHECK(dump_of(split(Accumulation::none), Argument::strideD, 1) == "strideD1");
}

TEST_CASE("names: arrays of pointers, one a batch") {
    ProblemType type{};
    type.stridedBatched = false;
    type.useBias = 1;
    const Form form = test::form_of(test::preset("v2"), type);
    CHECK(dump_of(form, Argument::d) == "batchD");
    CHECK(dump_of(form, Argument::a) == "batchA");
    CHECK(dump_of(form, Argument::bias) == "batchBias");
    CHECK(metadata_of(form, Argument::a) == "A");
}

TEST_CASE("names: in gradient mode the bias is the workspace, but not where there is none") {
    ProblemType type{};
    type.useBias = 1;
    type.useGradient = true;
    CHECK(dump_of(test::form_of(test::preset("v2"), type), Argument::bias) == "ws_bias");
    type.bias_is_null = true;
    CHECK(dump_of(test::form_of(test::preset("v2"), type), Argument::bias) == "bias");
}

TEST_CASE("names: a half's second alpha is alpha_2") {
    ProblemType type{};
    type.alphaType = type.betaType = DataType::Half;
    CHECK(dump_of(test::form_of(test::preset("v2"), type), Argument::alpha, 1) == "alpha_2");
    CHECK(dump_of(test::form_of(test::preset("v2"), type), Argument::beta, 1) == "beta_2");
}

TEST_CASE("names: version 3 without beta keeps the host's beta and the metadata's betapad") {
    ProblemType type{};
    type.useBeta = false;
    CHECK(dump_of(test::form_of(test::preset("v3"), type), Argument::beta) == "beta");
    CHECK(metadata_of(test::form_of(test::preset("v3"), type), Argument::beta) == "betapad");
}

TEST_CASE("names: without universal arguments the first word is internalArgs to the metadata too") {
    CHECK(metadata_of(test::form_of(test::preset("v2")), Argument::internalArgs) == "kernel info0");
    CHECK(metadata_of(test::form_of(test::preset("v2-nonuniversal")), Argument::internalArgs) == "internalArgs");
}

TEST_CASE("names: gate and its strides") {
    ProblemType type{};
    type.useGateResidual = true;
    const Form form = test::form_of(test::preset("v3"), type);
    CHECK(dump_of(form, Argument::gateResidual) == "gateResidual");
    CHECK(metadata_of(form, Argument::gateResidual) == "gate");
    CHECK(dump_of(form, Argument::strideGate, 1) == "strideGate1");
    CHECK(metadata_of(form, Argument::strideGate, 1) == "strideG0");
}
