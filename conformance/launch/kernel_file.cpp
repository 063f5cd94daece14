// SPDX-License-Identifier: MIT
#include "conformance/launch/kernel_file.hpp"
#include "conformance/codeobject/container.hpp"
#include "conformance/codeobject/mapped_file.hpp"
#include "conformance/launch/target.hpp"
#include <fmt/format.h>
#include <fnmatch.h>
#include <set>

namespace kernabi::launch {

namespace {

constexpr std::size_t most_names = 5; ///< in one message

/// A foreign or asked-for name, fit for one line.
std::string printable(std::string_view raw) {
    std::string out;
    for (const char c : inference::shown(raw)) out += c >= ' ' && c <= '~' ? c : '?';
    return out;
}

/// Distinct names in order, of which a message shows the first few.
struct Names {
    std::vector<std::string> first;
    std::set<std::string> all;
    std::uint64_t count = 0;

    void add(const std::string& name) {
        if (!all.insert(name).second) return;
        if (first.size() < most_names) first.push_back(name);
        ++count;
    }
    [[nodiscard]] std::string text() const {
        std::string out;
        for (const std::string& name : first) out += (out.empty() ? "" : ", ") + printable(name);
        return count > first.size() ? out + fmt::format(" and {} more", count - first.size()) : out;
    }
};

class Chooser final : public codeobject::Handler {
  public:
    explicit Chooser(const Wanted& wanted) : wanted_(wanted) {}

    void code_object_begin(const codeobject::CodeObject& object) override {
        object_ = object;
        rank_ = wanted_.device.empty() ? std::optional<int>(0) : fit(object.target, wanted_.device);
        beside_.clear();
        is_chosen_here_ = false;
        here_.clear();
        ++objects_;
    }
    void kernel(const codeobject::Kernel& kernel) override {
        ++kernels_;
        const std::string name(kernel.name);
        if (beside_.size() < most_beside) beside_.push_back(name);
        const bool exact = name == wanted_.pattern;
        if (!exact && (is_exact_ || !matches(name))) return;
        if (exact && !is_exact_) {
            is_exact_ = true;
            names_ = {};
            targets_ = others_ = {};
            chosen_.reset();
        }
        if (!rank_) return others_.add(object_.target);
        names_.add(name);
        targets_.add(object_.target);
        if (names_.count > 1 || (chosen_ && chosen_rank_ >= *rank_)) return;
        take(kernel, name);
    }
    void code_object_end() override {
        if (!is_chosen_here_) return;
        damage_ = here_;
        chosen_->image.assign(object_.image.begin(), object_.image.end());
        chosen_->beside = std::move(beside_);
        beside_ = {};
    }
    void problem(const codeobject::Problem& problem) override {
        const std::string what =
            problem.offset == 0 ? problem.what : fmt::format("byte {}: {}", problem.offset, problem.what);
        if (problem_.empty()) problem_ = what;
        if (here_.empty()) here_ = what;
    }

    /// The choice, or why there is none.
    ChosenKernel result(const std::string& path) {
        if (objects_ == 0 || kernels_ == 0)
            throw Wrong(path + ": " + (problem_.empty() ? "no kernel in it" : problem_));
        if (names_.count > 1)
            throw Wrong(fmt::format("{}: {} kernels fit{}; name one with --kernel: {}", path, names_.count,
                                    wanted_.pattern.empty() ? "" : " " + printable(wanted_.pattern), names_.text()));
        if (wanted_.device.empty() && targets_.count > 1)
            throw SeveralTargets(
                fmt::format("{}: the kernel is there for {}; name one with --target", path, targets_.text()));
        if (!chosen_ && others_.count != 0)
            throw OtherTarget(
                fmt::format("{}: no code object for {} holds {}; there is one for {}", path, printable(wanted_.device),
                            wanted_.pattern.empty() ? "a kernel" : printable(wanted_.pattern), others_.text()));
        if (!chosen_)
            throw Wrong(fmt::format("{}: no kernel {}; kernabi inspect lists the {} that are there", path,
                                    printable(wanted_.pattern), kernels_));
        if (!damage_.empty()) throw Wrong(path + ": the kernel's code object is damaged: " + damage_);
        if (!foreign_.empty()) throw Wrong(fmt::format("{}: {}: {}", path, printable(chosen_->name), foreign_));
        return std::move(*chosen_);
    }

  private:
    static constexpr std::size_t most_beside = 1u << 20;

    [[nodiscard]] bool matches(const std::string& name) const {
        return wanted_.pattern.empty() || ::fnmatch(wanted_.pattern.c_str(), name.c_str(), 0) == 0;
    }

    void take(const codeobject::Kernel& kernel, const std::string& name) {
        chosen_.emplace();
        chosen_rank_ = *rank_;
        is_chosen_here_ = true;
        chosen_->name = name;
        chosen_->target = object_.target;
        chosen_->max_workgroup_size = kernel.max_workgroup_size;
        const inference::Inference& inference = inferrer_.infer(kernel);
        inference::judge(kernel, inference, object_.target, chosen_->report);
        foreign_.clear();
        if (inference.foreign)
            foreign_ = std::string("no kernel of this ABI: ") + inference.reason;
        else if (inference.version_unknown)
            foreign_ = fmt::format("its KernArgsVersion is {}; 0 to 3 are known", kernel.config.version);
        else if (inference.plan->status != Status::ok)
            foreign_ = "no form of its version has the arguments that metadata lists; kernabi check says more";
        else
            chosen_->plan = *inference.plan;
    }

    const Wanted& wanted_;
    inference::Inferrer inferrer_;
    codeobject::CodeObject object_{};
    std::optional<int> rank_;
    std::vector<std::string> beside_;
    Names names_, targets_, others_;
    std::optional<ChosenKernel> chosen_;
    std::string foreign_, problem_, here_,
        damage_; ///< problems: the first of the file, of this code object, of the choice's
    std::uint64_t objects_ = 0, kernels_ = 0;
    int chosen_rank_ = 0;
    bool is_exact_ = false, is_chosen_here_ = false;
};

} // namespace

ChosenKernel choose_kernel(const std::string& path, const Wanted& wanted) {
    codeobject::MappedFile file;
    if (const std::string wrong = file.open(path); !wrong.empty()) throw Wrong(path + ": " + wrong);
    Chooser chooser(wanted);
    codeobject::read_file(file.bytes(), {}, chooser);
    return chooser.result(path);
}

} // namespace kernabi::launch
