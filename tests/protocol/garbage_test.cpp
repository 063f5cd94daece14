// SPDX-License-Identifier: MIT
// Random requests: an error each, and the server goes on. The seed is fixed.
#include "conformance/protocol/server.hpp"
#include <cstdint>
#include <doctest/doctest.h>
#include <string>

using kernabi::protocol::answer;

namespace {

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15 | 1) {}
    std::uint32_t below(std::uint32_t limit) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::uint32_t>((state_ >> 32) % limit);
    }

  private:
    std::uint64_t state_;
};

const char* const op_names[] = {"hello",  "encode", "decode",    "host_header", "layout",
                                "unpack", "lint",   "read_dump", "solve"};

bool is_error(const std::string& reply) { return reply.starts_with("{\"error\":{\"code\":\"") && reply.ends_with("}"); }

/// One of the things that never belong where they are put.
std::string junk(Random& random) {
    static const char* const pieces[] = {"null",
                                         "-1",
                                         "1e999",
                                         "18446744073709551616",
                                         "\"\\ud800\"",
                                         "[[]]",
                                         "{\"\":{}}",
                                         "tru",
                                         "\"\xff\"",
                                         "1.5.2",
                                         "'x'",
                                         "\x01",
                                         "{",
                                         "]",
                                         ",",
                                         ":",
                                         "-",
                                         "0x10",
                                         "\"unterminated"};
    std::string text;
    for (std::uint32_t i = 0, count = 1 + random.below(4); i < count; ++i)
        text += pieces[random.below(sizeof(pieces) / sizeof(pieces[0]))];
    return text;
}

} // namespace

TEST_CASE("garbage: 10,000 broken requests for each op are 10,000 errors") {
    for (const char* name : op_names) {
        INFO(std::string(name));
        Random random(static_cast<std::uint64_t>(name[0]) * 256 + static_cast<std::uint64_t>(name[1]));
        unsigned errors = 0;
        for (unsigned i = 0; i < 10000; ++i) {
            std::string line = "{\"id\":" + std::to_string(i) + ",\"op\":\"" + name + "\",\"in\":";
            line += random.below(2) == 0 ? junk(random) + "}]"
                                         : "[" + std::to_string(random.below(1000)) + "," + junk(random) + "}";
            errors += is_error(answer(line)) ? 1u : 0u;
        }
        CHECK(errors == 10000);
    }
    CHECK(answer(R"({"id":1,"op":"hello"})").find("\"ok\"") != std::string::npos);
}

TEST_CASE("garbage: 10,000 lines of random bytes are 10,000 errors") {
    Random random(4);
    unsigned errors = 0;
    for (unsigned i = 0; i < 10000; ++i) {
        std::string line(random.below(200), '\0');
        for (char& c : line) c = static_cast<char>(random.below(256));
        errors += is_error(answer(line)) ? 1u : 0u;
    }
    CHECK(errors == 10000);
}

TEST_CASE("garbage: a good request with one byte changed gets one reply, an object") {
    const std::string good =
        R"({"id":7,"op":"solve","in":{"internalArgsSupport":{"version":2},"sizeMapping":{"macroTile":[128,128,1],"depthU":32},)"
        R"("problem":{"m":1024,"n":768,"k":512},"inputs":{"alpha":1.5},"pointers":{"a":"0x7f1210010080","b":"0x7f1220020100"}}})";
    Random random(9);
    for (unsigned i = 0; i < 10000; ++i) {
        std::string line = good;
        line[random.below(static_cast<std::uint32_t>(line.size()))] = static_cast<char>(random.below(256));
        const std::string reply = answer(line);
        REQUIRE(reply.starts_with("{\""));
        REQUIRE(reply.ends_with("}"));
        REQUIRE(reply.find('\n') == std::string::npos);
    }
}

TEST_CASE("garbage: every prefix of a good request is an error") {
    const std::string good = R"({"id":7,"op":"decode","in":{"version":2,"bytes":"0100000002002020f8ffffff2c010000"}})";
    for (std::size_t size = 0; size < good.size(); ++size) REQUIRE(is_error(answer(good.substr(0, size))));
    CHECK_FALSE(is_error(answer(good)));
}
