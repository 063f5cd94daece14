// SPDX-License-Identifier: MIT
#include "conformance/codeobject/msgpack.hpp"
extern "C" {
#include <mpack.h>
}
// The library's header makes `bool` a macro for C.
#undef bool

namespace kernabi::codeobject {

namespace {

const char* as_characters(const std::uint8_t* bytes) noexcept {
    const void* const data = bytes;
    return static_cast<const char*>(data);
}

std::uint64_t value_of(const mpack_token_t& token) noexcept {
    return static_cast<std::uint64_t>(token.data.value.hi) << 32 | token.data.value.lo;
}

/// Whether `length` bytes of a text or blob are there.
constexpr bool has_length(mpack_token_type_t type) noexcept {
    return type == MPACK_TOKEN_STR || type == MPACK_TOKEN_BIN || type == MPACK_TOKEN_EXT;
}

} // namespace

bool Tokens::next(Token& token) noexcept {
    if (at_ == end_) return false;
    const char* at = as_characters(at_);
    auto left = static_cast<std::size_t>(end_ - at_);
    mpack_tokbuf_t state{};
    mpack_token_t raw;
    if (mpack_read(&state, &at, &left, &raw) != MPACK_OK) {
        end_ = at_; // nothing behind it can be read
        return false;
    }
    const std::uint8_t* const behind = end_ - left;
    if (has_length(raw.type) && raw.length > left) {
        end_ = at_;
        return false;
    }
    at_ = behind;
    switch (raw.type) {
    case MPACK_TOKEN_NIL: token.kind = TokenKind::nil; break;
    case MPACK_TOKEN_BOOLEAN:
        token.kind = TokenKind::boolean;
        token.value = raw.data.value.lo;
        break;
    case MPACK_TOKEN_UINT:
        token.kind = TokenKind::number;
        token.value = value_of(raw);
        break;
    case MPACK_TOKEN_SINT:
        token.kind = TokenKind::negative;
        token.value = static_cast<std::uint64_t>(mpack_unpack_sint(raw));
        break;
    case MPACK_TOKEN_ARRAY:
    case MPACK_TOKEN_MAP:
        token.kind = raw.type == MPACK_TOKEN_MAP ? TokenKind::map : TokenKind::array;
        token.count = raw.length;
        break;
    case MPACK_TOKEN_STR:
        token.kind = TokenKind::text;
        token.text = {at, raw.length};
        at_ += raw.length;
        break;
    case MPACK_TOKEN_BIN:
    case MPACK_TOKEN_EXT:
        token.kind = TokenKind::other;
        at_ += raw.length;
        break;
    default: token.kind = TokenKind::other; break;
    }
    return true;
}

bool Tokens::skip() noexcept { return skip_values(1); }

bool Tokens::skip_rest(const Token& token) noexcept {
    if (token.kind == TokenKind::array) return skip_values(token.count);
    if (token.kind == TokenKind::map) return skip_values(std::uint64_t{token.count} * 2);
    return true;
}

bool Tokens::skip_values(std::uint64_t count) noexcept {
    // Values still to come, however deep: a count instead of a stack.
    for (Token token{}; count != 0; --count) {
        if (!next(token)) return false;
        if (token.kind == TokenKind::array) count += token.count;
        if (token.kind == TokenKind::map) count += std::uint64_t{token.count} * 2;
    }
    return true;
}

} // namespace kernabi::codeobject
