// SPDX-License-Identifier: MIT
#pragma once

#include "conformance/dump/reader.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::test {

using Events = std::vector<std::string>;

/// Writes each event as one line of text:
///   launch 1 kernel        table 1 names        geometry 2 256,1,1 304,1,1 77824,1,1
///   arg 3 gemm_count 0 4 01000000 (1)           arg 4 debugBuffer 8 8 unbound
///   padding 5 12 15        note 6 gemm 0 m=128  error 7 byte_count        end
class Recorder final : public dump::Handler {
  public:
    Events events;
    std::vector<std::string> problems; ///< The texts of the errors.
    std::size_t stop_after = ~std::size_t{0};

    void launch_begin(const dump::Launch& launch) override {
        add(launch.table ? "table" : "launch", launch.line).append(" ").append(launch.kernel);
    }
    void geometry(const dump::Geometry& geometry) override {
        std::string& text = add("geometry", geometry.line);
        for (const auto& triple : {geometry.workgroup_size, geometry.workgroups, geometry.work_items})
            text += " " + std::to_string(triple[0]) + "," + std::to_string(triple[1]) + "," + std::to_string(triple[2]);
    }
    void argument(const dump::Argument& argument) override {
        std::string& text = add("arg", argument.line);
        text.append(" ").append(argument.name).append(" ").append(std::to_string(argument.first)).append(" ");
        text.append(std::to_string(argument.size)).append(" ");
        if (argument.unbound) {
            text += "unbound";
            return;
        }
        for (std::uint8_t byte : argument.bytes) {
            text += "0123456789abcdef"[byte >> 4];
            text += "0123456789abcdef"[byte & 15U];
        }
        text.append(" (").append(argument.value).append(")");
    }
    void padding(const dump::Padding& padding) override {
        add("padding", padding.line) += " " + std::to_string(padding.first) + " " + std::to_string(padding.last);
    }
    void launch_end() override { events.emplace_back("end"); }
    void note(const dump::Note& note) override {
        std::string& text = add("note", note.line);
        text.append(" gemm ").append(std::to_string(note.gemm)).append(" ").append(note.name).append("=");
        text.append(note.value);
    }
    bool problem(const dump::Problem& problem) override {
        constexpr std::array<std::string_view, 8> codes = {"byte_count",      "bad_digit",   "offset_overflow",
                                                           "offset_reversed", "incomplete",  "truncated",
                                                           "line_too_long",   "bad_geometry"};
        add("error", problem.line).append(" ").append(codes[static_cast<std::size_t>(problem.code)]);
        problems.push_back(std::string(problem.what) + "; " + std::string(problem.remedy));
        columns.push_back(problem.column);
        return problems.size() < stop_after;
    }
    std::vector<std::uint64_t> columns;

  private:
    std::string& add(std::string_view kind, std::uint64_t line) {
        return events.emplace_back(std::string(kind) + " " + std::to_string(line));
    }
};

inline Events read_dump(std::string_view text) {
    Recorder recorder;
    dump::Reader reader(recorder);
    reader.feed(text);
    reader.finish();
    return recorder.events;
}

/// In chunks of `size` bytes, each in memory of its own so that a read past its end is found.
inline Events read_dump_in_chunks(std::string_view text, std::size_t size) {
    Recorder recorder;
    dump::Reader reader(recorder);
    for (std::size_t at = 0; at < text.size(); at += size) {
        const std::vector<char> chunk(text.begin() + static_cast<std::ptrdiff_t>(at),
                                      text.begin() + static_cast<std::ptrdiff_t>(std::min(at + size, text.size())));
        reader.feed({chunk.data(), chunk.size()});
    }
    reader.finish();
    return recorder.events;
}

} // namespace kernabi::test

template <>
struct doctest::StringMaker<kernabi::test::Events> {
    static doctest::String convert(const kernabi::test::Events& events) {
        std::string text;
        for (const auto& event : events) text += "\n" + event;
        return text.c_str();
    }
};
