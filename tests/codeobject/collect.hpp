// SPDX-License-Identifier: MIT
// What a file holds, kept for a test to look at.
#pragma once
#include "conformance/codeobject/container.hpp"
#include "conformance/inference/findings.hpp"
#include "tests/codeobject/build.hpp"
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kernabi::test {

struct Seen {
    std::string name, target, layout, reason;
    unsigned version = 0; ///< code object version
    std::uint64_t segment_size = 0;
    std::vector<std::string> args, meanings;
    std::optional<codeobject::Descriptor> descriptor;
    inference::Report report;

    [[nodiscard]] bool has(inference::Code code) const {
        const auto is = [&](const inference::Finding& f) { return f.code == code; };
        return std::any_of(report.findings.begin(), report.findings.end(), is) ||
               std::any_of(report.notes.begin(), report.notes.end(), is);
    }
    [[nodiscard]] const inference::Finding* find(inference::Code code) const {
        for (const auto* list : {&report.findings, &report.notes})
            for (const inference::Finding& f : *list)
                if (f.code == code) return &f;
        return nullptr;
    }
};

class Collector final : public codeobject::Handler {
  public:
    std::string format_name;
    std::vector<codeobject::CodeObject> objects;
    std::vector<Seen> kernels;
    std::vector<std::string> problems;

    void format(codeobject::Format format) override { format_name = codeobject::name_of(format); }
    void code_object_begin(const codeobject::CodeObject& object) override { objects.push_back(object); }
    void kernel(const codeobject::Kernel& kernel) override {
        const inference::Inference& inference = inferrer_.infer(kernel);
        Seen& seen = kernels.emplace_back();
        inference::judge(kernel, inference, objects.back().target, seen.report);
        seen.name = kernel.name;
        seen.target = objects.back().target;
        seen.version = objects.back().version;
        seen.layout = inference::text_of(inference.layout);
        seen.segment_size = kernel.segment_size.value_or(0);
        seen.descriptor = kernel.descriptor;
        if (seen.descriptor) seen.descriptor->code = {};
        for (std::size_t i = 0; i < kernel.args.size(); ++i) {
            seen.args.emplace_back(kernel.args[i].name);
            seen.meanings.emplace_back(inference.meaning(i));
        }
    }
    void problem(const codeobject::Problem& problem) override { problems.push_back(problem.what); }

  private:
    inference::Inferrer inferrer_;
};

/// Reads bytes from memory of their own size, so that the sanitizers see a read past the end.
[[nodiscard]] inline Collector collected(const fixture::Buffer& file, const codeobject::Limits& limits = {}) {
    const std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[file.size() + (file.empty() ? 1 : 0)]);
    std::copy(file.begin(), file.end(), copy.get());
    Collector collector;
    codeobject::read_file({copy.get(), file.size()}, limits, collector);
    return collector;
}

/// The one kernel of a code object made for it.
[[nodiscard]] inline Seen judged(const fixture::Kernel& kernel, const fixture::ElfFacts& facts = {}) {
    Collector all = collected(fixture::elf({kernel}, facts));
    return all.kernels.size() == 1 && all.problems.empty() ? all.kernels[0] : Seen{};
}

} // namespace kernabi::test
