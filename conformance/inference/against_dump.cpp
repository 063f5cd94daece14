// SPDX-License-Identifier: MIT
#include "conformance/inference/against_dump.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace kernabi::inference {

namespace {

/// A half's alpha_2 belongs to the slot of alpha.
std::vector<SentArgument> merged(const std::vector<SentArgument>& args) {
    std::vector<SentArgument> out;
    for (const SentArgument& arg : args) {
        if (!out.empty() && (arg.name == "alpha_2" || arg.name == "beta_2") && arg.name.starts_with(out.back().name))
            out.back().size += arg.size;
        else
            out.push_back(arg);
    }
    return out;
}

const SentArgument* sent_at(const std::vector<SentArgument>& sent, std::uint64_t offset) {
    const auto at =
        std::find_if(sent.begin(), sent.end(), [&](const SentArgument& arg) { return arg.offset == offset; });
    return at == sent.end() ? nullptr : &*at;
}

std::string name_of(const codeobject::Argument& arg) {
    return arg.name.empty() ? std::string("an argument without a name") : std::string(shown(arg.name));
}

/// Whether the two names name one argument. A name that one side does not know settles nothing.
bool same_argument(const FoundArgument& found, const SentArgument& sent) {
    const std::optional<Identity> identity = identity_of_dump(sent.name);
    return !found.known || !identity || found.identity.argument == identity->argument;
}

} // namespace

void compare_sent(const codeobject::Kernel& kernel, const Inference& inference, const SentBlock& block,
                  Report& report) {
    const std::size_t before = report.findings.size();
    const std::vector<SentArgument> sent = merged(block.args);
    std::uint64_t sent_end = 0, kernel_end = 0;
    for (const SentArgument& arg : sent) sent_end = std::max(sent_end, arg.offset + arg.size);
    for (const codeobject::Argument& arg : kernel.args)
        if (arg.size <= ~arg.offset) kernel_end = std::max(kernel_end, arg.offset + arg.size);
    if (kernel.segment_size && sent_end > *kernel.segment_size)
        report.add(
            Code::dump_past_segment, "", *kernel.segment_size, sent_end,
            fmt::format("line {}: {} bytes were sent to a segment of {}", block.line, sent_end, *kernel.segment_size));
    const bool grouped =
        std::any_of(sent.begin(), sent.end(), [](const SentArgument& arg) { return arg.name == "argsPtr"; });
    // A grouped launch's short block is not what metadata describes; it only has to fit.
    for (std::size_t i = 0; !grouped && i < kernel.args.size(); ++i) {
        const codeobject::Argument& arg = kernel.args[i];
        if (!arg.has_offset || !arg.has_size) continue;
        const SentArgument* const its = sent_at(sent, arg.offset);
        if (its != nullptr && its->size == arg.size && same_argument(inference.found[i], *its)) continue;
        const std::string got = its != nullptr ? fmt::format("{} of {} bytes", its->name, its->size)
                                               : std::string("nothing that begins there");
        const bool missing = arg.offset >= sent_end;
        report.add(missing ? Code::dump_missing : Code::dump_offset, name_of(arg), arg.offset,
                   its != nullptr ? std::optional(its->offset) : std::nullopt,
                   missing ? fmt::format("line {}: the kernel takes {} at {}, the block ends at {}", block.line,
                                         name_of(arg), arg.offset, sent_end)
                           : fmt::format("line {}: the kernel takes {} at {} ({} bytes), the host sent {}", block.line,
                                         name_of(arg), arg.offset, arg.size, got));
        break; // what follows a first parting only repeats it
    }
    for (const SentArgument& arg : sent) {
        if (grouped || arg.offset < kernel_end) continue;
        report.add(Code::dump_extra, arg.name, std::nullopt, arg.offset,
                   fmt::format("line {}: {} was sent at {}; the kernel's arguments end at {}", block.line, arg.name,
                               arg.offset, kernel_end));
        break;
    }
    if (report.findings.size() != before) report.verdict = Verdict::differs;
}

} // namespace kernabi::inference
