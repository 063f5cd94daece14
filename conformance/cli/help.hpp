// SPDX-License-Identifier: MIT
#pragma once
#include <CLI/CLI.hpp>

namespace kernabi::cli {

/// Help texts of at most 80 columns: what is longer goes on under its own beginning.
class Help : public CLI::Formatter {
  public:
    [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

} // namespace kernabi::cli
