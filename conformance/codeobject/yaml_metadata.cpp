// SPDX-License-Identifier: MIT
// The metadata of code object version 2, read as a stream of libyaml's events.
#include "conformance/codeobject/metadata.hpp"
#include <charconv>
#include <deque>
#include <fmt/format.h>
#include <yaml.h>

namespace kernabi::codeobject {

namespace {

/// More text than a version 2 compiler wrote for any file.
constexpr std::size_t most_text = std::size_t{64} << 20;

std::uint64_t as_number(std::string_view text) {
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// GlobalBuffer to global_buffer: the later versions' spelling.
std::string in_lower_case(std::string_view camel) {
    std::string out;
    for (const char c : camel) {
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper && !out.empty()) out += '_';
        out += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

/// Where in the document the events are: Kernels is a list of maps, Args a list of maps in each, CodeProps a map.
enum class Place : std::uint8_t { document, root, kernels, kernel, properties, args, arg, other };

class Reader {
  public:
    Reader(const MetadataReader::Sink& sink, ConstBytes note) : sink_(sink) {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_input_string(&parser_, note.data, note.size);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { yaml_parser_delete(&parser_); }

    NoteDamage run() {
        for (;;) {
            yaml_event_t event;
            if (yaml_parser_parse(&parser_, &event) == 0)
                return {parser_.problem_offset,
                        fmt::format("damaged YAML: {}", parser_.problem != nullptr ? parser_.problem : "unreadable")};
            const yaml_event_type_t type = event.type;
            const bool sound = take(event);
            yaml_event_delete(&event);
            if (!sound) return {parser_.mark.index, what_};
            if (type == YAML_STREAM_END_EVENT || type == YAML_DOCUMENT_END_EVENT) return {};
        }
    }

  private:
    struct Level {
        Place place;
        bool map, at_value;
    };

    bool take(const yaml_event_t& event) {
        switch (event.type) {
        case YAML_SCALAR_EVENT: {
            const void* const data = event.data.scalar.value;
            scalar({static_cast<const char*>(data), event.data.scalar.length});
            return true;
        }
        case YAML_MAPPING_START_EVENT: return open(true);
        case YAML_SEQUENCE_START_EVENT: return open(false);
        case YAML_MAPPING_END_EVENT:
        case YAML_SEQUENCE_END_EVENT: close(); return true;
        case YAML_ALIAS_EVENT: passed_value(); return true;
        default: return true;
        }
    }

    [[nodiscard]] Place inside(bool map) const {
        if (levels_.empty()) return map ? Place::root : Place::other;
        switch (levels_.back().place) {
        case Place::root: return !map && key_ == "Kernels" ? Place::kernels : Place::other;
        case Place::kernels: return map ? Place::kernel : Place::other;
        case Place::kernel:
            if (!map) return key_ == "Args" ? Place::args : Place::other;
            return key_ == "CodeProps" ? Place::properties : Place::other;
        case Place::args: return map ? Place::arg : Place::other;
        default: return Place::other;
        }
    }

    bool open(bool map) {
        if (levels_.size() == 32) {
            what_ = "YAML nested over 32 deep";
            return false;
        }
        const Place place = inside(map);
        if (place == Place::kernel) {
            kernel_.clear();
            texts_.clear();
            end_ = 0;
        } else if (place == Place::arg) {
            if (kernel_.args.size() == max_arguments) {
                what_ = fmt::format("a kernel with over {} arguments, more than any has", max_arguments);
                return false;
            }
            kernel_.args.emplace_back();
            align_ = 1;
        }
        levels_.push_back({place, map, false});
        return true;
    }

    void close() {
        if (levels_.empty()) return;
        const Place place = levels_.back().place;
        levels_.pop_back();
        if (place == Place::kernel) {
            sink_(kernel_);
        } else if (place == Place::arg) {
            Argument& arg = kernel_.args.back();
            const std::uint64_t align = align_ == 0 || align_ > 4096 ? 1 : align_;
            arg.offset = (end_ + align - 1) / align * align;
            arg.has_offset = arg.has_size;
            end_ = arg.offset + arg.size;
        }
        passed_value();
    }

    void passed_value() {
        if (!levels_.empty() && levels_.back().map) levels_.back().at_value = false;
    }

    void scalar(std::string_view text) {
        if (levels_.empty()) return;
        Level& level = levels_.back();
        if (!level.map) return;
        if (!level.at_value) {
            key_ = text;
            level.at_value = true;
            return;
        }
        level.at_value = false;
        if (level.place == Place::kernel) {
            if (key_ == "Name") kernel_.name = kept(text);
            if (key_ == "SymbolName") kernel_.symbol = kept(text);
        } else if (level.place == Place::properties) {
            if (key_ == "KernargSegmentSize") kernel_.segment_size = as_number(text);
            if (key_ == "KernargSegmentAlign") kernel_.segment_align = as_number(text);
            if (key_ == "WavefrontSize") kernel_.wavefront_size = as_number(text);
            if (key_ == "MaxFlatWorkGroupSize") kernel_.max_workgroup_size = as_number(text);
        } else if (level.place == Place::arg) {
            argument_value(kernel_.args.back(), text);
        }
    }

    void argument_value(Argument& arg, std::string_view text) {
        if (key_ == "Name") arg.name = kept(text);
        if (key_ == "Size") {
            arg.size = as_number(text) & 0xffffffffu;
            arg.has_size = true;
        }
        if (key_ == "Align") align_ = as_number(text);
        if (key_ == "ValueKind") arg.value_kind = kept(in_lower_case(text));
        if (key_ == "ValueType") arg.value_type = kept(in_lower_case(text));
    }

    std::string_view kept(std::string_view text) { return texts_.emplace_back(text); }

    const MetadataReader::Sink& sink_;
    yaml_parser_t parser_{};
    std::vector<Level> levels_;
    std::string key_, what_;
    Kernel kernel_;
    std::deque<std::string> texts_;
    std::uint64_t end_ = 0, align_ = 1;
};

} // namespace

NoteDamage read_yaml_metadata(ConstBytes note, const MetadataReader::Sink& sink) {
    if (note.size > most_text) return {0, "over 64 MiB of YAML, more than any compiler wrote"};
    // The text may be ended by zeros.
    while (note.size != 0 && note.data[note.size - 1] == 0) --note.size;
    return Reader(sink, note).run();
}

} // namespace kernabi::codeobject
