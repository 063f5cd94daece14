// SPDX-License-Identifier: MIT
// What holds for every layout, whatever the form.
#include "abi/kernarg/names.hpp"
#include "tests/kernarg/walk_forms.hpp"
#include <cstring>
#include <doctest/doctest.h>
#include <initializer_list>
#include <set>
#include <string>

using namespace kernabi;

TEST_CASE("layouts: entries follow each other without a gap and the size is where the last one ends") {
    const std::size_t count = test::for_each_form(2000, [](const Form&, const Layout& layout) {
        unsigned at = 0;
        for (const Entry& entry : layout) {
            REQUIRE(entry.offset == at);
            REQUIRE(entry.size == row_of(entry.kind).size);
            at += entry.size;
        }
        REQUIRE(layout.size == at);
    });
    CHECK(count > 4000);
}

TEST_CASE("layouts: no argument stands twice, and no dump name does") {
    test::for_each_form(200, [](const Form& form, const Layout& layout) {
        std::set<std::string> names;
        std::set<unsigned> seen;
        for (const Entry& entry : layout) {
            REQUIRE(seen.insert(static_cast<unsigned>(entry.argument) << 8 | entry.index).second);
            REQUIRE(names.insert(dump_name(entry, form).text).second);
        }
    });
}

TEST_CASE("layouts: a name is never cut: it ends before its room does") {
    test::for_each_form(100, [](const Form& form, const Layout& layout) {
        for (const Entry& entry : layout)
            for (const Name& name : {dump_name(entry, form), metadata_name(entry, form)}) {
                REQUIRE(name.size > 0);
                REQUIRE(name.size + 1 < sizeof(name.text));
                REQUIRE(std::strlen(name.text) == name.size);
            }
    });
}

TEST_CASE("layouts: the largest form keeps well inside max_entries") {
    std::size_t most = 0;
    test::for_each_form(2000,
                        [&](const Form&, const Layout& layout) { most = layout.count > most ? layout.count : most; });
    CHECK(most >= 60);
    CHECK(most <= max_entries - 8);
}

TEST_CASE("layouts: a form that is refused leaves the layout alone") {
    Form form{};
    form.type.alphaType = DataType::Float8;
    Layout layout{};
    layout.count = 7;
    layout.size = 77;
    CHECK(make_layout(form, layout) == Status::refused);
    CHECK(layout.count == 7);
    CHECK(layout.size == 77);
    bool called = false;
    CHECK(for_each_entry(form, [&](const Entry&) { return called = true; }) == Status::refused);
    CHECK_FALSE(called);
}

TEST_CASE("layouts: a sink that answers false is asked no more") {
    unsigned seen = 0;
    CHECK(for_each_entry(Form{}, [&](const Entry&) { return ++seen < 3; }) == Status::ok);
    CHECK(seen == 3);
}
