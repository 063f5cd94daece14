// SPDX-License-Identifier: MIT
#include "conformance/gemm/buffers.hpp"
#include "backends/cpu/accumulate.hpp"
#include "backends/cpu/extent.hpp"
#include "backends/cpu/needs.hpp"

namespace kernabi::gemm {

namespace {

using cpu::Count;
using cpu::Gemm;

class Lister {
  public:
    explicit Lister(const Gemm& g) : g_(g) {}

    std::vector<Buffer> list() {
        const bool is_empty = cpu::is_empty(g_);
        if (!is_empty) inputs();
        if (!is_empty) matrix("d", g_.d, g_.m, g_.n, true);
        if (!is_empty && g_.useE) matrix("e", cpu::packed_e(g_), g_.m, g_.n, !g_.useGradient);
        if (g_.outputAmaxD) vector("amaxD", g_.computeType, {1}, true);
        if (cpu::writes_bias(g_))
            vector("bias", cpu::or_else(g_.biasType, g_.computeType), {cpu::bias_gradient_length(g_)}, true);
        return std::move(buffers_);
    }

  private:
    void inputs() {
        if (cpu::reads_a(g_)) matrix("a", g_.a, g_.transA ? g_.k : g_.m, g_.transA ? g_.m : g_.k, false);
        if (cpu::reads_b(g_)) matrix("b", g_.b, g_.transB ? g_.n : g_.k, g_.transB ? g_.k : g_.n, false);
        if (cpu::reads_a(g_)) scales("mxsa", true);
        if (cpu::reads_b(g_)) scales("mxsb", false);
        if (cpu::reads_c(g_)) matrix("c", g_.c, g_.m, g_.n, false);
        const DataType ab = cpu::scale_ab_type_of(g_), cd = cpu::scale_cd_type_of(g_);
        const bool by_vector = g_.useScaleAB == cpu::ScaleAB::vector;
        if (g_.useScaleAB != cpu::ScaleAB::none) {
            vector("scaleA", ab, {by_vector ? g_.m : 1}, false);
            vector("scaleB", ab, {by_vector ? g_.n : 1}, false);
        }
        if (g_.useScaleCD) {
            vector("scaleC", cd, {1}, false);
            vector("scaleD", cd, {1}, false);
        }
        if (g_.useScaleAlphaVec != 0)
            vector("scaleAlphaVec", ab, {cpu::along_n(g_, g_.useScaleAlphaVec) ? g_.n : g_.m}, false);
        if (cpu::reads_bias(g_)) {
            const Count length{cpu::along_n(g_, g_.useBias) ? g_.n : g_.m};
            vector("bias", cpu::or_else(g_.biasType, g_.computeType),
                   Count{g_.batch - 1}.times(g_.strideBias).plus(length), false);
        }
    }
    void scales(const char* name, bool for_a) {
        const cpu::BlockScale scale = cpu::block_scale(g_, for_a);
        if (scale.block == 0) return;
        const std::uint64_t lanes = for_a ? g_.m : g_.n, blocks = cpu::blocks_of_k(g_.k, scale.block);
        const bool k_first = for_a ? g_.transA : !g_.transB;
        matrix(name, scale.scales, k_first ? blocks : lanes, k_first ? lanes : blocks, false);
    }
    template <typename Byte>
    void matrix(const char* name, const cpu::Matrix<Byte>& x, std::uint64_t rows, std::uint64_t columns,
                bool is_written) {
        if (rows == 0 || columns == 0) return;
        vector(name, x.type, Count{g_.batch - 1}.times(x.stride).plus(cpu::matrix_span(rows, columns, x.ld)),
               is_written);
    }
    void vector(const char* name, DataType type, Count elements, bool is_written) {
        const Count bytes = cpu::bytes_of(type, elements);
        buffers_.push_back({name, type, bytes.value, is_written, bytes.is_past_all || bytes.value >> 62 != 0});
    }

    const Gemm& g_;
    std::vector<Buffer> buffers_;
};

} // namespace

std::vector<Buffer> buffers_of(const Gemm& g) { return Lister(g).list(); }

void attach(Gemm& g, const std::string& name, Bytes bytes) {
    if (name == "d") g.d.bytes = bytes;
    if (name == "e") g.e.bytes = bytes;
    if (name == "amaxD") g.amaxD = bytes;
    if (name == "bias") g.bias = g.biasGradient = bytes;
    struct Row {
        const char* name;
        ConstBytes* view;
    };
    const Row rows[] = {{"a", &g.a.bytes},       {"b", &g.b.bytes},
                        {"c", &g.c.bytes},       {"mxsa", &g.mxsa.bytes},
                        {"mxsb", &g.mxsb.bytes}, {"scaleA", &g.scaleA},
                        {"scaleB", &g.scaleB},   {"scaleC", &g.scaleC},
                        {"scaleD", &g.scaleD},   {"scaleAlphaVec", &g.scaleAlphaVec}};
    for (const Row& row : rows)
        if (name == row.name) *row.view = bytes;
}

std::string text_of(const Gemm& g, const cpu::Outcome& outcome) {
    const std::string name = cpu::name_of(outcome.argument);
    const auto needed = [&] {
        for (const Buffer& buffer : buffers_of(g))
            if (name == buffer.name) return ", needs " + std::to_string(buffer.bytes) + " bytes";
        return std::string();
    };
    switch (outcome.status) {
    case Status::source_too_short:
    case Status::destination_too_small: return name + ": too short" + needed();
    case Status::value_out_of_range:
        return name + ": a value outside its range, or a leading dimension below the number of rows";
    case Status::overlap: return name + ": its batches overlap; give a larger stride";
    case Status::contradiction: return name + ": a derivative in gradient mode needs useE";
    default: return name + ": no definition for this type or step in this compute type";
    }
}

} // namespace kernabi::gemm
