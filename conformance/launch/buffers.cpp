// SPDX-License-Identifier: MIT
#include "conformance/launch/buffers.hpp"
#include "abi/bytes.hpp"
#include "backends/cpu/dispatch.hpp"
#include "backends/cpu/element.hpp"
#include "backends/cpu/extent.hpp"
#include "conformance/gemm/buffers.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace kernabi::launch {

namespace {

/// More than any host keeps: an int for each of 409600 tiles.
constexpr std::uint64_t counter_bytes = 409600 * 4;

/// The same GEMM with every operand read.
cpu::Gemm reading_all(cpu::Gemm g) {
    constexpr cpu::Scalar one{DataType::Float, 0x3f800000, 0};
    g.alpha = g.beta = one;
    g.useBeta = true;
    return g;
}

Shape shape_of(const cpu::Gemm& g, const std::string& name) {
    const auto matrix = [&](const auto& x, std::uint64_t rows, std::uint64_t columns) {
        return Shape{rows, columns, x.ld, g.batch, x.stride};
    };
    if (name == "a") return g.transA ? matrix(g.a, g.k, g.m) : matrix(g.a, g.m, g.k);
    if (name == "b") return g.transB ? matrix(g.b, g.n, g.k) : matrix(g.b, g.k, g.n);
    if (name == "c") return matrix(g.c, g.m, g.n);
    if (name == "d") return matrix(g.d, g.m, g.n);
    if (name == "e") return {g.m, g.n, g.e.ld == 0 ? g.m : g.e.ld, g.batch, g.e.stride == 0 ? g.m * g.n : g.e.stride};
    return {};
}

void check_numbers(const cpu::Gemm& g, const std::vector<gemm::Buffer>& list) {
    for (const gemm::Buffer& one : list)
        if (one.is_too_large) throw Wrong(std::string(one.name) + ": more bytes than any memory has");
    cpu::Gemm sized = g;
    std::vector<std::uint8_t> scalars(64);
    for (const gemm::Buffer& one : list)
        gemm::attach(sized, one.name, {scalars.data(), static_cast<std::size_t>(one.bytes)});
    if (const cpu::Outcome outcome = cpu::check(sized); outcome.status != Status::ok)
        throw Wrong(gemm::text_of(sized, outcome));
}

struct Arrays {
    const char *name, *of;
    std::uint64_t Pointers::*pointer;
};
constexpr Arrays arrays[] = {{"batchA", "a", &Pointers::batchA},
                             {"batchB", "b", &Pointers::batchB},
                             {"batchC", "c", &Pointers::batchC},
                             {"batchD", "d", &Pointers::batchD},
                             {"batchBias", "bias", &Pointers::batchBias}};

struct Plain {
    const char* name;
    std::uint64_t Pointers::*pointer;
};
constexpr Plain plain[] = {{"a", &Pointers::a},           {"b", &Pointers::b},
                           {"c", &Pointers::c},           {"d", &Pointers::d},
                           {"e", &Pointers::e},           {"amaxD", &Pointers::amaxD},
                           {"bias", &Pointers::bias},     {"scaleA", &Pointers::scaleA},
                           {"scaleB", &Pointers::scaleB}, {"scaleC", &Pointers::scaleC},
                           {"scaleD", &Pointers::scaleD}, {"scaleAlphaVec", &Pointers::scaleAlphaVec},
                           {"mxsa", &Pointers::mxsa},     {"mxsb", &Pointers::mxsb},
                           {"ws", &Pointers::ws},         {"Synchronizer", &Pointers::Synchronizer}};

const Buffer* find(const std::vector<Buffer>& buffers, const std::string& name) {
    const auto at = std::find_if(buffers.begin(), buffers.end(), [&](const Buffer& b) { return b.name == name; });
    return at == buffers.end() ? nullptr : &*at;
}

/// The array of one matrix's addresses.
Buffer array_of(const Arrays& row, const Buffer& of, const cpu::Gemm& g) {
    const std::uint64_t stride = of.name == "bias" ? g.strideBias : of.shape.stride;
    Buffer array{row.name, Role::addresses, DataType::Int64, g.batch * 8, {}, 0, row.of, 0};
    array.step_bits = stride * row_of(of.type).bits;
    return array;
}

void fill_addresses(const Buffer& array, const std::vector<Buffer>& all, Bytes to) {
    const std::uint64_t first = find(all, array.of)->address;
    for (std::uint64_t b = 0; b < to.size / 8; ++b) store_le(to.data + 8 * b, first + b * array.step_bits / 8, 8);
}

/// A NaN in every element that is marked; types without one get their largest pattern.
void spoil(const Buffer& buffer, const std::vector<bool>& where, Bytes to) {
    const bool complex = cpu::is_complex(buffer.type);
    const DataType part = buffer.type == DataType::ComplexFloat    ? DataType::Float
                          : buffer.type == DataType::ComplexDouble ? DataType::Double
                                                                   : buffer.type;
    const numeric::Format* const format = cpu::format_of(part);
    const std::uint64_t bits = format != nullptr ? format->nan_bits : ~std::uint64_t{0};
    const std::size_t size = cpu::size_of(part), parts = complex ? 2 : 1;
    for (std::size_t i = 0; (i + 1) * parts * size <= to.size; ++i)
        if (where.empty() || where[i])
            for (std::size_t p = 0; p < parts; ++p) store_le(to.data + (i * parts + p) * size, bits, size);
}

} // namespace

const char* name_of(Role role) noexcept {
    constexpr const char* names[] = {"input", "not read", "output", "workspace", "counters", "addresses"};
    return names[static_cast<std::size_t>(role)];
}

std::vector<Buffer> plan_buffers(const Task& task, std::uint64_t workspace) {
    const cpu::Gemm& g = task.gemm;
    const std::vector<gemm::Buffer> used = gemm::buffers_of(g);
    check_numbers(g, used);
    std::vector<Buffer> buffers;
    for (const gemm::Buffer& one : gemm::buffers_of(reading_all(g))) {
        const std::string name = one.name;
        const bool is_used =
            std::any_of(used.begin(), used.end(), [&](const gemm::Buffer& u) { return name == u.name; });
        if (one.is_too_large) throw Wrong(name + ": more bytes than any memory has");
        if (one.bytes == 0) continue;
        const Role role = one.is_written ? Role::output : is_used ? Role::input : Role::unread;
        buffers.push_back({name, role, one.type, one.bytes, shape_of(g, name)});
    }
    const ProblemType& type = task.request.form.type;
    if (!type.stridedBatched)
        for (const Arrays& row : arrays)
            if (const Buffer* const of = find(buffers, row.of)) {
                Buffer array = array_of(row, *of, g); // before the list grows under `of`
                buffers.push_back(std::move(array));
            }
    if (workspace != 0) buffers.push_back({"ws", Role::workspace, DataType::None, workspace});
    if (type.streamK != 0 || type.outputAmaxD || type.persistentLoopArgsVersion == 1 ||
        type.globalAccumulation == Accumulation::multiple_buffer_single_kernel)
        buffers.push_back({"Synchronizer", Role::counters, DataType::None, counter_bytes});
    return buffers;
}

void point_to(const std::vector<Buffer>& buffers, Pointers& pointers) {
    for (const Buffer& buffer : buffers) {
        for (const Plain& row : plain)
            if (buffer.name == row.name) pointers.*row.pointer = buffer.address;
        for (const Arrays& row : arrays)
            if (buffer.name == row.name) pointers.*row.pointer = buffer.address;
    }
}

void pretend(std::vector<Buffer>& buffers) {
    std::uint64_t at = 0x7f0000000000;
    for (Buffer& buffer : buffers) {
        buffer.address = at + guard_bytes;
        at += (buffer.bytes + 2 * guard_bytes + 0x1fffff) & ~std::uint64_t{0x1fffff};
    }
}

std::vector<bool> padding_of(const Buffer& buffer) {
    const Shape& s = buffer.shape;
    if (s.rows == 0 || cpu::is_packed(buffer.type)) return {};
    const bool is_dense = (s.ld == s.rows || s.columns == 1) && (s.batch == 1 || s.stride == s.rows * s.columns);
    if (is_dense) return {};
    std::vector<bool> padding(buffer.bytes / (row_of(buffer.type).bits / 8u), true);
    for (std::uint64_t b = 0; b < (s.stride == 0 ? 1 : s.batch); ++b)
        for (std::uint64_t j = 0; j < s.columns; ++j) {
            const auto first = padding.begin() + static_cast<std::ptrdiff_t>(b * s.stride + j * s.ld);
            std::fill(first, first + static_cast<std::ptrdiff_t>(s.rows), false);
        }
    return padding;
}

std::vector<std::uint8_t> content_of(const Buffer& buffer, const std::vector<Buffer>& all, gemm::Values values,
                                     std::uint64_t seed) {
    std::vector<std::uint8_t> held(buffer.bytes + 2 * guard_bytes, canary);
    const Bytes inside{held.data() + guard_bytes, buffer.bytes};
    switch (buffer.role) {
    case Role::input: {
        gemm::fill(buffer.type, values, seed, inside);
        const std::vector<bool> padding = padding_of(buffer);
        if (!padding.empty()) spoil(buffer, padding, inside);
        break;
    }
    case Role::unread:
        if (!cpu::is_packed(buffer.type)) spoil(buffer, {}, inside);
        break;
    case Role::output:
    case Role::workspace: std::fill_n(inside.data, inside.size, poison); break;
    case Role::counters: std::fill_n(inside.data, inside.size, std::uint8_t{0}); break;
    case Role::addresses: fill_addresses(buffer, all, inside); break;
    }
    return held;
}

} // namespace kernabi::launch
