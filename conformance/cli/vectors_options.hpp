// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/cli/common.hpp"
#include "conformance/vectors/library.hpp"

namespace kernabi::cli {

/// `--vectors DIR`, `--filter PATTERN`, `--suite NAME` and `--abi N`, which recur.
struct VectorsOptions {
    std::string folder;
    std::vector<std::string> filters, suites;
    std::string abi;

    void add_folder_to(CLI::App& app);
    void add_filter_to(CLI::App& app);
    /// Verified, and without the sets that are not asked for. Error for a suite that is no set's name or number.
    [[nodiscard]] vectors::Library load() const;
    /// Whether an id is asked for: any pattern (with * and ?) or part of it, and the version of --abi.
    [[nodiscard]] bool wants(const vectors::Record& record) const;
};

} // namespace kernabi::cli
