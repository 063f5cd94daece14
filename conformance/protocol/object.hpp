// SPDX-License-Identifier: MIT
// Typed access to a JSON object whose sender is not trusted.
#pragma once
#include "conformance/protocol/refusal.hpp"
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::protocol {

using Json = nlohmann::json;

/// A JSON object and its path in the request, for messages. Every getter throws `Refusal`: missing_key, bad_type or
/// value_out_of_range.
class Object {
  public:
    Object(const Json& value, std::string path);
    Object(Json&& value, std::string path) = delete; ///< it borrows the value

    [[nodiscard]] bool has(const char* key) const;
    [[nodiscard]] const Json& raw() const { return *value_; }
    [[nodiscard]] const Json& at(const char* key) const;
    /// A part that may be left out: then it is empty.
    [[nodiscard]] Object part(const char* key) const;

    [[nodiscard]] bool flag(const char* key, bool otherwise) const;
    [[nodiscard]] std::int64_t integer(const char* key) const;
    [[nodiscard]] std::int64_t integer(const char* key, std::int64_t otherwise) const;
    [[nodiscard]] std::int64_t integer(const char* key, std::int64_t otherwise, std::int64_t least,
                                       std::int64_t most) const;
    /// 0 to 2^64-1; a negative number is taken in two's complement, as strides may be.
    [[nodiscard]] std::uint64_t word64(const char* key) const;
    [[nodiscard]] std::uint64_t word64(const char* key, std::uint64_t otherwise) const;
    [[nodiscard]] std::string text(const char* key) const;
    [[nodiscard]] std::string text(const char* key, std::string_view otherwise) const;
    /// An address: text "0x..." or a number.
    [[nodiscard]] std::uint64_t address(const char* key, std::uint64_t otherwise) const;
    /// Hexadecimal text, at most `most` bytes.
    [[nodiscard]] std::vector<std::uint8_t> bytes(const char* key, std::size_t most = 65536) const;

    [[nodiscard]] std::string where(const char* key) const;

  private:
    const Json* value_;
    std::string path_;
};

[[nodiscard]] std::string to_hex(const std::uint8_t* data, std::size_t size);

} // namespace kernabi::protocol
