// SPDX-License-Identifier: MIT
// The numbers of vectors/FORMAT.md.
#pragma once
#include "abi/span.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi::vectors {

inline constexpr std::uint8_t magic[8] = {0x89, 'K', 'A', 'V', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint32_t format_version = 1;
inline constexpr std::size_t file_header_size = 64;
inline constexpr std::size_t index_row_size = 8;
inline constexpr std::size_t digest_size = 32;
inline constexpr std::size_t record_header_size = 40;
inline constexpr std::size_t section_row_size = 16;

enum class RecordKind : std::uint16_t {
    header = 1,
    decode,
    refuse_header,
    block,
    refuse_block,
    gemm,
    refuse_gemm,
    kernel,
    refuse_kernel,
    invocation,
    refuse_invocation
};
inline constexpr const char* record_kind_names[] = {
    "", "header", "decode", "refuse_header", "block", "refuse_block", "gemm", "refuse_gemm", "kernel", "refuse_kernel", "invocation", "refuse_invocation"};
inline constexpr std::size_t record_kind_count = 11;

enum class Strictness : std::uint8_t { required, recommended };
enum class Provenance : std::uint8_t { page, recorded, derived };
enum class FaultSpace : std::uint8_t { none, field, argument, input };

/// Sections of a record, in the order in which they stand.
enum class Section : std::uint16_t {
    id = 1,
    comment,
    preset,
    problem,
    fields,
    values,
    host,
    bytes,
    relocations,
    buffers,
    data,
    kernel, ///< inputs of a kernel function
    lines,   ///< its result
    request, ///< what a host is asked for
    launches,
    launch_data, ///< names and bytes of the launches
    table        ///< of a group, for the device; or the user's records
};
inline constexpr std::size_t section_count = 17;
/// Bytes of one element of each section.
inline constexpr std::uint8_t section_element[section_count + 1] = {0, 1, 1, 1, 8, 16, 16, 16, 1, 24, 64, 1, 16, 1,
                                                                 16, 64, 1, 1};

enum class Access : std::uint8_t {
    read,    ///< may be read, must not change
    write,   ///< output
    unread,  ///< filled with NaN or noise: whoever reads it shows it in the result
    scratch, ///< may change in any way
};
enum class Generator : std::uint8_t { inline_bytes, one_byte, stream };
enum class Rule : std::uint8_t { unchanged, exact, band, scratch };

/// Bug classes: what a failing record points at. NOTES.md has the reasons.
inline constexpr const char* flag_names[] = {
    "page_example",  "page_v2_is_v1",   "sign",           "width",          "limit",          "silent_cut",
    "clamp",         "order",           "optional_slot",  "unaligned",      "workspace_slot", "stride_index",
    "half_twice",    "widened",         "enum_year",      "word_form",      "headerless",     "stream_k_place",
    "pointer_array", "not_read",        "poison",         "rounding",       "epilogue_order", "activation",
    "bias",          "split_k",         "empty",          "outside_memory", "argument_type",  "host_choice",
    "beta_pad",      "complex",         "grouped",        "gsu_bits",       "wait_counts",    "wait_surprise",
    "barrier",       "accumulator_map", "register_order", "alpha_form",     "target_text",
};
inline constexpr std::size_t flag_count = sizeof(flag_names) / sizeof(flag_names[0]);

inline constexpr std::size_t host_input_count = 22;
inline constexpr std::size_t member_count = 45;
/// Rows of a kernel function's inputs that are no input of the contract's: numbers from 100 on.
inline constexpr std::uint16_t kernel_function = 100, kernel_comment = 101, kernel_token_count = 102,
                               kernel_token = 103;
inline constexpr std::size_t most_comment = 255, most_tokens = 64;   ///< characters and tokens of one record
inline constexpr std::uint64_t most_memory = std::uint64_t{1} << 30; ///< bytes of all buffers of a record together
inline constexpr std::uint32_t in_block = 0xffffffffu;               ///< a relocation's place: the argument bytes

/// Why a file was not opened. Numbers are fixed.
enum class [[nodiscard]] ReadError : std::uint8_t{
    ok = 0,
    too_short = 1, ///< shorter than its parts
    bad_magic = 2,
    unknown_format = 3, ///< a format version that this reader does not know
    bad_header = 4,
    bad_size = 5,  ///< the size in the header is not the size given
    bad_index = 6, ///< the index does not list the records in their places
    bad_order = 7, ///< ids not ascending, or one twice
    bad_checksum = 8,
    bad_record = 9,     ///< a record's head
    bad_section = 10,   ///< a section's place, size or count
    bad_text = 11,      ///< an id, comment or name with characters or a form that it may not have
    bad_number = 12,    ///< an enumeration, member or index past its end
    bad_reference = 13, ///< an offset that points outside
    reserved_not_zero = 14,
    missing_section = 15, ///< the kind asks for a section that is not there
};

inline constexpr const char* read_error_texts[] = {
    "ok",
    "too short",
    "not a .kav file",
    "unknown format version",
    "bad file header",
    "size differs from the header's",
    "bad index",
    "ids not ascending",
    "checksum differs",
    "bad record head",
    "bad section",
    "bad text",
    "number out of range",
    "reference outside its target",
    "reserved bytes not zero",
    "section missing",
};

struct ReadFault {
    ReadError error = ReadError::ok;
    std::size_t offset = 0; ///< bytes from the start of the file

    [[nodiscard]] constexpr bool ok() const noexcept { return error == ReadError::ok; }
};

} // namespace kernabi::vectors
