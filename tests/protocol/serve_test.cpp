// SPDX-License-Identifier: MIT
// The server on file descriptors: lines, ends of lines, lines past the limit.
#include "conformance/protocol/server.hpp"
#include <cstdio>
#include <doctest/doctest.h>
#include <string>
#include <thread>
#include <unistd.h>

using namespace kernabi::protocol;

namespace {

/// What the server writes for `input`, at a limit of `limit` bytes a line.
std::string served(const std::string& input, std::size_t limit = max_request) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    std::thread writer([&] {
        for (std::size_t at = 0; at < input.size();) {
            const ssize_t count = ::write(ends[1], input.data() + at, input.size() - at);
            if (count <= 0) break;
            at += static_cast<std::size_t>(count);
        }
        ::close(ends[1]);
    });
    std::FILE* const out = std::tmpfile();
    const bool whole = out != nullptr && serve(ends[0], out, limit);
    writer.join();
    ::close(ends[0]);
    REQUIRE(whole);
    std::string text(static_cast<std::size_t>(std::ftell(out)), '\0');
    std::rewind(out);
    REQUIRE(std::fread(text.data(), 1, text.size(), out) == text.size());
    std::fclose(out);
    return text;
}

const std::string request = R"({"id":1,"op":"encode","in":{"version":0,"wgm":8}})";
const std::string reply = "{\"id\":1,\"ok\":{\"bytes\":\"0100000001080000\"}}\n";
const std::string skipped = "{\"error\":{\"code\":\"too_large\",";

} // namespace

TEST_CASE("serve: nothing in, nothing out") { CHECK(served("").empty()); }

TEST_CASE("serve: one reply a line, in order, the last line ended or not") {
    CHECK(served(request + "\n") == reply);
    CHECK(served(request) == reply);
    CHECK(served(request + "\n" + request + "\n" + request) == reply + reply + reply);
}

TEST_CASE("serve: carriage returns before the line's end do no harm") {
    CHECK(served(request + "\r\n" + request + "\r\n") == reply + reply);
}

TEST_CASE("serve: a bad line is answered and the next one served") {
    const std::string text = served("nonsense\n" + request + "\n");
    CHECK(text.starts_with("{\"error\":{\"code\":\"bad_json\""));
    CHECK(text.ends_with(reply));
}

TEST_CASE("serve: a line past the limit is skipped with one error, the next one is served") {
    const std::string text = served(std::string(1000, 'x') + "\n" + request + "\n", 100);
    CHECK(text.starts_with(skipped));
    CHECK(text.ends_with("}\n" + reply));
    CHECK(text.find(skipped, 1) == std::string::npos);
}

TEST_CASE("serve: the limit is kept to the byte") {
    CHECK(served(request + "\n", request.size()) == reply);
    CHECK(served(request + "\n", request.size() - 1).starts_with(skipped));
}

TEST_CASE("serve: a line past the limit that never ends is one error") {
    const std::string text = served(std::string(300000, ' '), 1000);
    CHECK(text.starts_with(skipped));
    CHECK(text.find('\n') == text.size() - 1);
}
