// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace kernabi {

/// What every fallible function of the contract answers. Numbers are fixed for ever; on anything but `ok` nothing was
/// written.
enum class [[nodiscard]] Status : std::uint8_t{
    ok = 0x00,
    destination_too_small = 0x01, ///< the caller's bytes cannot hold the result; the needed size is given back
    source_too_short = 0x02,      ///< fewer bytes than the layout spans
    value_out_of_range = 0x10,    ///< a value that its field cannot hold (strict), or a request's count past its limit
    refused = 0x11,               ///< the published host refuses it too
    no_place = 0x12,              ///< a value given for a field that this version does not have
    contradiction = 0x13,         ///< version, dialect and problem type cannot hold together
    unknown_version = 0x20,       ///< not 0 to 3
    unsupported = 0x21,           ///< known to the field, not built here
    outside_memory = 0x30,        ///< an address whose bytes do not lie in the memory that was given
    overlap = 0x31,               ///< an output that shares bytes with an input or another output
};

} // namespace kernabi
