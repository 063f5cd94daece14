// SPDX-License-Identifier: MIT
// The proof that the registers are the right ones: a known tile of D is placed as the matrix instruction leaves it, the
// lists are run, and every element must be where the store looks for it.
#include "abi/kernel/lists.hpp"
#include "tests/kernel/known_tile.hpp"
#include "tests/kernel/machine.hpp"
#include "tests/kernel/wave_tiles.hpp"
#include <cstdio>
#include <doctest/doctest.h>
#include <functional>
#include <memory>

using namespace kernabi;
using namespace kernabi::test;
using kernel::AccMap;
using kernel::Digit;
using kernel::Function;
using kernel::Input;
using kernel::Inputs;
using kernel::Instruction;

namespace {

/// Registers of the run: sources from 0 on, the result behind them, the temporaries at the end.
constexpr std::size_t result_at = 2048, temporaries_at = 6100;
constexpr std::uint32_t poison = 0xdeadbeef;

const KnownTile& tile_of(const AlphaType& type) {
    static std::unique_ptr<KnownTile> tiles[std::size(alpha_types)];
    std::unique_ptr<KnownTile>& tile = tiles[&type - alpha_types];
    if (!tile) tile = std::make_unique<KnownTile>(type);
    return *tile;
}

Machine& machine() {
    static Machine m;
    return m;
}

/// One shape, vector widths, wave tile and type.
struct Combination {
    const WaveTile& wave;
    const AlphaType& type;

    [[nodiscard]] std::size_t words() const { return type.words * type.parts(); }
    [[nodiscard]] Inputs inputs() const {
        Inputs in = wave.inputs();
        in[Input::ComputeDataType] = in[Input::DataType] = static_cast<std::int64_t>(type.compute);
        in[Input::HighPrecisionAccumulate] = type.high_precision ? 1 : 0;
        in[Input::MIRegPerOut] = static_cast<std::int64_t>(type.words);
        in[Input::startVgprAlphaTmp] = temporaries_at;
        in[Input::maxAgpr] = Machine::registers; // nothing spills but where a test wants it
        return in;
    }
    /// Puts the sums where the instructions leave them: all real parts, then all imaginary ones.
    void place(bool accumulators) const {
        Machine& m = machine();
        const KnownTile& tile = tile_of(type);
        for (std::size_t lane = 0; lane < wave.shape.wave; ++lane)
            for (std::size_t acc = 0; acc < wave.outputs; ++acc) {
                const std::uint32_t* const sum = tile.sum(wave.element[lane * wave.outputs + acc]);
                for (std::size_t part = 0; part < type.parts(); ++part)
                    for (std::size_t w = 0; w < type.words; ++w) {
                        const std::size_t n = (part * wave.outputs + acc) * type.words + w;
                        (accumulators ? m.agpr(n, lane) : m.vgpr(n, lane)) = sum[part * type.words + w];
                    }
            }
        for (std::size_t n = 0; n < wave.outputs * words(); ++n)
            for (std::size_t lane = 0; lane < wave.shape.wave; ++lane) m.vgpr(result_at + n, lane) = poison;
    }
    /// Elements that are not where the store expects them.
    [[nodiscard]] std::size_t wrong(bool scaled) const {
        Machine& m = machine();
        const KnownTile& tile = tile_of(type);
        std::size_t count = 0;
        for (std::size_t lane = 0; lane < wave.shape.wave; ++lane)
            for (std::size_t acc = 0; acc < wave.outputs; ++acc) {
                const std::size_t at = lane * wave.outputs + acc, first = result_at + wave.rank[at] * words();
                const std::uint32_t* const want = scaled ? tile.scaled(wave.element[at]) : tile.sum(wave.element[at]);
                bool good = true;
                for (std::size_t w = 0; w < words(); ++w) good = good && m.vgpr(first + w, lane) == want[w];
                count += !good;
            }
        return count;
    }
};

void prepare(const Combination& c) {
    Machine& m = machine();
    m.at = {result_at, 0, 0};
    m.faults = m.m0 = 0;
    const std::vector<std::uint32_t> alpha = tile_of(c.type).alpha();
    std::copy(alpha.begin(), alpha.end(), m.sgpr);
}

/// Runs one list and gives the number of elements that are not as they should be.
std::size_t run_list(const Combination& c, Function function, const Inputs& in) {
    prepare(c);
    c.place(function == Function::acc_regs && in[Input::MIArchVgpr] == 0);
    REQUIRE(kernel::emit(function, in, {}, machine()).ok());
    REQUIRE(machine().faults == 0);
    return c.wrong(function == Function::mul_alpha);
}

void each_wave_tile(const std::function<void(const WaveTile&)>& use) {
    for (const Shape& shape : shapes)
        for (const bool swap : {false, true})
            for (const WidthAndTile& m : widths_and_tiles)
                for (const WidthAndTile& n : widths_and_tiles)
                    use(WaveTile(shape, swap, m.width, n.width, m.tile, n.tile));
}

std::string name_of(const Combination& c) {
    return std::string(c.wave.shape.name) + (c.wave.swap ? ", SourceSwap" : "") + ", widths " +
           std::to_string(c.wave.vw0) + " " + std::to_string(c.wave.vw1) + ", wave tile " +
           std::to_string(c.wave.tile0) + " x " + std::to_string(c.wave.tile1) + ", " + c.type.name;
}

} // namespace

TEST_CASE("alpha times every element, every plain move and every accumulator read ends where the store expects it") {
    std::size_t combinations = 0, elements = 0;
    each_wave_tile([&](const WaveTile& wave) {
        for (const AlphaType& type : alpha_types) {
            const Combination c{wave, type};
            const std::string name = name_of(c);
            INFO(name);
            const Inputs in = c.inputs();
            REQUIRE(run_list(c, Function::mul_alpha, in) == 0);
            REQUIRE(run_list(c, Function::move, in) == 0);
            REQUIRE(run_list(c, Function::acc_regs, in) == 0);
            ++combinations;
            elements += wave.element.size();
        }
    });
    std::printf("interpreter: %zu combinations of shape, SourceSwap, vector widths, wave tile and type; 3 lists and "
                "%zu elements each way\n",
                combinations, elements);
    CHECK(combinations == std::size(shapes) * 2 * 49 * std::size(alpha_types));
}

TEST_CASE("accumulators read from VGPRs, by relative moves and from spilled registers end at the same place") {
    std::size_t combinations = 0;
    each_wave_tile([&](const WaveTile& wave) {
        const Combination c{wave, alpha_types[combinations % std::size(alpha_types)]};
        const std::string name = name_of(c);
        INFO(name);
        Inputs in = c.inputs();
        in[Input::MIArchVgpr] = 1;
        REQUIRE(run_list(c, Function::acc_regs, in) == 0);
        in[Input::CompactLoopStore] = 1;
        REQUIRE(run_list(c, Function::acc_regs, in) == 0);
        // Half of the registers in accumulators, the rest behind the sources as ordinary ones.
        in = c.inputs();
        const std::size_t all = wave.outputs * c.words();
        in[Input::maxAgpr] = static_cast<std::int64_t>(all / 2);
        in[Input::spilledVgprBase] = 4200;
        prepare(c);
        c.place(true);
        for (std::size_t n = all / 2; n < all; ++n)
            for (std::size_t lane = 0; lane < wave.shape.wave; ++lane) {
                machine().vgpr(4200 + n - all / 2, lane) = machine().agpr(n, lane);
                machine().agpr(n, lane) = poison;
            }
        REQUIRE(kernel::acc_regs(in, machine()).ok());
        REQUIRE(machine().faults == 0);
        REQUIRE(c.wrong(false) == 0);
        ++combinations;
    });
    std::printf("interpreter: %zu combinations with other homes of the accumulators\n", combinations);
}

TEST_CASE("what is written to the accumulators is what was read from them") {
    each_wave_tile([&](const WaveTile& wave) {
        const Combination c{wave, alpha_types[1]};
        Inputs in = c.inputs();
        REQUIRE(run_list(c, Function::acc_regs, in) == 0);
        for (std::size_t n = 0; n < wave.outputs; ++n)
            for (std::size_t lane = 0; lane < wave.shape.wave; ++lane) machine().agpr(n, lane) = poison;
        in[Input::write] = 1;
        REQUIRE(kernel::acc_regs(in, machine()).ok());
        for (std::size_t lane = 0; lane < wave.shape.wave; ++lane)
            for (std::size_t acc = 0; acc < wave.outputs; ++acc)
                REQUIRE(machine().agpr(acc, lane) == *tile_of(c.type).sum(wave.element[lane * wave.outputs + acc]));
    });
}

namespace {

/// The map with two digits of the architectural order exchanged.
AccMap exchanged(const AccMap& map, std::size_t i, std::size_t j) {
    AccMap other = map;
    std::swap(other.arch_order[i], other.arch_order[j]);
    other.set_strides();
    return other;
}

bool differ(const AccMap& a, const AccMap& b) {
    for (std::uint64_t acc = 0; acc < a.size; ++acc)
        if (a.to_arch(acc) != b.to_arch(acc)) return true;
    return false;
}

} // namespace

TEST_CASE("mutant: a map with two digits exchanged is caught wherever it is another map") {
    std::size_t mutants = 0, caught = 0, pairs[7][7] = {};
    each_wave_tile([&](const WaveTile& wave) {
        if (wave.tile0 == 3 || wave.tile1 == 3 || wave.outputs > 128)
            return; // large tiles say nothing that small ones do not
        const Combination c{wave, alpha_types[1]};
        const Inputs in = c.inputs();
        AccMap map{};
        REQUIRE(kernel::make_acc_map(in, map).ok());
        for (std::size_t i = 0; i < kernel::digit_count; ++i)
            for (std::size_t j = i + 1; j < kernel::digit_count; ++j) {
                const AccMap mutant = exchanged(map, i, j);
                if (!differ(map, mutant)) continue;
                prepare(c);
                c.place(false);
                REQUIRE(kernel::alpha_items(Function::mul_alpha, mutant, in, machine()).ok());
                const bool found = c.wrong(true) != 0;
                ++mutants;
                caught += found;
                const std::size_t a = static_cast<std::size_t>(map.arch_order[i]),
                                  b = static_cast<std::size_t>(map.arch_order[j]);
                pairs[std::min(a, b)][std::max(a, b)] += found;
            }
    });
    std::printf("interpreter: %zu of %zu maps with two digits exchanged are caught\n", caught, mutants);
    CHECK(mutants > 1000);
    CHECK(caught == mutants);
    for (std::size_t a = 0; a < kernel::digit_count; ++a)
        for (std::size_t b = a + 1; b < kernel::digit_count; ++b) {
            INFO("digits " << a << " and " << b);
            CHECK(pairs[a][b] > 0);
        }
}

TEST_CASE("mutant: alpha applied twice is caught for every type") {
    const WaveTile wave(shapes[3], true, 2, 1, 2, 2);
    for (const AlphaType& type : alpha_types) {
        const Combination c{wave, type};
        INFO(std::string(type.name));
        prepare(c);
        c.place(false);
        // The whole list, and then again with the result as its source.
        const auto twice = [&](const Instruction& i) noexcept {
            machine()(i);
            if (i.opcode != kernel::Opcode::VMulF32 && i.opcode != kernel::Opcode::VMulF64 &&
                i.opcode != kernel::Opcode::VMulPKF16 && i.opcode != kernel::Opcode::VMulLOU32)
                return;
            Instruction again = i;
            again.operand[2] = i.operand[0];
            machine()(again);
        };
        REQUIRE(kernel::mul_alpha(c.inputs(), twice).ok());
        REQUIRE(machine().faults == 0);
        CHECK(c.wrong(true) == wave.element.size());
    }
}

TEST_CASE("mutant: a negated imaginary part is caught for both complex types") {
    const WaveTile wave(shapes[0], false, 1, 2, 2, 2);
    for (const AlphaType& type : alpha_types) {
        if (!type.complex()) continue;
        const Combination c{wave, type};
        INFO(std::string(type.name));
        for (const bool real : {true, false}) { // in the sum of the real part, or in that of the imaginary part
            prepare(c);
            c.place(false);
            std::size_t seen = 0;
            const auto negated = [&](const Instruction& i) noexcept {
                Instruction other = i;
                const bool is_fma = i.opcode == kernel::Opcode::VFmaF32 || i.opcode == kernel::Opcode::VFmaF64;
                if (is_fma && (seen++ % 2 == 0) == real) other.operand[2].negated = !other.operand[2].negated;
                machine()(other);
            };
            REQUIRE(kernel::mul_alpha(c.inputs(), negated).ok());
            CHECK(c.wrong(true) == wave.element.size());
        }
    }
}

TEST_CASE("a holder that is the imaginary source loses it: the real part is written first") {
    const WaveTile wave(shapes[3], false, 1, 1, 1, 1);
    const Combination c{wave, alpha_types[5]};
    prepare(c);
    c.place(false);
    machine().at.valuC = static_cast<std::int64_t>(wave.outputs); // the imaginary parts' own registers
    REQUIRE(kernel::mul_alpha(c.inputs(), machine()).ok());
    const std::uint32_t* const want = tile_of(c.type).scaled(wave.element[0]);
    CHECK(machine().vgpr(wave.outputs, 0) == want[0]);
    CHECK(machine().vgpr(wave.outputs + 1, 0) != want[1]);
}

TEST_CASE("a relative move adds M0's low half to the source and its high half to the destination") {
    Machine& m = machine();
    m.at = {100, 0, 0};
    for (std::size_t n = 0; n < 8; ++n) m.vgpr(n, 0) = static_cast<std::uint32_t>(1000 + n);
    m.m0 = 3 | 2u << 16;
    Instruction i{};
    i.opcode = kernel::Opcode::VMovRelsD2B32;
    i.operand[0] = kernel::detail::holder();
    i.operand[1] = kernel::detail::named(kernel::File::vgpr, kernel::Symbol::ValuC, 1);
    m(i);
    CHECK(m.vgpr(102, 0) == 1004);
    m.m0 = 0;
}
