// SPDX-License-Identifier: MIT
// Many forms: every preset under a set of problem types in which each switch meets each other one.
#pragma once
#include "abi/bytes.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/values.hpp"
#include <cstdint>

namespace kernabi::test {

/// Switches of a problem type; bit i of a mask turns number i on.
inline constexpr void (*const switches[])(ProblemType&) = {
    [](ProblemType& t) { t.useBeta = false; },
    [](ProblemType& t) { t.useScaleAB = ScaleAB::vector; },
    [](ProblemType& t) { t.useScaleCD = true; },
    [](ProblemType& t) { t.useScaleAlphaVec = 1; },
    [](ProblemType& t) { t.useBias = 3; },
    [](ProblemType& t) { t.useE = true; },
    [](ProblemType& t) { t.useInitialStridesCD = true; },
    [](ProblemType& t) { t.useInitialStridesAB = true; },
    [](ProblemType& t) { t.outputAmaxD = true; },
    [](ProblemType& t) { t.sparse = 1; },
    [](ProblemType& t) { t.globalAccumulation = Accumulation::multiple_buffer_single_kernel; },
    [](ProblemType& t) { t.gsu = 4; },
    [](ProblemType& t) { t.streamK = 3; },
    [](ProblemType& t) { t.stochasticRounding = true; },
    [](ProblemType& t) { t.groupedGemm = true; },
    [](ProblemType& t) { t.stridedBatched = false; },
    [](ProblemType& t) { t.debugKernel = true; },
    [](ProblemType& t) { t.useGradient = true; },
    [](ProblemType& t) { t.activationType = Activation::All, t.activationArgLength = 2; },
    [](ProblemType& t) { t.alphaType = t.betaType = DataType::Half; },
    [](ProblemType& t) { t.alphaType = DataType::BFloat16, t.betaType = DataType::Double; },
    [](ProblemType& t) { t.alphaType = DataType::Int8, t.activationComputeDataType = DataType::Half; },
    [](ProblemType& t) { t.alphaType = t.betaType = DataType::ComplexDouble; },
    [](ProblemType& t) { t.mxBlockA = t.mxBlockB = 32; },
    [](ProblemType& t) { t.useGateResidual = true; },
    [](ProblemType& t) { t.expertSchedulingMode = 1; },
    [](ProblemType& t) { t.persistentLoopArgsVersion = 1; },
    [](ProblemType& t) { t.persistentKernel = true; },
};
inline constexpr unsigned switch_count = sizeof(switches) / sizeof(switches[0]);

[[nodiscard]] inline ProblemType type_of(std::uint32_t mask) {
    ProblemType type{};
    for (unsigned i = 0; i < switch_count; ++i)
        if ((mask >> i & 1u) != 0) switches[i](type);
    return type;
}

/// Numbers that repeat no byte soon: xorshift with a fixed start.
class Numbers {
  public:
    std::uint64_t next() noexcept {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }

  private:
    std::uint64_t state_ = 0x9e3779b97f4a7c15;
};

/// Gives each sound form to `sink(form, layout)`: each switch alone, each pair, all of them, and `extra` mixtures a
/// preset. Returns how many.
template <typename Sink>
std::size_t for_each_form(unsigned extra, Sink&& sink) {
    std::size_t count = 0;
    Numbers numbers;
    for (const Preset& preset : presets) {
        const auto give = [&](std::uint32_t mask) {
            const Form form{preset.version, preset.dialect, type_of(mask)};
            Layout layout{};
            if (make_layout(form, layout) != Status::ok) return;
            ++count;
            sink(form, layout);
        };
        give(0);
        for (unsigned i = 0; i < switch_count; ++i)
            for (unsigned j = i; j < switch_count; ++j) give(1u << i | 1u << j);
        for (unsigned i = 0; i < extra; ++i)
            give(static_cast<std::uint32_t>(numbers.next()) & ((1u << switch_count) - 1));
    }
    return count;
}

/// Values that fit every argument and share no byte pattern.
[[nodiscard]] inline Values fitting_values(const Layout& layout, Numbers& numbers) {
    Values values{};
    for (const Entry& entry : layout) {
        const unsigned bits = row_of(entry.source).size * 8u;
        std::uint64_t value = numbers.next();
        if (bits < 64) value &= (std::uint64_t{1} << bits) - 1;
        if (row_of(entry.source).is_signed && bits < 64) value = static_cast<std::uint64_t>(sign_extend(value, bits));
        values.slot[slot_of(entry)] = value;
        if (entry.source == Kind::c64) values.slot[slot_of(entry) + 1] = numbers.next();
        if (entry.source == Kind::c32) values.slot[slot_of(entry) + 1] = numbers.next() & 0xffffffffu;
    }
    return values;
}

} // namespace kernabi::test
