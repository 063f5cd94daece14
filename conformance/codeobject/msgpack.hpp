// SPDX-License-Identifier: MIT
// MessagePack token by token, in place.
//
// Why libmpack and not msgpack-c: its tokenizer needs no tree, no stack and no allocation, so that no nesting can
// exhaust anything; and Debian's msgpack-c for C++ brings all of Boost's headers along.
#pragma once
#include "abi/span.hpp"
#include <cstdint>
#include <string_view>

namespace kernabi::codeobject {

enum class TokenKind : std::uint8_t { nil, boolean, number, negative, text, array, map, other };

struct Token {
    TokenKind kind = TokenKind::nil;
    std::uint64_t value = 0; ///< boolean and number; the two's complement of a negative one
    std::uint32_t count = 0; ///< items of an array, pairs of a map
    std::string_view text{}; ///< into the bytes read
};

class Tokens {
  public:
    explicit Tokens(ConstBytes bytes) noexcept : begin_(bytes.data), at_(bytes.data), end_(bytes.data + bytes.size) {}

    /// False at the end of the bytes, in the middle of a token, and at a byte that begins none; then stays false.
    [[nodiscard]] bool next(Token& token) noexcept;
    /// Passes one value with all that it holds.
    [[nodiscard]] bool skip() noexcept;
    /// Passes what is left of a value whose opening token was read.
    [[nodiscard]] bool skip_rest(const Token& token) noexcept;
    /// Bytes read so far.
    [[nodiscard]] std::uint64_t offset() const noexcept { return static_cast<std::uint64_t>(at_ - begin_); }

  private:
    [[nodiscard]] bool skip_values(std::uint64_t count) noexcept;

    const std::uint8_t* begin_;
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

} // namespace kernabi::codeobject
