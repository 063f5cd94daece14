// SPDX-License-Identifier: MIT
// Any text, cut anywhere: the dump reader's events are well formed, and the same however the chunks fall.
#include "conformance/dump/bytes.hpp"
#include "conformance/dump/reader.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using namespace kernabi::dump;

void require(bool condition) {
    if (!condition) std::abort();
}

/// Checks each event and folds all of them into one number.
class Checker final : public Handler {
  public:
    std::uint64_t hash = 0xcbf29ce484222325;

    void launch_begin(const Launch& launch) override {
        require(!open_);
        open_ = true;
        fold(launch.kernel);
        fold(launch.line + (launch.table ? 1U << 31 : 0U));
    }
    void geometry(const Geometry& geometry) override {
        require(open_);
        for (const auto& triple : {geometry.workgroup_size, geometry.workgroups, geometry.work_items})
            for (std::uint64_t value : triple) fold(value);
        fold(geometry.line);
    }
    void argument(const Argument& argument) override {
        require(open_ && !argument.name.empty() && argument.first <= argument.last);
        require(argument.size == std::uint64_t{argument.last} - argument.first + 1);
        require(argument.bytes.size() == (argument.unbound ? 0 : argument.size));
        fold(argument.name);
        fold(argument.first);
        fold(argument.size);
        for (std::uint8_t byte : argument.bytes) fold(byte);
        fold(argument.value);
        fold(argument.line);
    }
    void padding(const Padding& padding) override {
        require(open_);
        fold(padding.first);
        fold(padding.last);
        fold(padding.line);
    }
    void launch_end() override {
        require(open_);
        open_ = false;
        fold(1);
    }
    void note(const Note& note) override {
        require(!note.name.empty());
        fold(note.gemm);
        fold(note.name);
        fold(note.value);
        fold(note.line);
    }
    bool problem(const Problem& problem) override {
        require(problem.line != 0 && !problem.what.empty() && !problem.remedy.empty());
        fold(static_cast<std::uint64_t>(problem.code));
        fold(problem.line);
        fold(problem.column);
        fold(problem.what);
        return true;
    }
    void finish() const { require(!open_); }

  private:
    void fold(std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3; }
    void fold(std::string_view text) {
        fold(text.size());
        for (char c : text) fold(static_cast<unsigned char>(c));
    }

    bool open_ = false;
};

std::uint64_t read_in_chunks(std::string_view text, std::size_t size) {
    Checker checker;
    Reader reader(checker);
    for (std::size_t at = 0; at < text.size(); at += size) {
        const std::string_view part = text.substr(at, size);
        // Memory of its own, so that the sanitizer sees a read past the chunk.
        const std::vector<char> chunk(part.begin(), part.end());
        require(reader.feed({chunk.data(), chunk.size()}));
    }
    require(reader.finish());
    checker.finish();
    return checker.hash;
}

void read_blocks(std::string_view text) {
    std::vector<std::uint8_t> bytes;
    const InputKind kind = sniff(text);
    require((kind == InputKind::empty) == text.empty());
    const auto error = read_hex(text, bytes);
    require(error.has_value() == bytes.empty() && bytes.size() <= max_block);
    require(!error || !error->message.empty());
    const auto block_error = read_block(text, bytes);
    require(block_error.has_value() == bytes.empty() && bytes.size() <= max_block);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    // The first byte chooses the length of the chunks.
    std::vector<char> text(size - 1);
    for (std::size_t i = 1; i < size; ++i) text[i - 1] = static_cast<char>(data[i]);
    const std::string_view view(text.data(), text.size());
    require(read_in_chunks(view, view.size() + 1) == read_in_chunks(view, std::size_t{data[0]} + 1));
    read_blocks(view);
    return 0;
}
