// SPDX-License-Identifier: MIT
#pragma once
#include "abi/span.hpp"
#include "vectors/reader/file.hpp"
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace kernabi::test {

/// The folder of frozen vectors: KERNABI_VECTORS, or `vectors` where the test runs.
inline std::filesystem::path vectors_root() {
    const char* given = std::getenv("KERNABI_VECTORS");
    return given != nullptr ? given : "vectors";
}

inline std::vector<std::uint8_t> read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline std::vector<std::filesystem::path> vector_files() {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(vectors_root()))
        if (entry.path().extension() == ".kav") found.push_back(entry.path());
    return found;
}

inline std::string string_of(vectors::Text text) { return {text.bytes.begin(), text.bytes.end()}; }

/// Opens every file under the root and gives each record to `sink(record)`.
template <typename Sink>
void for_each_record(Sink&& sink) {
    for (const std::filesystem::path& path : vector_files()) {
        const std::vector<std::uint8_t> bytes = read_file(path);
        vectors::File file;
        if (!vectors::open({bytes.data(), bytes.size()}, file).ok()) continue;
        for (const vectors::Record record : file) sink(record);
    }
}

} // namespace kernabi::test
