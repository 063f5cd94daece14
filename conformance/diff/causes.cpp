// SPDX-License-Identifier: MIT
#include "abi/bytes.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/unpack.hpp"
#include "abi/kernarg/widen.hpp"
#include "conformance/diff/compare.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace kernabi::diff {

namespace {

using ByteList = std::vector<std::uint8_t>;

bool equal_at(const ByteList& x, std::size_t at_x, const ByteList& y, std::size_t at_y, std::size_t size) {
    return at_x + size <= x.size() && at_y + size <= y.size() &&
           std::equal(x.begin() + static_cast<std::ptrdiff_t>(at_x),
                      x.begin() + static_cast<std::ptrdiff_t>(at_x + size),
                      y.begin() + static_cast<std::ptrdiff_t>(at_y));
}

/// From some argument on everything stands `by` bytes further.
std::optional<Cause> shifted(const Block& before, const Block& after) {
    for (const int by : {2, 4, 8, -2, -4, -8}) {
        std::size_t first = 0;
        while (first < before.places.size()) {
            const Place& place = before.places[first];
            if (!equal_at(before.bytes, place.offset, after.bytes, place.offset, place.size)) break;
            ++first;
        }
        // Arguments whose bytes are the same at both places may belong to the shifted part; where bytes are gone, the
        // arguments that they made up are not looked for.
        std::vector<std::size_t> starts;
        for (std::size_t start = first + 1; start-- > 0;) starts.push_back(start);
        int gone = 0;
        for (std::size_t i = first; by < 0 && i < before.places.size() && gone < -by; ++i) {
            gone += static_cast<int>(before.places[i].size);
            if (gone == -by) starts.push_back(i + 1);
        }
        for (const std::size_t start : starts) {
            if (start >= before.places.size()) continue;
            bool all = true;
            std::size_t end = 0;
            for (std::size_t i = start; i < before.places.size() && all; ++i) {
                const Place& place = before.places[i];
                const std::int64_t at = std::int64_t{place.offset} + by;
                all = at >= 0 &&
                      equal_at(before.bytes, place.offset, after.bytes, static_cast<std::size_t>(at), place.size);
                end = static_cast<std::size_t>(at) + place.size;
            }
            // A single argument found elsewhere is chance, unless it is the last.
            if (!all || (end != after.bytes.size() && end + 8 <= after.bytes.size())) continue;
            return Cause{"shifted", fmt::format("everything from {} on stands {} bytes {}", before.places[start].name,
                                                by < 0 ? -by : by, by < 0 ? "earlier" : "later")};
        }
    }
    return std::nullopt;
}

std::optional<Cause> swapped(const Block& before, const Block& after) {
    std::vector<const Place*> wrong;
    for (const Place& place : before.places)
        if (!equal_at(before.bytes, place.offset, after.bytes, place.offset, place.size)) wrong.push_back(&place);
    if (wrong.size() != 2 || wrong[0]->size != wrong[1]->size || before.bytes.size() != after.bytes.size())
        return std::nullopt;
    if (!equal_at(before.bytes, wrong[0]->offset, after.bytes, wrong[1]->offset, wrong[0]->size) ||
        !equal_at(before.bytes, wrong[1]->offset, after.bytes, wrong[0]->offset, wrong[0]->size))
        return std::nullopt;
    return Cause{"swapped", fmt::format("{} and {} changed places", wrong[0]->name, wrong[1]->name)};
}

/// A compiler's struct: each argument at a multiple of its size.
std::optional<Cause> naturally_aligned(const Block& before, const Block& after) {
    std::size_t at = 0;
    const Place* moved = nullptr;
    for (const Place& place : before.places) {
        const std::size_t align = place.size == 0 ? 1 : std::min<std::size_t>(place.size, 8);
        at = (at + align - 1) / align * align;
        if (moved == nullptr && at != place.offset) moved = &place;
        if (!equal_at(before.bytes, place.offset, after.bytes, at, place.size)) return std::nullopt;
        at += place.size;
    }
    if (moved == nullptr || after.bytes.size() < at || after.bytes.size() > at + 8) return std::nullopt;
    return Cause{"natural_alignment",
                 fmt::format("natural alignment: from {} on each argument stands at a multiple of its size, as in a C "
                             "struct; the block is packed",
                             moved->name)};
}

std::optional<Cause> other_cu_count(const Block& before, const Block& after) {
    if (!before.form || before.form->dialect.args1 != Args1::xccg) return std::nullopt;
    const Place* const word = before.find("internalArgs1");
    if (word == nullptr || before.bytes.size() != after.bytes.size()) return std::nullopt;
    ByteList rest = after.bytes;
    if (std::size_t{word->offset} + 4 > rest.size()) return std::nullopt;
    const std::uint64_t x = load_le(before.bytes.data() + word->offset, 4), y = load_le(rest.data() + word->offset, 4);
    store_le(rest.data() + word->offset, (y & 0x3fffffu) | (x & 0xffc00000u), 4);
    if (rest != before.bytes || (x >> 22) == (y >> 22)) return std::nullopt;
    const auto cus = [](std::uint64_t group) {
        return group == 0x3ff ? std::string("a group that was never resolved") : std::to_string(group) + " CUs";
    };
    return Cause{"cu_count", fmt::format("another device's CU count in wgmxccg: {} on one side, {} on the other",
                                         cus(x >> 22), cus(y >> 22))};
}

/// Values of a block under a form, with the header's fields beside them.
struct Read {
    Values values{};
    HeaderFields fields{};
    Layout layout{};
};

bool read(const Form& form, const ByteList& bytes, Read& result) {
    if (make_layout(form, result.layout) != Status::ok || bytes.size() != result.layout.size) return false;
    if (unpack(result.layout, {bytes.data(), bytes.size()}, result.values) != Status::ok) return false;
    Words words{};
    for (std::size_t w = 0; w < word_count; ++w)
        words.value[w] = static_cast<std::uint32_t>(result.values.slot[slot_of(static_cast<Argument>(w))]);
    result.fields = decode(form.version, form.dialect, words);
    return true;
}

/// Whether two readings say the same of the problem, each in its own bytes.
bool same_problem(const Form& x_form, const Read& x, const Form& y_form, const Read& y) {
    for (const Entry& entry : x.layout) {
        const bool word = static_cast<std::size_t>(entry.argument) < word_count;
        const Entry* const other = y.layout.find(entry.argument, entry.index);
        if (word || (entry.index == 1 && shape_of(entry.argument).times == Times::scalar)) continue;
        if (other == nullptr) {
            // Version 3 keeps beta's place, the tail of batch offsets is 0 where it is not used.
            if (x.values.slot[slot_of(entry)] != 0) return false;
            continue;
        }
        std::uint64_t a = x.values.slot[slot_of(entry)], b = y.values.slot[slot_of(*other)];
        if (entry.kind != other->kind) {
            if (entry.kind == entry.source && other->kind != other->source) a = widen(a, other->source, other->kind);
            if (other->kind == other->source && entry.kind != entry.source) b = widen(b, entry.source, entry.kind);
        }
        if (a != b) return false;
    }
    for (std::size_t f = 0; f < field_count; ++f) {
        const Field field = static_cast<Field>(f);
        if (field == Field::numWorkGroups || find(field, x_form.version, x_form.dialect.args1) == nullptr ||
            find(field, y_form.version, y_form.dialect.args1) == nullptr)
            continue;
        // Version 0 keeps the low 8 bits of a wgm.
        const bool low = field == Field::wgm && (x_form.version == Version::v0) != (y_form.version == Version::v0);
        const std::int64_t mask = low ? 0xff : -1;
        if ((x.fields[field] & mask) != (y.fields[field] & mask)) return false;
    }
    return true;
}

std::string sentence_for(const Form& x, const Form& y, const char* preset, std::string& code) {
    if (x.version != y.version) {
        code = "version";
        return fmt::format("another version: one side is packed as version {}, the other as {}",
                           static_cast<int>(x.version), preset);
    }
    Dialect scalars = x.dialect, words = x.dialect;
    scalars.scalars = y.dialect.scalars;
    words.stream_k = y.dialect.stream_k;
    if (scalars == y.dialect) {
        code = "scalars";
        return y.dialect.scalars == Scalars::widened
                   ? "alpha and beta are packed on one side and widened to 4 bytes on the other"
                   : "alpha and beta are widened to 4 bytes on one side and packed on the other";
    }
    if (words == y.dialect) {
        code = "stream_k_words";
        constexpr const char* places[] = {"behind everything", "behind beta", "before alpha"};
        return fmt::format("the Stream-K words stand elsewhere: {} on one side, {} on the other",
                           places[static_cast<std::size_t>(x.dialect.stream_k)],
                           places[static_cast<std::size_t>(y.dialect.stream_k)]);
    }
    code = "dialect";
    return fmt::format("another dialect of version {}: the other side is packed as {}", static_cast<int>(x.version),
                       preset);
}

bool is_stream_k(const Place& place) {
    return place.entry && place.entry->argument >= Argument::magicNumberProblemNumGroupTiles0 &&
           place.entry->argument <= Argument::PersistentGrid;
}

/// The Stream-K words as a whole behind another argument.
std::optional<Cause> stream_k_moved(const Block& before, const Block& after) {
    if (before.bytes.size() != after.bytes.size()) return std::nullopt;
    std::vector<const Place*> words, rest;
    const Place* behind = nullptr;
    for (const Place& place : before.places) {
        if (is_stream_k(place) && words.empty() && !rest.empty()) behind = rest.back();
        (is_stream_k(place) ? words : rest).push_back(&place);
    }
    if (words.empty() || behind == nullptr) return std::nullopt;
    const auto append = [&](ByteList& to, const Place& place) {
        const auto first = before.bytes.begin() + static_cast<std::ptrdiff_t>(place.offset);
        to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(place.size));
    };
    for (std::size_t at = 0; at < rest.size(); ++at) {
        ByteList moved;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            append(moved, *rest[i]);
            if (i == at)
                for (const Place* const word : words) append(moved, *word);
        }
        if (moved != after.bytes || rest[at] == behind) continue;
        return Cause{"stream_k_words",
                     fmt::format("the Stream-K words stand elsewhere: behind {} on one side, behind {} on the other",
                                 behind->name, rest[at]->name)};
    }
    return std::nullopt;
}

/// The other side read in every other form that is known.
std::optional<Cause> other_form(const Block& before, const Block& after) {
    if (!before.form) return std::nullopt;
    const Form& x_form = *before.form;
    const auto x = std::make_unique<Read>(), y = std::make_unique<Read>();
    if (!read(x_form, before.bytes, *x)) return std::nullopt;
    struct Candidate {
        Form form;
        std::string name;
    };
    std::vector<Candidate> candidates;
    const auto offer = [&](Version version, const Dialect& dialect, const char* name) {
        Form form = x_form;
        form.version = version;
        form.dialect = dialect;
        if (version != x_form.version || !(dialect == x_form.dialect)) candidates.push_back({form, name});
    };
    if (after.form && after.named) offer(after.form->version, after.form->dialect, "another");
    Dialect one = x_form.dialect;
    one.scalars = one.scalars == Scalars::packed ? Scalars::widened : Scalars::packed;
    offer(x_form.version, one, "its other scalars");
    for (const StreamKPlace place : {StreamKPlace::tail, StreamKPlace::after_beta}) {
        one = x_form.dialect;
        one.stream_k = place;
        offer(x_form.version, one, "its other place of Stream-K words");
    }
    for (const Preset& row : presets) offer(row.version, row.dialect, row.name);
    for (const Candidate& candidate : candidates) {
        *y = Read{};
        if (!read(candidate.form, after.bytes, *y) || !same_problem(x_form, *x, candidate.form, *y) ||
            !same_problem(candidate.form, *y, x_form, *x))
            continue;
        std::string name = candidate.name;
        for (const Preset& row : presets)
            if (row.version == candidate.form.version && row.dialect == candidate.form.dialect) name = row.name;
        if (name == "another") name = "version " + std::to_string(static_cast<int>(candidate.form.version));
        Cause cause;
        cause.sentence = sentence_for(x_form, candidate.form, name.c_str(), cause.code);
        return cause;
    }
    return std::nullopt;
}

} // namespace

std::optional<Cause> find_cause(const Block& before, const Block& after) {
    const Block* x = &before;
    const Block* y = &after;
    Block named;
    if (!x->named && y->named) { // names and places of the side that has them
        named = *x;
        name_after(named, *y);
        x = &named;
    }
    if (auto cause = other_cu_count(*x, *y)) return cause;
    if (auto cause = swapped(*x, *y)) return cause;
    if (auto cause = stream_k_moved(*x, *y)) return cause;
    if (auto cause = other_form(*x, *y)) return cause;
    if (auto cause = naturally_aligned(*x, *y)) return cause;
    return shifted(*x, *y);
}

} // namespace kernabi::diff
