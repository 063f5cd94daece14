// SPDX-License-Identifier: MIT
// Whether operands share a byte, against sets of their bytes written out.
#include "backends/cpu/sharing.hpp"
#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>

using namespace kernabi;
using cpu::Operand;

namespace {

constexpr std::uint64_t base = 1000;

std::set<std::uint64_t> bytes_of(const Operand& x, std::uint64_t matrix) {
    std::set<std::uint64_t> bytes;
    for (std::uint64_t j = 0; j < x.columns; ++j)
        for (std::uint64_t k = 0; k < x.column_bytes(); ++k) bytes.insert(x.address_of(matrix) + j * x.pitch() + k);
    return bytes;
}

bool meet(const std::set<std::uint64_t>& x, const std::set<std::uint64_t>& y) {
    for (const std::uint64_t byte : x)
        if (y.count(byte) != 0) return true;
    return false;
}

bool share_by_sets(const Operand& x, const Operand& y) {
    for (std::uint64_t i = 0; i < x.matrices; ++i)
        for (std::uint64_t j = 0; j < y.matrices; ++j)
            if (meet(bytes_of(x, i), bytes_of(y, j))) return true;
    return false;
}

bool shares_with_itself_by_sets(const Operand& x) {
    for (std::uint64_t i = 0; i < x.matrices; ++i)
        for (std::uint64_t j = i + 1; j < x.matrices; ++j)
            if (meet(bytes_of(x, i), bytes_of(x, j))) return true;
    return false;
}

Operand operand(DataType type, std::uint64_t address, std::uint64_t rows, std::uint64_t columns, std::uint64_t ld,
                std::uint64_t matrices, std::uint64_t stride) {
    Operand x;
    x.reads = x.writes = true;
    x.type = type;
    x.address = address;
    x.rows = rows;
    x.columns = columns;
    x.ld = ld;
    x.matrices = matrices;
    x.stride = stride;
    return x;
}

} // namespace

TEST_CASE("matrices share a byte exactly where their bytes meet") {
    std::size_t sharing = 0, apart = 0;
    for (std::uint64_t ld_x = 2; ld_x < 6; ++ld_x)
        for (std::uint64_t ld_y = 1; ld_y < 6; ++ld_y)
            for (std::uint64_t stride = 0; stride < 12; stride += 3)
                for (std::uint64_t shift = 0; shift < 60; ++shift) {
                    const Operand x = operand(DataType::Half, base + 24, 2, 3, ld_x, 2, stride);
                    const Operand y = operand(DataType::Int8, base + shift, 1, 4, ld_y, 3, stride + 1);
                    const bool wanted = share_by_sets(x, y);
                    REQUIRE(operands_share(x, y, false) == wanted);
                    REQUIRE(operands_share(y, x, false) == wanted);
                    ++(wanted ? sharing : apart);
                }
    CHECK(sharing > 1000);
    CHECK(apart > 1000);
}

TEST_CASE("matrices of one operand share a byte exactly where their bytes meet") {
    for (std::uint64_t ld = 2; ld < 12; ++ld)
        for (std::uint64_t stride = 0; stride < 30; ++stride)
            for (std::uint64_t matrices = 1; matrices < 5; ++matrices) {
                const Operand x = operand(DataType::Half, base, 2, 3, ld, matrices, stride);
                REQUIRE(shares_with_itself(x) == shares_with_itself_by_sets(x));
            }
}

TEST_CASE("matrices with addresses of their own are compared one by one") {
    for (std::uint64_t second = 0; second < 40; ++second) {
        std::array<std::uint8_t, 16> array{};
        store_le(array.data(), base + 16, 8);
        store_le(array.data() + 8, base + second, 8);
        Operand x = operand(DataType::Half, 0, 2, 2, 3, 2, 0);
        x.array = array.data();
        x.offset = 2;
        REQUIRE(shares_with_itself(x) == shares_with_itself_by_sets(x));
        const Operand y = operand(DataType::Float, base + 20, 1, 1, 1, 1, 0);
        REQUIRE(operands_share(x, y, false) == share_by_sets(x, y));
        REQUIRE(operands_share(y, x, false) == share_by_sets(x, y));
    }
}
