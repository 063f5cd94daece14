// SPDX-License-Identifier: MIT
#include "tests/kernel/support.hpp"
#include "tests/kernel/wave_tiles.hpp"
#include <doctest/doctest.h>
#include <limits>

using namespace kernabi;
using namespace kernabi::test;
using kernel::AccMap;
using kernel::Digit;

namespace {

AccMap map_of(const Inputs& in) {
    AccMap map{};
    REQUIRE(kernel::make_acc_map(in, map).ok());
    return map;
}

std::vector<std::uint32_t> forth(const AccMap& map) {
    std::vector<std::uint32_t> to(static_cast<std::size_t>(map.size));
    REQUIRE(kernel::fill_acc_to_arch(map, Span<std::uint32_t>(to.data(), to.size())) == Status::ok);
    return to;
}

using List = std::vector<std::uint32_t>;

kernel::Outcome refusal(const Inputs& in) {
    AccMap map{};
    map.size = 77;
    const kernel::Outcome o = kernel::make_acc_map(in, map);
    CHECK(map.size == 77);
    return o;
}

} // namespace

TEST_CASE("maps that people computed by hand for 16x16x1") {
    CHECK(forth(map_of(mfma())) == List{0, 1, 2, 3});
    CHECK(forth(map_of(mfma({{Input::SourceSwap, 1}}))) == List{0, 1, 2, 3});
    CHECK(forth(map_of(mfma({{Input::MIWaveTile_0, 2}}))) == List{0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(forth(map_of(mfma({{Input::MIWaveTile_0, 2}, {Input::SourceSwap, 1}}))) == List{0, 2, 4, 6, 1, 3, 5, 7});
    CHECK(forth(map_of(mfma({{Input::MIWaveTile_0, 2}, {Input::MIWaveTile_1, 2}, {Input::SourceSwap, 1}}))) ==
          List{0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15});
    CHECK(forth(map_of(mfma({{Input::MIWaveTile_0, 4}, {Input::VectorWidthA, 2}, {Input::SourceSwap, 1}}))) ==
          List{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15});
}

TEST_CASE("the blocks of 4x4 are folded: 4 by 4 of them are 4 registers, not 64") {
    CHECK(
        map_of(
            mfma(
                {{Input::MatrixInstM, 4}, {Input::MatrixInstN, 4}, {Input::MatrixInstBM, 4}, {Input::MatrixInstBN, 4}}))
            .size == 4);
}

TEST_CASE("both directions are each other's inverse, one by one and as arrays, for every shape") {
    for (const Shape& shape : shapes)
        for (const bool swap : {false, true})
            for (const WidthAndTile& m : widths_and_tiles)
                for (const WidthAndTile& n : widths_and_tiles) {
                    const AccMap map = map_of(WaveTile(shape, swap, m.width, n.width, m.tile, n.tile).inputs());
                    const List there = forth(map);
                    List back(there.size());
                    REQUIRE(kernel::fill_arch_to_acc(map, Span<std::uint32_t>(back.data(), back.size())) == Status::ok);
                    bool identity = true;
                    for (std::uint32_t s = 0; s < there.size(); ++s) {
                        REQUIRE(there[s] == map.to_arch(s));
                        REQUIRE(back[s] == map.to_acc(s));
                        REQUIRE(back[there[s]] == s);
                        identity = identity && there[s] == s;
                    }
                    REQUIRE(map.is_sequential() == identity);
                    REQUIRE(kernel::acc_to_arch_length(map) == static_cast<std::int64_t>(there.size()));
                }
}

TEST_CASE("the pairs of digits that break the sequence are those of the kernel writer's contract") {
    // t b0 b1 v0 v1 w0 w1, as enumerated; without and with SourceSwap.
    const std::pair<Digit, Digit> off[] = {{Digit::t, Digit::v0},  {Digit::b0, Digit::v0}, {Digit::b1, Digit::v0},
                                           {Digit::b1, Digit::b0}, {Digit::b1, Digit::w0}, {Digit::b1, Digit::v1}};
    const std::pair<Digit, Digit> on[] = {{Digit::t, Digit::b0},  {Digit::t, Digit::v0},  {Digit::t, Digit::w0},
                                          {Digit::t, Digit::v1},  {Digit::b0, Digit::v0}, {Digit::b1, Digit::v0},
                                          {Digit::b1, Digit::w0}, {Digit::b1, Digit::v1}};
    for (const bool swap : {false, true})
        for (std::size_t a = 0; a < kernel::digit_count; ++a)
            for (std::size_t b = 0; b < kernel::digit_count; ++b) {
                if (a == b) continue;
                AccMap map = map_of(mfma({{Input::SourceSwap, swap ? 1 : 0}}));
                for (std::int64_t& extent : map.extent) extent = 1;
                map.extent[a] = map.extent[b] = 2;
                map.size = 4;
                map.set_strides();
                bool listed = false;
                const auto look = [&](const std::pair<Digit, Digit>& p) {
                    const std::size_t x = static_cast<std::size_t>(p.first), y = static_cast<std::size_t>(p.second);
                    listed = listed || (x == a && y == b) || (x == b && y == a);
                };
                if (swap)
                    for (const auto& p : on) look(p);
                else
                    for (const auto& p : off) look(p);
                CHECK(map.is_sequential() == !listed);
            }
}

TEST_CASE("a width of 2 on a wave tile of 3 covers 2 of 3, and a width past the tile covers nothing") {
    CHECK(map_of(mfma({{Input::VectorWidthB, 2}, {Input::MIWaveTile_1, 3}})).size == 8);
    CHECK(map_of(mfma({{Input::VectorWidthA, 4},
                       {Input::VectorWidthB, 4},
                       {Input::MIWaveTile_0, 7},
                       {Input::MIWaveTile_1, 7}}))
              .size == 64);
    const AccMap empty = map_of(mfma({{Input::VectorWidthA, 2}}));
    CHECK(empty.size == 0);
    CHECK(empty.is_sequential());
    CHECK(forth(empty).empty());
}

TEST_CASE("a width of -1 gives an empty map and a positive length") {
    const AccMap map = map_of(mfma({{Input::VectorWidthA, -1}, {Input::MIWaveTile_0, 4}, {Input::MIWaveTile_1, 2}}));
    CHECK(map.size == 0);
    CHECK(kernel::acc_to_arch_length(map) == 32);
    CHECK(map[Digit::w0] == -4);
    std::int64_t offset = 1;
    REQUIRE(kernel::imaginary_offset(map, mfma(), offset).ok());
    CHECK(offset == 0);
}

TEST_CASE("widths and wavefronts of 0 or below, negative extents and products past 64 bits are refused by name") {
    const auto check = [](Input input, std::int64_t value, Status status) {
        const kernel::Outcome o = refusal(mfma({{input, value}}));
        INFO(std::string(kernel::row_of(input).name) << " " << value);
        CHECK(o.status == status);
        CHECK(o.input == input);
        CHECK(o.value == value);
    };
    for (const Input i : {Input::WavefrontSize, Input::VectorWidthA, Input::VectorWidthB}) check(i, 0, Status::refused);
    check(Input::WavefrontSize, -64, Status::value_out_of_range);
    for (const Input i : {Input::VectorWidthA, Input::VectorWidthB}) check(i, -2, Status::value_out_of_range);
    for (const Input i : {Input::MatrixInstM, Input::MatrixInstN, Input::MatrixInstBM, Input::MatrixInstBN,
                          Input::MIWaveTile_0, Input::MIWaveTile_1, Input::MIRegPerOut})
        check(i, -1, Status::value_out_of_range);
    constexpr std::int64_t huge = std::int64_t{1} << 62;
    check(Input::MatrixInstM, huge, Status::value_out_of_range);
    check(Input::MatrixInstBN, huge, Status::value_out_of_range);
    check(Input::MIWaveTile_1, std::numeric_limits<std::int64_t>::max(), Status::value_out_of_range);
}

TEST_CASE("a map of 2^31 entries answers by index without memory") {
    const AccMap map = map_of(
        mfma({{Input::MIWaveTile_0, std::int64_t{1} << 20}, {Input::MIWaveTile_1, 512}, {Input::SourceSwap, 1}}));
    REQUIRE(map.size == std::uint64_t{1} << 31);
    CHECK(map.to_arch(0) == 0);
    CHECK(map.to_arch(1) == 1u << 20);
    CHECK(map.to_arch(map.size - 1) == map.size - 1);
    for (std::uint64_t s = 1; s < map.size; s = s * 3 + 1) CHECK(map.to_acc(map.to_arch(s)) == s);
}

TEST_CASE("filling writes no more than the map, and nothing where it does not fit") {
    const AccMap map = map_of(mfma({{Input::MIWaveTile_0, 64}, {Input::SourceSwap, 1}}));
    REQUIRE(map.size == 256);
    std::vector<std::uint8_t> bytes(258, 0xaa);
    CHECK(kernel::fill_acc_to_arch(map, Span<std::uint8_t>(bytes.data() + 1, 255)) == Status::destination_too_small);
    CHECK(bytes == std::vector<std::uint8_t>(258, 0xaa));
    REQUIRE(kernel::fill_acc_to_arch(map, Span<std::uint8_t>(bytes.data() + 1, 257)) == Status::ok);
    CHECK(bytes.front() == 0xaa);
    CHECK(bytes.back() == 0xaa);
    CHECK(bytes[2] == 64);
    const AccMap larger = map_of(mfma({{Input::MIWaveTile_0, 65}}));
    std::vector<std::uint8_t> narrow(300, 0xaa);
    CHECK(kernel::fill_acc_to_arch(larger, Span<std::uint8_t>(narrow.data(), narrow.size())) ==
          Status::value_out_of_range);
    CHECK(narrow == std::vector<std::uint8_t>(300, 0xaa));
}

TEST_CASE("a map may be made and read in a constant expression") {
    constexpr std::uint64_t second = [] {
        AccMap map{};
        const kernel::Outcome o = kernel::make_acc_map(mfma({{Input::MIWaveTile_0, 2}, {Input::SourceSwap, 1}}), map);
        return o.ok() ? map.to_arch(1) : 99;
    }();
    static_assert(second == 2);
}
