// SPDX-License-Identifier: MIT
#include "conformance/launch/kernel_name.hpp"
#include <charconv>

namespace kernabi::launch {

namespace {

/// Three numbers behind a mark, each at least 1 and small enough for their product.
std::optional<std::array<std::uint32_t, 3>> three(std::string_view name, std::string_view mark, char between) {
    for (std::size_t at = name.find(mark); at != std::string_view::npos; at = name.find(mark, at + 1)) {
        std::array<std::uint32_t, 3> numbers{};
        const char* from = name.data() + at + mark.size();
        const char* const end = name.data() + name.size();
        std::size_t read = 0;
        for (; read < 3; ++read) {
            if (read != 0 && (from == end || *from++ != between)) break;
            const auto [next, error] = std::from_chars(from, end, numbers[read]);
            if (error != std::errc{} || numbers[read] == 0 || numbers[read] > 65536) break;
            from = next;
        }
        if (read == 3) return numbers;
    }
    return std::nullopt;
}

} // namespace

NameFacts facts_of_name(std::string_view kernel) { return {three(kernel, "_MT", 'x'), three(kernel, "_WG", '_')}; }

} // namespace kernabi::launch
