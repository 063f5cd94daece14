// SPDX-License-Identifier: MIT
// A device as a subject of the judge: it reads blocks and runs GEMMs; what a host does it leaves to hosts.
#pragma once
#include "conformance/bringup/launcher.hpp"
#include "conformance/judge/subject.hpp"
#include "conformance/subjects/reference.hpp"
#include "vectors/reader/record.hpp"

namespace kernabi::bringup {

/// What hosts and kernel generators are asked is left to the reference, and no rung asks it.
class DeviceSubject : public subjects::Reference {
  public:
    explicit DeviceSubject(Launcher& launcher) : launcher_(launcher) {}

    /// The record that is judged next: its relocations say which bytes are addresses.
    void take(const vectors::Record& record) noexcept { record_ = record; }
    /// The first runtime error since the last `take`, or empty. The judge does not throw.
    [[nodiscard]] const std::string& broken() const noexcept { return broken_; }

    [[nodiscard]] Status encode(const Form&, Policy, const HeaderFields&, Bytes, std::size_t&,
                                FieldFault&) const noexcept {
        return Status::unsupported;
    }
    [[nodiscard]] Status host_header(const Form&, const vectors::HostInputs&, Bytes, std::size_t&) const noexcept {
        return Status::unsupported;
    }
    [[nodiscard]] Status pack(const Form&, const Values&, Policy, Bytes, std::size_t&, ArgumentFault&) const noexcept {
        return Status::unsupported;
    }
    [[nodiscard]] Status decode(const Form& form, ConstBytes from, HeaderFields& fields) noexcept;
    [[nodiscard]] Status unpack(const Form& form, ConstBytes from, Values& values) noexcept;
    /// Launches that the host's own check refuses are not made: `unsupported`.
    [[nodiscard]] Status run(const Form& form, ConstBytes block, const cpu::MemoryMap& memory, Argument& slot) noexcept;

  private:
    [[nodiscard]] Status run_on_device(const Form& form, ConstBytes block, const cpu::MemoryMap& memory);

    Launcher& launcher_;
    vectors::Record record_{};
    std::string broken_;
};

static_assert(judge::Subject<DeviceSubject>);

} // namespace kernabi::bringup
