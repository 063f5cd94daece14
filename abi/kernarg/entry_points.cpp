// SPDX-License-Identifier: MIT
#include "abi/kernarg/entry_points.hpp"

namespace kernabi::compiled {

Status layout(const Form& form, Layout& result) noexcept { return make_layout(form, result); }

Status pack(const Form& form, const Values& values, Policy policy, Bytes to, std::size_t& written,
            ArgumentFault& fault) noexcept {
    return kernabi::pack(form, values, policy, to, written, fault);
}

Status pack(const Layout& layout, const Values& values, Policy policy, Bytes to, std::size_t& written,
            ArgumentFault& fault) noexcept {
    return kernabi::pack(layout, values, policy, to, written, fault);
}

Status unpack(const Layout& layout, ConstBytes from, Values& values) noexcept {
    return kernabi::unpack(layout, from, values);
}

Status encode(Version version, const Dialect& dialect, Policy policy, const HeaderFields& fields, Bytes to,
              std::size_t& written, FieldFault& fault) noexcept {
    Words words{};
    if (const Status status = kernabi::encode(version, dialect, policy, fields, words, fault); status != Status::ok)
        return status;
    return write_words(version, dialect, words, to, written);
}

Status decode(Version version, const Dialect& dialect, ConstBytes from, HeaderFields& fields) noexcept {
    Words words{};
    if (const Status status = read_words(version, dialect, from, words); status != Status::ok) return status;
    fields = kernabi::decode(version, dialect, words);
    return Status::ok;
}

} // namespace kernabi::compiled
