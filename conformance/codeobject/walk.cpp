// SPDX-License-Identifier: MIT
#include "conformance/codeobject/walk.hpp"
#include <algorithm>
#include <filesystem>
#include <glob.h>
#include <system_error>

namespace kernabi::codeobject {

namespace {

namespace fs = std::filesystem;

void add_folder(const fs::path& folder, Found& found) {
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    if (error) return found.problems.push_back({folder.string(), error.message()});
    std::vector<fs::path> paths;
    for (const fs::directory_iterator end; entries != end; entries.increment(error)) {
        if (error) break;
        paths.push_back(entries->path());
    }
    if (error) found.problems.push_back({folder.string(), error.message()});
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
        const fs::file_status status = fs::symlink_status(path, error);
        if (fs::is_directory(status))
            add_folder(path, found);
        else if (!fs::is_symlink(status) || !fs::is_directory(path, error))
            found.files.push_back(path.string());
    }
}

bool is_pattern(const std::string& name) { return name.find_first_of("*?[") != std::string::npos; }

void add(const std::string& name, Found& found) {
    std::error_code error;
    if (fs::is_directory(name, error))
        add_folder(name, found);
    else
        found.files.push_back(name);
}

void add_pattern(const std::string& pattern, Found& found) {
    glob_t matches{};
    const int status = ::glob(pattern.c_str(), 0, nullptr, &matches);
    for (std::size_t i = 0; status == 0 && i < matches.gl_pathc; ++i) add(matches.gl_pathv[i], found);
    if (status != 0)
        found.problems.push_back({pattern, status == GLOB_NOMATCH ? "no file matches" : "cannot be searched"});
    ::globfree(&matches);
}

} // namespace

Found find_files(const std::vector<std::string>& names) {
    Found found;
    for (const std::string& name : names) {
        std::error_code error;
        // A file may bear a star in its name.
        if (is_pattern(name) && !fs::exists(fs::symlink_status(name, error)))
            add_pattern(name, found);
        else
            add(name, found);
    }
    return found;
}

} // namespace kernabi::codeobject
