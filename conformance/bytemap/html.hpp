// SPDX-License-Identifier: MIT
#pragma once
#include "conformance/reading/block_view.hpp"
#include <string>
#include <vector>

namespace kernabi::bytemap {

/// One block of a page.
struct Section {
    std::string title, reading;
    reading::BlockView view;
};

/// One self-contained page: a byte map, a table with bit fields, and findings for each section.
[[nodiscard]] std::string html_page(const std::string& title, const std::vector<Section>& sections);

} // namespace kernabi::bytemap
