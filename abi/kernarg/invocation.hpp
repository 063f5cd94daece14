// SPDX-License-Identifier: MIT
// One kernel launch as a visitor receives it.
#pragma once
#include "abi/kernarg/geometry.hpp"
#include "abi/kernarg/helper_names.hpp"
#include "abi/kernarg/names.hpp"
#include "abi/kernarg/side_tables.hpp"
#include "abi/span.hpp"
#include <cstdint>

namespace kernabi {

enum class Function : std::uint8_t {
    single_call,  ///< the GEMM kernel
    grouped_call, ///< the GEMM kernel of a group
    auxiliary,    ///< a helper kernel
};

/// Everything it points to lives until the visitor returns.
struct Invocation {
    Function function = Function::single_call;
    const KernelName* name = nullptr; ///< null: the solution's own kernel, whose name the caller has
    Grid numWorkGroups{};             ///< workgroups
    std::uint64_t workGroupSize = 1;  ///< threads, along x
    Grid numWorkItems{};              ///< threads
    bool x_alone = false;             ///< the published host leaves y and z of both grids unset
    ConstBytes bytes{};               ///< the argument block
    const Form* form = nullptr;       ///< what names the block's arguments: this for the GEMM kernel's own block,
    const SideForm* side = nullptr;   ///< this for any other
};

/// Gives `sink(const Entry&, const Name&)` every argument of the block under the host's name, in order.
template <typename Sink>
constexpr void for_each_named(const Invocation& invocation, Sink&& sink) noexcept(noexcept(sink(Entry{}, Name{}))) {
    if (invocation.side != nullptr) {
        const SideForm& side = *invocation.side;
        for_each_entry(side, [&](const SideRow& row, const Entry& entry) { sink(entry, side_name(side, row, entry)); });
        return;
    }
    const Form& form = *invocation.form;
    (void)for_each_entry(form, [&](const Entry& entry) {
        sink(entry, dump_name(entry, form));
        return true;
    });
}

} // namespace kernabi
