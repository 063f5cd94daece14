// SPDX-License-Identifier: MIT
#include "conformance/vectors/library.hpp"
#include "conformance/vectors/sha256.hpp"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>

namespace kernabi::vectors {

namespace {

namespace fs = std::filesystem;

/// No file of vectors is this large; what claims to be is not read.
constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;

bool slurp(const fs::path& path, std::vector<std::uint8_t>& bytes, std::string& why) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (error) return why = error.message(), false;
    if (size > most_bytes) return why = "over 256 MiB", false;
    std::ifstream in(path, std::ios::binary);
    bytes.resize(static_cast<std::size_t>(size));
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
    if (!in || in.peek() != std::ifstream::traits_type::eof()) return why = "cannot be read whole", false;
    return true;
}

void check_records(Library& library, const LoadedFile& file, std::set<std::string>& seen) {
    for (const Record record : file.view) {
        const std::string id = string_of(record.id());
        const auto found = library.manifest.records.find(id);
        if (found == library.manifest.records.end() || found->second.path != file.path) {
            library.problems.push_back(file.path + ": record " + id + " is not in MANIFEST");
            continue;
        }
        if (found->second.size != record.bytes.size || found->second.sha256 != sha256(record.bytes))
            library.problems.push_back(file.path + ": record " + id + " differs from its SHA-256 in MANIFEST");
        seen.insert(id);
    }
}

void load_file(Library& library, const ManifestFile& listed, std::set<std::string>& seen) {
    auto file = std::make_unique<LoadedFile>();
    file->path = listed.path;
    std::string why;
    const auto bad = [&](std::string text) { library.problems.push_back(listed.path + ": " + std::move(text)); };
    if (!slurp(fs::path(library.folder) / listed.path, file->bytes, why)) return bad(why);
    const ConstBytes bytes{file->bytes.data(), file->bytes.size()};
    if (bytes.size != listed.size) return bad(fmt::format("has {} bytes, MANIFEST says {}", bytes.size, listed.size));
    if (const ReadFault fault = open(bytes, file->view); !fault.ok())
        return bad(fmt::format("{} at byte {}; the file is refused whole, restore it",
                               read_error_texts[static_cast<std::size_t>(fault.error)], fault.offset));
    const ConstBytes digest = file->view.digest();
    std::string stored;
    for (const std::uint8_t byte : digest) stored += fmt::format("{:02x}", byte);
    if (sha256(file->view.hashed()) != stored)
        return bad("its SHA-256 differs from the one at its end; restore the file");
    if (sha256(bytes) != listed.sha256) return bad("its SHA-256 differs from MANIFEST's; restore the file");
    check_records(library, *file, seen);
    library.files.push_back(std::move(file));
}

/// Every .kav below the folder must be listed.
void check_unlisted(Library& library) {
    std::set<std::string> listed;
    for (const ManifestFile& file : library.manifest.files) listed.insert(file.path);
    std::error_code error;
    for (fs::recursive_directory_iterator it(library.folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() != ".kav") continue;
        const std::string path = it->path().lexically_relative(library.folder).generic_string();
        if (!listed.contains(path)) library.problems.push_back(path + ": not listed in MANIFEST");
    }
    if (error) library.problems.push_back(library.folder + ": " + error.message());
}

} // namespace

std::string string_of(const Text& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) out += text[i];
    return out;
}

std::string default_folder() {
    std::error_code error;
    if (fs::exists(fs::path(KERNABI_VECTORS_SOURCE) / "MANIFEST", error)) return KERNABI_VECTORS_SOURCE;
    return KERNABI_VECTORS_INSTALLED;
}

Library load(const std::string& folder) {
    Library library{};
    library.folder = folder;
    std::vector<std::uint8_t> text;
    std::string why;
    if (!slurp(fs::path(folder) / "MANIFEST", text, why)) {
        library.problems.push_back(folder + "/MANIFEST: " + why + "; name the folder of vectors with --vectors");
        return library;
    }
    std::string problem;
    library.manifest = read_manifest({reinterpret_cast<const char*>(text.data()), text.size()}, problem);
    if (!problem.empty()) library.problems.push_back(problem);
    std::set<std::string> seen;
    for (const ManifestFile& file : library.manifest.files) load_file(library, file, seen);
    for (const auto& [id, record] : library.manifest.records)
        if (!seen.contains(id))
            library.problems.push_back(record.path + ": record " + id + " is listed in MANIFEST and not there");
    check_unlisted(library);
    return library;
}

} // namespace kernabi::vectors
