// SPDX-License-Identifier: MIT
// What a careful host refuses, each for its reason, and what the published one lets through.
#include "tests/launch/request.hpp"
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>
#include <string_view>

using namespace kernabi;

namespace {

Dialect find_dialect(std::string_view name) {
    for (const Preset& row : presets)
        if (name == row.name) return row.dialect;
    return {};
}

/// A request that strict accepts.
Request good() {
    Request request = test::base_request(Version::v2);
    request.policy = Policy::strict;
    request.map.wgmxcc = 8;
    return request;
}

struct Answer {
    Status status;
    Refusal refusal;
};

Answer ask(const Request& request) {
    Launch launch{};
    Answer answer{};
    answer.status = make_launch(request, launch, answer.refusal);
    if (answer.status != Status::ok) return answer;
    std::uint8_t bytes[1024];
    std::size_t written = 0;
    answer.status = pack(launch, request.policy, bytes, written, answer.refusal);
    return answer;
}

template <typename Change>
Answer strict(Change change) {
    Request request = good();
    change(request);
    return ask(request);
}

template <typename Change>
bool published_host_accepts(Change change) {
    Request request = good();
    change(request);
    request.policy = Policy::host_2024;
    return ask(request).status == Status::ok;
}

} // namespace

TEST_CASE("refusals: the good request is accepted") { CHECK(ask(good()).status == Status::ok); }

TEST_CASE("refusals: a form that does not hold together") {
    const auto change = [](Request& r) { r.form.type.mxBlockA = 32; };
    CHECK(strict(change).refusal.reason == Reason::form);
    CHECK_FALSE(published_host_accepts(change));
    CHECK(strict([](Request& r) { r.form.type.alphaType = DataType::Float8; }).status == Status::refused);
}

TEST_CASE("refusals: a null A or B where the product counts, in solve alone") {
    for (const bool b : {false, true}) {
        const auto change = [&](Request& r) { (b ? r.pointers.b : r.pointers.a) = 0; };
        CHECK(strict(change).status == Status::refused);
        CHECK(strict(change).refusal.reason == Reason::null_operand);
        CHECK_FALSE(published_host_accepts(change));
        CHECK(published_host_accepts([&](Request& r) { change(r), r.inputs.alpha_is_zero = true; }));
        CHECK(published_host_accepts([&](Request& r) { change(r), r.problem.k = 0; }));
        CHECK(published_host_accepts([&](Request& r) { change(r), r.call = Call::single; }));
    }
}

TEST_CASE("refusals: header fields by name") {
    const struct {
        void (*change)(Request&);
        Field field;
    } all[] = {
        {[](Request& r) { r.map.gsu = 16384; }, Field::gsu},
        {[](Request& r) { r.map.wgm = 32768; }, Field::wgm},
        {[](Request& r) { r.map.wgm = -32769; }, Field::wgm},
        {[](Request& r) { r.map.wgmxccg = 1024; }, Field::wgmxccg},
        {[](Request& r) { r.map.staggerU = 256; }, Field::staggerU},
        {[](Request& r) { r.map.staggerStrideShift = 32; }, Field::staggerStrideShift},
        {[](Request& r) { r.map.staggerUMapping = 8; }, Field::staggerUMapping},
        {[](Request& r) { r.nta = true; }, Field::nta},
        {[](Request& r) { r.device.cuCount = 1024; }, Field::wgmxccg},
    };
    for (const auto& row : all) {
        INFO(std::string(field_names[static_cast<std::size_t>(row.field)]));
        const Answer answer = strict(row.change);
        CHECK(answer.status != Status::ok);
        CHECK(answer.refusal.reason == Reason::header_field);
        CHECK(answer.refusal.field.field == row.field);
        CHECK(published_host_accepts(row.change));
    }
}

TEST_CASE("refusals: an override that the published host reads back as another value") {
    const struct {
        void (*change)(Request&);
        Field field;
    } all[] = {{[](Request& r) { r.params.wgm = -8; }, Field::wgm},
               {[](Request& r) { r.params.wgm = 256; }, Field::wgm},
               {[](Request& r) { r.params.gsu = 300; }, Field::gsu},
               {[](Request& r) { r.params.wgmxcc = 65536; }, Field::wgmxcc},
               {[](Request& r) { r.params.wgmxccg = 32768; }, Field::wgmxccg}};
    for (const auto& row : all) {
        const Answer answer = strict(row.change);
        CHECK(answer.refusal.reason == Reason::override_value);
        CHECK(answer.refusal.field.field == row.field);
        CHECK(class_of(answer.refusal.reason) == RefusalClass::does_not_fit);
        CHECK(published_host_accepts(row.change));
    }
}

TEST_CASE("refusals: the newer host takes an override whole") {
    Request request = test::base_request(Version::v2);
    request.form.dialect = find_dialect("v2-2026");
    request.policy = Policy::strict;
    request.map.wgmxcc = 8;
    request.params.wgm = -8;
    request.params.gsu = 300;
    CHECK(test::launch_of(request).words[Word::internalArgs1] == 0x4c08fff8u);
    CHECK((test::launch_of(request).words[Word::internalArgs] & 0x3fffu) == 300u);
}

TEST_CASE("refusals: the ordinary group of -1 with one XCC is sent as ten ones") {
    Request request = test::base_request(Version::v2);
    request.policy = Policy::strict;
    CHECK(test::launch_of(request).words[Word::internalArgs1] == 0xffc10008u);
}

TEST_CASE("refusals: version 1's GSU has 14 bits, whatever the page says") {
    const auto change = [](Request& r) {
        r.form.version = Version::v1;
        r.form.dialect = default_preset(Version::v1).dialect;
        r.map.gsu = 16384;
    };
    CHECK(strict(change).refusal.reason == Reason::header_field);
    CHECK(strict(change).refusal.field.bits == 14);
}

TEST_CASE("refusals: sizes and strides of 2^32 and of 2^64 - 1 by name") {
    const struct {
        void (*change)(Request&);
        Argument argument;
        unsigned index;
    } all[] = {
        {[](Request& r) { r.problem.k = 0x100000000, r.problem.ldb = 0x100000000; }, Argument::size, 3},
        {[](Request& r) { r.problem.strideA = 0x100000000; }, Argument::strideA, 2},
        {[](Request& r) { r.problem.strideB = ~std::uint64_t{0}; }, Argument::strideB, 2},
        {[](Request& r) { r.problem.ldc = 0x100000000; }, Argument::strideC, 1},
        {[](Request& r) { r.problem.strideD = 0x100000001; }, Argument::strideD, 2},
    };
    for (const auto& row : all) {
        const Answer answer = strict(row.change);
        CHECK(answer.status == Status::value_out_of_range);
        CHECK(answer.refusal.reason == Reason::argument);
        CHECK(answer.refusal.argument.entry.argument == row.argument);
        CHECK(answer.refusal.argument.entry.index == row.index);
        CHECK(published_host_accepts(row.change));
    }
}

TEST_CASE("refusals: 2^32 work-items, by threads a workgroup") {
    const struct {
        std::uint32_t threads;
        std::uint64_t limit;
    } all[] = {{256, 1u << 24}, {128, 1u << 25}, {1024, 1u << 22}};
    for (const auto& row : all) {
        const auto with = [&](std::uint64_t tiles) {
            return [&row, tiles](Request& r) {
                r.sizes.workGroupSize[0] = row.threads;
                r.sizes.macroTile[0] = r.sizes.macroTile[1] = 1;
                r.problem.m = r.problem.lda = r.problem.ldc = r.problem.ldd = tiles;
                r.problem.n = 1;
            };
        };
        CHECK(strict(with(row.limit - 1)).status == Status::ok);
        CHECK(strict(with(row.limit)).refusal.reason == Reason::work_items);
        CHECK(published_host_accepts(with(row.limit)));
    }
}

TEST_CASE("refusals: leading dimensions shorter than the rows that they span") {
    const struct {
        void (*change)(Request&);
        Argument argument;
    } all[] = {
        {[](Request& r) { r.problem.lda = 1023; }, Argument::strideA},
        {[](Request& r) { r.problem.ldb = 511; }, Argument::strideB},
        {[](Request& r) { r.problem.ldc = 1023; }, Argument::strideC},
        {[](Request& r) { r.problem.ldd = 1023; }, Argument::strideD},
        {[](Request& r) { r.form.type.transA = true, r.problem.lda = 511; }, Argument::strideA},
        {[](Request& r) { r.form.type.transB = true, r.problem.ldb = 767; }, Argument::strideB},
    };
    for (const auto& row : all) {
        const Answer answer = strict(row.change);
        CHECK(answer.refusal.reason == Reason::leading_dimension);
        CHECK(answer.refusal.argument.entry.argument == row.argument);
        CHECK(published_host_accepts(row.change));
    }
}

TEST_CASE("refusals: XCC 4 on 38 CUs, 6 on 304, 32 on 304, 63 on 304, 0: no bit is lost and none is valid") {
    const struct {
        std::int64_t xcc;
        std::uint32_t cus;
    } all[] = {{4, 38}, {6, 304}, {32, 304}, {63, 304}, {0, 304}};
    for (const auto& row : all) {
        const auto change = [&](Request& r) { r.map.wgmxcc = row.xcc, r.device.cuCount = row.cus; };
        CHECK(strict(change).refusal.reason == Reason::xcc);
        CHECK(strict(change).refusal.field.field == Field::wgmxcc);
        CHECK(strict(change).refusal.field.value == row.xcc);
        CHECK(class_of(strict(change).refusal.reason) == RefusalClass::never_valid);
        CHECK(published_host_accepts(change));
    }
    CHECK(strict([](Request& r) { r.map.wgmxcc = 2, r.device.cuCount = 38; }).status == Status::ok);
}

TEST_CASE("refusals: XCC 64, 86 and -1 lose bits, and that is what is said") {
    for (const std::int64_t xcc : {64, 86, -1}) {
        const auto change = [&](Request& r) { r.map.wgmxcc = xcc; };
        CHECK(strict(change).refusal.reason == Reason::header_field);
        CHECK(strict(change).refusal.field.field == Field::wgmxcc);
    }
}

TEST_CASE("refusals: too many work-items name the largest batch that fits") {
    const auto change = [](Request& r) { // 8 x 6 tiles of 256 threads a batch: 12288 work-items
        r.problem.batch = 400000;
    };
    CHECK(strict(change).refusal.reason == Reason::work_items);
    CHECK(strict(change).refusal.largest == 349525); // (2^32 - 1) / 12288
}

TEST_CASE("refusals: a tile, depthU or workgroup of nothing, under either policy") {
    void (*const all[])(Request&) = {
        [](Request& r) { r.sizes.macroTile[0] = 0; }, [](Request& r) { r.sizes.macroTile[1] = 0; },
        [](Request& r) { r.sizes.depthU = 0; }, [](Request& r) { r.sizes.workGroupSize[1] = 0; }};
    for (const auto change : all) {
        CHECK(strict(change).refusal.reason == Reason::macro_tile);
        CHECK_FALSE(published_host_accepts(change));
    }
}

TEST_CASE("refusals: fewer activation values than the kernel takes") {
    const auto change = [](Request& r) {
        r.form.type.activationType = Activation::Clippedrelu, r.form.type.activationArgLength = 2,
        r.inputs.activation_count = 1;
    };
    CHECK(strict(change).refusal.reason == Reason::activation_arguments);
    CHECK(published_host_accepts(change));
}

TEST_CASE("refusals: numbers at the end of 64 bits get an answer, whatever they are (run under the sanitizers too)") {
    constexpr std::uint64_t far[] = {
        0, 1, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffffe, 0xffffffffffffffff};
    constexpr std::uint64_t Problem::*const members[] = {&Problem::m,     &Problem::n,   &Problem::k,
                                                         &Problem::batch, &Problem::lda, &Problem::strideD};
    for (const Preset& preset : presets)
        for (const Policy policy : {Policy::strict, Policy::host_2024})
            for (const std::uint8_t mode : {std::uint8_t{0}, std::uint8_t{3}})
                for (const auto one : members)
                    for (const auto other : members)
                        for (const std::uint64_t x : far)
                            for (const std::uint64_t y : far) {
                                Request request = test::base_request(preset.version);
                                request.policy = policy;
                                request.form.dialect = preset.dialect;
                                request.form.type.streamK = mode;
                                request.problem.*one = x;
                                request.problem.*other = y;
                                request.device.skDynamicGrid = static_cast<std::uint32_t>(x & 3);
                                Launch launch{};
                                Refusal refusal{};
                                const Status status = make_launch(request, launch, refusal);
                                REQUIRE((status == Status::ok) == (refusal.reason == Reason::none));
                            }
}

TEST_CASE("refusals: map and override values at the end of 64 bits get an answer") {
    constexpr std::int64_t far[] = {INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX};
    for (const Preset& preset : presets)
        for (const Policy policy : {Policy::strict, Policy::host_2024})
            for (const std::int64_t x : far)
                for (const std::int64_t y : far) {
                    Request request = test::base_request(preset.version);
                    request.policy = policy;
                    request.form.dialect = preset.dialect;
                    request.map = {x, true, true, y, x, y, x, y, x};
                    request.params.gsu = y;
                    request.params.wgmxcc = x;
                    Launch launch{};
                    Refusal refusal{};
                    const Status status = make_launch(request, launch, refusal);
                    REQUIRE((status == Status::ok) == (refusal.reason == Reason::none));
                }
}
