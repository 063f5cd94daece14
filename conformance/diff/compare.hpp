// SPDX-License-Identifier: MIT
// What differs between two blocks, and the one thing that would explain all of it.
#pragma once
#include "conformance/diff/side.hpp"

namespace kernabi::diff {

/// One argument, or one bit field of a header word.
struct Difference {
    std::string argument;
    std::string field;                        ///< of a header word, else empty
    std::optional<std::uint32_t> here, there; ///< offsets; absent where a side has no such argument
    std::uint32_t size = 0;
    std::string bits;          ///< `0, 3` or `31..22`: those that differ, counted from the argument's lowest
    std::string before, after; ///< values as the host prints them
};

/// Codes are for scripts; sentences for people.
struct Cause {
    std::string code; ///< shifted, swapped, version, dialect, cu_count, natural_alignment, scalars, stream_k_words
    std::string sentence;
};

struct Comparison {
    std::string kernel;
    std::size_t size_before = 0, size_after = 0; ///< bytes
    std::vector<Difference> differences;
    std::optional<Cause> cause;

    [[nodiscard]] bool same() const { return differences.empty() && size_before == size_after; }
};

[[nodiscard]] Comparison compare(const Block& before, const Block& after);
/// The first of the known causes that accounts for every byte that differs.
[[nodiscard]] std::optional<Cause> find_cause(const Block& before, const Block& after);

/// `  [64..67] strideD1: 1280 became 1281 (bit 0)` and the like, one line a difference, the cause last.
[[nodiscard]] std::string as_text(const Comparison& comparison);
[[nodiscard]] nlohmann::json as_json(const Comparison& comparison);

} // namespace kernabi::diff
