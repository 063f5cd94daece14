// SPDX-License-Identifier: MIT
// KernArgsVersion, and what the number does not tell apart.
#pragma once
#include "abi/status.hpp"
#include <cstddef>
#include <cstdint>

namespace kernabi {

/// KernArgsVersion of a kernel's metadata (custom.config.InternalSupportParams). 4 and above do not exist.
enum class Version : std::uint8_t { v0, v1, v2, v3 };
inline constexpr std::size_t version_count = 4;

enum class Header : std::uint8_t {
    universal, ///< the block starts with gemm_count and the internal words
    none,      ///< useUniversalArgs false: no gemm_count, the internal words follow beta
};

/// What internalArgs1 holds (abi-facts 1.4).
enum class Args1 : std::uint8_t {
    absent,  ///< version 0 has no such word
    wgm32,   ///< WGM, all 32 bits signed: version 1, and version 2 as built from 27 August to 19 September 2024
    xccg,    ///< WGMXCCG, WGMXCC, WGM: the ordinary form of 2 and 3
    chunk,   ///< mid-2025, kernels built with WGMXCC -1: a chunk length where WGMXCCG was
    split_k, ///< 2026, kernels built with WGMXCC -1: split-K factor, chunk, WGMXCC of 4 bits, WGM of 10
    sfc,     ///< space-filling curve: four bytes, sent as they are
};

enum class Order : std::uint8_t {
    d_first, ///< D, C, A, B, strides, alpha, beta
    a_first, ///< A, B, their strides, alpha, beta (always there), then D and C: version 3 since September 2026
};

enum class StreamKPlace : std::uint8_t {
    tail,         ///< behind everything (2024)
    after_beta,   ///< (2026)
    before_alpha, ///< (2026, with the new order)
};

enum class Scalars : std::uint8_t {
    packed,  ///< half twice, bf16 in 2 bytes, int8 in 1 (2024)
    widened, ///< alpha and beta as 4-byte numbers at least (2026 host)
};

enum class Tail : std::uint8_t { none, batch_offsets };
enum class Enums : std::uint8_t { y2024, y2026 };

struct Dialect {
    Header header = Header::universal;
    Args1 args1 = Args1::xccg;
    Order order = Order::d_first;
    StreamKPlace stream_k = StreamKPlace::tail;
    Scalars scalars = Scalars::packed;
    Tail tail = Tail::none;
    Enums enums = Enums::y2024;

    constexpr bool operator==(const Dialect&) const noexcept = default;
};

struct Preset {
    const char* name;
    Version version;
    Dialect dialect;
};

/// One row a dialect seen in the world. The first row of a version is its default, the first without a header its
/// nonuniversal form.
// clang-format off
inline constexpr Preset presets[] = {
    {"v0", Version::v0, {Header::universal, Args1::absent, Order::d_first, StreamKPlace::tail, Scalars::packed, Tail::none, Enums::y2024}},
    {"v0-legacy", Version::v0, {Header::none, Args1::absent, Order::d_first, StreamKPlace::tail, Scalars::packed, Tail::none, Enums::y2024}},
    {"v1", Version::v1, {Header::universal, Args1::wgm32, Order::d_first, StreamKPlace::tail, Scalars::packed, Tail::none, Enums::y2024}},
    {"v1-nonuniversal", Version::v1, {Header::none, Args1::wgm32, Order::d_first, StreamKPlace::tail, Scalars::packed, Tail::none, Enums::y2024}},
    {"v2", Version::v2, {Header::universal, Args1::xccg, Order::d_first, StreamKPlace::tail, Scalars::packed, Tail::none, Enums::y2024}},
    {"v2-wgm32", Version::v2, {Header::universal, Args1::wgm32, Order::d_first, StreamKPlace::tail, Scalars::packed, Tail::none, Enums::y2024}},
    {"v2-nonuniversal", Version::v2, {Header::none, Args1::xccg, Order::d_first, StreamKPlace::tail, Scalars::packed, Tail::none, Enums::y2024}},
    {"v2-2026", Version::v2, {Header::universal, Args1::xccg, Order::d_first, StreamKPlace::after_beta, Scalars::widened, Tail::batch_offsets, Enums::y2026}},
    {"v3-early", Version::v3, {Header::universal, Args1::xccg, Order::d_first, StreamKPlace::after_beta, Scalars::widened, Tail::batch_offsets, Enums::y2026}},
    {"v3", Version::v3, {Header::universal, Args1::xccg, Order::a_first, StreamKPlace::before_alpha, Scalars::widened, Tail::batch_offsets, Enums::y2026}},
};
// clang-format on
inline constexpr std::size_t preset_count = sizeof(presets) / sizeof(presets[0]);

/// The default dialect of a version: the row that bears the version's own name.
[[nodiscard]] constexpr const Preset& default_preset(Version version, bool universal = true) noexcept {
    const Header wanted = universal ? Header::universal : Header::none;
    // Version 3's own name belongs to its last row (the reordered form), so it is looked for by name: "v3" has two
    // letters.
    for (const Preset& row : presets)
        if (row.version == version && row.dialect.header == wanted && (!universal || row.name[2] == '\0')) return row;
    return presets[0];
}

[[nodiscard]] constexpr bool has_nonuniversal_form(Version version) noexcept { return version != Version::v3; }

/// ok; `unknown_version`; `contradiction` where the members cannot stand together (a header-less version 3, version 0
/// with internalArgs1 ...).
[[nodiscard]] constexpr Status check(Version version, const Dialect& dialect) noexcept {
    if (static_cast<std::size_t>(version) >= version_count) return Status::unknown_version;
    if ((version == Version::v0) != (dialect.args1 == Args1::absent)) return Status::contradiction;
    if (version == Version::v1 && dialect.args1 != Args1::wgm32) return Status::contradiction;
    if (version == Version::v3 && (dialect.args1 == Args1::wgm32 || dialect.header == Header::none))
        return Status::contradiction;
    if (version != Version::v3 && dialect.order == Order::a_first) return Status::contradiction;
    if ((dialect.order == Order::a_first) != (dialect.stream_k == StreamKPlace::before_alpha))
        return Status::contradiction;
    return Status::ok;
}

namespace detail {
consteval bool every_preset_is_sound() noexcept {
    for (const Preset& row : presets)
        if (check(row.version, row.dialect) != Status::ok) return false;
    return true;
}
} // namespace detail
static_assert(detail::every_preset_is_sound());
static_assert(default_preset(Version::v3).dialect.order == Order::a_first);

} // namespace kernabi
