// SPDX-License-Identifier: MIT
// What a code object says about its kernels, as it stands there. Texts point into the file; they last as long as the
// call that hands them over.
#pragma once
#include "abi/span.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::codeobject {

/// One entry of a kernel's `.args`.
struct Argument {
    std::string_view name, value_kind, value_type; ///< empty where absent
    std::uint64_t offset = 0, size = 0;            ///< bytes
    bool has_offset = false, has_size = false;
};

/// custom.config, as far as the ABI depends on it. TensileLite writes one a note, and one kernel a note.
struct Config {
    bool present = false;
    bool has_version = false;   ///< InternalSupportParams.KernArgsVersion is there
    std::int64_t version = 0;   ///< -1 where it is there and no whole number
    bool custom_kernel = false; ///< CustomKernel.args describes the arguments: not this ABI
    bool has_problem_type = false;
    std::optional<bool> universal, grouped;              ///< UseUniversalArgs, ProblemType.GroupedGemm
    std::optional<std::int64_t> persistent_loop_version; ///< PersistentLoopArgsVersion
};

/// The kernel descriptor (`NAME.kd`), 64 bytes; of code object version 2 the matching fields of its longer form.
struct Descriptor {
    std::uint32_t kernarg_size = 0; ///< bytes; 0 where the assembly does not say
    std::uint32_t group_segment_size = 0, private_segment_size = 0;
    std::uint32_t user_sgpr_count = 0;
    std::uint32_t preload_length = 0, preload_offset = 0; ///< dwords
    bool wave32 = false;
    /// Bytes from the kernel's entry on, to its symbol's end or to its segment's, as far as they lie in the file.
    ConstBytes code{};
};

struct Kernel {
    std::string_view name, symbol;
    std::optional<std::uint64_t> segment_size, segment_align, wavefront_size; ///< bytes, bytes, lanes
    std::optional<std::uint64_t> max_workgroup_size;                          ///< work-items, .max_flat_workgroup_size
    std::vector<Argument> args;
    Config config{};
    std::optional<Descriptor> descriptor;

    void clear() {
        name = symbol = {};
        segment_size = segment_align = wavefront_size = max_workgroup_size = {};
        args.clear();
        config = {};
        descriptor.reset();
    }
};

struct CodeObject {
    std::string target;    ///< gfx942, gfx90a:xnack+; empty where the file does not tell
    unsigned version = 0;  ///< 2 to 6; 0 where the ABI version is none of them
    std::string bundle_id; ///< the bundle's own name of the entry, empty outside bundles
    ConstBytes image{};    ///< the ELF itself, what a loader takes
};

enum class Format : std::uint8_t { elf, offload_bundle, compressed_bundle, fat_binary };
[[nodiscard]] constexpr const char* name_of(Format format) noexcept {
    constexpr const char* names[] = {"elf", "offload-bundle", "compressed-bundle", "fat-binary"};
    return names[static_cast<std::size_t>(format)];
}

/// What could not be read: one clear line.
struct Problem {
    std::uint64_t offset = 0; ///< in the file; in the unpacked bytes where `unpacked`
    bool unpacked = false;
    std::string what;
};

/// Takes what a file holds, in order. `kernel` may be called any number of times between begin and end.
class Handler {
  public:
    virtual ~Handler() = default;
    virtual void format(Format) {}
    virtual void code_object_begin(const CodeObject&) {}
    virtual void kernel(const Kernel&) {}
    virtual void code_object_end() {}
    virtual void problem(const Problem&) {}
};

struct Limits {
    std::uint64_t max_unpacked = std::uint64_t{2}
                                 << 30; ///< bytes that one file may unpack to, all its bundles together
};

/// More than any real kernel has; a list past it is damaged or hostile.
inline constexpr std::size_t max_arguments = 4096;

} // namespace kernabi::codeobject
