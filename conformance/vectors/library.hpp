// SPDX-License-Identifier: MIT
// The folder of vectors: found, read, verified.
#pragma once
#include "conformance/vectors/manifest.hpp"
#include "vectors/reader/file.hpp"
#include <memory>
#include <string>
#include <vector>

namespace kernabi::vectors {

/// One .kav file in memory. The view borrows the bytes.
struct LoadedFile {
    std::string path; ///< in the folder
    std::vector<std::uint8_t> bytes;
    File view;
};

struct Library {
    std::string folder;
    Manifest manifest;
    std::vector<std::unique_ptr<LoadedFile>> files; ///< in the manifest's order; only those that are good
    std::vector<std::string> problems;              ///< one line each: what, where
};

/// The folder that was built with the program, or the one beside an installed program.
[[nodiscard]] std::string default_folder();

/// Reads and verifies everything: MANIFEST's digest, that the files are those listed and no other, size and SHA-256 of
/// each file and record, and each file's inner structure. A damaged file is not in `files`.
[[nodiscard]] Library load(const std::string& folder);

[[nodiscard]] std::string string_of(const Text& text);

} // namespace kernabi::vectors
