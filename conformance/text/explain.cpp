// SPDX-License-Identifier: MIT
#include "conformance/text/explain.hpp"
#include "abi/kernarg/names.hpp"
#include <bit>

namespace kernabi::text {

namespace {

/// Bits that a value needs, with its sign where it has one.
unsigned bits_needed(std::int64_t value) {
    if (value >= 0) return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(value)));
    return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(~value))) + 1;
}

std::string leading_dimension(const ArgumentFault& fault) {
    const char* const name = row_of(fault.entry.argument).dump; // strideA -> lda
    return std::string("ld") + static_cast<char>(name[6] - 'A' + 'a') + " " + std::to_string(fault.value) +
           " is shorter than the rows it must span";
}

std::string work_items(const Refusal& refusal, const Request& request) {
    const std::string start =
        "the launch needs 2^32 work-items or more at " + std::to_string(threads_of(request)) + " threads a workgroup: ";
    if (refusal.largest == 0) return start + "not even one batch of tiles fits, use larger tiles or split m or n";
    return start + "at most " + std::to_string(refusal.largest) + " batches of tiles fit, split the batch";
}

std::string override_value(const Refusal& refusal) {
    const FieldFault& fault = refusal.field;
    const std::uint64_t low = static_cast<std::uint64_t>(fault.value) & ((std::uint64_t{1} << fault.bits) - 1);
    const std::string kept =
        fault.field == Field::wgmxccg ? std::to_string(static_cast<std::int16_t>(low)) : std::to_string(low);
    return std::string("the override ") + field_names[static_cast<std::size_t>(fault.field)] + " " +
           std::to_string(fault.value) + " is read back by the published host through " + std::to_string(fault.bits) +
           " bits, as " + (low == 0 ? "not set" : kept);
}

} // namespace

std::string of(Status status) {
    switch (status) {
    case Status::ok: return "ok";
    case Status::destination_too_small: return "the destination is too small";
    case Status::source_too_short: return "there are fewer bytes than the layout spans";
    case Status::value_out_of_range: return "a value does not fit";
    case Status::refused:
        return "the published host refuses this: a scalar type without packing, or a combination it does not build";
    case Status::no_place: return "this version has no place for the value";
    case Status::contradiction: return "version, dialect and problem type do not hold together";
    case Status::unknown_version: return "KernArgsVersion is 0, 1, 2 or 3";
    case Status::unsupported: return "not built here";
    case Status::outside_memory: return "an address lies outside the memory that was given";
    case Status::overlap: return "an output overlaps other memory";
    }
    return "unknown status";
}

std::string of(const FieldFault& fault, Version version) {
    const std::string name = field_names[static_cast<std::size_t>(fault.field)];
    const std::string value = std::to_string(fault.value);
    if (fault.bits == 0)
        return name + " " + value + " has no place in this form of version " +
               std::to_string(static_cast<int>(version));
    const unsigned needed = bits_needed(fault.value);
    if (fault.value < 0 && needed <= fault.bits)
        return name + " " + value + " is negative, the field is unsigned (" + std::to_string(fault.bits) + " bits)";
    if (needed <= fault.bits)
        return name + " " + value + " needs a sign bit beside " + std::to_string(needed) + " bits, the field has " +
               std::to_string(fault.bits);
    return name + " " + value + " needs " + std::to_string(needed) + " bits, has " + std::to_string(fault.bits);
}

std::string of(const ArgumentFault& fault, const Form& form) {
    const KindRow& kind = row_of(fault.entry.kind);
    return std::string(dump_name(fault.entry, form).text) + " " + std::to_string(fault.value) + " does not fit " +
           kind.name + " (" + std::to_string(kind.size) + " bytes)";
}

namespace {
std::string reason(Status status, const Refusal& refusal, const Request& request) {
    switch (refusal.reason) {
    case Reason::null_operand: return "A or B is null though alpha and k are not 0";
    case Reason::header_field: return of(refusal.field, request.form.version);
    case Reason::argument: return of(refusal.argument, request.form);
    case Reason::work_items: return work_items(refusal, request);
    case Reason::leading_dimension: return leading_dimension(refusal.argument);
    case Reason::xcc:
        return "wgmxcc " + std::to_string(refusal.field.value) + " must be a power of two that divides the " +
               std::to_string(request.device.cuCount) + " CUs";
    case Reason::macro_tile: return "macroTile, depthU and workGroupSize must not be 0";
    case Reason::activation_arguments:
        if (request.inputs.activation_count > max_activation_args)
            return std::to_string(request.inputs.activation_count) + " activation arguments, a block holds at most " +
                   std::to_string(max_activation_args);
        return std::to_string(request.inputs.activation_count) + " activation arguments for a kernel that takes " +
               std::to_string(request.form.type.activationArgLength);
    case Reason::user_arguments:
        return "the kernel does not support user arguments, or its activation is not computed in f32";
    case Reason::override_value: return override_value(refusal);
    case Reason::stream_k_grouped: return "a grouped launch has no Stream-K workspace: use streamK 0 or streamKAtomic";
    case Reason::workspace_offset:
        return "the workspaces of the problems before take 2^32 bytes or more, and the offset has 32 bits";
    case Reason::helper_2026:
        return "the conversion and activation launches of 2026 are not built; call \"single\" gives the GEMM launch";
    case Reason::group_count: return "a group has 1 to 2^30 - 1 problems";
    default: return of(status);
    }
}

} // namespace

std::string of(Status status, const Refusal& refusal, const Request& request) {
    const std::string what = reason(status, refusal, request);
    // What the published host refuses too, or cannot be asked of any host, has no class.
    const bool careful = request.policy == Policy::strict && status == Status::value_out_of_range &&
                         refusal.reason != Reason::macro_tile && refusal.reason != Reason::form;
    if (!careful) return what;
    return (class_of(refusal.reason) == RefusalClass::does_not_fit ? "does not fit: " : "never valid: ") + what;
}

} // namespace kernabi::text
