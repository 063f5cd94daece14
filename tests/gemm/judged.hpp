// SPDX-License-Identifier: MIT
// A problem with a right result, to be made wrong.
#pragma once
#include "backends/cpu/element.hpp"
#include "backends/cpu/fast/fast.hpp"
#include "conformance/gemm/inputs.hpp"
#include "conformance/gemm/judge.hpp"
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <vector>

namespace kernabi::test {

struct Judged {
    static constexpr std::uint8_t poison = 0xaa;
    cpu::Gemm g;
    std::vector<std::uint8_t> a, b, c, d;

    Judged(DataType type, std::uint64_t m, std::uint64_t n, std::uint64_t k, std::uint64_t batch = 1,
           gemm::Values values = gemm::Values::uniform, DataType compute = DataType::Float) {
        g.computeType = compute;
        g.m = m;
        g.n = n;
        g.k = k;
        g.batch = batch;
        g.a.type = g.b.type = g.c.type = g.d.type = type;
        const auto lay = [&](auto& x, std::vector<std::uint8_t>& memory, std::uint64_t rows, std::uint64_t columns,
                             std::uint64_t seed) {
            x.ld = rows + 3;
            x.stride = x.ld * columns + 5;
            memory.assign((x.stride * batch + 8) * cpu::size_of(x.type), poison);
            if (seed != 0) gemm::fill(x.type, values, seed, {memory.data(), memory.size()});
            x.bytes = {memory.data(), memory.size()};
        };
        lay(g.a, a, m, k, 11);
        lay(g.b, b, k, n, 12);
        lay(g.c, c, m, n, 13);
        lay(g.d, d, m, n, 0);
        set(g.alpha, 1.25);
        set(g.beta, -0.75);
        g.useBeta = true;
    }
    Judged(const Judged&) = delete;
    Judged& operator=(const Judged&) = delete;

    void set(cpu::Scalar& x, double value) const {
        const DataType type = g.computeType == DataType::ComplexFloat ? DataType::Float : g.computeType;
        x = {g.computeType,
             numeric::narrow(*cpu::format_of(type == DataType::XFloat32 ? DataType::Float : type), value), 0};
    }
    void compute() { compute(g); }
    void compute(const cpu::Gemm& other) { REQUIRE(cpu::fast::compute(other).status == Status::ok); }

    [[nodiscard]] double get(std::uint64_t i, std::uint64_t j, std::uint64_t batch = 0) const {
        return cpu::load<cpu::Twice>(g.d.type, cpu::element(g.d, i, j, batch));
    }
    void put(std::uint64_t i, std::uint64_t j, double x, std::uint64_t batch = 0) {
        cpu::store<cpu::Twice>(g.d.type, cpu::element(g.d, i, j, batch), x);
    }
    void swap(std::uint64_t i, std::uint64_t j, std::uint64_t i2, std::uint64_t j2, std::uint64_t batch = 0) {
        const double x = get(i, j, batch);
        put(i, j, get(i2, j2, batch), batch);
        put(i2, j2, x, batch);
    }
    [[nodiscard]] gemm::Report judge(gemm::Method method = gemm::Method::bounds) const {
        gemm::Options options;
        options.method = method;
        return gemm::judge(g, options);
    }
};

} // namespace kernabi::test
