// SPDX-License-Identifier: MIT
#include "abi/kernarg/launch.hpp"
#include "abi/kernarg/lint.hpp"
#include "conformance/protocol/form_json.hpp"
#include "conformance/protocol/ops.hpp"
#include "conformance/protocol/request_json.hpp"
#include "conformance/text/explain.hpp"
#include "conformance/text/lint_text.hpp"
#include <optional>

namespace kernabi::protocol {

namespace {

/// The request that the known groups make; `version` and `dialect` stand beside them.
Request known_request(const Object& in, Version version) {
    Json whole = in.raw();
    if (!whole.contains("internalArgsSupport")) whole["internalArgsSupport"] = Json::object();
    if (!whole["internalArgsSupport"].is_object()) throw Refusal{"bad_type", "internalArgsSupport: wanted an object"};
    whole["internalArgsSupport"]["version"] = static_cast<int>(version);
    const Object mapping = in.part("sizeMapping");
    Request request = request_from(Object(whole, ""));
    if (!mapping.has("macroTile")) request.sizes.macroTile[0] = request.sizes.macroTile[1] = 0; // not known
    return request;
}

std::int64_t gsu_of(const Object& in, const Request& request, ConstBytes bytes) {
    if (in.part("sizeMapping").has("globalSplitU") || in.part("params").has("gsu")) return detail::choose(request).gsu;
    Words words{};
    if (request.form.dialect.header == Header::none) return 1;
    if (read_words(request.form.version, request.form.dialect, bytes, words) != Status::ok) return 1;
    return decode(request.form.version, request.form.dialect, words)[Field::gsu];
}

} // namespace

Json op_lint(const Json& raw) {
    const Object in(raw, "");
    const Version version = version_from(in, "version");
    const std::vector<std::uint8_t> data = in.bytes("bytes");
    const ConstBytes bytes{data.data(), data.size()};
    Request request = known_request(in, version);
    Form form = request.form;
    form.type.gsu = static_cast<std::uint32_t>(gsu_of(in, request, bytes));
    Layout layout{};
    if (const Status status = make_layout(form, layout); status != Status::ok)
        throw Refusal{"refused", text::of(status)};

    Json findings = Json::array();
    const auto sink = [&](const Finding& f) {
        findings.push_back({{"code", lint_names[static_cast<std::size_t>(f.code)]},
                            {"severity", text::of(f.severity)},
                            {"argument", text::argument_of(f, form)},
                            {"message", text::of(f, form)}});
    };
    LintContext context{};
    if (in.part("hardware").has("cuCount")) context.cuCount = request.device.cuCount;
    if (in.has("problem")) context.request = &request;
    const std::size_t header = header_size(version, form.dialect);
    if (data.size() >= layout.size) {
        lint_block(form, layout, bytes, context, sink);
    } else if (data.size() >= header) {
        Words words{};
        if (const Status status = read_words(version, form.dialect, bytes, words); status != Status::ok)
            throw Refusal{"refused", text::of(status)};
        lint_header(version, form.dialect, words, context, sink);
    } else {
        throw Refusal{"value_out_of_range", "bytes: " + std::to_string(data.size()) + " given, the header alone has " +
                                                std::to_string(header)};
    }
    return {{"findings", std::move(findings)}};
}

} // namespace kernabi::protocol
