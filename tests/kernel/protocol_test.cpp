// SPDX-License-Identifier: MIT
// The kernel side's ops: replies, what stands beside them, refusals that name the input.
#include "conformance/protocol/server.hpp"
#include <doctest/doctest.h>
#include <string>

using kernabi::protocol::answer;

namespace {

std::string ask(const std::string& op, const std::string& in) {
    return answer("{\"id\":7,\"op\":\"" + op + "\",\"in\":" + in + "}");
}
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
bool refused(const std::string& reply, const std::string& code, const std::string& part) {
    return contains(reply, "\"code\":\"" + code + "\"") && contains(reply, part);
}

/// A 16x16 kernel with its keys changed or added.
std::string kernel(const std::string& more = "") {
    return R"({"MatrixInstM":16,"MatrixInstN":16,"MatrixInstK":4,"MatrixInstB":1,"MatrixInstBM":1,"MatrixInstBN":1,"WavefrontSize":64,"VectorWidthA":1,)"
           R"("VectorWidthB":1,"MIWaveTile":[1,1],"SourceSwap":0,"MIRegPerOut":1)" +
           more + "}";
}
std::string with(const std::string& key, const std::string& value) {
    std::string in = kernel();
    const std::size_t at = in.find("\"" + key + "\":"),
                      end = in.find_first_of(",}", in.find(':', at) + (value[0] == '[' ? 6 : 1));
    return in.substr(0, at) + "\"" + key + "\":" + value + in.substr(end);
}
const std::string single = R"({"kernel":)" + kernel(R"(,"ComputeDataType":"S")") + R"(,"startVgprAlphaTmp":0})";

} // namespace

TEST_CASE("tdm_wait: the reply as recorded") {
    CHECK(
        ask("tdm_wait", R"({"tensorcnt":0,"comment":"w"})") ==
        R"({"id":7,"ok":{"items":[{"comment":"","dscnt":-1,"op":"SWaitCnt","vlcnt":0,"vscnt":-1},{"comment":"w","op":"SWaitTensorcnt","tensorcnt":0}],"name":"","op":"Module"}})");
}

TEST_CASE("acc_map: the reply as recorded, and single entries of a map that is too large for one") {
    CHECK(
        ask("acc_map", kernel()) ==
        R"({"id":7,"ok":{"acc2arch":[0,1,2,3],"arch2acc":[0,1,2,3],"imagOffset":4,"info":[1,1,4,1,1,1,1],"len":4,"sequential":1}})");
    CHECK(ask("acc_map", R"({"EnableMatrixInstruction":0})") == R"({"id":7,"ok":{"sequential":0}})");
    const std::string huge = with("MIWaveTile", "[1048576,512]");
    CHECK(refused(ask("acc_map", huge), "too_large", "2147483648 entries"));
    const std::string some = ask("acc_map", huge.substr(0, huge.size() - 1) + R"(,"indices":[0,2147483647]})");
    CHECK(contains(some, R"("acc2arch":[0,2147483647],"arch2acc":[0,2147483647])"));
    CHECK(refused(ask("acc_map", huge.substr(0, huge.size() - 1) + R"(,"indices":[2147483648]})"), "value_out_of_range",
                  "indices"));
}

TEST_CASE("what is doubtful stands beside the result") {
    CHECK(contains(ask("acc_map", with("MIWaveTile", "[1,3]")), R"("acc2arch")"));
    CHECK(
        contains(ask("mul_alpha", R"({"kernel":)" + kernel(R"(,"ComputeDataType":"B")") + R"(,"startVgprAlphaTmp":0})"),
                 R"("code":"type_without_branch")"));
    CHECK_FALSE(contains(ask("mul_alpha", single), "findings"));
}

TEST_CASE("bad input is refused by name") {
    CHECK(refused(ask("acc_map", with("WavefrontSize", "0")), "refused", "WavefrontSize"));
    CHECK(refused(ask("acc_map", with("VectorWidthA", "0")), "refused", "VectorWidthA"));
    CHECK(refused(ask("acc_map", with("VectorWidthB", "-2")), "value_out_of_range", "VectorWidthB"));
    CHECK(
        refused(ask("acc_map", with("MIWaveTile", "[1,9223372036854775807]")), "value_out_of_range", "MIWaveTile[1]"));
    CHECK(refused(ask("acc_map", with("MIWaveTile", "[1]")), "bad_type", "MIWaveTile"));
    CHECK(refused(ask("acc_map", with("MatrixInstBM", "1.5")), "bad_type", "MatrixInstBM"));
    CHECK(refused(ask("acc_map", with("SourceSwap", "2")), "value_out_of_range", "SourceSwap"));
    CHECK(refused(ask("acc_map", R"({})"), "missing_key", "WavefrontSize"));
    CHECK(
        refused(ask("mul_alpha", R"({"kernel":)" + kernel(R"(,"ComputeDataType":"Q")") + R"(,"startVgprAlphaTmp":0})"),
                "value_out_of_range", "ComputeDataType"));
    CHECK(refused(
        ask("mul_alpha", R"({"kernel":)" +
                             with("MIWaveTile", "[4096,4096]").substr(0, with("MIWaveTile", "[4096,4096]").size() - 1) +
                             R"(,"ComputeDataType":"S"},"startVgprAlphaTmp":0})"),
        "too_large", "67108864"));
    CHECK(refused(ask("wait", R"({"skipGlobalRead":1})"), "missing_key", "skipLocalWrite"));
    CHECK(refused(
        ask("sync_threads",
            R"({"NumThreads":64,"WavefrontSize":0,"_ScheduleIterAlg":1,"PrefetchGlobalRead":0,"SeparateVscnt":0,"Waitcnt0Disabled":0})"),
        "refused", "WavefrontSize"));
    CHECK(refused(
        ask("sync_threads",
            R"({"NumThreads":64,"WavefrontSize":32,"_ScheduleIterAlg":1,"PrefetchGlobalRead":0,"SeparateVscnt":0,"Waitcnt0Disabled":0,"memoryToken":7})"),
        "bad_type", "memoryToken"));
}

TEST_CASE("assembly: lines, a target's lack, an item that was never filled") {
    CHECK(contains(
        ask("assembly", R"({"function":"mul_alpha","target":"gfx1201","valuC":10,"valuCBase":40,"in":)" + single + "}"),
        R"({"lines":["v_mul_f32 v10, s0, v40)"));
    CHECK(contains(ask("assembly", R"({"function":"tdm_wait","target":"gfx1250","in":{"tensorcnt":-1}})"),
                   R"("lines":["s_wait_tensorcnt -1"])"));
    CHECK(refused(ask("assembly", R"({"function":"tdm_wait","target":"gfx942","in":{"tensorcnt":0}})"), "unsupported",
                  "gfx942 has no s_wait_tensorcnt"));
    CHECK(refused(ask("assembly", R"({"function":"mul_alpha","target":"gfx942","in":{"kernel":)" +
                                      kernel(R"(,"ComputeDataType":"I8")") + R"(,"startVgprAlphaTmp":0}})"),
                  "refused", "never filled"));
    CHECK(refused(ask("assembly", R"({"function":"move","target":"gfx906","in":{}})"), "missing_key", "WavefrontSize"));
    CHECK(refused(ask("assembly", R"({"function":"walk","target":"gfx942","in":{}})"), "value_out_of_range", "walk"));
    CHECK(refused(ask("assembly", R"({"function":"tdm_wait","target":"gfx906","in":{"tensorcnt":0}})"), "unsupported",
                  "gfx906"));
    CHECK(contains(ask("assembly", R"({"function":"acc_map","target":"gfx942","in":)" + kernel() + "}"),
                   R"("lines":[])"));
}

TEST_CASE("assembly: tmp stands for startVgprAlphaTmp") {
    const std::string in = R"({"kernel":)" + kernel(R"(,"ComputeDataType":"C")") + "}";
    CHECK(contains(ask("assembly", R"({"function":"mul_alpha","target":"gfx942","tmp":30,"alpha":4,"in":)" + in + "}"),
                   R"(["v_mul_f32 v30, s4, v0)"));
}
