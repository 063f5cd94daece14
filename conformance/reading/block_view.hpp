// SPDX-License-Identifier: MIT
// A block as rows to show: what each argument is, its bytes, its value and its meaning.
#pragma once
#include "abi/kernarg/lint.hpp"
#include "conformance/reading/launch.hpp"
#include "conformance/reading/reading.hpp"
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kernabi::reading {

/// One bit field of a header word.
struct FieldRow {
    unsigned high = 0, low = 0;
    std::string name;
    std::int64_t value = 0;
    std::string meaning; ///< unit, or the name of the value
};

struct ArgumentView {
    std::string name, metadata, kind;
    std::uint32_t offset = 0, size = 0; ///< bytes
    std::vector<std::uint8_t> bytes;    ///< empty when unbound or unknown
    bool unbound = false;
    std::string value;   ///< as the host prints it
    std::string meaning; ///< the name of an enumeration's number, what a slot really holds
    std::vector<FieldRow> fields;
};

struct FindingView {
    std::string code, severity, argument, message;
};

struct BlockView {
    std::vector<ArgumentView> args;
    std::vector<FindingView> findings;
};

/// The rows of a dump's launch under a reading; names and offsets are the dump's.
[[nodiscard]] BlockView view_of(const DumpLaunch& launch, const Reading& reading, const LintContext& context);
/// The rows of a block without names; bytes past the layout come as words called rest_0, rest_1 ...
[[nodiscard]] BlockView view_of(ConstBytes bytes, const Reading& reading, const LintContext& context);
/// The rows of a layout alone.
[[nodiscard]] BlockView view_of(const Form& form, const Layout& layout);

[[nodiscard]] nlohmann::json to_json(const BlockView& view);

} // namespace kernabi::reading
