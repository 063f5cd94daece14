// SPDX-License-Identifier: MIT
// Every f32 into every narrower format: the contract's conversion by unpacking against the vectorised ones by whole
// numbers, which share no code with it, in each instruction set of this machine.
#include "abi/numeric/unpacked.hpp"
#include "abi/numeric/xf32.hpp"
#include "backends/cpu/fast/fast.hpp"
#include "backends/cpu/fast/kernels.hpp"
#include "backends/cpu/fast/pool.hpp"
#include <atomic>
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <vector>

using namespace kernabi;
namespace fast = cpu::fast;

namespace {

constexpr std::size_t chunk = 4096;
constexpr std::uint64_t all = std::uint64_t{1} << 32;

/// Chunks of all f32, on every core; `check` says how many of a chunk differ.
template <typename Check>
std::uint64_t differing(const Check& check) {
    std::atomic<std::uint64_t> next{0}, wrong{0};
    fast::run_on_workers(fast::core_count(), [&](unsigned) {
        std::vector<float> values(chunk);
        for (std::uint64_t first; (first = next.fetch_add(chunk)) < all;) {
            for (std::size_t i = 0; i < chunk; ++i) values[i] = numeric::f32_of(first + i);
            wrong += check(values);
        }
    });
    return wrong;
}

struct Row {
    const char* name;
    const numeric::Format* format;
    fast::Narrow narrow;
    std::size_t size;
};
const Row rows[] = {
    {"f16", &numeric::f16_format, fast::Narrow::f16, 2},
    {"bf16", &numeric::bf16_format, fast::Narrow::bf16, 2},
    {"f8", &numeric::f8_format, fast::Narrow::f8, 1},
    {"bf8", &numeric::bf8_format, fast::Narrow::bf8, 1},
    {"f8 fnuz", &numeric::f8_fnuz_format, fast::Narrow::f8_fnuz, 1},
    {"bf8 fnuz", &numeric::bf8_fnuz_format, fast::Narrow::bf8_fnuz, 1},
};

} // namespace

TEST_CASE("every f32 is narrowed to the same bits by two ways") {
    for (const Row& row : rows) {
        CAPTURE(std::string(row.name));
        CHECK(differing([&](const std::vector<float>& values) {
                  std::vector<std::uint8_t> got(chunk * row.size), want(chunk * row.size);
                  fast::best_kernels().narrow[static_cast<std::size_t>(row.narrow)](values.data(), chunk, got.data());
                  for (std::size_t i = 0; i < chunk; ++i) {
                      const std::uint64_t bits = numeric::narrow(*row.format, values[i]);
                      for (std::size_t b = 0; b < row.size; ++b)
                          want[i * row.size + b] = static_cast<std::uint8_t>(bits >> (8 * b));
                  }
                  return got == want ? 0u : 1u;
              }) == 0);
    }
}

TEST_CASE("every f32 is rounded to ten mantissa bits the same by two ways") {
    CHECK(differing([&](const std::vector<float>& values) {
              std::vector<float> got = values;
              fast::best_kernels().round_xf32(got.data(), chunk);
              std::uint64_t wrong = 0;
              for (std::size_t i = 0; i < chunk; ++i)
                  wrong += numeric::bits_of(got[i]) != numeric::bits_of(numeric::xf32_round(values[i])) ? 1u : 0u;
              return wrong;
          }) == 0);
}
