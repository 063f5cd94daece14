// SPDX-License-Identifier: MIT
// Bad requests: one error reply each, with the code that says what kind and a message that names the place.
#include "conformance/protocol/server.hpp"
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>
#include <string_view>

using kernabi::protocol::answer;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool refused(const std::string& reply, const char* code) {
    return contains(reply, "{\"error\":{\"code\":\"" + std::string(code) + "\"") && !contains(reply, "\"ok\"");
}

std::string ask(const std::string& op, const std::string& in) {
    return answer("{\"id\":7,\"op\":\"" + op + "\",\"in\":" + in + "}");
}

const char* const ops_with_input[] = {"encode", "decode", "host_header", "layout",
                                      "unpack", "lint",   "read_dump",   "solve"};

} // namespace

TEST_CASE("requests: what is no JSON object is bad_json with id null") {
    for (const char* line : {"", " ", "x", "{", "}", "[", "[]", "null", "true", "1", "\"text\"", "{\"id\":1",
                             "{\"id\":1,}", "{'id':1}", "{\"a\":1}{\"b\":2}", "nan", "{\"id\":01}"}) {
        INFO(std::string(line));
        CHECK(refused(answer(line), "bad_json"));
        CHECK(contains(answer(line), "\"id\":null"));
    }
}

TEST_CASE("requests: op missing, of another type, and unknown") {
    CHECK(answer(R"({"id":7})") == R"({"error":{"code":"missing_key","message":"op is missing"},"id":7})");
    CHECK(refused(answer(R"({"id":7,"op":1})"), "bad_type"));
    CHECK(refused(answer(R"({"id":7,"op":null})"), "bad_type"));
    CHECK(refused(answer(R"({"id":7,"op":"frobnicate"})"), "unknown_op"));
    CHECK(refused(answer(R"({"id":7,"op":""})"), "unknown_op"));
}

TEST_CASE("requests: the id comes back as it was, whatever it is") {
    for (const char* id : {"0", "-1", "1.5", "\"x\"", "null", "[1,2]", "{\"a\":true}", "18446744073709551615"})
        CHECK(
            contains(answer("{\"id\":" + std::string(id) + ",\"op\":\"nothing\"}"), "\"id\":" + std::string(id) + "}"));
}

TEST_CASE("requests: in of another type than an object is bad_type, left out it is empty") {
    for (const char* in : {"null", "[]"}) CHECK(refused(ask("hello", in), "bad_type"));
    for (const char* op : ops_with_input)
        for (const char* in : {"null", "1", "\"x\"", "[]", "true"}) {
            INFO(std::string(op) << " " << std::string(in));
            CHECK(refused(ask(op, in), "bad_type"));
        }
    for (const char* op : ops_with_input) {
        INFO(std::string(op));
        CHECK(refused(answer("{\"id\":7,\"op\":\"" + std::string(op) + "\"}"), "missing_key"));
    }
}

TEST_CASE("version: 4 and -1 are out of range, text, fractions and null are of a bad type") {
    for (const char* op : {"encode", "decode", "host_header", "lint"}) {
        INFO(std::string(op));
        const auto with = [&](const char* version) {
            return ask(op, "{\"version\":" + std::string(version) + ",\"bytes\":\"00\"}");
        };
        CHECK(refused(with("4"), "value_out_of_range"));
        CHECK(contains(with("4"), "KernArgsVersion is 0, 1, 2 or 3"));
        CHECK(refused(with("-1"), "value_out_of_range"));
        CHECK(refused(with("18446744073709551615"), "value_out_of_range"));
        CHECK(refused(with("\"two\""), "bad_type"));
        CHECK(refused(with("2.0"), "bad_type"));
        CHECK(refused(with("null"), "bad_type"));
        CHECK(refused(with("[2]"), "bad_type"));
    }
    for (const char* op : {"layout", "unpack", "solve"}) {
        CHECK(refused(ask(op, R"({"internalArgsSupport":{"version":4}})"), "value_out_of_range"));
        CHECK(refused(ask(op, R"({"internalArgsSupport":{"version":-1}})"), "value_out_of_range"));
        CHECK(refused(ask(op, R"({"internalArgsSupport":{"version":"two"}})"), "bad_type"));
        CHECK(refused(ask(op, R"({"internalArgsSupport":{}})"), "missing_key"));
    }
}

TEST_CASE("encode: a value that does not fit names its field and bits") {
    const std::string reply = ask("encode", R"({"version":2,"wgmxcc":86})");
    CHECK(refused(reply, "value_out_of_range"));
    CHECK(contains(reply, "wgmxcc 86"));
    CHECK(contains(reply, "6"));
    CHECK(refused(ask("encode", R"({"version":2,"gsu":16384})"), "value_out_of_range"));
    CHECK(refused(ask("encode", R"({"version":3,"gsu":4096})"), "value_out_of_range"));
    CHECK(refused(ask("encode", R"({"version":1,"gsuc":1})"), "value_out_of_range"));
}

TEST_CASE("numbers: 1e999, fractions and 2^64 for a whole number are refused, never rounded") {
    CHECK(refused(ask("encode", R"({"version":2,"gsu":1e999})"), "bad_json"));
    CHECK(refused(ask("encode", R"({"version":2,"gsu":1.5})"), "bad_type"));
    CHECK(refused(ask("encode", R"({"version":2,"gsu":18446744073709551616})"), "bad_type"));
    CHECK(refused(ask("encode", R"({"version":2,"gsu":9223372036854775808})"), "value_out_of_range"));
    CHECK(refused(ask("encode", R"({"version":2,"gsu":-9223372036854775808})"), "value_out_of_range"));
    CHECK(refused(ask("encode", R"({"version":2,"gsu":"2"})"), "bad_type"));
}

TEST_CASE("dialect: an unknown name, one of another version, and members that do not hold together") {
    CHECK(refused(ask("encode", R"({"version":2,"dialect":"v9"})"), "value_out_of_range"));
    CHECK(refused(ask("encode", R"({"version":2,"dialect":"v1"})"), "refused"));
    CHECK(refused(ask("encode", R"({"version":2,"dialect":7})"), "bad_type"));
    CHECK(refused(ask("encode", R"({"version":2,"dialect":"v2,order=a_first"})"), "refused"));
    CHECK(refused(ask("encode", R"({"version":2,"dialect":"v2,order=sideways"})"), "value_out_of_range"));
    CHECK(refused(ask("encode", R"({"version":2,"dialect":"v2,"})"), "value_out_of_range"));
    CHECK(refused(ask("encode", R"({"version":2,"dialect":""})"), "value_out_of_range"));
}

TEST_CASE("bytes: odd, no hexadecimal, too short, too long, too many") {
    CHECK(refused(ask("decode", R"({"version":2,"bytes":"0"})"), "bad_type"));
    CHECK(refused(ask("decode", R"({"version":2,"bytes":"zz"})"), "bad_type"));
    CHECK(refused(ask("decode", R"({"version":2,"bytes":7})"), "bad_type"));
    CHECK(refused(ask("decode", R"({"version":2})"), "missing_key"));
    CHECK(refused(ask("decode", R"({"version":2,"bytes":""})"), "value_out_of_range"));
    CHECK(refused(ask("decode", R"({"version":2,"bytes":"0100000002002020f8ffffff2c0100"})"), "value_out_of_range"));
    CHECK(
        refused(ask("decode", R"({"version":2,"bytes":"0100000002002020f8ffffff2c01000000"})"), "value_out_of_range"));
    CHECK(refused(ask("decode", "{\"version\":2,\"bytes\":\"" + std::string(2 * 65537, '0') + "\"}"), "too_large"));
}

TEST_CASE("solve: bad parts name their place") {
    const auto with = [](const std::string& part) {
        return ask("solve", R"({"internalArgsSupport":{"version":2},)" + part + "}");
    };
    CHECK(contains(with(R"("sizeMapping":{"macroTile":[1,2]})"), "sizeMapping.macroTile"));
    CHECK(contains(with(R"("sizeMapping":{"streamK":9})"), "sizeMapping.streamK"));
    CHECK(contains(with(R"("problem":{"m":"many"})"), "problem.m"));
    CHECK(contains(with(R"("problemType":{"aType":"Floaty"})"), "problemType.aType"));
    CHECK(contains(with(R"("problemType":{"useScaleAB":"Both"})"), "problemType.useScaleAB"));
    CHECK(contains(with(R"("pointers":{"a":"0xg"})"), "pointers.a"));
    CHECK(contains(with(R"("inputs":{"alpha":"one"})"), "inputs.alpha"));
    CHECK(contains(with(R"("problem":[])"), "problem"));
    CHECK(refused(with(R"("call":"twice")"), "value_out_of_range"));
    CHECK(refused(with(R"("policy":"lenient")"), "value_out_of_range"));
}

TEST_CASE("text: invalid UTF-8 and NUL bytes are refused, and the reply is still UTF-8") {
    CHECK(refused(answer("{\"id\":1,\"op\":\"\xff\xfe\"}"), "bad_json"));
    CHECK(refused(answer("{\"id\":1,\"op\":\"\xc3\"}"), "bad_json"));
    CHECK(refused(answer(std::string_view("{\"id\":1,\0\"op\":\"hello\"}", 22)), "bad_json"));
    CHECK(refused(answer(std::string_view("\0\0\0", 3)), "bad_json"));
    CHECK(refused(answer("{\"id\":1,\"op\":\"\\u0000\"}"), "unknown_op"));
    CHECK(refused(answer("{\"id\":1,\"op\":\"\\ud800\"}"), "bad_json"));
}

TEST_CASE("nesting: 64 deep is read, 65 and a million are refused before they are parsed") {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(contains(answer("{\"id\":" + nested(63) + ",\"op\":\"none\"}"), "unknown_op"));
    CHECK(refused(answer("{\"id\":" + nested(64) + ",\"op\":\"none\"}"), "bad_json"));
    CHECK(contains(answer(nested(65)), "nested deeper than 64"));
    CHECK(contains(answer(std::string(1000000, '[')), "nested deeper than 64"));
    std::string objects;
    for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
    CHECK(contains(answer(objects), "nested deeper than 64"));
    CHECK(contains(
        answer(R"({"id":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[","op":"none"})"),
        "unknown_op"));
}

TEST_CASE("keys: a key that stands twice has its last value") {
    CHECK(contains(answer(R"({"id":1,"id":2,"op":"none","op":"hello"})"), "\"id\":2"));
    CHECK(contains(answer(R"({"id":1,"id":2,"op":"none","op":"hello"})"), "\"name\":\"kernabi\""));
}

TEST_CASE("messages: a long op name is cut in the reply") {
    const std::string reply = answer("{\"id\":1,\"op\":\"" + std::string(100000, 'x') + "\"}");
    CHECK(refused(reply, "unknown_op"));
    CHECK(reply.size() < 400);
}
