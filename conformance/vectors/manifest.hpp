// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::vectors {

struct ManifestFile {
    std::string path, sha256;
    std::uint64_t size = 0;
};
struct ManifestRecord {
    std::string id, path, sha256;
    std::uint64_t size = 0;
    bool withdrawn = false;
};

/// MANIFEST: sets, files and records with size and SHA-256, and a digest of all its lines.
struct Manifest {
    std::vector<std::string> sets; ///< `1 arguments`
    std::vector<ManifestFile> files;
    std::map<std::string, ManifestRecord> records;
    std::string digest; ///< of every line before the last
};

/// Reads MANIFEST; `problem` says what is wrong, with the line, and is empty when all is well.
[[nodiscard]] Manifest read_manifest(std::string_view text, std::string& problem);

} // namespace kernabi::vectors
