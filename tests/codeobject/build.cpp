// SPDX-License-Identifier: MIT
#include "tests/codeobject/build.hpp"
#include "abi/bytes.hpp"
#include <algorithm>
#include <zlib.h>
#include <zstd.h>

namespace kernabi::fixture {

namespace {

void put(Buffer& out, std::uint64_t value, std::size_t width) {
    const std::size_t at = out.size();
    out.resize(at + width);
    store_le(out.data() + at, value, width);
}
/// MessagePack's numbers are big-endian.
void put_big(Buffer& out, std::uint64_t value, unsigned width) {
    while (width-- != 0) out.push_back(static_cast<std::uint8_t>(value >> (8 * width)));
}
void put_text(Buffer& out, std::string_view text) { out.insert(out.end(), text.begin(), text.end()); }
void put_bytes(Buffer& out, const Buffer& bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }
void pad_to(Buffer& out, std::size_t align) { out.resize((out.size() + align - 1) / align * align); }
void set(Buffer& out, std::size_t at, std::uint64_t value, std::size_t width) {
    store_le(out.data() + at, value, width);
}

void pack_config(Buffer& out, const Kernel& k) {
    pack_map(out, 1u + k.grouped.has_value() + k.custom_args);
    if (k.custom_args) {
        pack_text(out, "CustomKernel");
        pack_map(out, 1);
        pack_text(out, "args");
        pack_array(out, 0);
    }
    pack_text(out, "InternalSupportParams");
    pack_map(out, 0u + k.version.has_value() + k.universal.has_value() + k.persistent_version.has_value());
    if (k.version) {
        pack_text(out, "KernArgsVersion");
        pack_number(out, static_cast<std::uint64_t>(*k.version));
    }
    if (k.persistent_version) {
        pack_text(out, "PersistentLoopArgsVersion");
        pack_number(out, static_cast<std::uint64_t>(*k.persistent_version));
    }
    if (k.universal) {
        pack_text(out, "UseUniversalArgs");
        pack_switch(out, *k.universal);
    }
    if (k.grouped) {
        pack_text(out, "ProblemType");
        pack_map(out, 1);
        pack_text(out, "GroupedGemm");
        pack_switch(out, *k.grouped);
    }
}

void pack_argument(Buffer& out, const Arg& arg) {
    pack_map(out, arg.name.empty() ? 4 : 5);
    if (!arg.name.empty()) {
        pack_text(out, ".name");
        pack_text(out, arg.name);
    }
    pack_text(out, ".offset");
    pack_number(out, arg.offset);
    pack_text(out, ".size");
    pack_number(out, arg.size);
    pack_text(out, ".value_kind");
    pack_text(out, arg.kind);
    pack_text(out, ".value_type");
    pack_text(out, arg.type);
}

void pack_kernel(Buffer& out, const Kernel& k) {
    pack_map(out, 6u + k.segment_size.has_value() + k.max_workgroup_size.has_value() + (k.padding != 0));
    pack_text(out, ".args");
    pack_array(out, static_cast<std::uint32_t>(k.args.size()));
    for (const Arg& arg : k.args) pack_argument(out, arg);
    pack_text(out, ".kernarg_segment_align");
    pack_number(out, 8);
    if (k.segment_size) {
        pack_text(out, ".kernarg_segment_size");
        pack_number(out, *k.segment_size);
    }
    if (k.padding != 0) {
        pack_text(out, ".language");
        pack_text(out, std::string(k.padding, 'x'));
    }
    if (k.max_workgroup_size) {
        pack_text(out, ".max_flat_workgroup_size");
        pack_number(out, *k.max_workgroup_size);
    }
    pack_text(out, ".name");
    pack_text(out, k.name);
    pack_text(out, ".symbol");
    pack_text(out, k.name + ".kd");
    pack_text(out, ".vgpr_count");
    pack_number(out, 128);
    pack_text(out, ".wavefront_size");
    pack_number(out, 64);
}

Buffer descriptor(const Kernel& k, std::uint64_t own, std::uint64_t code) {
    Buffer out(64);
    set(out, 8, k.kernarg_size, 4);
    set(out, 16, code - own, 8);
    set(out, 52, std::uint64_t{k.user_sgprs} << 1, 4);
    set(out, 58, k.preload_length | std::uint64_t{k.preload_offset} << 7, 2);
    return out;
}

struct Sections {
    Buffer table = Buffer(64);
    std::string names = std::string(1, '\0');
    std::uint16_t count = 1;

    void add(std::string_view name, std::uint32_t type, std::uint64_t offset, std::uint64_t size,
             std::uint32_t link = 0, std::uint64_t entry = 0) {
        put(table, names.size(), 4);
        names += name;
        names += '\0';
        put(table, type, 4);
        put(table, 0, 8);
        put(table, offset, 8); // addresses are offsets
        put(table, offset, 8);
        put(table, size, 8);
        put(table, link, 4);
        put(table, 0, 4);
        put(table, 8, 8);
        put(table, entry, 8);
        ++count;
    }
    void write(Buffer& out) {
        const std::size_t at = out.size();
        add(".shstrtab", 3, at, 0);
        set(table, table.size() - 32, names.size(), 8);
        put_text(out, names);
        pad_to(out, 8);
        set(out, 40, out.size(), 8);
        set(out, 58, 64, 2);
        set(out, 60, count, 2);
        set(out, 62, count - 1u, 2);
        put_bytes(out, table);
    }
};

Buffer header(std::uint16_t machine, const ElfFacts& facts, std::uint16_t segments) {
    Buffer out(64 + std::size_t{segments} * 56);
    const std::uint8_t ident[] = {
        0x7f, 'E', 'L', 'F', 2, 1, 1, machine == 224 ? std::uint8_t{64} : std::uint8_t{0}, facts.abi_version};
    std::copy(std::begin(ident), std::end(ident), out.begin());
    set(out, 16, 3, 2);
    set(out, 18, machine, 2);
    set(out, 20, 1, 4);
    set(out, 32, segments != 0 ? 64 : 0, 8);
    set(out, 48, machine == 224 ? facts.flags : 0, 4);
    set(out, 52, 64, 2);
    set(out, 54, 56, 2);
    set(out, 56, segments, 2);
    return out;
}

void set_segment(Buffer& out, std::size_t index, std::uint32_t type, std::uint64_t offset, std::uint64_t size) {
    const std::size_t at = 64 + index * 56;
    set(out, at, type, 4);
    set(out, at + 4, 5, 4);
    for (const std::size_t field : {std::size_t{8}, std::size_t{16}, std::size_t{24}}) set(out, at + field, offset, 8);
    set(out, at + 32, size, 8);
    set(out, at + 40, size, 8);
}

Buffer notes_of(const std::vector<Kernel>& kernels, bool one) {
    if (one) return note(metadata(kernels));
    Buffer out;
    for (const Kernel& k : kernels) put_bytes(out, note(metadata({k})));
    return out;
}

Buffer build(const Buffer& notes, const std::vector<Kernel>& kernels, const ElfFacts& facts) {
    Buffer out = header(224, facts, 2), symbols(24);
    Sections sections;
    std::string names(1, '\0');
    const std::size_t notes_at = out.size();
    put_bytes(out, notes);
    sections.add(".note", 7, notes_at, notes.size());
    pad_to(out, 64);
    const std::size_t descriptors_at = out.size(), text_at = (descriptors_at + 64 * kernels.size() + 255) / 256 * 256;
    Buffer text;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const Kernel& k = kernels[i];
        const std::uint64_t own = descriptors_at + 64 * i, code = text_at + text.size();
        put_bytes(out, descriptor(k, own, code));
        for (const std::uint32_t word : k.code) put(text, word, 4);
        for (const bool function : {false, true}) {
            put(symbols, names.size(), 4);
            names += k.name + (function ? "" : ".kd");
            names += '\0';
            put(symbols, function ? 0x12 : 0x11, 1);
            put(symbols, 0, 1);
            put(symbols, function ? 5 : 4, 2);
            put(symbols, function ? code : own, 8);
            put(symbols, function ? k.code.size() * 4 : 64, 8);
        }
    }
    out.resize(text_at);
    put_bytes(out, text);
    pad_to(out, 8);
    sections.add(".dynsym", 11, out.size(), symbols.size(), 3, 24);
    put_bytes(out, symbols);
    sections.add(".dynstr", 3, out.size(), names.size());
    put_text(out, names);
    sections.add(".rodata", 1, descriptors_at, 64 * kernels.size());
    sections.add(".text", 1, text_at, text.size());
    if (facts.sections) sections.write(out);
    set_segment(out, 0, 4, notes_at, notes.size());
    set_segment(out, 1, 1, 0, out.size());
    return out;
}

Buffer packed(const Buffer& content, Pack method) {
    Buffer out;
    if (method == Pack::zlib) {
        uLongf size = compressBound(content.size());
        out.resize(size);
        compress2(out.data(), &size, content.data(), content.size(), 6);
        out.resize(size);
    } else {
        out.resize(ZSTD_compressBound(content.size()));
        out.resize(ZSTD_compress(out.data(), out.size(), content.data(), content.size(), 3));
    }
    return out;
}

} // namespace

void pack_map(Buffer& out, std::uint32_t pairs) {
    out.push_back(pairs < 16 ? static_cast<std::uint8_t>(0x80u | pairs) : std::uint8_t{0xdf});
    if (pairs >= 16) put_big(out, pairs, 4);
}
void pack_array(Buffer& out, std::uint32_t items) {
    out.push_back(items < 16 ? static_cast<std::uint8_t>(0x90u | items) : std::uint8_t{0xdd});
    if (items >= 16) put_big(out, items, 4);
}
void pack_text(Buffer& out, std::string_view text) {
    if (text.size() < 32) {
        out.push_back(static_cast<std::uint8_t>(0xa0u | text.size()));
    } else if (text.size() < 256) {
        out.push_back(0xd9);
        put_big(out, text.size(), 1);
    } else {
        out.push_back(0xdb);
        put_big(out, text.size(), 4);
    }
    put_text(out, text);
}
void pack_number(Buffer& out, std::uint64_t number) {
    if (number < 128) return out.push_back(static_cast<std::uint8_t>(number));
    const unsigned width = number < 256 ? 1 : number < 65536 ? 2 : number < (std::uint64_t{1} << 32) ? 4 : 8;
    out.push_back(width == 1 ? 0xcc : width == 2 ? 0xcd : width == 4 ? 0xce : 0xcf);
    put_big(out, number, width);
}
void pack_switch(Buffer& out, bool on) { out.push_back(on ? 0xc3 : 0xc2); }

Buffer metadata(const std::vector<Kernel>& kernels) {
    Buffer out;
    const bool config = !kernels.empty() && kernels[0].config;
    pack_map(out, 2u + config);
    pack_text(out, "amdhsa.kernels");
    pack_array(out, static_cast<std::uint32_t>(kernels.size()));
    for (const Kernel& k : kernels) pack_kernel(out, k);
    pack_text(out, "amdhsa.version");
    pack_array(out, 2);
    pack_number(out, 1);
    pack_number(out, 1);
    if (config) {
        pack_text(out, "custom.config");
        pack_config(out, kernels[0]);
    }
    return out;
}

Buffer note(const Buffer& text, std::string_view owner, std::uint32_t type) {
    Buffer out;
    put(out, owner.size() + 1, 4);
    put(out, text.size(), 4);
    put(out, type, 4);
    put_text(out, owner);
    out.push_back(0);
    pad_to(out, 4);
    put_bytes(out, text);
    pad_to(out, 4);
    return out;
}

Buffer elf(const std::vector<Kernel>& kernels, const ElfFacts& facts) {
    return build(notes_of(kernels, facts.one_note), kernels, facts);
}
Buffer elf_with_notes(const Buffer& notes, const ElfFacts& facts) { return build(notes, {}, facts); }

Buffer host_elf(const Buffer& content, std::string_view section) {
    Buffer out = header(62, {}, 0);
    pad_to(out, 4096);
    Sections sections;
    sections.add(section, 1, out.size(), content.size());
    put_bytes(out, content);
    pad_to(out, 8);
    sections.write(out);
    return out;
}

Buffer bundle(const std::vector<Entry>& entries, std::size_t align) {
    Buffer out;
    put_text(out, "__CLANG_OFFLOAD_BUNDLE__");
    put(out, entries.size(), 8);
    std::size_t head = out.size();
    for (const Entry& e : entries) head += 24 + e.id.size();
    std::size_t at = head;
    for (const Entry& e : entries) {
        at = (at + align - 1) / align * align;
        put(out, at, 8);
        put(out, e.content.size(), 8);
        put(out, e.id.size(), 8);
        put_text(out, e.id);
        at += e.content.size();
    }
    for (const Entry& e : entries) {
        pad_to(out, align);
        put_bytes(out, e.content);
    }
    return out;
}

Buffer compressed(const Buffer& content, unsigned version, Pack method, std::optional<std::uint64_t> claimed) {
    const Buffer payload = packed(content, method);
    constexpr std::size_t sizes[] = {20, 24, 32};
    const std::size_t total = sizes[version - 1] + payload.size();
    const std::uint64_t unpacked = claimed.value_or(content.size());
    Buffer out;
    put_text(out, "CCOB");
    put(out, version, 2);
    put(out, static_cast<std::uint64_t>(method), 2);
    if (version >= 2) put(out, total, version == 2 ? 4 : 8);
    put(out, unpacked, version == 3 ? 8 : 4);
    put(out, 0x1122334455667788u, 8); // a hash that nobody checks
    put_bytes(out, payload);
    return out;
}

std::vector<Arg> plain_v2() {
    // clang-format off
    return {
        {"Gemm info", 0, 4}, {"kernel info0", 4, 4}, {"kernel info1", 8, 4}, {"numWG", 12, 4},
        {"SizesFree0", 16, 4}, {"SizesFree1", 20, 4}, {"SizesFree2", 24, 4}, {"SizesSum0", 28, 4},
        {"D", 32, 8, "global_buffer", "f32"}, {"C", 40, 8, "global_buffer", "f32"}, {"A", 48, 8, "global_buffer", "f32"}, {"B", 56, 8, "global_buffer", "f32"},
        {"strideD0", 64, 4}, {"strideD1", 68, 4}, {"strideC0", 72, 4}, {"strideC1", 76, 4},
        {"strideA0", 80, 4}, {"strideA1", 84, 4}, {"strideB0", 88, 4}, {"strideB1", 92, 4},
        {"alpha", 96, 4, "by_value", "f32"}, {"beta", 100, 4, "by_value", "f32"},
    };
    // clang-format on
}

Kernel plain_kernel() {
    Kernel k;
    k.args = plain_v2();
    k.segment_size = 104;
    return k;
}

std::vector<Kernel> small_kernels(std::size_t count) {
    Kernel k = plain_kernel();
    // Version 0's two header words instead of four.
    k.args.erase(k.args.begin() + 2, k.args.begin() + 4);
    k.args[1].name = "kernel info";
    for (std::size_t i = 2; i < k.args.size(); ++i) k.args[i].offset -= 8;
    k.version = 0;
    k.segment_size = 96;
    std::vector<Kernel> out;
    for (std::size_t i = 0; i < count; ++i) {
        k.name = "Cijk_Ailk_Bljk_SB_MT128x128x64_MI16x16x1_SN_K1_" + std::to_string(1000000 + i);
        if (k.padding == 0) k.padding = 2048 - metadata({k}).size() - 15;
        out.push_back(k);
    }
    return out;
}

} // namespace kernabi::fixture
