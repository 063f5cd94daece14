// SPDX-License-Identifier: MIT
#include "conformance/text/dump_writer.hpp"
#include "conformance/text/printed.hpp"
#include <fmt/format.h>

namespace kernabi::text {

std::string argument_lines(const Invocation& invocation) {
    std::string text;
    for_each_named(invocation, [&](const Entry& entry, const Name& name) {
        // The host never binds the debug buffer.
        text += entry.argument == Argument::debugBuffer
                    ? unbound_line(entry, name.text)
                    : argument_line(entry, name.text, invocation.bytes.data + entry.offset);
    });
    return text;
}

std::string launch_text(const Invocation& invocation, const std::string& kernel) {
    const Grid &groups = invocation.numWorkGroups, &items = invocation.numWorkItems;
    return fmt::format("Kernel {}\n l({}, 1, 1) x g({}, {}, {}) = ({}, {}, {})\n", kernel, invocation.workGroupSize,
                       groups.x, groups.y, groups.z, items.x, items.y, items.z) +
           argument_lines(invocation) + "\n";
}

void NamedRecords::add(const std::string& name, const Entry& entry, std::size_t offset, const std::uint8_t* bytes) {
    const std::size_t times = seen_[name]++;
    std::string unique = times == 0 ? name : name + "_" + std::to_string(times);
    std::string value = " <unbound>";
    if (entry.argument != Argument::debugBuffer) {
        value.clear();
        for (std::size_t i = 0; i < entry.size; ++i) fmt::format_to(std::back_inserter(value), " {:02x}", bytes[i]);
        value += " (" + printed_value(entry.kind, bytes) + ")";
    }
    records_[unique] = {offset, entry.size, std::move(value)};
    names_.push_back(std::move(unique));
}

std::string NamedRecords::text() const {
    std::string text;
    std::size_t end = 0;
    for (const std::string& name : names_) {
        const Record& record = records_.at(name);
        if (record.offset != end)
            text += fmt::format("[{}..{}] <padding>\n", end, static_cast<std::int64_t>(record.offset) - 1);
        text += fmt::format("[{}..{}] {}:{}\n", record.offset, record.offset + record.size - 1, name, record.value);
        end = record.offset + record.size;
    }
    return text;
}

namespace {

/// A problem's form as the grouped launch uses it.
Form grouped_form(const Request& request) {
    Form form = request.form;
    form.type.groupedGemm = true;
    form.type.gsu = static_cast<std::uint32_t>(detail::choose(request).gsu);
    form.type.bias_is_null = request.pointers.bias == 0;
    return form;
}

void add_table(NamedRecords& records, const char* name, std::size_t count, ConstBytes table, std::size_t& at) {
    for (std::size_t i = 0; i < count; ++i, at += 4)
        records.add(name, Entry{Argument::gemm_count, 0, Kind::u32, Kind::u32, 0, 4}, at, table.data + at);
}

} // namespace

std::string table_text(const std::vector<Request>& gemms, ConstBytes table, const std::vector<std::string>& kernels) {
    std::string text = "Grouped gemm argsPtr kernels: \n";
    for (const std::string& kernel : kernels) text += kernel + "\n";
    NamedRecords records;
    std::size_t at = 0;
    add_table(records, "wgTable", gemms.size(), table, at);
    for (const Request& request : gemms) {
        const Form form = grouped_form(request);
        std::size_t size = 0;
        (void)for_each_entry(form, [&](const Entry& entry) {
            records.add(dump_name(entry, form).text, entry, at + entry.offset, table.data + at + entry.offset);
            size = std::size_t{entry.offset} + entry.size;
            return true;
        });
        at += size;
    }
    if (at < table.size) {
        add_table(records, "wiTable", gemms.size(), table, at);
        for (const Request& request : gemms) {
            SideForm side{};
            if (make_side_form(Helper::conversion, grouped_form(request), request.inputs.activation_count, side) !=
                Status::ok)
                break;
            for_each_entry(side, [&](const SideRow& row, const Entry& entry) {
                records.add(side_name(side, row, entry).text, entry, at + entry.offset, table.data + at + entry.offset);
            });
            at += size_of(side);
        }
    }
    return text + records.text();
}

std::string user_text(const std::vector<Request>& gemms) {
    std::string text = "Grouped gemm argsPtr kernels: \n";
    Values values{};
    std::uint8_t record[user_record_size];
    for (std::size_t i = 0; i < gemms.size(); ++i) {
        Refusal refusal{};
        if (pack_user_record(gemms[i], values, record, refusal) != Status::ok) break;
        text += fmt::format("Gemm {}:\n", i);
        for (const UserField& field : user_fields) {
            std::string name = field.name;
            Kind kind = field.kind;
            if (field.argument == Argument::scaleA || field.argument == Argument::scaleB ||
                field.argument == Argument::scaleC || field.argument == Argument::scaleD ||
                field.argument == Argument::bias_type || field.argument == Argument::reserved)
                continue; // the host does not show these
            if (field.size == 16) {
                const ProblemType& type = gemms[i].form.type;
                Kind written{};
                name[0] = static_cast<char>(name[0] - 'a' + 'A');
                (void)scalar_kind(field.argument == Argument::alpha ? type.alphaType : type.betaType, Scalars::packed,
                                  written, kind);
            } else if (name.size() == 1 && name != "m" && name != "n" && name != "k" && name != "e") {
                name[0] = static_cast<char>(name[0] - 'a' + 'A');
            }
            text += "   " + name + ": " + printed_value(kind, record + field.offset) + "\n";
        }
    }
    return text;
}

} // namespace kernabi::text
