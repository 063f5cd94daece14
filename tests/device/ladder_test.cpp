// SPDX-License-Identifier: MIT
// The ladder on a device that is this machine.
#include "conformance/bringup/device_subject.hpp"
#include "conformance/bringup/ladder.hpp"
#include "conformance/judge/judge_gemm.hpp"
#include "conformance/subjects/reference.hpp"
#include "tests/device/host_runtime.hpp"
#include <doctest/doctest.h>

namespace bringup = kernabi::bringup;
namespace vectors = kernabi::vectors;

namespace {

const vectors::Library& library() {
    static const vectors::Library loaded = vectors::load(KERNABI_VECTORS);
    return loaded;
}

std::vector<bringup::RungResult> climb(std::size_t drop = 0) {
    test::HostRuntime runtime;
    bringup::LadderOptions options;
    options.drop = drop;
    options.stress_blocks = 3000;
    return bringup::climb(runtime, library(), options);
}

std::string last_rung(const std::vector<bringup::RungResult>& results) {
    return bringup::rung_rows[results.back().rung].name;
}

} // namespace

#if defined(KERNABI_BREAK_FIELD) || defined(KERNABI_BREAK_SLOTS)

TEST_CASE("a kernel that is broken on purpose is caught on the rung of fields, and nothing above is climbed") {
    const auto results = climb();
    CHECK(last_rung(results) == "fields");
    CHECK(results.back().failed > 0);
#ifdef KERNABI_BREAK_FIELD
    CHECK(results.back().failures.front().find("field staggerU") != std::string::npos);
#else
    CHECK(results.back().failures.front().find("argument a at byte 40") != std::string::npos);
#endif
}

#else

TEST_CASE("every rung passes where nothing is broken") {
    const auto results = climb();
    CHECK(last_rung(results) == "stress");
    for (const auto& result : results) {
        CAPTURE(bringup::rung_rows[result.rung].name);
        if (!result.failures.empty()) CAPTURE(result.failures.front());
        CHECK(result.failed == 0);
        CHECK(result.passed > 0);
    }
}

TEST_CASE("a buffer two bytes short is caught where segments end at any alignment") {
    const auto results = climb(2);
    CHECK(results.back().failed > 0);
    // Not before: a segment of the echo ends in an address, whose last two bytes are 0 on every machine of today.
    CHECK(last_rung(results) == "end");
}

TEST_CASE("a runtime error ends the climb with its words and keeps what passed before") {
    struct Failing : kernabi::hip::RuntimeError {
        using RuntimeError::RuntimeError;
    };
    test::HostRuntime runtime;
    bringup::LadderOptions options;
    options.about = [](const char* rung, const std::string&) {
        if (std::string(rung) == "geometry") throw Failing("launch: out of resources");
    };
    const auto results = bringup::climb(runtime, library(), options);
    CHECK(last_rung(results) == "geometry");
    CHECK(results.back().failures.front() == "launch: out of resources");
    CHECK(results.front().passed == 4);
}

TEST_CASE("device and reference are judged by the same bytes: where those change, both fail on the same record") {
    test::HostRuntime runtime;
    bringup::Launcher launcher(runtime);
    bringup::DeviceSubject device(launcher);
    kernabi::subjects::Reference reference;
    std::size_t changed = 0;
    for (const auto& file : library().files)
        for (const vectors::Record record : file->view) {
            if (record.kind() != vectors::RecordKind::gemm || changed >= 40) continue;
            std::size_t exact = record.buffers();
            for (std::size_t i = 0; i < record.buffers(); ++i)
                if (record.buffer(i).rule == vectors::Rule::exact && record.buffer(i).length != 0) exact = i;
            if (exact == record.buffers()) continue;
            std::vector<std::uint8_t> memory(kernabi::judge::memory_needed(record));
            const auto judged = [&](auto& subject) {
                device.take(record);
                return kernabi::judge::judge_gemm(record, subject, {memory.data(), memory.size()});
            };
            if (judged(device).result != kernabi::judge::Result::passed) continue;
            CHECK(judged(reference).passed());
            // The record's own bytes, in place; they are put back.
            auto* const expected = const_cast<std::uint8_t*>(record.buffer(exact).expected.data);
            const std::uint8_t before = *expected;
            *expected = static_cast<std::uint8_t>(before ^ 0x55u);
            CHECK(judged(device).result == kernabi::judge::Result::failed);
            CHECK(judged(reference).result == kernabi::judge::Result::failed);
            *expected = before;
            ++changed;
        }
    CHECK(changed == 40);
}

#endif
