// SPDX-License-Identifier: MIT
// From what was named on the command line to files.
#pragma once
#include <string>
#include <vector>

namespace kernabi::codeobject {

struct WalkProblem {
    std::string path, what;
};

struct Found {
    std::vector<std::string> files; ///< in the order named; a folder's own sorted
    std::vector<WalkProblem> problems;
};

/// A file as it is; a folder with all regular files below it (links to folders are not followed); a pattern with *, ?
/// or [...] as a shell would expand it.
[[nodiscard]] Found find_files(const std::vector<std::string>& names);

} // namespace kernabi::codeobject
