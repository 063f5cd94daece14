// SPDX-License-Identifier: MIT
#include "tests/fast/random_gemm.hpp"

namespace kernabi::test {

namespace {

constexpr std::uint8_t fill = 0xaa;

class Maker {
  public:
    Maker(const TypeRow& row, Random& random, const Sizes& most) : row_(row), r_(random), numbers_(random) {
        x_.what = row.name;
        cpu::Gemm& g = x_.gemm;
        g.computeType = row.compute;
        g.computeInputType = row.input;
        g.a.type = row.a;
        g.b.type = row.b;
        g.d.type = r_.any_of(row.outputs);
        g.c.type = r_.one_in(2) ? g.d.type : r_.any_of(row.outputs);
        g.transA = r_.one_in(2);
        g.transB = r_.one_in(2);
        g.m = 1 + r_.below(most.m);
        g.n = 1 + r_.below(most.n);
        g.k = r_.one_in(20) ? 0 : 1 + r_.below(row.scales_b ? 80 : most.k);
        g.batch = r_.one_in(3) ? 1 + r_.below(most.batch) : 1;
    }

    RandomGemm make() {
        cpu::Gemm& g = x_.gemm;
        if (!cpu::is_complex(g.computeType)) switches();
        g.alpha = numbers_.scalar(scalar_type());
        g.beta = numbers_.scalar(scalar_type());
        g.useBeta = r_.one_in(2);
        if (r_.one_in(4)) {
            g.gsu = 1 + r_.below(6);
            g.depthU = 1 + r_.below(8);
        }
        x_.a = input(g.a, g.transA ? g.k : g.m, g.transA ? g.m : g.k);
        x_.b = input(g.b, g.transB ? g.n : g.k, g.transB ? g.k : g.n);
        if (row_.scales_a) x_.mxsa = block_scales(g.mxBlockA, g.mxsa, g.m, g.transA);
        if (row_.scales_b) x_.mxsb = block_scales(g.mxBlockB, g.mxsb, g.n, !g.transB);
        x_.c = input(g.c, g.m, g.n);
        x_.d = output(g.d);
        if (g.useE) make_e();
        x_.attach();
        return std::move(x_);
    }

  private:
    DataType scalar_type() {
        const DataType compute = row_.compute;
        if (cpu::is_complex(compute) || compute == DataType::Int32) return compute;
        if (compute == DataType::XFloat32) return DataType::Float;
        return r_.one_in(6) ? DataType::Half : compute;
    }

    template <typename Byte>
    std::uint64_t shape(cpu::Matrix<Byte>& x, std::uint64_t rows, std::uint64_t columns) {
        x.ld = rows + (r_.one_in(2) ? 0 : r_.below(5));
        if (x.ld == 0) x.ld = 1;
        x.stride = x.ld * columns + (r_.one_in(2) ? 0 : r_.below(7));
        return x.stride * x_.gemm.batch + 1;
    }
    std::vector<std::uint8_t> input(cpu::Input& x, std::uint64_t rows, std::uint64_t columns) {
        return numbers_.many(x.type, shape(x, rows, columns));
    }
    std::vector<std::uint8_t> output(cpu::Output& x) {
        return std::vector<std::uint8_t>(shape(x, x_.gemm.m, x_.gemm.n) * cpu::size_of(x.type), fill);
    }

    std::vector<std::uint8_t> block_scales(std::uint32_t& block, cpu::Input& x, std::uint64_t lanes, bool k_first) {
        block = 32;
        x.type = DataType::E8;
        const std::uint64_t blocks = (x_.gemm.k + 31) / 32;
        if (r_.one_in(2)) return input(x, k_first ? blocks : lanes, k_first ? lanes : blocks);
        return numbers_.many(x.type, lanes * blocks * x_.gemm.batch);
    }

    void switches() {
        cpu::Gemm& g = x_.gemm;
        g.activation = activation();
        for (auto& argument : g.activationArgs) argument = numbers_.scalar(DataType::Double);
        g.useGradient = r_.one_in(6);
        if (g.useGradient && g.computeType != DataType::Int32 && r_.one_in(2))
            g.activation = r_.one_in(2) ? Activation::DRelu : Activation::DGelu;
        g.useE = r_.one_in(4) || cpu::multiplies_by_derivative(g);
        g.outputAmaxD = r_.one_in(3);
        x_.amaxD.assign(g.outputAmaxD ? cpu::size_of(g.computeType) : 0, fill);
        scales();
        bias();
    }

    Activation activation() {
        using enum Activation;
        static const std::vector<Activation> plain{Abs, Clippedrelu, Leakyrelu, Relu};
        static const std::vector<Activation> curved{Gelu, Sigmoid, Tanh, Geluscaling, Silu, Exp, DRelu};
        if (r_.one_in(2)) return None;
        return row_.compute != DataType::Int32 && r_.one_in(6) ? r_.any_of(curved) : r_.any_of(plain);
    }

    void scales() {
        cpu::Gemm& g = x_.gemm;
        const bool integer = row_.compute == DataType::Int32;
        if (r_.one_in(5)) g.scaleABType = integer || r_.one_in(2) ? DataType::Float : DataType::Half;
        const std::uint64_t kind = r_.below(6);
        g.useScaleAB = kind == 0 ? cpu::ScaleAB::scalar : kind == 1 ? cpu::ScaleAB::vector : cpu::ScaleAB::none;
        const DataType type = cpu::scale_ab_type_of(with_scalars());
        x_.scaleA = numbers_.many(type, g.m);
        x_.scaleB = numbers_.many(type, g.n);
        g.useScaleAlphaVec = static_cast<std::uint8_t>(r_.one_in(3) ? r_.below(4) : 0);
        x_.scaleAlphaVec = numbers_.many(type, g.m + g.n);
        g.useScaleCD = r_.one_in(5);
        g.scaleCDType = integer ? DataType::Int32 : DataType::Float;
        x_.scaleC = numbers_.many(g.scaleCDType, 1);
        x_.scaleD = numbers_.many(g.scaleCDType, 1);
    }
    /// Scales are of alpha's type where nothing is said, so that must be known.
    const cpu::Gemm& with_scalars() {
        cpu::Gemm& g = x_.gemm;
        if (g.scaleABType == DataType::None)
            g.scaleABType = row_.compute == DataType::XFloat32 ? DataType::Float : row_.compute;
        return g;
    }

    void bias() {
        cpu::Gemm& g = x_.gemm;
        g.factorDim = static_cast<std::uint8_t>(r_.below(2));
        g.useBias = static_cast<std::uint8_t>(r_.one_in(3) ? r_.below(4) : 0);
        const bool integer = row_.compute == DataType::Int32;
        g.biasType = integer ? r_.any_of<DataType>({DataType::Int32, DataType::Float})
                             : r_.any_of<DataType>({DataType::Float, DataType::Half, DataType::BFloat16});
        if (g.useGradient && g.useBias != 0) {
            g.batch = 1;
            g.biasSrc = r_.any_of<cpu::BiasSource>({cpu::BiasSource::a, cpu::BiasSource::b, cpu::BiasSource::d});
            x_.gradient.assign((g.m + g.n) * cpu::size_of(g.biasType), fill);
        }
        g.strideBias = r_.one_in(2) ? 0 : g.m + g.n;
        x_.bias = numbers_.many(g.biasType, (g.m + g.n) * g.batch);
    }

    void make_e() {
        cpu::Gemm& g = x_.gemm;
        g.e.type = row_.compute == DataType::Int32 ? DataType::Int32
                   : row_.compute == DataType::XFloat32
                       ? DataType::Float
                       : r_.any_of<DataType>({DataType::Float, DataType::Half, DataType::BFloat8});
        if (r_.one_in(2)) {
            x_.e = numbers_.many(g.e.type, shape(g.e, g.m, g.n));
        } else { // packed
            g.e.ld = g.e.stride = 0;
            x_.e = numbers_.many(g.e.type, g.m * g.n * g.batch);
        }
    }

    const TypeRow& row_;
    Random& r_;
    Numbers numbers_;
    RandomGemm x_;
};

} // namespace

RandomGemm random_gemm(const TypeRow& row, Random& random, const Sizes& most) {
    return Maker(row, random, most).make();
}

} // namespace kernabi::test
