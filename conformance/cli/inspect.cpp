// SPDX-License-Identifier: MIT
// kernabi inspect: what code objects say about their kernels.
#include "conformance/cli/code_objects.hpp"
#include "conformance/cli/code_objects_text.hpp"
#include <fmt/format.h>

namespace kernabi::cli {

namespace {

struct Options {
    CodeObjectOptions common;
    bool arguments = false;
};

class Inspect final : public Presentation {
  public:
    explicit Inspect(const Options& options) : arguments_(options.arguments || !options.common.kernel.empty()) {}

    bool judge(const KernelSeen& seen) const override {
        seen.report.clear();
        return true;
    }
    void add_text(std::string& out, const KernelSeen& seen) const override {
        add_kernel_line(out, seen);
        if (arguments_) add_arguments_text(out, seen);
    }
    void add_json(std::string&, const KernelSeen&) const override {}

  private:
    bool arguments_;
};

int run(const Options& options) {
    const Totals totals = read_code_objects("kernabi inspect", options.common, Inspect(options));
    print(options.common.json ? "]}\n"
                              : fmt::format("{} kernels in {} code objects of {} files\n", totals.kernels,
                                            totals.code_objects, totals.files));
    write_maps(options.common, totals, "Arguments of kernels");
    if (totals.problems != 0) return wrong_use; // each was told
    if (totals.kernels == 0) throw Error("no kernel there, or none that the options name");
    return conforms;
}

} // namespace

void add_inspect(CLI::App& app, Command& chosen) {
    CLI::App* const command =
        app.add_subcommand("inspect", "List the kernels of code objects: version, layout, arguments, descriptor");
    const auto options = std::make_shared<Options>();
    options->common.add_to(*command);
    command->add_flag("--args", options->arguments, "list each kernel's arguments (also with --kernel)");
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace kernabi::cli
