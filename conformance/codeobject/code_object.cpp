// SPDX-License-Identifier: MIT
#include "conformance/codeobject/code_object.hpp"
#include "conformance/codeobject/descriptor.hpp"
#include "conformance/codeobject/metadata.hpp"
#include "conformance/codeobject/symbols.hpp"
#include "conformance/codeobject/target.hpp"
#include <fmt/format.h>

namespace kernabi::codeobject {

namespace {

constexpr std::uint32_t note_segment = 4, note_section = 7;
constexpr std::uint32_t isa_version_v2 = 3, metadata_v2 = 10, metadata = 32;

struct Note {
    std::string_view owner;
    std::uint32_t type = 0;
    ConstBytes text{};
    std::uint64_t offset = 0; ///< of the text, in the image
};

struct Range {
    std::uint64_t offset = 0, size = 0;
};

constexpr std::uint64_t padded(std::uint64_t size) noexcept { return (size + 3) & ~std::uint64_t{3}; }

/// Gives each note of a range to `sink`; answers what is wrong with the range.
template <typename Sink>
std::string for_each_note(ConstBytes image, const Range& range, Sink&& sink) {
    std::uint64_t at = range.offset;
    const std::uint64_t end = at + range.size;
    while (end - at >= 12) {
        const std::uint64_t name = number(image, at, 4), size = number(image, at + 4, 4);
        const std::uint64_t text_at = at + 12 + padded(name);
        if (text_at > end || size > end - text_at)
            return fmt::format("a note at {} says {} and {} bytes, past the end of its notes", at, name, size);
        std::string_view owner = text(part(image, at + 12, name));
        while (!owner.empty() && owner.back() == '\0') owner.remove_suffix(1);
        sink(Note{owner, static_cast<std::uint32_t>(number(image, at + 8, 4)), part(image, text_at, size), text_at});
        at = text_at + padded(size);
        if (at > end) break;
    }
    return {};
}

class Reader {
  public:
    Reader(const Elf& elf, const Origin& origin, Handler& handler) : elf_(elf), origin_(origin), handler_(handler) {}

    void run() {
        object_.version = code_object_version_of(elf_.abi_version());
        object_.target = target_of(elf_.flags(), object_.version);
        object_.bundle_id = origin_.bundle_id;
        object_.image = elf_.image();
        find_notes();
        if (object_.version == 2) read_isa();
        handler_.code_object_begin(object_);
        if (!elf_.damage().empty()) complain(0, elf_.damage());
        for (const std::string& text : problems_) complain(0, text);
        if (object_.version == 0)
            complain(8,
                     fmt::format("ABI version {} belongs to no code object version from 2 to 6", elf_.abi_version()));
        if (const std::string wrong = symbols_.read(elf_); !wrong.empty()) complain(0, wrong);
        for (const Range& range : ranges_) {
            const std::string wrong = for_each_note(elf_.image(), range, [&](const Note& note) { take(note); });
            if (!wrong.empty()) complain(range.offset, wrong);
        }
        if (notes_ == 0 && problems_.empty() && elf_.damage().empty())
            complain(0, "an AMDGPU ELF without a note that describes kernels");
        handler_.code_object_end();
    }

  private:
    void complain(std::uint64_t offset, std::string what) {
        handler_.problem({origin_.offset + offset, origin_.unpacked, std::move(what)});
    }

    /// Note segments, else note sections. All together they cannot hold more than the file does: overlapping ones
    /// would be read again and again.
    void find_notes() {
        for (std::uint64_t i = 0; i < elf_.segment_count(); ++i)
            if (const Segment s = elf_.segment(i); s.type == note_segment) add({s.offset, s.file_size}, "note segment");
        if (!ranges_.empty()) return;
        for (std::uint64_t i = 0; i < elf_.section_count(); ++i)
            if (const Section s = elf_.section(i); s.type == note_section) add({s.offset, s.size}, "note section");
    }

    void add(const Range& range, const char* kind) {
        if (range.size == 0) return;
        const ConstBytes there = part(elf_.image(), range.offset, range.size);
        if (there.size != range.size)
            problems_.push_back(
                fmt::format("a {} of {} bytes at {} ends past the file's {}: the file is cut or its header lies", kind,
                            range.size, range.offset, elf_.image().size));
        if (there.size == 0) return;
        for (const Range& old : ranges_)
            if (old.offset == range.offset) return;
        total_ += there.size;
        if (total_ > elf_.image().size || ranges_.size() == 64) {
            if (!overlap_) problems_.push_back("its notes overlap; the later ones are not read");
            overlap_ = true;
            return;
        }
        ranges_.push_back({range.offset, there.size});
    }

    void read_isa() {
        for (const Range& range : ranges_)
            (void)for_each_note(elf_.image(), range, [&](const Note& note) {
                if (note.owner != "AMD" || note.type != isa_version_v2 || note.text.size < 16) return;
                object_.target = fmt::format("gfx{}{}{:x}", number(note.text, 4, 4), number(note.text, 8, 4),
                                             number(note.text, 12, 4));
            });
    }

    void take(const Note& note) {
        const MetadataReader::Sink sink = [&](Kernel& kernel) {
            kernel.descriptor = read_descriptor(elf_, symbols_, kernel, object_);
            handler_.kernel(kernel);
        };
        NoteDamage damage{};
        if (note.owner == "AMDGPU" && note.type == metadata)
            damage = metadata_.read(note.text, sink);
        else if (note.owner == "AMD" && note.type == metadata_v2)
            damage = read_yaml_metadata(note.text, sink);
        else
            return;
        ++notes_;
        if (!damage.what.empty()) complain(note.offset + damage.offset, "metadata: " + damage.what);
    }

    const Elf& elf_;
    const Origin& origin_;
    Handler& handler_;
    CodeObject object_{};
    Symbols symbols_;
    MetadataReader metadata_;
    std::vector<Range> ranges_;
    std::vector<std::string> problems_;
    std::uint64_t total_ = 0, notes_ = 0;
    bool overlap_ = false;
};

} // namespace

void read_code_object(const Elf& elf, const Origin& origin, Handler& handler) { Reader(elf, origin, handler).run(); }

} // namespace kernabi::codeobject
