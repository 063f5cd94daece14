// SPDX-License-Identifier: MIT
#pragma once
#include "abi/kernel/result.hpp"
#include "conformance/judge/subject.hpp"

namespace kernabi::subjects {

/// Ours: the contract itself and the CPU backend.
struct Reference {
    [[nodiscard]] constexpr Status encode(const Form& form, Policy policy, const HeaderFields& fields, Bytes to,
                                          std::size_t& written, FieldFault& fault) const noexcept {
        Words words{};
        if (const Status s = kernabi::encode(form.version, form.dialect, policy, fields, words, fault); s != Status::ok)
            return s;
        return write_words(form.version, form.dialect, words, to, written);
    }
    [[nodiscard]] constexpr Status host_header(const Form& form, const vectors::HostInputs& in, Bytes to,
                                               std::size_t& written) const noexcept {
        const HostWordValues chosen = host_2024_choose(in.map, in.params, in.cuCount);
        Words words{};
        words[Word::gemm_count] =
            (static_cast<std::uint32_t>(in.gemmCount) & 0x3fffffffu) | static_cast<std::uint32_t>(in.argType) << 30;
        words[Word::internalArgs] = host_2024_internalArgs(in.support, in.map, in.params, chosen);
        if (form.version >= Version::v1) words[Word::internalArgs1] = host_2024_internalArgs1(in.support, chosen);
        words[Word::numWorkGroups] = static_cast<std::uint32_t>(in.numWorkGroups);
        return write_words(form.version, form.dialect, words, to, written);
    }
    [[nodiscard]] constexpr Status decode(const Form& form, ConstBytes from, HeaderFields& fields) const noexcept {
        Words words{};
        if (const Status s = read_words(form.version, form.dialect, from, words); s != Status::ok) return s;
        fields = kernabi::decode(form.version, form.dialect, words);
        return Status::ok;
    }
    [[nodiscard]] constexpr Status pack(const Form& form, const Values& values, Policy policy, Bytes to,
                                        std::size_t& written, ArgumentFault& fault) const noexcept {
        return kernabi::pack(form, values, policy, to, written, fault);
    }
    [[nodiscard]] constexpr Status unpack(const Form& form, ConstBytes from, Values& values) const noexcept {
        Layout layout{};
        if (const Status s = make_layout(form, layout); s != Status::ok) return s;
        return kernabi::unpack(layout, from, values);
    }
    [[nodiscard]] Status run(const Form& form, ConstBytes block, const cpu::MemoryMap& memory,
                             Argument& slot) const noexcept;
    [[nodiscard]] Status solve(const vectors::Record& record, Bytes table, judge::LaunchCheck& check,
                               judge::SolveAnswer& answer) const noexcept;
    [[nodiscard]] constexpr Status kernel_lines(kernel::Function function, const kernel::Inputs& in,
                                          const kernel::Extra& extra, Bytes to, std::size_t& written,
                                          kernel::Input& fault) const noexcept {
        const kernel::Outcome outcome = kernel::write_result(function, in, extra, to, written);
        fault = outcome.input;
        return outcome.status;
    }
};

static_assert(judge::Subject<Reference>);

} // namespace kernabi::subjects
