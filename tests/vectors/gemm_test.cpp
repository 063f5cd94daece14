// SPDX-License-Identifier: MIT
// The GEMM's definition against the vectors: exact fractions in the generator, software arithmetic here.
#include "abi/kernarg/layout.hpp"
#include "backends/cpu/gemm.hpp"
#include "tests/vectors/load.hpp"
#include "vectors/reader/to_form.hpp"
#include <bit>
#include <doctest/doctest.h>

using namespace kernabi;
using vectors::Record;
using vectors::RecordKind;

namespace {

/// The record's buffers as memory of this process.
struct Memory {
    std::vector<vectors::Buffer> buffers;
    std::vector<std::vector<std::uint8_t>> bytes;

    explicit Memory(const Record& record) {
        for (std::size_t i = 0; i < record.buffers(); ++i) {
            buffers.push_back(record.buffer(i));
            std::vector<std::uint8_t> contents;
            for (std::uint64_t at = 0; at < buffers.back().length; ++at)
                contents.push_back(vectors::initial_byte(buffers.back(), at));
            bytes.push_back(contents);
        }
    }
    Bytes at(std::uint64_t address) {
        for (std::size_t i = 0; i < buffers.size(); ++i)
            if (address >= buffers[i].address && address - buffers[i].address <= buffers[i].length) {
                const std::uint64_t skipped = address - buffers[i].address;
                return {bytes[i].data() + skipped, bytes[i].size() - skipped};
            }
        return {};
    }
};

struct Launch {
    Form form;
    Values values;
    Memory memory;
    cpu::Gemm gemm{};
    std::vector<ConstBytes> in[3];
    std::vector<Bytes> out;

    explicit Launch(const Record& record)
        : form(vectors::to_form(record)), values(vectors::to_values(record)), memory(record) {
        fill(record);
    }

    std::uint64_t value(Argument argument, std::size_t index = 0) const { return values.at(argument, index); }
    Bytes view(Argument argument) { return memory.at(value(argument)); }

    std::vector<Bytes> array(Argument argument) {
        std::vector<Bytes> views;
        const Bytes addresses = view(argument);
        for (std::uint64_t b = 0; b < value(Argument::size, 2); ++b)
            views.push_back(memory.at(load_le(addresses.data + 8 * b, 8)));
        return views;
    }

    void operand(cpu::Input& to, DataType type, Argument pointer, Argument stride, std::vector<ConstBytes>& views) {
        to.type = type;
        to.ld = value(stride, 1);
        to.stride = value(stride, 2);
        if (form.type.stridedBatched) {
            to.bytes = view(pointer);
            return;
        }
        for (const Bytes b : array(pointer)) views.push_back(b);
        to.per_batch = {views.data(), views.size()};
    }

    void fill(const Record& record) {
        const ProblemType& type = form.type;
        gemm.computeType = type.computeType;
        gemm.computeInputType = type.computeInputType;
        gemm.transA = type.transA;
        gemm.transB = type.transB;
        gemm.m = value(Argument::size, 0);
        gemm.n = value(Argument::size, 1);
        gemm.batch = value(Argument::size, 2);
        gemm.k = value(Argument::size, 3);
        operand(gemm.a, type.aType, Argument::a, Argument::strideA, in[0]);
        operand(gemm.b, type.bType, Argument::b, Argument::strideB, in[1]);
        operand(gemm.c, type.cType, Argument::c, Argument::strideC, in[2]);
        const bool split = type.globalAccumulation == Accumulation::multiple_buffer_single_kernel;
        gemm.d.type = type.dType;
        gemm.d.ld = value(Argument::strideD, 1);
        gemm.d.stride = value(Argument::strideD, 2);
        if (type.stridedBatched) {
            gemm.d.bytes = view(split ? Argument::dstD : Argument::d);
        } else {
            out = array(Argument::d);
            gemm.d.per_batch = {out.data(), out.size()};
        }
        gemm.alpha = {type.alphaType, value(Argument::alpha)};
        gemm.beta = {type.betaType, value(Argument::beta)};
        gemm.useBeta = type.useBeta;
        gemm.useScaleAB = static_cast<cpu::ScaleAB>(type.useScaleAB);
        gemm.scaleA = view(Argument::scaleA);
        gemm.scaleB = view(Argument::scaleB);
        gemm.useScaleCD = type.useScaleCD;
        gemm.scaleC = view(Argument::scaleC);
        gemm.scaleD = view(Argument::scaleD);
        gemm.useScaleAlphaVec = type.useScaleAlphaVec;
        gemm.scaleAlphaVec = view(Argument::scaleAlphaVec);
        gemm.useBias = type.useBias;
        gemm.factorDim = static_cast<std::uint8_t>(value(Argument::factorDim));
        gemm.biasType = type.biasType;
        gemm.strideBias = value(Argument::strideBias);
        gemm.bias = view(Argument::bias);
        gemm.useE = type.useE;
        gemm.e.type = type.eType;
        gemm.e.ld = value(Argument::strideE, 1);
        gemm.e.stride = value(Argument::strideE, 2);
        gemm.e.bytes = view(Argument::e);
        gemm.outputAmaxD = type.outputAmaxD;
        gemm.amaxD = view(Argument::AddrAmaxOut);
        gemm.gsu = type.gsu;
        gemm.depthU = 1;
        activation(record);
    }

    void activation(const Record& record) {
        const ProblemType& type = form.type;
        gemm.activation = type.activationType;
        if (type.activationType == Activation::All || type.activationType == Activation::Hipblaslt_all)
            for (const ActivationRow& row : activations) {
                const bool old = record.dialect().enums == Enums::y2024;
                if ((old ? row.number_2024 : row.number_2026) == value(Argument::activationType))
                    gemm.activation = row.kind;
            }
        for (std::size_t i = 0; i < 2; ++i)
            gemm.activationArgs[i] = {type.activationComputeDataType, value(Argument::activation, i)};
    }
};

/// An element as f64, to hold it against the ends of its band.
double number(DataType type, const std::uint8_t* at) {
    switch (type) {
    case DataType::Float: return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(load_le(at, 4))));
    case DataType::Double: return std::bit_cast<double>(load_le(at, 8));
    default: FAIL("no band for this type"); return 0;
    }
}

void compare(const Memory& memory) {
    for (std::size_t i = 0; i < memory.buffers.size(); ++i) {
        const vectors::Buffer& buffer = memory.buffers[i];
        INFO("buffer " << i << " " << test::string_of(buffer.name));
        if (buffer.rule == vectors::Rule::scratch) continue;
        if (buffer.rule == vectors::Rule::band) {
            const std::size_t size = element_bytes(buffer.type);
            for (std::size_t at = 0; at < memory.bytes[i].size(); at += size) {
                const std::uint8_t *got = memory.bytes[i].data() + at, *low = buffer.expected.data + at,
                                   *high = buffer.expected_high.data + at;
                if (load_le(low, size) == load_le(high, size))
                    CHECK(load_le(got, size) == load_le(low, size));
                else
                    CHECK((number(buffer.type, low) <= number(buffer.type, got) &&
                           number(buffer.type, got) <= number(buffer.type, high)));
            }
            continue;
        }
        for (std::size_t at = 0; at < memory.bytes[i].size(); ++at) {
            const std::uint8_t want =
                buffer.rule == vectors::Rule::exact ? buffer.expected[at] : vectors::initial_byte(buffer, at);
            if (memory.bytes[i][at] != want)
                FAIL_CHECK("byte " << at << ": " << int{memory.bytes[i][at]} << ", not " << int{want});
        }
    }
}

} // namespace

TEST_CASE("GEMM records: the definition leaves every buffer as the record says") {
    std::size_t seen = 0;
    test::for_each_record([&](const Record& record) {
        if (record.kind() != RecordKind::gemm) return;
        ++seen;
        INFO("record " << test::string_of(record.id()));
        Launch launch(record);
        const cpu::Outcome outcome = cpu::compute(launch.gemm);
        CHECK(outcome.status == Status::ok);
        INFO(std::string(cpu::name_of(outcome.argument)));
        compare(launch.memory);
    });
    CHECK(seen > 0);
}

TEST_CASE("refused GEMM records: the definition names the buffer and writes nothing") {
    std::size_t seen = 0;
    test::for_each_record([&](const Record& record) {
        if (record.kind() != RecordKind::refuse_gemm) return;
        ++seen;
        INFO("record " << test::string_of(record.id()));
        Launch launch(record);
        const cpu::Outcome outcome = cpu::compute(launch.gemm);
        // Of a view alone the definition knows only that it is too short; an address outside all memory is an empty
        // view here.
        CHECK((outcome.status == Status::source_too_short || outcome.status == Status::destination_too_small));
        CHECK(std::string(cpu::name_of(outcome.argument)) == row_of(static_cast<Argument>(record.fault_number())).dump);
        compare(launch.memory);
    });
    CHECK(seen > 0);
}
