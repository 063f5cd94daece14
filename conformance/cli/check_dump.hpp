// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/inference/against_dump.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kernabi::cli {

/// The shapes of a dump's blocks by kernel. Launches of one shape count once, so memory follows the kernels, not the
/// launches.
class SentBlocks {
  public:
    /// Throws Error where the file cannot be read or holds no dump.
    void read(const std::string& path);
    void add(inference::SentBlock block);
    [[nodiscard]] const std::vector<inference::SentBlock>& to(std::string_view kernel) const;

  private:
    std::map<std::string, std::vector<inference::SentBlock>, std::less<>> blocks_;
};

} // namespace kernabi::cli
