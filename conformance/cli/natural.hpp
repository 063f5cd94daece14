// SPDX-License-Identifier: MIT
#pragma once
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace kernabi::cli {

/// For options of 64 unsigned bits: CLI11 takes -1, and what does not fit, for the largest of them.
inline const CLI::Validator natural(
    [](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [at, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc{} && at == end) return {};
        return "wanted a whole number from 0 to 2^64 - 1, got " + text;
    },
    "");

} // namespace kernabi::cli
