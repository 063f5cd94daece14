// SPDX-License-Identifier: MIT
#include "conformance/protocol/object.hpp"
#include <charconv>
#include <limits>

namespace kernabi::protocol {

namespace {

const Json& empty_object() {
    static const Json nothing = Json::object();
    return nothing;
}

[[noreturn]] void wrong_type(const std::string& where, const char* wanted, const Json& got) {
    throw Refusal{"bad_type", where + ": wanted " + wanted + ", got " + got.type_name()};
}

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

} // namespace

Object::Object(const Json& value, std::string path) : value_(&value), path_(std::move(path)) {
    if (!value.is_object()) wrong_type(path_.empty() ? "in" : path_, "an object", value);
}

std::string Object::where(const char* key) const { return path_.empty() ? std::string(key) : path_ + "." + key; }

bool Object::has(const char* key) const { return value_->contains(key); }

const Json& Object::at(const char* key) const {
    const auto found = value_->find(key);
    if (found == value_->end()) throw Refusal{"missing_key", where(key) + " is missing"};
    return *found;
}

Object Object::part(const char* key) const {
    return has(key) ? Object(at(key), where(key)) : Object(empty_object(), where(key));
}

bool Object::flag(const char* key, bool otherwise) const {
    if (!has(key)) return otherwise;
    const Json& value = at(key);
    if (value.is_boolean()) return value.get<bool>();
    if (value == 0 || value == 1) return value == 1;
    wrong_type(where(key), "true or false", value);
}

std::int64_t Object::integer(const char* key) const {
    const Json& value = at(key);
    if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
    if (!value.is_number_integer()) wrong_type(where(key), "a whole number", value);
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        throw Refusal{"value_out_of_range", where(key) + " " + value.dump() + " is past 2^63 - 1"};
    return value.get<std::int64_t>();
}

std::int64_t Object::integer(const char* key, std::int64_t otherwise) const {
    return has(key) ? integer(key) : otherwise;
}

std::int64_t Object::integer(const char* key, std::int64_t otherwise, std::int64_t least, std::int64_t most) const {
    const std::int64_t value = integer(key, otherwise);
    if (value < least || value > most)
        throw Refusal{"value_out_of_range", where(key) + " " + std::to_string(value) + " is outside " +
                                                std::to_string(least) + " to " + std::to_string(most)};
    return value;
}

std::uint64_t Object::word64(const char* key) const {
    const Json& value = at(key);
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    if (!value.is_number_integer()) wrong_type(where(key), "a whole number", value);
    return static_cast<std::uint64_t>(value.get<std::int64_t>());
}

std::uint64_t Object::word64(const char* key, std::uint64_t otherwise) const {
    return has(key) ? word64(key) : otherwise;
}

std::string Object::text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string()) wrong_type(where(key), "text", value);
    return value.get<std::string>();
}

std::string Object::text(const char* key, std::string_view otherwise) const {
    return has(key) ? text(key) : std::string(otherwise);
}

std::uint64_t Object::address(const char* key, std::uint64_t otherwise) const {
    if (!has(key)) return otherwise;
    const Json& value = at(key);
    if (!value.is_string()) return word64(key);
    const std::string& digits = value.get_ref<const std::string&>();
    std::uint64_t result = 0;
    const bool prefixed = digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    const char* const first = digits.data() + (prefixed ? 2 : 0);
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(first, last, result, 16);
    if (error != std::errc{} || end != last || first == last)
        throw Refusal{"bad_type", where(key) + ": wanted an address such as \"0x7f1210010080\", of at most 16 digits"};
    return result;
}

std::vector<std::uint8_t> Object::bytes(const char* key, std::size_t most) const {
    const Json& value = at(key);
    if (!value.is_string()) wrong_type(where(key), "hexadecimal text", value);
    const std::string& digits = value.get_ref<const std::string&>();
    if (digits.size() % 2 != 0) throw Refusal{"bad_type", where(key) + ": odd number of hexadecimal digits"};
    if (digits.size() / 2 > most)
        throw Refusal{"too_large", where(key) + ": " + std::to_string(digits.size() / 2) + " bytes, at most " +
                                       std::to_string(most)};
    std::vector<std::uint8_t> result(digits.size() / 2);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const int high = digit_of(digits[2 * i]), low = digit_of(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            throw Refusal{"bad_type", where(key) + ": no hexadecimal digit at character " +
                                          std::to_string(2 * i + (high < 0 ? 0 : 1))};
        result[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return result;
}

std::string to_hex(const std::uint8_t* data, std::size_t size) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text(size * 2, '0');
    for (std::size_t i = 0; i < size; ++i) {
        text[2 * i] = digits[data[i] >> 4];
        text[2 * i + 1] = digits[data[i] & 15];
    }
    return text;
}

} // namespace kernabi::protocol
