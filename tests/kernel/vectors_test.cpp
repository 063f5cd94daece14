// SPDX-License-Identifier: MIT
// The functions against the frozen records: two implementations that share nothing must say the same, line by line.
#include "abi/kernel/result.hpp"
#include "tests/vectors/load.hpp"
#include "vectors/reader/to_kernel.hpp"
#include <doctest/doctest.h>
#include <map>

using namespace kernabi;
using vectors::Record;
using vectors::RecordKind;

TEST_CASE("every function has records, 200 in all or more, and each gives its lines or its refusal") {
    std::map<kernel::Function, std::size_t> seen;
    std::size_t all = 0;
    test::for_each_record([&](const Record& record) {
        if (record.has_version()) return;
        INFO(test::string_of(record.id()));
        const vectors::KernelQuestion question = vectors::to_kernel(record);
        std::string text;
        const auto put = [&text](kernel::Text piece) { text.append(piece.data, piece.size); };
        const kernel::Outcome o = kernel::write_result(question.function, question.inputs, question.extra(), put);
        CHECK(o.status == record.expected_status());
        if (record.kind() == RecordKind::kernel)
            CHECK(text == std::string(record.lines().begin(), record.lines().end()));
        else if (record.fault_space() == vectors::FaultSpace::input)
            CHECK(static_cast<unsigned>(o.input) == record.fault_number());
        ++seen[question.function];
        ++all;
    });
    CHECK(seen.size() == kernel::function_count);
    CHECK(all >= 200);
}

TEST_CASE("every input that a function takes is seen with two values") {
    std::map<std::pair<std::size_t, std::size_t>, std::pair<std::int64_t, bool>> values;
    test::for_each_record([&](const Record& record) {
        if (record.kind() != RecordKind::kernel) return;
        const vectors::KernelQuestion question = vectors::to_kernel(record);
        for (const kernel::InputRow& row : kernel::inputs) {
            if (!kernel::takes(question.function, row.input)) continue;
            const std::pair<std::size_t, std::size_t> key{static_cast<std::size_t>(question.function),
                                                          static_cast<std::size_t>(row.input)};
            const auto [at, is_new] = values.try_emplace(key, question.inputs[row.input], false);
            if (!is_new && at->second.first != question.inputs[row.input]) at->second.second = true;
        }
    });
    for (const auto& [key, value] : values) {
        INFO(std::string(kernel::function_names[key.first]) << " " << std::string(kernel::inputs[key.second].name));
        CHECK(value.second);
    }
}
