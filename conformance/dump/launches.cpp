// SPDX-License-Identifier: MIT
#include "conformance/dump/launches.hpp"

#include "conformance/dump/characters.hpp"

#include <algorithm>

namespace kernabi::dump {
namespace {

/// A kernel's line shorter than this was not wrapped.
constexpr std::size_t narrowest_wrap = 40;

bool continues_name(std::string_view word) noexcept {
    return std::all_of(word.begin(), word.end(), [](char c) { return is_name(c) && c != '.'; });
}

} // namespace

void Launches::kernel(const KernelLine& kernel, std::size_t width, std::uint64_t line) {
    drop_held();
    held_ = Held::kernel;
    name_ = kernel.name;
    sure_ = name_.size();
    line_ = line;
    certain_ = kernel.bare && !name_.empty();
    wraps_ = name_.empty() || width >= narrowest_wrap;
}

void Launches::grouped(std::uint64_t line) {
    drop_held();
    held_ = Held::table;
    name_.clear();
    line_ = line;
    certain_ = false;
}

bool Launches::word(std::string_view word, std::size_t width) {
    if (held_ == Held::nothing || word.empty() || name_.size() + word.size() + 1 > max_line) return false;
    if (held_ == Held::table) {
        if (word.front() == '`') return false;
        if (!name_.empty()) name_ += '\n';
        name_ += word;
        return true;
    }
    if (!wraps_ || !continues_name(word)) return false;
    name_ += word;
    wraps_ = width >= narrowest_wrap;
    return true;
}

void Launches::other_text() {
    if (held_ != Held::kernel) return;
    name_.resize(sure_);
    wraps_ = false;
}

void Launches::geometry(const Geometry& geometry) {
    if (held_ == Held::kernel)
        begin_held();
    else if (!open_ || has_entry_ || has_geometry_)
        begin({}, geometry.line, false);
    has_geometry_ = true;
    handler_.geometry(geometry);
}

void Launches::entry(std::uint32_t first, std::uint64_t line) {
    if (held_ != Held::nothing)
        begin_held();
    else if (!open_ || (first == 0 && has_entry_))
        begin({}, line, false);
    has_entry_ = true;
}

void Launches::finish() {
    drop_held();
    if (open_) handler_.launch_end();
    reset();
}

void Launches::reset() noexcept {
    held_ = Held::nothing;
    open_ = has_geometry_ = has_entry_ = false;
}

void Launches::begin(std::string_view name, std::uint64_t line, bool table) {
    if (open_) handler_.launch_end();
    open_ = true;
    has_geometry_ = has_entry_ = false;
    handler_.launch_begin({name, line, table});
}

void Launches::begin_held() {
    const bool table = held_ == Held::table;
    held_ = Held::nothing;
    begin(name_, line_, table);
}

void Launches::drop_held() {
    if (held_ == Held::kernel && certain_) {
        name_.resize(sure_);
        begin_held();
    }
    held_ = Held::nothing;
}

} // namespace kernabi::dump
