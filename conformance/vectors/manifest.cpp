// SPDX-License-Identifier: MIT
#include "conformance/vectors/manifest.hpp"
#include "conformance/vectors/sha256.hpp"
#include <charconv>

namespace kernabi::vectors {

namespace {

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    while (!line.empty()) {
        const std::size_t end = line.find(' ');
        if (end != 0) words.emplace_back(line.substr(0, end));
        line = end == std::string_view::npos ? std::string_view{} : line.substr(end + 1);
    }
    return words;
}

bool is_digest(const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool number_of(const std::string& text, std::uint64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

/// Paths stay inside the folder: `v0/name.kav`.
bool good_path(const std::string& path) {
    return path.size() > 4 && path.ends_with(".kav") && path[0] != '/' && path.find("..") == std::string::npos &&
           path.find('\\') == std::string::npos;
}

bool read_line(const std::vector<std::string>& w, Manifest& manifest) {
    if (w.size() == 3 && w[0] == "set") {
        manifest.sets.push_back(w[1] + " " + w[2]);
        return true;
    }
    if (w.size() == 4 && w[0] == "file") {
        ManifestFile file{w[1], w[3], 0};
        if (!good_path(w[1]) || !number_of(w[2], file.size) || !is_digest(w[3])) return false;
        manifest.files.push_back(std::move(file));
        return true;
    }
    if (w.size() == 6 && w[0] == "record") {
        ManifestRecord record{w[1], w[2], w[4], 0, w[5] == "withdrawn"};
        if (!good_path(w[2]) || !number_of(w[3], record.size) || !is_digest(w[4]) ||
            (w[5] != "active" && w[5] != "withdrawn"))
            return false;
        return manifest.records.emplace(w[1], std::move(record)).second;
    }
    return false;
}

} // namespace

Manifest read_manifest(std::string_view text, std::string& problem) {
    Manifest manifest{};
    std::size_t number = 0, at = 0;
    while (at < text.size()) {
        ++number;
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) {
            problem = "MANIFEST: the last line has no end";
            return manifest;
        }
        const std::vector<std::string> words = words_of(text.substr(at, end - at));
        if (words.size() == 2 && words[0] == "digest") {
            manifest.digest = sha256({reinterpret_cast<const std::uint8_t*>(text.data()), at});
            if (manifest.digest != words[1])
                problem = "MANIFEST: its digest differs from that of its lines";
            else if (end + 1 != text.size())
                problem = "MANIFEST: something follows the digest";
            return manifest;
        }
        if (!read_line(words, manifest)) {
            problem = "MANIFEST:" + std::to_string(number) +
                      ": wanted 'set', 'file', 'record' or 'digest' with its parts; a record stands once";
            return manifest;
        }
        at = end + 1;
    }
    problem = "MANIFEST: no digest at its end";
    return manifest;
}

} // namespace kernabi::vectors
