// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace kernabi::dump {

inline constexpr std::uint8_t not_hex = 0xff;

namespace detail {

enum : std::uint8_t { blank_bit = 1, digit_bit = 2, name_bit = 4, mark_bit = 8 };

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> table{};
    auto set = [&table](std::string_view characters, unsigned bits) {
        for (char c : characters) {
            auto& entry = table[static_cast<unsigned char>(c)];
            entry = static_cast<std::uint8_t>(entry | bits);
        }
    };
    set(" \t", blank_bit | mark_bit);
    set("0123456789", digit_bit | name_bit);
    set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.$-", name_bit);
    set(">|*-+`", mark_bit);
    return table;
}

constexpr std::array<std::uint8_t, 256> make_hex() {
    std::array<std::uint8_t, 256> table{};
    table.fill(not_hex);
    for (unsigned i = 0; i < 10; ++i) table['0' + i] = static_cast<std::uint8_t>(i);
    for (unsigned i = 0; i < 6; ++i) table['a' + i] = table['A' + i] = static_cast<std::uint8_t>(10 + i);
    return table;
}

inline constexpr auto classes = make_classes();
inline constexpr auto hex = make_hex();

constexpr bool is(char c, unsigned bit) noexcept { return (classes[static_cast<unsigned char>(c)] & bit) != 0; }

} // namespace detail

/// 0 to 15, or not_hex.
constexpr std::uint8_t hex_value(char c) noexcept { return detail::hex[static_cast<unsigned char>(c)]; }
constexpr bool is_hex(char c) noexcept { return hex_value(c) != not_hex; }
constexpr bool is_blank(char c) noexcept { return detail::is(c, detail::blank_bit); }
constexpr bool is_digit(char c) noexcept { return detail::is(c, detail::digit_bit); }
/// A character of an argument's name.
constexpr bool is_name(char c) noexcept { return detail::is(c, detail::name_bit); }
/// Blanks and what mail, Markdown and diff put before a quoted line.
constexpr bool is_mark(char c) noexcept { return detail::is(c, detail::mark_bit); }

constexpr std::string_view trim_left(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    return text;
}

constexpr std::string_view trim_right(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

constexpr std::string_view trim(std::string_view text) noexcept { return trim_left(trim_right(text)); }

constexpr std::string_view skip_marks(std::string_view text) noexcept {
    while (!text.empty() && is_mark(text.front())) text.remove_prefix(1);
    return text;
}

/// Where mail quotes a line; the other marks can be part of a wrapped line (`-8)`).
constexpr std::string_view skip_quotes(std::string_view text) noexcept {
    while (!text.empty() && (is_blank(text.front()) || text.front() == '>')) text.remove_prefix(1);
    return text;
}

} // namespace kernabi::dump
