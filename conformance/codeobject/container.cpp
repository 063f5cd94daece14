// SPDX-License-Identifier: MIT
#include "conformance/codeobject/container.hpp"
#include "conformance/codeobject/code_object.hpp"
#include "conformance/codeobject/compressed.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace kernabi::codeobject {

namespace {

constexpr std::string_view bundle_magic = "__CLANG_OFFLOAD_BUNDLE__";

/// Text from a file, fit for one line of a message.
std::string printable(std::string_view raw) {
    std::string out;
    for (const char c : raw.substr(0, 80)) out += c >= ' ' && c <= '~' ? c : '?';
    return out;
}

struct Known {
    std::string_view magic;
    const char* what;
};
// clang-format off
constexpr Known known_others[] = {
    {"!<arch>\n", "an archive: unpack it with `ar x` and name its members"},
    {std::string_view("BC\xC0\xDE", 4), "LLVM bitcode: it has no kernel metadata until it is linked"},
    {"\x1F\x8B", "a gzip file: unpack it with `gunzip` first"},
    {std::string_view("PK\x03\x04", 4), "a zip file: unpack it first"},
    {"\x28\xB5\x2F\xFD", "a zstd file: unpack it with `zstd -d` first"},
    {"MZ", "a Windows program: only ELF files are read"},
    {"# __CLANG_OFFLOAD_BUNDLE____START__", "a bundle of texts: it holds assembly or IR, no code object"},
    {"version https://git-lfs", "a Git LFS pointer: fetch the file itself with `git lfs pull`"},
};
// clang-format on

class Reader {
  public:
    Reader(ConstBytes file, const Limits& limits, Handler& handler)
        : file_(file), left_(limits.max_unpacked), handler_(handler) {}

    void run() {
        if (file_.size == 0) return complain(0, "an empty file");
        if (starts_with(file_, "\177ELF")) return elf_file();
        if (starts_with(file_, bundle_magic) || starts_with(file_, compressed_magic)) {
            handler_.format(starts_with(file_, compressed_magic) ? Format::compressed_bundle : Format::offload_bundle);
            return bundles(file_, {});
        }
        for (const Known& row : known_others)
            if (starts_with(file_, row.magic)) return complain(0, row.what);
        complain(0, "neither an ELF nor an offload bundle; name a code object (.co, .hsaco), a bundle, or a program or "
                    "library with HIP kernels in it");
    }

  private:
    void complain(std::uint64_t offset, std::string what, bool unpacked = false) {
        handler_.problem({offset, unpacked, std::move(what)});
    }
    void complain(const Origin& origin, std::uint64_t offset, std::string what) {
        complain(origin.offset + offset, std::move(what), origin.unpacked);
    }

    void elf_file() {
        Elf elf;
        if (const std::string wrong = elf.open(file_); !wrong.empty()) return complain(0, wrong);
        if (elf.machine() == machine_amdgpu) {
            handler_.format(Format::elf);
            return read_code_object(elf, {}, handler_);
        }
        host_file(elf);
    }

    void host_file(const Elf& elf) {
        std::uint64_t budget = file_.size;
        bool found = false;
        for (std::uint64_t i = 0; i < elf.section_count(); ++i) {
            const Section s = elf.section(i);
            if (!elf.is_named(s, ".hip_fatbin")) continue;
            if (!found) handler_.format(Format::fat_binary);
            found = true;
            const ConstBytes bytes = part(file_, s.offset, s.size);
            if (s.type == 8) {
                complain(s.offset, ".hip_fatbin has no bytes in this file: its symbols were split off");
            } else if (bytes.size != s.size) {
                complain(s.offset, fmt::format(".hip_fatbin of {} bytes ends past the file's {}: the file is cut",
                                               s.size, file_.size));
            } else if (s.size > budget) {
                return complain(s.offset, "its .hip_fatbin sections overlap; the later ones are not read");
            } else {
                budget -= s.size;
                bundles(bytes, {s.offset, false, {}});
            }
        }
        if (found) return;
        complain(0, elf.damage().empty()
                        ? fmt::format("an ELF of machine {} without a .hip_fatbin section: no code object, and no "
                                      "program or library that holds one",
                                      elf.machine())
                        : elf.damage());
    }

    /// Bundles one after another. Their own sizes say where each ends: the magic may occur inside of a payload.
    void bundles(ConstBytes region, const Origin& origin) {
        std::uint64_t at = 0;
        for (;;) {
            while (at < region.size && region[at] == 0) ++at;
            if (at == region.size) return;
            const ConstBytes rest = part(region, at, region.size);
            const Origin here{origin.offset + at, origin.unpacked, {}};
            std::uint64_t used = 0;
            if (starts_with(rest, bundle_magic)) {
                used = bundle(rest, here);
            } else if (starts_with(rest, compressed_magic) && !origin.unpacked) {
                used = compressed(rest, here);
            } else {
                complain(here, 0, fmt::format("{} bytes that begin no bundle", rest.size));
            }
            if (used == 0) return;
            at += used;
        }
    }

    /// The bundle's size; 0 where it cannot be known.
    std::uint64_t bundle(ConstBytes bytes, const Origin& origin) {
        const std::uint64_t count = number(bytes, 24, 8);
        if (bytes.size < 32 || count > (bytes.size - 32) / 24) {
            complain(origin, 24,
                     fmt::format("a bundle that claims {} entries in {} bytes: it is cut or lies", count, bytes.size));
            return 0;
        }
        std::uint64_t at = 32, end = 32, budget = bytes.size;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t offset = number(bytes, at, 8), size = number(bytes, at + 8, 8);
            const std::uint64_t id_bytes = number(bytes, at + 16, 8);
            if (!holds(bytes, at + 24, id_bytes)) {
                complain(origin, at,
                         fmt::format("entry {} of {} has a name of {} bytes, past the bundle's end: it is cut or lies",
                                     i + 1, count, id_bytes));
                return 0;
            }
            const std::string_view id = text(part(bytes, at + 24, id_bytes));
            at += 24 + id_bytes;
            if (!holds(bytes, at, 24) && i + 1 < count) {
                complain(origin, at, fmt::format("the bundle's list of {} entries is cut after {}", count, i + 1));
                return 0;
            }
            end = std::max(end, at);
            if (size == 0) continue;
            if (!holds(bytes, offset, size)) {
                complain(origin, at,
                         fmt::format("entry {} ({}) claims {} bytes at {}, past the bundle's end: it is cut or lies",
                                     i + 1, printable(id), size, offset));
                // The other entries may be sound, but where the next bundle begins is unknown.
                damaged_end_ = true;
                continue;
            }
            if (size > budget) {
                complain(origin, at, "the bundle's entries overlap; the later ones are not read");
                return 0;
            }
            budget -= size;
            end = std::max(end, offset + size);
            entry(part(bytes, offset, size), id, {origin.offset + offset, origin.unpacked, std::string(id)});
        }
        return std::exchange(damaged_end_, false) ? 0 : end;
    }

    void entry(ConstBytes bytes, std::string_view id, const Origin& origin) {
        if (id.starts_with("host")) return;
        Elf elf;
        std::string wrong = elf.open(bytes);
        if (wrong.empty() && elf.machine() != machine_amdgpu)
            wrong = fmt::format("an ELF of machine {}, not AMDGPU", elf.machine());
        if (!wrong.empty()) {
            if (starts_with(bytes, "BC\xC0\xDE")) wrong = "LLVM bitcode: it has no kernel metadata until it is linked";
            return complain(origin, 0, fmt::format("entry {}: {}", printable(id), wrong));
        }
        read_code_object(elf, origin, handler_);
    }

    std::uint64_t compressed(ConstBytes bytes, const Origin& origin) {
        CompressedHeader header{};
        if (const std::string wrong = read_header(bytes, header); !wrong.empty()) {
            complain(origin, 0, wrong);
            return 0;
        }
        Unpacked unpacked;
        std::uint64_t used = 0;
        if (const std::string wrong = unpack(bytes, header, left_, unpacked, used); !wrong.empty()) {
            complain(origin, 0, wrong);
            return used;
        }
        left_ -= header.unpacked_bytes;
        const Bytes out = unpacked.bytes();
        if (!starts_with(out, bundle_magic))
            complain(origin, 0, "a compressed bundle that unpacks to something else than a bundle");
        else
            bundles(out, {0, true, {}});
        return used;
    }

    ConstBytes file_;
    std::uint64_t left_; ///< bytes that may still be unpacked
    Handler& handler_;
    bool damaged_end_ = false;
};

} // namespace

void read_file(ConstBytes file, const Limits& limits, Handler& handler) { Reader(file, limits, handler).run(); }

} // namespace kernabi::codeobject
