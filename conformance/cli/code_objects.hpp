// SPDX-License-Identifier: MIT
// What inspect and check share: which files and kernels, and reading them in parallel.
#pragma once
#include "conformance/bytemap/html.hpp"
#include "conformance/cli/common.hpp"
#include "conformance/codeobject/model.hpp"
#include "conformance/inference/findings.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kernabi::cli {

struct CodeObjectOptions {
    std::vector<std::string> files;
    std::string kernel, target, abi; ///< patterns and a number; empty takes all
    std::string max_size = "2G", html, svg;
    unsigned jobs = 0; ///< 0: as many as there are cores
    bool json = false;

    void add_to(CLI::App& app);
};

/// Takes one kernel: `out` is the text so far of its file.
struct KernelSeen {
    const codeobject::CodeObject& object;
    const codeobject::Kernel& kernel;
    const inference::Inference& inference;
    inference::Report& report;
};

/// How one command shows what was read. One instance serves all workers: its members hold no state of a file.
class Presentation {
  public:
    virtual ~Presentation() = default;
    /// Judges the kernel into `seen.report`; answers whether it is shown.
    virtual bool judge(const KernelSeen& seen) const = 0;
    /// The kernel in the table's form.
    virtual void add_text(std::string& out, const KernelSeen& seen) const = 0;
    /// The kernel's further members in JSON.
    virtual void add_json(std::string& out, const KernelSeen& seen) const = 0;
};

/// What all files together came to.
struct Totals {
    std::uint64_t files = 0, problems = 0, code_objects = 0, kernels = 0; ///< kernels: those that the filters take
    std::uint64_t verdicts[3] = {};                                       ///< by Verdict
    std::map<std::string, std::uint64_t> foreign;                         ///< by reason
    std::vector<bytemap::Section> sections;                               ///< for --html and --svg
};

/// Reads all files and shows them on standard output; each problem is a line on standard error. `who` is the command.
[[nodiscard]] Totals read_code_objects(const std::string& who, const CodeObjectOptions& options,
                                       const Presentation& presentation);

/// Writes what --html and --svg ask for.
void write_maps(const CodeObjectOptions& options, const Totals& totals, const std::string& title);

/// A number of bytes with K, M or G (of 1024) behind it; Error names the option.
[[nodiscard]] std::uint64_t byte_count(const std::string& option, const std::string& text);

} // namespace kernabi::cli
