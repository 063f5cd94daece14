// SPDX-License-Identifier: MIT
#include "conformance/inference/compare.hpp"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kernabi::inference {

namespace {

using Id = kernabi::Argument;
using codeobject::Argument;

/// More than the largest form has; beyond, arguments are counted and not compared.
constexpr std::size_t most_compared = 256;

/// The ordinary case, at a glance: the same arguments in the same order at the same places.
bool matches(const codeobject::Kernel& kernel, const Inference& inference) {
    const std::vector<Expected>& expected = inference.plan->expected;
    if (kernel.args.size() != expected.size()) return false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const Argument& arg = kernel.args[i];
        const FoundArgument& found = inference.found[i];
        if (!found.known || found.hidden || !arg.has_offset || !arg.has_size ||
            found.identity != expected[i].identity || arg.offset != expected[i].offset || arg.size != expected[i].size)
            return false;
    }
    return true;
}

class Comparison {
  public:
    Comparison(const codeobject::Kernel& kernel, const Inference& inference, Report& report)
        : kernel_(kernel), inference_(inference), plan_(*inference.plan), report_(report),
          count_(std::min(kernel.args.size(), most_compared)) {
        at_.fill(-1);
    }

    void run() {
        resolve();
        if (header_is_behind_sizes())
            moved_ = Code::header_after_sizes;
        else if (is_aligned())
            moved_ = Code::natural_alignment;
        tell_scalars();
        tell_places();
        tell_missing();
        if (kernel_.args.size() > most_compared)
            report_.add(Code::argument_unknown, "", most_compared, kernel_.args.size(),
                        fmt::format("{} arguments; the first {} were compared", kernel_.args.size(), most_compared));
    }

  private:
    [[nodiscard]] const Expected* expected(std::size_t i) const {
        return inference_.found[i].known ? plan_.find(inference_.found[i].identity) : nullptr;
    }
    [[nodiscard]] static std::string name_of(const Argument& arg) {
        return arg.name.empty() ? fmt::format("the argument at {}", arg.offset) : std::string(shown(arg.name));
    }

    /// Which found argument is which; tells those that have no place.
    void resolve() {
        for (std::size_t i = 0; i < count_; ++i) {
            const Argument& arg = kernel_.args[i];
            const FoundArgument& found = inference_.found[i];
            if (found.hidden) continue;
            if (!arg.has_offset || !arg.has_size) {
                report_.add(Code::argument_unmeasured, name_of(arg), std::nullopt, std::nullopt,
                            fmt::format("{} without {}", name_of(arg), arg.has_offset ? ".size" : ".offset"));
            } else if (!found.known) {
                report_.add(
                    Code::argument_unknown, name_of(arg), std::nullopt, arg.offset,
                    fmt::format("{} at {} ({} bytes) is no argument of this ABI", name_of(arg), arg.offset, arg.size));
            } else if (plan_.find(found.identity) == nullptr) {
                report_.add(
                    Code::argument_unexpected, name_of(arg), std::nullopt, arg.offset,
                    fmt::format("{} at {} has no place in {}", name_of(arg), arg.offset, text_of(inference_.layout)));
            } else if (at_[index_of(found.identity)] >= 0) {
                report_.add(Code::argument_repeated, name_of(arg), std::nullopt, arg.offset,
                            fmt::format("{} comes again at {}", name_of(arg), arg.offset));
            } else {
                at_[index_of(found.identity)] = static_cast<std::int16_t>(i);
            }
        }
    }

    [[nodiscard]] const Argument* found(const Expected& one) const {
        const std::int16_t i = at_[index_of(one.identity)];
        return i < 0 ? nullptr : &kernel_.args[static_cast<std::size_t>(i)];
    }

    /// Version 0's generator: the sizes, then the header, then the rest at its place.
    [[nodiscard]] bool header_is_behind_sizes() const {
        if (plan_.form.version != Version::v0 || plan_.form.dialect.header != Header::universal) return false;
        std::uint64_t sizes_end = 0;
        for (const Expected& one : plan_.expected) {
            const Argument* const arg = found(one);
            if (arg == nullptr) return false;
            if (one.identity.argument == Id::size) sizes_end = std::max(sizes_end, arg->offset + arg->size);
        }
        for (const Expected& one : plan_.expected)
            if (one.identity.argument == Id::gemm_count || one.identity.argument == Id::internalArgs) {
                if (found(one)->offset < sizes_end) return false;
            }
        return true;
    }

    /// Whether all stand in the ABI's order, but aligned to their sizes as a C struct would have them.
    [[nodiscard]] bool is_aligned() const {
        std::uint64_t at = 0;
        bool moved = false;
        for (const Expected& one : plan_.expected) {
            const Argument* const arg = found(one);
            if (arg == nullptr || arg->size != one.size) return false;
            const std::uint64_t align = one.size == 1 || one.size == 2 || one.size == 4 || one.size == 8 ? one.size : 4;
            at = (at + align - 1) / align * align;
            if (arg->offset != at) return false;
            moved = moved || at != one.offset;
            at += one.size;
        }
        return moved;
    }

    void tell_scalars() {
        for (std::size_t i = 0; i < count_; ++i) {
            const Argument& arg = kernel_.args[i];
            const Expected* const one = expected(i);
            if (one == nullptr || (one->identity.argument != Id::alpha && one->identity.argument != Id::beta) ||
                arg.size != 2)
                continue;
            const DataType type =
                one->identity.argument == Id::alpha ? plan_.form.type.alphaType : plan_.form.type.betaType;
            if (type != DataType::Half && type != DataType::BFloat16) continue;
            report_.add(
                Code::scalar_of_2_bytes, name_of(arg), 4, arg.size,
                type == DataType::Half
                    ? fmt::format("{} of a half has 2 bytes; the slot has 4, with the value twice", name_of(arg))
                    : fmt::format("{} of bf16 has 2 bytes; kernels load 4, and hosts of 2026 send an f32",
                                  name_of(arg)));
        }
    }

    /// How far an argument is moved by what stands before it and is itself told.
    [[nodiscard]] std::int64_t explained_shift(const Argument& arg, const Expected& one) const {
        std::int64_t shift = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const Argument& other = kernel_.args[i];
            if (&other == &arg || !other.has_offset || !other.has_size || other.offset >= arg.offset ||
                other.size > 65536)
                continue;
            const Expected* const its = expected(i);
            const bool placed = its != nullptr && at_[index_of(its->identity)] == static_cast<std::int16_t>(i);
            const auto size = static_cast<std::int64_t>(other.size);
            if (!placed)
                shift += size;
            else if (its->offset < one.offset)
                shift += size - its->size;
        }
        for (const Expected& other : plan_.expected)
            if (other.offset < one.offset && found(other) == nullptr) shift -= other.size;
        return shift;
    }

    void tell_places() {
        bool told_stream_k = false;
        for (const Expected& one : plan_.expected) {
            const Argument* const arg = found(one);
            if (arg == nullptr) continue;
            const bool scalar = one.identity.argument == Id::alpha || one.identity.argument == Id::beta;
            if (arg->size != one.size && !(scalar && arg->size == 2))
                report_.add(Code::size_differs, one.name, one.size, arg->size,
                            fmt::format("{} has {} bytes, the ABI has {}", one.name, arg->size, one.size));
            if (arg->offset == one.offset) continue;
            if (moved_ == Code::offset_differs &&
                static_cast<std::int64_t>(arg->offset) - std::int64_t{one.offset} == explained_shift(*arg, one))
                continue;
            const bool word = is_stream_k_word(one.identity.argument) && moved_ == Code::offset_differs;
            report_.add(word ? Code::stream_k_order : moved_, one.name, one.offset, arg->offset,
                        sentence(one, *arg, word, told_stream_k));
            told_stream_k = told_stream_k || word;
        }
    }

    [[nodiscard]] std::string sentence(const Expected& one, const Argument& arg, bool word, bool again) const {
        if (moved_ == Code::header_after_sizes)
            return fmt::format(
                "metadata lists {} at {}; kernel code and host have it at {}, with the header in front of the sizes",
                arg.name, arg.offset, one.offset);
        if (moved_ == Code::natural_alignment)
            return fmt::format("{} at {} is aligned to its size; the ABI packs it at {}", arg.name, arg.offset,
                               one.offset);
        if (word && !again)
            return fmt::format(
                "{} at {}; the words of its generation put it at {}: neither the order of 2024 (behind everything) nor "
                "that of 2026 (behind beta; in front of alpha in version 3)",
                arg.name, arg.offset, one.offset);
        return fmt::format("{} at {}, the ABI has it at {}", arg.name, arg.offset, one.offset);
    }

    void tell_missing() {
        for (const Expected& one : plan_.expected)
            if (found(one) == nullptr)
                report_.add(Code::argument_missing, one.name, one.offset, std::nullopt,
                            fmt::format("{} ({} bytes at {}) is not there", one.name, one.size, one.offset));
    }

    const codeobject::Kernel& kernel_;
    const Inference& inference_;
    const Plan& plan_;
    Report& report_;
    std::size_t count_;
    std::array<std::int16_t, identity_count> at_{}; ///< index of the found argument, -1 where none
    Code moved_ = Code::offset_differs;
};

/// Kinds do not move a byte, so a wrong one is a note.
void note_value_kinds(const codeobject::Kernel& kernel, const Inference& inference, Report& report) {
    for (std::size_t i = 0; i < kernel.args.size() && i < most_compared; ++i) {
        const Argument& arg = kernel.args[i];
        if (!inference.found[i].known || arg.value_kind.empty()) continue;
        const Expected* const one = inference.plan->find(inference.found[i].identity);
        if (one == nullptr || (one->kind == Kind::pointer) == (arg.value_kind == "global_buffer")) continue;
        report.add(Code::value_kind, std::string(shown(arg.name)), std::nullopt, std::nullopt,
                   fmt::format("{} is {}; it is {}", shown(arg.name), shown(arg.value_kind),
                               one->kind == Kind::pointer ? "a pointer" : "a value"));
    }
}

} // namespace

void compare(const codeobject::Kernel& kernel, const Inference& inference, Report& report) {
    const Plan& plan = *inference.plan;
    if (kernel.config.universal && *kernel.config.universal != (plan.form.dialect.header == Header::universal))
        report.add(Code::header_contradiction, "", std::nullopt, std::nullopt,
                   *kernel.config.universal ? "UseUniversalArgs is true and the names have no header"
                                            : "UseUniversalArgs is false and the names have a header");
    if (plan.features.persistent_version >= 0 &&
        (plan.features.persistent_version > 1 ||
         (plan.features.persistent_version == 1 && plan.form.version != Version::v3)))
        report.add(Code::form_contradiction, "", std::nullopt, std::nullopt,
                   "PersistentLoopArgsVersion is 0, or 1 with KernArgsVersion 3");
    else if (plan.status != Status::ok)
        report.add(Code::form_contradiction, "", std::nullopt, std::nullopt,
                   fmt::format("KernArgsVersion {} has no form with these arguments together",
                               static_cast<int>(plan.form.version)));
    if (plan.status != Status::ok) return;
    if (!matches(kernel, inference)) {
        Comparison(kernel, inference, report).run();
    } else {
        // A bf16 packed in 2 bytes fits the words of 2024 to the byte, and is wrong all the same.
        const DataType alpha = plan.form.type.alphaType, beta = plan.form.type.betaType;
        if (alpha == DataType::BFloat16 || beta == DataType::BFloat16) Comparison(kernel, inference, report).run();
    }
    note_value_kinds(kernel, inference, report);
}

} // namespace kernabi::inference
