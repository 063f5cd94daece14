// SPDX-License-Identifier: MIT
// A GEMM whose buffers are ordinary vectors of numbers, for tests.
#pragma once
#include "backends/cpu/element.hpp"
#include "backends/cpu/gemm.hpp"
#include <cstdint>
#include <vector>

namespace kernabi::test {

using Memory = std::vector<std::uint8_t>;

inline Memory pack(DataType type, const std::vector<double>& values) {
    Memory memory(values.size() * cpu::size_of(type));
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint8_t* to = memory.data() + i * cpu::size_of(type);
        if (cpu::format_of(type) != nullptr)
            cpu::store<cpu::Twice>(type, to, values[i]);
        else
            cpu::store<cpu::Integer>(type, to, static_cast<std::int32_t>(values[i]));
    }
    return memory;
}

inline std::vector<double> unpack(DataType type, const Memory& memory) {
    std::vector<double> values(memory.size() / cpu::size_of(type));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = cpu::load<cpu::Twice>(type, memory.data() + i * cpu::size_of(type));
    return values;
}

inline cpu::Scalar scalar(double x) { return {DataType::Double, numeric::bits_of(x), 0}; }

/// One problem of one element type, packed without gaps. D and E start as a fill that no result has.
struct Problem {
    cpu::Gemm gemm;
    Memory a, b, c, d, e, bias, scaleA, scaleB, scaleC, scaleD, scaleAlphaVec, amaxD, mxsa, mxsb;
    DataType scalars;

    Problem(DataType element, DataType compute, std::uint64_t m, std::uint64_t n, std::uint64_t k,
            std::uint64_t batch = 1)
        : scalars(compute) {
        gemm.computeType = compute;
        gemm.m = m;
        gemm.n = n;
        gemm.k = k;
        gemm.batch = batch;
        gemm.a.type = gemm.b.type = gemm.c.type = gemm.d.type = element;
        gemm.e.type = compute;
        gemm.a.ld = m;
        gemm.a.stride = m * k;
        gemm.b.ld = k;
        gemm.b.stride = k * n;
        gemm.c.ld = gemm.d.ld = m;
        gemm.c.stride = gemm.d.stride = m * n;
        gemm.alpha = {compute, pack_one(compute, 1.0), 0};
        gemm.beta = {compute, 0, 0};
        for (auto& argument : gemm.activationArgs) argument = scalar(0.0);
        const std::uint64_t elements = m * n * batch;
        d.assign(elements * cpu::size_of(element), 0xaa);
        e.assign(elements * cpu::size_of(compute), 0xaa);
        amaxD.assign(cpu::size_of(compute), 0xaa);
    }

    static std::uint64_t pack_one(DataType type, double x) {
        const Memory memory = pack(type, {x});
        return load_le(memory.data(), memory.size());
    }
    void set_alpha(double x) { gemm.alpha = {scalars, pack_one(scalars, x), 0}; }
    void set_beta(double x) {
        gemm.useBeta = true;
        gemm.beta = {scalars, pack_one(scalars, x), 0};
    }
    void set_a(const std::vector<double>& values) { a = pack(gemm.a.type, values); }
    void set_b(const std::vector<double>& values) { b = pack(gemm.b.type, values); }
    void set_c(const std::vector<double>& values) { c = pack(gemm.c.type, values); }

    void attach() {
        const auto view = [](Memory& x) { return Bytes{x.data(), x.size()}; };
        gemm.a.bytes = view(a);
        gemm.b.bytes = view(b);
        gemm.c.bytes = view(c);
        gemm.d.bytes = view(d);
        gemm.e.bytes = view(e);
        gemm.bias = view(bias);
        gemm.biasGradient = view(bias);
        gemm.scaleA = view(scaleA);
        gemm.scaleB = view(scaleB);
        gemm.scaleC = view(scaleC);
        gemm.scaleD = view(scaleD);
        gemm.scaleAlphaVec = view(scaleAlphaVec);
        gemm.amaxD = view(amaxD);
        gemm.mxsa.bytes = view(mxsa);
        gemm.mxsb.bytes = view(mxsb);
    }
    cpu::Outcome run() {
        attach();
        return cpu::compute(gemm);
    }
    std::vector<double> result() const { return unpack(gemm.d.type, d); }
};

} // namespace kernabi::test
