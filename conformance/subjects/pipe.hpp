// SPDX-License-Identifier: MIT
// A subject behind the line protocol: a child process that answers requests.
#pragma once
#include "conformance/judge/subject.hpp"
#include "conformance/protocol/object.hpp"
#include <cstdio>
#include <string>
#include <string_view>

namespace kernabi::subjects {

using protocol::Json;

/// Speaks to a command's standard input and output. What its hello does not list, and packing and launching blocks, for
/// which the protocol has no op, are `unsupported`. Once a reply does not come in time, is no reply, or the child ends,
/// `broken` says so and everything after is unsupported too.
class PipeSubject {
  public:
    /// Starts the command by the shell and asks hello. Refusal where that fails.
    explicit PipeSubject(const std::string& command);
    PipeSubject(const PipeSubject&) = delete;
    PipeSubject& operator=(const PipeSubject&) = delete;
    ~PipeSubject();

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Why the conversation ended early; empty while it goes on.
    [[nodiscard]] const std::string& broken() const { return broken_; }

    Status encode(const Form& form, Policy policy, const HeaderFields& fields, Bytes to, std::size_t& written,
                  FieldFault& fault) noexcept;
    Status host_header(const Form& form, const vectors::HostInputs& in, Bytes to, std::size_t& written) noexcept;
    Status decode(const Form& form, ConstBytes from, HeaderFields& fields) noexcept;
    Status pack(const Form&, const Values&, Policy, Bytes, std::size_t&, ArgumentFault&) noexcept {
        return Status::unsupported;
    }
    Status unpack(const Form& form, ConstBytes from, Values& values) noexcept;
    Status run(const Form&, ConstBytes, const cpu::MemoryMap&, Argument&) noexcept { return Status::unsupported; }
    Status solve(const vectors::Record& record, Bytes table, judge::LaunchCheck& check,
                 judge::SolveAnswer& answer) noexcept;
    Status kernel_lines(kernel::Function function, const kernel::Inputs& in, const kernel::Extra& extra, Bytes to,
                        std::size_t& written, kernel::Input& fault) noexcept;
    /// Whether it is still there and its hello lists the function, or `assembly` where a target is asked for.
    [[nodiscard]] bool answers(kernel::Function function, const kernel::Inputs& in) const noexcept;

  private:
    [[nodiscard]] bool knows(const char* op) const noexcept;
    /// The reply's `ok`, or null with its error in `code_` and `message_`. Throws Refusal when the conversation breaks.
    Json ask(const char* op, Json in);
    [[nodiscard]] std::string read_line();
    /// Runs a question; what it throws becomes `broken_` and unsupported.
    template <typename Question>
    Status asked(const char* op, Question&& question) noexcept;

    std::string name_, broken_, pending_, code_, message_;
    Json ops_;
    int to_child_ = -1, from_child_ = -1, child_ = -1;
    long next_id_ = 1;
};

template <typename Question>
Status PipeSubject::asked(const char* op, Question&& question) noexcept {
    if (!broken_.empty() || !knows(op)) return Status::unsupported;
    try {
        return question();
    } catch (const protocol::Refusal& refusal) {
        broken_ = refusal.message;
    } catch (const std::exception& error) {
        broken_ = std::string("the subject's reply to ") + op + ": " + error.what();
    }
    return Status::unsupported;
}

} // namespace kernabi::subjects
