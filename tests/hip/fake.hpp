// SPDX-License-Identifier: MIT
// The kernabi program on the fake device: an environment, and code objects for it.
#pragma once
#include "conformance/inference/infer.hpp"
#include "tests/cli/program.hpp"
#include "tests/codeobject/build.hpp"
#include <cstdlib>
#include <string>

namespace test {

/// A variable of the environment for as long as this lives.
class Variable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { ::unsetenv(name_); }

  private:
    const char* name_;
};

inline std::string text_of(const kernabi::fixture::Buffer& bytes) { return {bytes.begin(), bytes.end()}; }

/// The program where the fake's library is found and behaves so.
inline Ran on_fake(const std::string& arguments, const std::string& behaviour = "") {
    const Variable path("LD_LIBRARY_PATH", KERNABI_FAKE_FOLDER ":" KERNABI_NO_CUDA), fake("KERNABI_FAKE", behaviour);
    return kernabi(arguments);
}
/// The program where no runtime library is found: empty files stand before what the machine may have.
inline Ran without_library(const std::string& arguments) {
    const TemporaryFolder folder;
    for (const char* end : {"", ".7", ".6", ".5"}) folder.file(std::string("libamdhip64.so") + end, "");
    const Variable path("LD_LIBRARY_PATH", folder.path.string() + ":" KERNABI_NO_CUDA);
    return kernabi(arguments);
}

/// A value type as TensileLite's generator writes it.
inline const char* type_of(kernabi::Kind kind) {
    switch (kind) {
    case kernabi::Kind::f16: return "pkf16";
    case kernabi::Kind::bf16: return "bf16";
    case kernabi::Kind::f64: return "f64";
    case kernabi::Kind::f32:
    case kernabi::Kind::pointer: return "f32";
    default: return "u32";
    }
}

/// A kernel whose metadata has a form's arguments.
inline kernabi::fixture::Kernel kernel_of(const kernabi::Form& form, const std::string& name) {
    kernabi::fixture::Kernel kernel;
    kernel.name = name;
    kernel.version = static_cast<int>(form.version);
    const kernabi::inference::Plan plan = kernabi::inference::plan_of(form);
    std::uint64_t end = 0;
    for (const auto& one : plan.expected) {
        const bool is_pointer = one.kind == kernabi::Kind::pointer;
        kernel.args.push_back(
            {one.name, one.offset, one.size, is_pointer ? "global_buffer" : "by_value", type_of(one.kind)});
        end = one.offset + std::uint64_t{one.size};
    }
    kernel.segment_size = (end + 7) / 8 * 8;
    kernel.kernarg_size = static_cast<std::uint32_t>(*kernel.segment_size);
    kernel.max_workgroup_size = 256;
    return kernel;
}

} // namespace test
