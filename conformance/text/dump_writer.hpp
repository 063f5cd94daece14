// SPDX-License-Identifier: MIT
// Blocks exactly as the host's log shows them.
#pragma once
#include "abi/kernarg/grouped.hpp"
#include <map>
#include <string>
#include <vector>

namespace kernabi::text {

/// The argument lines of one launch.
[[nodiscard]] std::string argument_lines(const Invocation& invocation);
/// `Kernel NAME`, the geometry, the argument lines and the empty line behind them.
[[nodiscard]] std::string launch_text(const Invocation& invocation, const std::string& kernel);

/// Keeps arguments by name as the host's log does: a repeated name gets `_1`, `_2` and so on, and where that is some
/// other argument's own name (the third `alpha` of halves becomes `alpha_2`) the record is overwritten. The text then
/// shows wrong offsets and padding that is not there, as the host's does; the bytes are right.
class NamedRecords {
  public:
    void add(const std::string& name, const Entry& entry, std::size_t offset, const std::uint8_t* bytes);
    [[nodiscard]] std::string text() const;

  private:
    struct Record {
        std::size_t offset = 0, size = 0;
        std::string value; ///< bytes and the value in brackets, or `<unbound>`
    };
    std::map<std::string, std::size_t> seen_;
    std::map<std::string, Record> records_;
    std::vector<std::string> names_;
};

/// The table of a group in device memory: the heading, the kernels' names, a line an argument. `vw` and the records'
/// forms come from the requests; `table` is what `solve_grouped` wrote.
[[nodiscard]] std::string table_text(const std::vector<Request>& gemms, ConstBytes table,
                                     const std::vector<std::string>& kernels);
/// The user's records as the host prints them: `Gemm i:` and indented values.
[[nodiscard]] std::string user_text(const std::vector<Request>& gemms);

} // namespace kernabi::text
