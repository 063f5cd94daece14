// SPDX-License-Identifier: MIT
// Why a request got no launch. Texts are outside.
#pragma once
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/pack.hpp"
#include <cstdint>

namespace kernabi {

/// Numbers are fixed: vectors carry them.
enum class Reason : std::uint8_t {
    none = 0,
    form = 1,              ///< version, dialect and problem type do not hold together, or a scalar type has no packing
    null_operand = 2,      ///< A or B is null though alpha and k are not 0
    header_field = 3,      ///< `field` does not fit its word (strict)
    argument = 4,          ///< `argument` does not fit its slot (strict)
    work_items = 5,        ///< 2^32 work-items or more, or a product past 64 bits (strict)
    leading_dimension = 6, ///< shorter than the rows that it must span (strict)
    xcc = 7,               ///< WGMXCC not a power of two, or not a divisor of the CU count (strict)
    macro_tile = 8,        ///< a tile, depthU or workgroup size of 0
    activation_arguments = 9, ///< fewer values than the kernel takes (strict), or more than a block can hold
    user_arguments = 10,      ///< the kernel does not support them, or its activation is not in f32
    override_value = 11,      ///< the published host reads the override `field` back as another value (strict)
    stream_k_grouped = 12,    ///< a grouped launch has no Stream-K workspace to hand out
    workspace_offset = 13,    ///< a group's workspace starts 2^32 bytes or more behind the first (strict)
    helper_2026 = 15,         ///< a helper launch whose 2026 block is not built
    group_count = 14,         ///< no problem at all, or more than 2^30 - 1 (strict)
};

/// What kind of refusal it is: bits would be lost, or the value is wrong though every bit survives.
enum class RefusalClass : std::uint8_t {
    does_not_fit,
    never_valid,
};

struct Refusal {
    Reason reason = Reason::none;
    FieldFault field{};        ///< header_field, xcc, override_value
    ArgumentFault argument{};  ///< argument, leading_dimension
    std::uint64_t largest = 0; ///< work_items: the batches that fit one launch, 0 where not even one does
    std::uint64_t gemm = 0;    ///< the problem of a group that is at fault
};

[[nodiscard]] constexpr RefusalClass class_of(Reason reason) noexcept {
    switch (reason) {
    case Reason::header_field:
    case Reason::argument:
    case Reason::work_items:
    case Reason::override_value:
    case Reason::workspace_offset:
    case Reason::group_count: return RefusalClass::does_not_fit;
    default: return RefusalClass::never_valid;
    }
}

} // namespace kernabi
