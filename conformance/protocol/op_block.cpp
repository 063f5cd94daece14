// SPDX-License-Identifier: MIT
// layout and unpack: a whole block under a request's form.
#include "abi/kernarg/launch.hpp"
#include "abi/kernarg/names.hpp"
#include "abi/kernarg/unpack.hpp"
#include "conformance/protocol/header_json.hpp"
#include "conformance/protocol/ops.hpp"
#include "conformance/protocol/request_json.hpp"
#include "conformance/protocol/scalar_json.hpp"
#include "conformance/text/explain.hpp"

namespace kernabi::protocol {

namespace {

struct Shaped {
    Form form;
    Layout layout;
};

/// A request's form with gsu as its launch uses it, and the layout.
Shaped shape_of(const Object& in) {
    Request request = request_from(in);
    Shaped shaped{request.form, {}};
    shaped.form.type.gsu = static_cast<std::uint32_t>(detail::choose(request).gsu);
    shaped.form.type.bias_is_null = in.part("pointers").has("bias") && request.pointers.bias == 0;
    if (request.call == Call::grouped) shaped.form.type.groupedGemm = true;
    if (const Status status = make_layout(shaped.form, shaped.layout); status != Status::ok)
        throw Refusal{"refused", text::of(status)};
    return shaped;
}

} // namespace

Json op_layout(const Json& raw) {
    const Shaped shaped = shape_of(Object(raw, ""));
    Json args = Json::array();
    for (const Entry& entry : shaped.layout)
        args.push_back({dump_name(entry, shaped.form).text, metadata_name(entry, shaped.form).text, entry.offset,
                        entry.size, row_of(entry.kind).name});
    return {{"size", shaped.layout.size}, {"segmentSize", shaped.layout.segment_size()}, {"args", std::move(args)}};
}

Json op_unpack(const Json& raw) {
    const Object in(raw, "");
    const Shaped shaped = shape_of(in);
    const std::vector<std::uint8_t> bytes = in.bytes("bytes");
    if (bytes.size() < shaped.layout.size)
        throw Refusal{"value_out_of_range", "bytes: " + std::to_string(bytes.size()) + " given, the layout spans " +
                                                std::to_string(shaped.layout.size)};
    Json values = Json::object();
    Words words{};
    for (const Entry& entry : shaped.layout) {
        const std::uint8_t* const at = bytes.data() + entry.offset;
        const std::uint64_t low = load_entry(entry, at);
        values[dump_name(entry, shaped.form).text] = scalar_json(entry.kind, low, imaginary_of(entry, at));
        if (static_cast<std::size_t>(entry.argument) < word_count)
            words.value[static_cast<std::size_t>(entry.argument)] = static_cast<std::uint32_t>(low);
    }
    const Form& form = shaped.form;
    return {{"header", header_json(form.version, form.dialect, decode(form.version, form.dialect, words))},
            {"values", std::move(values)}};
}

} // namespace kernabi::protocol
