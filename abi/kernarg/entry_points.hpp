// SPDX-License-Identifier: MIT
// The contract as ordinary functions, compiled once into the freestanding archive.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/unpack.hpp"

namespace kernabi::compiled {

/// See `kernabi::make_layout`.
Status layout(const Form& form, Layout& result) noexcept;
/// See `kernabi::pack`.
Status pack(const Form& form, const Values& values, Policy policy, Bytes to, std::size_t& written,
            ArgumentFault& fault) noexcept;
/// The same with a layout at hand.
Status pack(const Layout& layout, const Values& values, Policy policy, Bytes to, std::size_t& written,
            ArgumentFault& fault) noexcept;
/// See `kernabi::unpack`.
Status unpack(const Layout& layout, ConstBytes from, Values& values) noexcept;
/// Fields straight to bytes; see `kernabi::encode` and `kernabi::write_words`.
Status encode(Version version, const Dialect& dialect, Policy policy, const HeaderFields& fields, Bytes to,
              std::size_t& written, FieldFault& fault) noexcept;
/// Bytes straight to fields; `source_too_short` is the only failure of a sound dialect.
Status decode(Version version, const Dialect& dialect, ConstBytes from, HeaderFields& fields) noexcept;

} // namespace kernabi::compiled
