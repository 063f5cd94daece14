// SPDX-License-Identifier: MIT
// Holds a sequence of launches against a record's. Freestanding.
#pragma once
#include "abi/kernarg/invocation.hpp"
#include "abi/kernarg/refusal.hpp"
#include "conformance/judge/verdict.hpp"
#include "vectors/reader/record.hpp"

namespace kernabi::judge {

[[nodiscard]] constexpr Verdict compare_launch_bytes(ConstBytes wanted, ConstBytes got) noexcept {
    for (std::size_t i = 0; i < wanted.size && i < got.size; ++i) {
        if (wanted[i] == got[i]) continue;
        Verdict v = failed(Miss::launch_bytes, wanted[i], got[i]);
        v.offset = i;
        return v;
    }
    return wanted.size == got.size ? Verdict{} : failed(Miss::size, wanted.size, got.size);
}

/// Holds each launch that a subject makes against the record's.
class LaunchCheck {
  public:
    explicit constexpr LaunchCheck(const vectors::Record& record) noexcept : record_(record) {}

    constexpr void operator()(const Invocation& got) noexcept {
        const std::size_t number = seen_++;
        if (!verdict_.passed() || number >= record_.launches()) return;
        const vectors::LaunchRow wanted = record_.launch(number);
        verdict_ = compare(wanted, got);
    }
    [[nodiscard]] constexpr Verdict verdict() const noexcept {
        if (!verdict_.passed() || seen_ == record_.launches()) return verdict_;
        return failed(Miss::launches, record_.launches(), seen_);
    }
    [[nodiscard]] constexpr bool visited() const noexcept { return seen_ != 0; }

  private:
    static constexpr Verdict compare(const vectors::LaunchRow& wanted, const Invocation& got) noexcept {
        if (static_cast<std::uint8_t>(got.function) != wanted.function)
            return failed(Miss::launch_name, wanted.function, static_cast<std::uint64_t>(got.function));
        // The solution's own kernel has the name that its library gave it.
        if (wanted.name.size() != 0 && (got.name == nullptr || !(wanted.name == got.name->text)))
            return failed(Miss::launch_name, wanted.name.size(), got.name == nullptr ? 0 : got.name->size);
        if (got.workGroupSize != wanted.threads) return failed(Miss::grid, wanted.threads, got.workGroupSize);
        const std::uint64_t grid[3] = {got.numWorkGroups.x, got.numWorkGroups.y, got.numWorkGroups.z};
        for (std::size_t axis = 0; axis < (wanted.x_alone ? 1u : 3u); ++axis)
            if (grid[axis] != wanted.grid[axis]) return failed(Miss::grid, wanted.grid[axis], grid[axis]);
        if (got.numWorkItems.x != wanted.items) return failed(Miss::grid, wanted.items, got.numWorkItems.x);
        return compare_launch_bytes(wanted.block, got.bytes);
    }
    const vectors::Record& record_;
    std::size_t seen_ = 0;
    Verdict verdict_{};
};

/// What a subject makes of a request, launches apart.
struct SolveAnswer {
    std::size_t table_size = 0;
    std::uint64_t workspace = 0, host_bytes = 0; ///< host_bytes: of groups
    Refusal refusal{};
};

} // namespace kernabi::judge
