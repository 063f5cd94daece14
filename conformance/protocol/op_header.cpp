// SPDX-License-Identifier: MIT
// encode, decode and host_header: the header words alone.
#include "abi/kernarg/header.hpp"
#include "conformance/protocol/form_json.hpp"
#include "conformance/protocol/header_json.hpp"
#include "conformance/protocol/ops.hpp"
#include "conformance/text/explain.hpp"

namespace kernabi::protocol {

namespace {

Policy policy_of(const Object& in) {
    const std::string name = in.text("policy", "strict");
    if (name == "strict") return Policy::strict;
    if (name == "host_2024") return Policy::host_2024;
    throw Refusal{"value_out_of_range", "policy is strict or host_2024, not '" + name + "'"};
}

Json bytes_of(Version version, const Dialect& dialect, const Words& words) {
    std::uint8_t bytes[16];
    std::size_t written = 0;
    if (const Status status = write_words(version, dialect, words, bytes, written); status != Status::ok)
        throw Refusal{"refused", text::of(status)};
    return {{"bytes", to_hex(bytes, written)}};
}

} // namespace

Json header_json(Version version, const Dialect& dialect, const HeaderFields& fields) {
    Json out = Json::object();
    for (const BitField& row : bit_fields)
        if (holds(row, version, dialect.args1) && has_word(row.word, version, dialect))
            out[field_names[static_cast<std::size_t>(row.field)]] = fields[row.field];
    return out;
}

Json op_encode(const Json& raw) {
    const Object in(raw, "");
    const Version version = version_from(in, "version");
    const Dialect dialect = dialect_from(in, version, std::nullopt);
    const Policy policy = policy_of(in);
    HeaderFields fields{};
    for (std::size_t i = 0; i < field_count; ++i) fields.value[i] = in.integer(field_names[i], fields.value[i]);
    const std::int64_t cus = in.integer("cuCount", 0);
    if (cus > 0 && dialect.args1 == Args1::xccg && fields[Field::wgmxccg] == -1) {
        const bool resolved = dialect.enums == Enums::y2024 ? static_cast<std::uint32_t>(fields[Field::wgmxcc]) > 1
                                                            : fields[Field::wgmxcc] >= 1;
        if (resolved) fields[Field::wgmxccg] = cus;
    }
    Words words{};
    FieldFault fault{};
    const Status status = encode(version, dialect, policy, fields, words, fault);
    if (status == Status::value_out_of_range && fault.field == Field::wgmxccg && fault.value == -1)
        throw Refusal{
            "value_out_of_range",
            "wgmxccg -1 stands for the device's CU count: give the number itself, or cuCount and a wgmxcc over 1"};
    if (status == Status::value_out_of_range || status == Status::no_place)
        throw Refusal{"value_out_of_range", text::of(fault, version)};
    if (status != Status::ok) throw Refusal{"refused", text::of(status)};
    return bytes_of(version, dialect, words);
}

Json op_decode(const Json& raw) {
    const Object in(raw, "");
    const Version version = version_from(in, "version");
    const Dialect dialect = dialect_from(in, version, std::nullopt);
    const std::vector<std::uint8_t> bytes = in.bytes("bytes");
    const std::size_t wanted = header_size(version, dialect);
    if (bytes.size() != wanted)
        throw Refusal{"value_out_of_range", "bytes: the header of version " +
                                                std::to_string(static_cast<int>(version)) + " in this dialect has " +
                                                std::to_string(wanted) + " bytes, got " + std::to_string(bytes.size())};
    Words words{};
    if (const Status status = read_words(version, dialect, {bytes.data(), bytes.size()}, words); status != Status::ok)
        throw Refusal{"refused", text::of(status)};
    return header_json(version, dialect, decode(version, dialect, words));
}

Json op_host_header(const Json& raw) {
    const Object in(raw, "");
    InternalArgsSupport support{};
    support.version = version_from(in, "version");
    if (support.version > Version::v2) throw Refusal{"unsupported", "the host of 2024 knows versions 0, 1 and 2"};
    support.wgm = in.flag("ias.wgm", true);
    support.gsu = in.flag("ias.gsu", true);
    support.staggerU = in.flag("ias.staggerU", true);
    HostMap map{};
    map.gsu = in.integer("map.gsu", map.gsu);
    map.gsuc = in.integer("map.gsuc", 0) != 0;
    map.gsuwgmrr = in.integer("map.gsuwgmrr", 0) != 0;
    map.wgm = in.integer("map.wgm", map.wgm);
    map.wgmxcc = in.integer("map.wgmxcc", map.wgmxcc);
    map.wgmxccg = in.integer("map.wgmxccg", map.wgmxccg);
    map.staggerU = in.integer("map.staggerU", 0);
    map.staggerUMapping = in.integer("map.staggerUMapping", 0);
    map.staggerStrideShift = in.integer("map.staggerStrideShift", 0);
    HostParams params{};
    params.gsu = in.integer("param.gsu", 0);
    params.gsuc = in.integer("param.gsuc", 0) != 0;
    params.gsuwgmrr = in.integer("param.gsuwgmrr", 0) != 0;
    params.wgm = in.integer("param.wgm", 0);
    params.wgmxcc = in.integer("param.wgmxcc", 0);
    params.wgmxccg = in.integer("param.wgmxccg", 0);
    const HostWordValues chosen = host_2024_choose(map, params, in.integer("cuCount", 304));
    Words words{};
    words[Word::gemm_count] = (static_cast<std::uint32_t>(in.word64("gemmCount", 1)) & 0x3fffffffu) |
                              static_cast<std::uint32_t>(in.word64("argType", 0)) << 30;
    words[Word::internalArgs] = host_2024_internalArgs(support, map, params, chosen);
    if (support.version >= Version::v1) words[Word::internalArgs1] = host_2024_internalArgs1(support, chosen);
    words[Word::numWorkGroups] = static_cast<std::uint32_t>(in.word64("numWorkGroups", 0));
    return bytes_of(support.version, default_preset(support.version).dialect, words);
}

} // namespace kernabi::protocol
