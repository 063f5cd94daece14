// SPDX-License-Identifier: MIT
#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace test {

/// A folder that goes away with the test.
struct TemporaryFolder {
    std::filesystem::path path;

    TemporaryFolder() {
        // Six letters at the end are what mkdtemp asks for, to put its own there.
        std::string name = (std::filesystem::temp_directory_path() / "kernabi-test-").string();
        name.append(6, 'X');
        if (::mkdtemp(name.data()) == nullptr) std::abort();
        path = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
    std::string file(const std::string& name, const std::string& content) const {
        std::ofstream(path / name, std::ios::binary) << content;
        return (path / name).string();
    }
};

} // namespace test
