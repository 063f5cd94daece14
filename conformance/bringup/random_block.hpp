// SPDX-License-Identifier: MIT
// Blocks whose every value is known, and the slots that a device must find in them.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/layout.hpp"
#include "abi/kernarg/values.hpp"
#include "conformance/bringup/launcher.hpp"
#include <string>
#include <vector>

namespace kernabi::bringup {

/// A form with its layout at hand.
struct KnownForm {
    Form form;
    Layout layout;
};

/// A block's bytes and all its slots (see device::first_field_slot).
struct KnownBlock {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint64_t> slots;
};

/// Packs header fields and values by the reference and says what must be read back. Values must fit their kinds.
void known_block(const KnownForm& known, const HeaderFields& fields, const Values& values, KnownBlock& block);

/// Random fields and values, each within its width; the same for the same number.
void random_block(const KnownForm& known, std::uint64_t number, KnownBlock& block);

/// A number from 64 well mixed bits.
[[nodiscard]] std::uint64_t mixed(std::uint64_t x) noexcept;

/// The first slot that differs, in words: field or argument, wanted, got. Empty: none.
[[nodiscard]] std::string difference(const KnownForm& known, const KnownBlock& block, const Slots& got);

} // namespace kernabi::bringup
