// SPDX-License-Identifier: MIT
#include "backends/cpu/operands.hpp"
#include "backends/cpu/epilogue.hpp"
#include "backends/cpu/needs.hpp"
#include "backends/cpu/sharing.hpp"
#include <cstdint>

namespace kernabi::cpu {

namespace {

using Slot = kernabi::Argument;
enum class Access : std::uint8_t { read, write, both };

/// Puts operands into their places, each with the address that its slot holds.
struct Lister {
    const Block& block;
    const Gemm& g;
    const MemoryMap& memory;
    Operands& operands;

    constexpr Operand& put(Role role, Slot slot, Access access, DataType type, std::uint64_t rows) const noexcept {
        Operand& x = operands[role];
        x = {};
        x.slot = slot;
        x.reads = access != Access::write;
        x.writes = access != Access::read;
        x.type = type;
        x.rows = rows;
        x.address = block.values.at(slot);
        return x;
    }

    template <typename Byte>
    constexpr Operand& put_matrix(Role role, Slot slot, Access access, const Matrix<Byte>& like, std::uint64_t rows,
                                  std::uint64_t columns) const noexcept {
        Operand& x = put(role, slot, access, like.type, rows);
        x.columns = columns;
        x.ld = like.ld;
        x.matrices = g.batch;
        x.stride = like.stride;
        return x;
    }

    /// An argument's batch offset, in bytes; 0 where the block has none.
    constexpr void move(Operand& x, Slot offset) const noexcept {
        x.offset = block.values.at(offset) * x.element_size();
    }

    /// Takes the operand's addresses from the array that its slot points to. The array must be found before that.
    constexpr void spread(Role array, Role role) const noexcept {
        Operand& x = operands[role];
        if (!block.has_arrays || !x.is_used()) return;
        Operand& addresses = put(array, x.slot, Access::read, DataType::Int64, g.batch);
        const Bytes found = view_of(addresses, 0, memory);
        x.array = found.data; // null: the array is outside, and is named before x is looked at
    }
};

constexpr void list_matrices(const Lister& list) noexcept {
    const Gemm& g = list.g;
    const bool to_dst = list.block.leaves == Leaves::d_and_partial_sums;
    if (list.block.leaves != Leaves::partial_sums)
        list.put_matrix(Role::d, to_dst ? Slot::dstD : Slot::d, Access::write, g.d, g.m, g.n);
    if (reads_a(g)) {
        const std::uint64_t rows = g.transA ? g.k : g.m, columns = g.transA ? g.m : g.k;
        list.put_matrix(Role::a, Slot::a, Access::read, g.a, rows, columns);
    }
    if (reads_b(g)) {
        const std::uint64_t rows = g.transB ? g.n : g.k, columns = g.transB ? g.k : g.n;
        list.put_matrix(Role::b, Slot::b, Access::read, g.b, rows, columns);
    }
    if (reads_c(g)) list.put_matrix(Role::c, Slot::c, Access::read, g.c, g.m, g.n);
    if (writes_e(g) || reads_e(g))
        list.put_matrix(Role::e, Slot::e, writes_e(g) ? Access::write : Access::read, g.e, g.m, g.n);
    list.move(list.operands[Role::d], Slot::batchOffsetD);
    list.move(list.operands[Role::c], Slot::batchOffsetC);
    list.move(list.operands[Role::a], Slot::batchOffsetA);
    list.move(list.operands[Role::b], Slot::batchOffsetB);
}

constexpr void list_vectors(const Lister& list) noexcept {
    const Gemm& g = list.g;
    const DataType scale_ab = scale_ab_type_of(g), scale_cd = scale_cd_type_of(g);
    if (reads_bias(g)) {
        const std::uint64_t length = along_n(g, g.useBias) ? g.n : g.m;
        Operand& x = list.put(Role::bias, Slot::bias, Access::read, g.biasType, length);
        x.matrices = g.batch;
        x.stride = g.strideBias;
    }
    if (g.useScaleAB != ScaleAB::none) {
        const bool vector = g.useScaleAB == ScaleAB::vector;
        list.put(Role::scaleA, Slot::scaleA, Access::read, scale_ab, vector ? g.m : 1);
        list.put(Role::scaleB, Slot::scaleB, Access::read, scale_ab, vector ? g.n : 1);
    }
    if (g.useScaleCD) {
        list.put(Role::scaleC, Slot::scaleC, Access::read, scale_cd, 1);
        list.put(Role::scaleD, Slot::scaleD, Access::read, scale_cd, 1);
    }
    if (g.useScaleAlphaVec != 0) {
        const std::uint64_t length = along_n(g, g.useScaleAlphaVec) ? g.n : g.m;
        list.put(Role::scaleAlphaVec, Slot::scaleAlphaVec, Access::read, scale_ab, length);
    }
}

/// What workgroups tell each other by. The size of AmaxSync is not known; a word of it must be there.
constexpr void list_workspaces(const Lister& list, const KernelProperties& kernel) noexcept {
    const Gemm& g = list.g;
    const auto tiles = [&](std::uint64_t size, std::uint32_t tile) {
        return tile == 0 ? std::uint64_t{1} : size / tile + (size % tile != 0 ? 1u : 0u);
    };
    const auto one_a_tile = [&](Role role, Slot slot, DataType type) {
        Operand& x = list.put(role, slot, Access::both, type, tiles(g.m, kernel.macroTile[0]));
        x.columns = tiles(g.n, kernel.macroTile[1]);
        x.ld = x.rows;
        x.matrices = kernel.macroTile[0] == 0 && kernel.macroTile[1] == 0 ? 1 : g.batch;
        x.stride = x.rows * x.columns;
    };
    if (list.block.leaves != Leaves::d) {
        Operand& x = list.put(Role::workspace, Slot::d, Access::both, g.computeType, g.m);
        x.columns = g.n;
        x.ld = g.m;
        x.matrices = g.batch * g.gsu;
        x.stride = g.m * g.n;
    }
    if (list.block.leaves == Leaves::d_and_partial_sums)
        one_a_tile(Role::Synchronizer, Slot::Synchronizer, DataType::Int32);
    if (g.outputAmaxD) {
        one_a_tile(Role::AmaxWS, Slot::AmaxWS, g.computeType);
        list.put(Role::AmaxSync, Slot::AmaxSync, Access::both, DataType::Int32, 1);
    }
}

/// What is written even where D has no elements.
constexpr void list_reductions(const Lister& list) noexcept {
    const Gemm& g = list.g;
    if (g.outputAmaxD) list.put(Role::amaxD, Slot::AddrAmaxOut, Access::write, g.computeType, 1);
    if (writes_bias(g)) list.put(Role::biasGradient, Slot::bias, Access::write, g.biasType, bias_gradient_length(g));
}

constexpr void list_all(const Lister& list, const KernelProperties& kernel) noexcept {
    list.operands[Role::records] = list.block.memory;
    list_reductions(list);
    if (is_empty(list.g)) return;
    list_matrices(list);
    list_vectors(list);
    list_workspaces(list, kernel);
    list.spread(Role::array_d, Role::d);
    list.spread(Role::array_a, Role::a);
    list.spread(Role::array_b, Role::b);
    list.spread(Role::array_c, Role::c);
    list.spread(Role::array_bias, Role::bias);
}

[[nodiscard]] constexpr BlockOutcome find(const Operand& x, const MemoryMap& memory) noexcept {
    const std::uint64_t matrix = first_outside(x, memory);
    if (matrix == x.matrices) return {};
    return at_slot(Status::outside_memory, x.slot, x.array == nullptr ? 0 : matrix + 1);
}

/// C may be D itself, matrix for matrix, since an element is read before it is written.
[[nodiscard]] constexpr bool may_be_in_place(const Operands& operands, Role x, Role y) noexcept {
    if (x != Role::d || y != Role::c) return false;
    const Operand &d = operands[x], &c = operands[y];
    return d.element_size() == c.element_size() && (d.columns == 1 || d.ld == c.ld);
}

/// Buffers that hosts give out for both uses.
[[nodiscard]] constexpr bool may_be_one_buffer(Role x, Role y) noexcept {
    return (x == Role::workspace && y == Role::AmaxWS) || (x == Role::Synchronizer && y == Role::AmaxSync);
}

} // namespace

BlockOutcome find_operands(const Block& block, const KernelProperties& kernel, const MemoryMap& memory,
                           Operands& operands) noexcept {
    operands = {};
    list_all({block, block.gemm, memory, operands}, kernel);
    for (std::size_t i = first_array; i < role_count; ++i)
        if (const BlockOutcome o = find(operands.of[i], memory); o.status != Status::ok) return o;
    for (std::size_t i = 0; i < first_array; ++i)
        if (const BlockOutcome o = find(operands.of[i], memory); o.status != Status::ok) return o;
    return {};
}

BlockOutcome check_overlap(const Operands& operands) noexcept {
    for (std::size_t i = 0; i < role_count; ++i) {
        const Operand& x = operands.of[i];
        if (!x.is_used() || !x.writes) continue;
        if (shares_with_itself(x)) return at_slot(Status::overlap, x.slot);
        for (std::size_t j = 0; j < role_count; ++j) {
            const Operand& y = operands.of[j];
            if (i == j || !y.is_used() || (y.writes && j < i)) continue;
            const Role role_x = static_cast<Role>(i), role_y = static_cast<Role>(j);
            if (may_be_one_buffer(role_x, role_y)) continue;
            if (operands_share(x, y, may_be_in_place(operands, role_x, role_y)))
                return at_slot(Status::overlap, x.slot);
        }
    }
    return {};
}

bool writes_into(const Operands& operands, const Operand& other) noexcept {
    for (const Operand& x : operands.of)
        if (x.is_used() && x.writes && other.is_used() && operands_share(x, other, false)) return true;
    return false;
}

BlockOutcome check_arrays_of(const Operands& reader, const Operands& writer) noexcept {
    for (const Operand& x : writer.of)
        for (std::size_t i = first_array; i < role_count; ++i) {
            const Operand& array = reader.of[i];
            if (x.is_used() && x.writes && array.is_used() && operands_share(x, array, false))
                return at_slot(Status::overlap, x.slot);
        }
    return {};
}

} // namespace kernabi::cpu
