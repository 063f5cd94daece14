// SPDX-License-Identifier: MIT
#include "abi/kernarg/dialect.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/layout.hpp"
#include "tests/kernarg/rows.hpp"
#include <doctest/doctest.h>
#include <initializer_list>

using namespace kernabi;

TEST_CASE("dialect: ten presets, each with the version that its name says") {
    constexpr const char* names[] = {"v0",       "v0-legacy",       "v1",      "v1-nonuniversal", "v2",
                                     "v2-wgm32", "v2-nonuniversal", "v2-2026", "v3-early",        "v3"};
    CHECK(preset_count == 10);
    for (const char* name : names) CHECK(static_cast<int>(test::preset(name).version) == name[1] - '0');
}

TEST_CASE("dialect: a version's default bears its own name, version 3's is the reordered one") {
    CHECK(test::same_text(default_preset(Version::v0).name, "v0"));
    CHECK(test::same_text(default_preset(Version::v1).name, "v1"));
    CHECK(test::same_text(default_preset(Version::v2).name, "v2"));
    CHECK(test::same_text(default_preset(Version::v3).name, "v3"));
    CHECK(default_preset(Version::v3).dialect.order == Order::a_first);
}

TEST_CASE("dialect: useUniversalArgs false selects the form without header") {
    CHECK(test::same_text(default_preset(Version::v0, false).name, "v0-legacy"));
    CHECK(test::same_text(default_preset(Version::v1, false).name, "v1-nonuniversal"));
    CHECK(test::same_text(default_preset(Version::v2, false).name, "v2-nonuniversal"));
    CHECK_FALSE(has_nonuniversal_form(Version::v3));
}

TEST_CASE("dialect: version 4 does not exist, nor does 255") {
    Dialect dialect{};
    CHECK(check(static_cast<Version>(4), dialect) == Status::unknown_version);
    CHECK(check(static_cast<Version>(255), dialect) == Status::unknown_version); // -1 in the byte
    Form form{};
    form.version = static_cast<Version>(4);
    Layout layout{};
    CHECK(make_layout(form, layout) == Status::unknown_version);
    Words words{};
    FieldFault fault{};
    CHECK(encode(form.version, dialect, Policy::strict, {}, words, fault) == Status::unknown_version);
    CHECK(encode(form.version, dialect, Policy::host_2024, {}, words, fault) == Status::unknown_version);
}

TEST_CASE("dialect: members that cannot stand together are a contradiction") {
    const auto contradicts = [](const char* name, auto change) {
        Dialect dialect = test::preset(name).dialect;
        change(dialect);
        return check(test::preset(name).version, dialect) == Status::contradiction;
    };
    CHECK(contradicts("v0", [](Dialect& d) { d.args1 = Args1::wgm32; }));
    CHECK(contradicts("v1", [](Dialect& d) { d.args1 = Args1::absent; }));
    CHECK(contradicts("v1", [](Dialect& d) { d.args1 = Args1::xccg; }));
    CHECK(contradicts("v2", [](Dialect& d) { d.args1 = Args1::absent; }));
    CHECK(contradicts("v2", [](Dialect& d) { d.order = Order::a_first; }));
    CHECK(contradicts("v2", [](Dialect& d) { d.stream_k = StreamKPlace::before_alpha; }));
    CHECK(contradicts("v3", [](Dialect& d) { d.header = Header::none; }));
    CHECK(contradicts("v3", [](Dialect& d) { d.args1 = Args1::wgm32; }));
    CHECK(contradicts("v3", [](Dialect& d) { d.order = Order::d_first; }));
    CHECK(contradicts("v3-early", [](Dialect& d) { d.stream_k = StreamKPlace::before_alpha; }));
}

TEST_CASE("form: what a version or a year does not know is refused") {
    const auto status = [](const char* name, auto change) {
        Form form = test::form_of(test::preset(name));
        change(form.type);
        return check(form);
    };
    CHECK(status("v2", [](ProblemType& t) { t.mxBlockA = 32; }) == Status::contradiction);
    CHECK(status("v2", [](ProblemType& t) { t.useGateResidual = true; }) == Status::contradiction);
    CHECK(status("v2", [](ProblemType& t) { t.expertSchedulingMode = 1; }) == Status::contradiction);
    CHECK(status("v2", [](ProblemType& t) { t.streamK = 4; }) == Status::contradiction);
    CHECK(status("v2-2026", [](ProblemType& t) { t.persistentLoopArgsVersion = 1; }) == Status::contradiction);
    CHECK(status("v3", [](ProblemType& t) { t.persistentLoopArgsVersion = 1; }) == Status::ok);
    CHECK(status("v3", [](ProblemType& t) { t.persistentLoopArgsVersion = 2; }) == Status::value_out_of_range);
    CHECK(status("v3", [](ProblemType& t) { t.streamK = 1; }) ==
          Status::refused); // the 2026 host throws for modes 1 and 2
    CHECK(status("v3", [](ProblemType& t) { t.streamK = 6; }) == Status::value_out_of_range);
    CHECK(status("v2", [](ProblemType& t) { t.useBias = 4; }) == Status::value_out_of_range);
    CHECK(status("v2", [](ProblemType& t) { t.sparse = 3; }) == Status::value_out_of_range);
    CHECK(status("v2", [](ProblemType& t) { t.activationArgLength = 5; }) == Status::value_out_of_range);
}

TEST_CASE("form: scalars without packing are refused, complex ones from 2026 on are not") {
    for (const DataType type : {DataType::ComplexFloat, DataType::ComplexDouble}) {
        Form form = test::form_of(test::preset("v2"));
        form.type.alphaType = form.type.betaType = type;
        CHECK(check(form) == Status::refused);
        form = test::form_of(test::preset("v2-2026"), form.type);
        CHECK(check(form) == Status::ok);
    }
    for (const DataType type :
         {DataType::Float8, DataType::BFloat8, DataType::None, DataType::Int64, DataType::XFloat32}) {
        Form form = test::form_of(test::preset("v2"));
        form.type.alphaType = type;
        CHECK(check(form) == Status::refused);
    }
}
