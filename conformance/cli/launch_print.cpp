// SPDX-License-Identifier: MIT
#include "conformance/cli/launch_print.hpp"
#include "conformance/cli/code_objects_text.hpp"
#include "conformance/cli/decode_print.hpp"
#include "conformance/gemm/report_json.hpp"
#include "conformance/protocol/form_request.hpp"
#include "conformance/protocol/object.hpp"
#include "conformance/reading/block_view.hpp"
#include <fmt/format.h>

namespace kernabi::cli {

namespace {

std::string triple(const hip::Extent& e) { return fmt::format("{} x {} x {}", e.x, e.y, e.z); }

/// The GEMM's block as kernabi decode reads one whose form it was told.
reading::BlockView view_of(const Sending& sending, const launch::Launch& one) {
    reading::Reading reading;
    reading.what = reading::What::gemm;
    reading.form = one.form;
    (void)make_layout(one.form, reading.layout);
    LintContext context{};
    context.request = &sending.task.request;
    context.cuCount = sending.task.request.device.cuCount;
    return reading::view_of(ConstBytes{one.bytes.data(), one.bytes.size()}, reading, context);
}

std::string block_of(const Sending& sending, const launch::Launch& one, bool colour) {
    return one.is_helper ? one.lines : block_text(view_of(sending, one), colour);
}

std::string buffers_text(const Sending& sending) {
    std::string text;
    for (const launch::Buffer& b : sending.buffers)
        text +=
            fmt::format("  {:<14}{:<11}{:>16} bytes at {:#x}\n", b.name, launch::name_of(b.role), b.bytes, b.address);
    return text;
}

void add_lines(std::string& text, const char* about, const std::vector<std::string>& faults, const char* good) {
    if (faults.empty()) text += fmt::format("{}: {}\n", about, good);
    for (const std::string& fault : faults) text += fmt::format("{}: {}\n", about, fault);
}

} // namespace

std::string text_of(const Sending& sending, bool blocks, bool colour) {
    std::string text =
        fmt::format("kernel {}\n  for {}, version {}, dialect {}\n", printable(sending.kernel.name),
                    sending.kernel.target, static_cast<int>(sending.kernel.plan.form.version),
                    protocol::dialect_text(sending.kernel.plan.form.version, sending.task.request.form.dialect));
    if (!sending.device.empty()) text += "  on " + sending.device + "\n";
    text += sending.device.empty() ? "buffers, at addresses made up for this page\n" : "buffers\n";
    text += buffers_text(sending);
    std::size_t number = 0;
    for (const launch::Launch& one : sending.launches) {
        text += fmt::format("launch {}: {} workgroups of {} threads, {} bytes\n", ++number, triple(one.grid),
                            one.group.x, one.bytes.size());
        if (sending.launches.size() > 1) text += "  " + printable(one.kernel) + "\n";
        if (blocks) text += block_of(sending, one, colour);
    }
    return text;
}

nlohmann::json json_of(const Sending& sending) {
    nlohmann::json out = {
        {"kernel", sending.kernel.name},
        {"target", sending.kernel.target},
        {"version", static_cast<int>(sending.kernel.plan.form.version)},
        {"dialect", protocol::dialect_text(sending.kernel.plan.form.version, sending.task.request.form.dialect)},
        {"buffers", nlohmann::json::array()},
        {"launches", nlohmann::json::array()}};
    if (!sending.device.empty()) out["device"] = sending.device;
    for (const launch::Buffer& b : sending.buffers)
        out["buffers"].push_back({{"name", b.name},
                                  {"role", launch::name_of(b.role)},
                                  {"bytes", b.bytes},
                                  {"address", fmt::format("{:#x}", b.address)}});
    for (const launch::Launch& one : sending.launches) {
        nlohmann::json entry = {{"kernelName", one.kernel},
                                {"numWorkGroups", {one.grid.x, one.grid.y, one.grid.z}},
                                {"workGroupSize", {one.group.x, one.group.y, one.group.z}},
                                {"size", one.bytes.size()},
                                {"bytes", protocol::to_hex(one.bytes.data(), one.bytes.size())}};
        if (!one.is_helper) entry.update(reading::to_json(view_of(sending, one)));
        out["launches"].push_back(std::move(entry));
    }
    return out;
}

std::string text_of(const launch::Result& result, unsigned repeat) {
    std::string text;
    for (const std::string& line : gemm::lines_of(result.report)) text += line + "\n";
    const launch::Faults& faults = result.faults;
    add_lines(text, "guards", faults.guards, "whole on both sides of every buffer");
    add_lines(text, "padding", faults.padding, "untouched between the columns of outputs");
    add_lines(text, "inputs", faults.inputs, "unchanged");
    if (repeat > 1 && result.right()) text += fmt::format("repeating: the same bits in {} runs\n", repeat);
    if (!faults.repeating.empty()) add_lines(text, "repeating", faults.repeating, "");
    return text + (result.right() ? "right\n" : "wrong\n");
}

nlohmann::json json_of(const launch::Result& result) {
    return {{"right", result.right()},        {"report", gemm::json_of(result.report)},
            {"guards", result.faults.guards}, {"padding", result.faults.padding},
            {"inputs", result.faults.inputs}, {"repeating", result.faults.repeating}};
}

} // namespace kernabi::cli
