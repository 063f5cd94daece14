// SPDX-License-Identifier: MIT
#include "conformance/inference/identity.hpp"
#include <string>
#include <vector>

namespace kernabi::inference {

namespace {

constexpr std::uint32_t hash_of(std::string_view text) noexcept {
    std::uint32_t hash = 0x811c9dc5u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
    return hash ^ hash >> 15;
}

std::string in_lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

/// Names by hash, read-only once made.
class Dictionary {
  public:
    void add(std::string_view name, Identity identity) {
        if (find(name) == nullptr) words_.push_back({std::string(name), identity});
        if (words_.size() * 4 > slots_.size())
            rehash();
        else
            place(words_.size() - 1);
    }
    [[nodiscard]] const Identity* find(std::string_view name) const noexcept {
        if (slots_.empty()) return nullptr;
        for (std::size_t at = hash_of(name) & (slots_.size() - 1); slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
            if (words_[slots_[at] - 1u].name == name) return &words_[slots_[at] - 1u].identity;
        return nullptr;
    }

  private:
    struct Word {
        std::string name;
        Identity identity;
    };
    void rehash() {
        slots_.assign(slots_.empty() ? 64 : slots_.size() * 4, 0);
        for (std::size_t i = 0; i < words_.size(); ++i) place(i);
    }
    void place(std::size_t word) {
        std::size_t at = hash_of(words_[word].name) & (slots_.size() - 1);
        while (slots_[at] != 0 && slots_[at] != word + 1) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = static_cast<std::uint16_t>(word + 1);
    }

    std::vector<Word> words_;
    std::vector<std::uint16_t> slots_;
};

constexpr unsigned first_index(const ArgumentRow& row) noexcept { return row.times == Times::strides_inner ? 1 : 0; }

/// Gives every entry that a row can have, with its identity. Initial strides make index and ordinal one.
template <typename Sink>
void for_each_entry_of(const ArgumentRow& row, Sink&& sink) {
    const unsigned count = row.times == Times::scalar ? 1 : static_cast<unsigned>(slots_of(row));
    for (unsigned i = first_index(row); i < count; ++i) {
        Entry entry{};
        entry.argument = row.id;
        entry.index = static_cast<std::uint8_t>(i);
        sink(entry, Identity{row.id, static_cast<std::uint8_t>(i - first_index(row))});
    }
}

/// A form in which an index counts from 0.
Form form_with_initial_strides() {
    Form form{};
    form.type.useInitialStridesAB = form.type.useInitialStridesCD = true;
    return form;
}

Dictionary metadata_names() {
    Dictionary names;
    Form ordinary = form_with_initial_strides(), headless = ordinary, padded = ordinary;
    headless.dialect.header = Header::none;
    padded.type.useBeta = false;
    for (const ArgumentRow& row : arguments) {
        for_each_entry_of(row, [&](const Entry& entry, Identity identity) {
            for (const Form* form : {&ordinary, &headless, &padded})
                names.add(metadata_name(entry, *form).text, identity);
        });
    }
    names.add("kernel info", {Argument::internalArgs, 0});
    return names;
}

Dictionary stream_k_names() {
    Dictionary names;
    for (const ArgumentRow& row : arguments)
        if (is_stream_k_word(row.id)) names.add(in_lower_case(row.metadata), {row.id, 0});
    return names;
}

/// The names of every form that changes one: workspace slots, pointer arrays, capital Stream-K words.
Dictionary dump_names() {
    Dictionary names;
    std::vector<Form> forms;
    for (const Accumulation sum : {Accumulation::none, Accumulation::multiple_buffer, Accumulation::single_buffer})
        for (const bool strided : {true, false})
            for (const std::uint8_t mode : {std::uint8_t{0}, std::uint8_t{4}}) {
                Form form = form_with_initial_strides();
                form.type.globalAccumulation = sum;
                form.type.gsu = 2;
                form.type.stridedBatched = strided;
                form.type.streamK = mode;
                forms.push_back(form);
            }
    forms.push_back(form_with_initial_strides());
    forms.back().type.useGradient = true;
    for (const ArgumentRow& row : arguments)
        for_each_entry_of(row, [&](const Entry& entry, Identity) {
            for (const Form& form : forms) names.add(dump_name(entry, form).text, {row.id, entry.index});
        });
    return names;
}

} // namespace

std::optional<Identity> identity_of(std::string_view metadata_name) noexcept {
    static const Dictionary names = metadata_names(), stream_k = stream_k_names();
    if (const Identity* const found = names.find(metadata_name)) return *found;
    // The longest Stream-K word has 34 letters.
    if (metadata_name.size() < 6 || metadata_name.size() > 40) return std::nullopt;
    if (const Identity* const found = stream_k.find(in_lower_case(metadata_name))) return *found;
    return std::nullopt;
}

std::optional<Identity> identity_of_dump(std::string_view dump_name) noexcept {
    static const Dictionary names = dump_names();
    if (const Identity* const found = names.find(dump_name)) return *found;
    return std::nullopt;
}

} // namespace kernabi::inference
