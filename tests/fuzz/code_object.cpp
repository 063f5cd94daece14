// SPDX-License-Identifier: MIT
// Any bytes as a file: kernels and problems are well formed, every kernel is judged, and the same bytes say the same
// again.
#include "conformance/codeobject/container.hpp"
#include "conformance/inference/findings.hpp"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace {

using namespace kernabi;

void require(bool condition) {
    if (!condition) std::abort();
}

/// Checks what is told and folds it into one number.
class Checker final : public codeobject::Handler {
  public:
    std::uint64_t hash = 0xcbf29ce484222325;

    void format(codeobject::Format format) override { fold(codeobject::name_of(format)); }
    void code_object_begin(const codeobject::CodeObject& object) override {
        require(!open_ && object.version <= 6);
        open_ = true;
        target_ = object.target;
        fold(object.target);
    }
    void kernel(const codeobject::Kernel& kernel) override {
        require(open_ && kernel.args.size() <= codeobject::max_arguments);
        fold(kernel.name);
        const inference::Inference& inference = inferrer_.infer(kernel);
        require(inference.found.size() == kernel.args.size());
        inference::judge(kernel, inference, target_, report_);
        require((report_.verdict == inference::Verdict::differs) == !report_.findings.empty());
        require((report_.verdict == inference::Verdict::foreign) == !report_.reason.empty());
        for (std::size_t i = 0; i < kernel.args.size(); ++i) fold(inference.meaning(i));
        for (const inference::Finding& finding : report_.findings) {
            require(!finding.message.empty());
            fold(finding.message);
        }
        if (kernel.descriptor)
            for (const std::uint8_t byte : kernel.descriptor->code) fold(byte);
    }
    void code_object_end() override {
        require(open_);
        open_ = false;
    }
    void problem(const codeobject::Problem& problem) override {
        require(!problem.what.empty() && problem.what.find('\n') == std::string::npos);
        fold(problem.what);
        fold(problem.offset);
        told_ = true;
    }
    void finish() const { require(!open_); }
    [[nodiscard]] bool told() const { return told_; }

  private:
    void fold(std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3; }
    void fold(std::string_view text) {
        fold(text.size());
        for (const char c : text) fold(std::uint64_t{static_cast<unsigned char>(c)});
    }

    inference::Inferrer inferrer_;
    inference::Report report_;
    std::string target_;
    bool open_ = false, told_ = false;
};

std::uint64_t read(ConstBytes file) {
    Checker checker;
    codeobject::Limits limits{};
    limits.max_unpacked = std::uint64_t{16} << 20;
    codeobject::read_file(file, limits, checker);
    checker.finish();
    return checker.hash;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Memory of its own, so that the sanitizer sees a read past the end.
    const std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[size == 0 ? 1 : size]);
    for (std::size_t i = 0; i < size; ++i) copy[i] = data[i];
    require(read({copy.get(), size}) == read({copy.get(), size}));
    return 0;
}
