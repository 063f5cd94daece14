// SPDX-License-Identifier: MIT
#include "conformance/protocol/op_gemm.hpp"
#include "backends/cpu/extent.hpp"
#include "backends/cpu/fast/fast.hpp"
#include "backends/cpu/gemm.hpp"
#include "conformance/protocol/gemm_json.hpp"
#include "conformance/protocol/object.hpp"
#include <map>
#include <string>
#include <vector>

namespace kernabi::protocol {

namespace {

using cpu::Gemm;

constexpr std::size_t most_buffer_bytes = std::size_t{32} << 20;
/// Multiply-adds of one request: seconds of work even for the types that are slowest.
constexpr std::uint64_t most_steps = std::uint64_t{1} << 33;

/// The request's buffers, by name; one that is not there is empty.
class Buffers {
  public:
    explicit Buffers(const Object& in) {
        for (const char* name : names)
            if (in.has(name)) held_[name] = in.bytes(name, most_buffer_bytes);
    }
    [[nodiscard]] bool has(const std::string& name) const { return held_.contains(name); }
    [[nodiscard]] Bytes of(const char* name) {
        std::vector<std::uint8_t>& bytes = held_[name];
        return {bytes.data(), bytes.size()};
    }
    [[nodiscard]] std::string hex(const char* name) const {
        const std::vector<std::uint8_t>& bytes = held_.at(name);
        return to_hex(bytes.data(), bytes.size());
    }

  private:
    static constexpr const char* names[] = {"a",     "b",      "c",      "d",      "e",      "bias",
                                            "amaxD", "scaleA", "scaleB", "scaleC", "scaleD", "scaleAlphaVec",
                                            "mxsa",  "mxsb"};
    std::map<std::string, std::vector<std::uint8_t>> held_;
};

void attach(Buffers& buffers, Gemm& g) {
    g.a.bytes = buffers.of("a");
    g.b.bytes = buffers.of("b");
    g.c.bytes = buffers.of("c");
    g.d.bytes = buffers.of("d");
    g.mxsa.bytes = buffers.of("mxsa");
    g.mxsb.bytes = buffers.of("mxsb");
    g.e.bytes = buffers.of("e");
    g.amaxD = buffers.of("amaxD");
    g.bias = buffers.of("bias");
    g.biasGradient = buffers.of("bias");
    g.scaleA = buffers.of("scaleA");
    g.scaleB = buffers.of("scaleB");
    g.scaleC = buffers.of("scaleC");
    g.scaleD = buffers.of("scaleD");
    g.scaleAlphaVec = buffers.of("scaleAlphaVec");
}

[[noreturn]] void refuse(const cpu::Outcome& outcome, bool is_given) {
    const std::string name = cpu::name_of(outcome.argument);
    switch (outcome.status) {
    case Status::source_too_short:
    case Status::destination_too_small:
        if (!is_given) throw Refusal{"missing_key", "buffers." + name + " is missing"};
        throw Refusal{"value_out_of_range", "buffers." + name + ": shorter than the problem's sizes and strides need"};
    case Status::value_out_of_range:
        throw Refusal{"value_out_of_range",
                      name + ": a value outside its range, or a leading dimension below the number of rows"};
    case Status::overlap: throw Refusal{"refused", name + ": its batches overlap; give a larger stride"};
    case Status::contradiction: throw Refusal{"refused", name + ": a derivative in gradient mode needs useE"};
    default: throw Refusal{"unsupported", name + ": no definition for this type or step in this compute type"};
    }
}

void limit_steps(const Gemm& g) {
    const cpu::Count steps = cpu::Count{g.m}.times(g.n).times(g.batch).times(g.k == 0 ? 1 : g.k);
    if (!steps.fits(most_steps))
        throw Refusal{"too_large", "problem: m * n * k * batch is past " + std::to_string(most_steps) + " steps"};
}

} // namespace

nlohmann::json op_gemm(const nlohmann::json& in) {
    const Object request(in, "");
    Gemm g = gemm_from(in);
    Buffers buffers(Object(request.at("buffers"), "buffers"));
    if (!buffers.has("d")) throw Refusal{"missing_key", "buffers.d is missing"};
    if (g.outputAmaxD && !buffers.has("amaxD")) throw Refusal{"missing_key", "buffers.amaxD is missing"};
    attach(buffers, g);

    const cpu::Outcome checked = cpu::check(g);
    if (checked.status != Status::ok) refuse(checked, !buffers.of(cpu::name_of(checked.argument)).empty());
    limit_steps(g);
    const cpu::Outcome outcome = cpu::fast::compute(g);
    if (outcome.status != Status::ok) refuse(outcome, true);

    nlohmann::json out = {{"d", buffers.hex("d")}};
    if (g.useE && !g.useGradient) out["e"] = buffers.hex("e");
    if (g.outputAmaxD) out["amaxD"] = buffers.hex("amaxD");
    if (g.useGradient && g.useBias != 0) out["bias"] = buffers.hex("bias");
    return out;
}

} // namespace kernabi::protocol
