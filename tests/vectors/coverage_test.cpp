// SPDX-License-Identifier: MIT
// What the vectors reach: a field or argument that is never seen with two values could be wired to a constant.
#include "abi/kernarg/pack.hpp"
#include "tests/vectors/load.hpp"
#include "vectors/reader/to_form.hpp"
#include <array>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <tuple>

using namespace kernabi;
using vectors::Record;
using vectors::RecordKind;

namespace {

using Values64 = std::set<std::int64_t>;

std::string dialect_key(const Record& record) {
    std::string key;
    for (std::size_t i = 12; i < 21; ++i)
        if (i != 13) key += static_cast<char>('0' + record.bytes[i]);
    return key;
}

bool of_2024(Argument argument) {
    switch (argument) {
    case Argument::magicNumberProblemNumGroupTiles0:
    case Argument::magicShiftProblemNumGroupTiles0:
    case Argument::magicNumProblemNumGroupTiles0By1:
    case Argument::magicShiftProblemNumGroupTiles0By1:
    case Argument::totalIters:
    case Argument::skExtraIters: return true;
    default: return false;
    }
}
bool of_2026(Argument argument) {
    switch (argument) {
    case Argument::mxsa:
    case Argument::mxsb:
    case Argument::strideMXSA:
    case Argument::strideMXSB:
    case Argument::ESMRuntimeSupported:
    case Argument::gateResidual:
    case Argument::gate_type:
    case Argument::strideGate:
    case Argument::TotalItems:
    case Argument::SKSplit:
    case Argument::SKItersPerWI:
    case Argument::batchOffsetD:
    case Argument::batchOffsetC:
    case Argument::batchOffsetA:
    case Argument::batchOffsetB: return true;
    default: return false;
    }
}

/// Whether some block of the preset has the argument.
bool reachable(Argument argument, const Preset& preset) {
    if (argument >= Argument::argsPtr) return false;
    if (argument <= Argument::numWorkGroups)
        return has_word(static_cast<Word>(argument), preset.version, preset.dialect);
    if (argument == Argument::PersistentGrid) return preset.version == Version::v3;
    return preset.dialect.enums == Enums::y2024 ? !of_2026(argument) : !of_2024(argument);
}

std::vector<unsigned> indices(Argument argument) {
    if (argument == Argument::strideGate) return {1, 2};
    switch (row_of(argument).times) {
    case Times::sizes: return {0, 1, 2, 3};
    case Times::strides_ab:
    case Times::strides_cd: return {0, 1, 2};
    case Times::activation: return {0, 1};
    default: return {0};
    }
}

} // namespace

TEST_CASE("each version has at least 60 records, 10 of them GEMMs, and every kind of record") {
    std::map<std::pair<int, RecordKind>, int> count;
    test::for_each_record([&](const Record& record) { ++count[{static_cast<int>(record.version()), record.kind()}]; });
    for (int version = 0; version < 4; ++version) {
        int sum = 0;
        for (int kind = 1; kind <= 7; ++kind) {
            CHECK(count[std::pair(version, static_cast<RecordKind>(kind))] > 0);
            sum += count[std::pair(version, static_cast<RecordKind>(kind))];
        }
        CHECK(sum >= 60);
        CHECK(count[std::pair(version, RecordKind::gemm)] >= 10);
    }
}

TEST_CASE("every field of every preset's header is seen with two values, at both limits, and refused one past each") {
    std::map<std::pair<std::string, unsigned>, Values64> seen, refused;
    test::for_each_record([&](const Record& record) {
        if (record.kind() == RecordKind::header && record.policy() == Policy::strict)
            for (std::size_t i = 0; i < record.fields(); ++i)
                seen[{dialect_key(record), record.field(i).field}].insert(record.field(i).value);
        if (record.kind() == RecordKind::refuse_header && record.expected_status() == Status::value_out_of_range)
            for (std::size_t i = 0; i < record.fields(); ++i)
                if (record.field(i).field == record.fault_number())
                    refused[{dialect_key(record), record.field(i).field}].insert(record.field(i).value);
    });
    std::vector<std::pair<Version, Dialect>> forms;
    for (const Preset& preset : presets) forms.emplace_back(preset.version, preset.dialect);
    const std::array others{Args1::chunk, Args1::split_k, Args1::sfc};
    for (const Version version : {Version::v2, Version::v3})
        for (const Args1 args1 : others) {
            Dialect dialect = default_preset(version).dialect;
            dialect.args1 = args1;
            forms.emplace_back(version, dialect);
        }
    for (const auto& [version, dialect] : forms) {
        const std::array members{static_cast<int>(version),          static_cast<int>(dialect.header),
                                 static_cast<int>(dialect.args1),    static_cast<int>(dialect.order),
                                 static_cast<int>(dialect.stream_k), static_cast<int>(dialect.scalars),
                                 static_cast<int>(dialect.tail),     static_cast<int>(dialect.enums)};
        std::string key;
        for (const int member : members) key += static_cast<char>('0' + member);
        for (const BitField& row : bit_fields) {
            if (!holds(row, version, dialect.args1) || !has_word(row.word, version, dialect)) continue;
            INFO("dialect " << key << " field " << std::string(field_names[static_cast<std::size_t>(row.field)]));
            const std::pair place{key, static_cast<unsigned>(row.field)};
            const std::int64_t span = std::int64_t{1} << width_of(row), low = row.is_signed ? -span / 2 : 0,
                               high = low + span - 1;
            CHECK(seen[place].size() >= 2);
            CHECK(seen[place].count(low) == 1);
            CHECK(seen[place].count(high) == 1);
            CHECK(refused[place].count(low - 1) == 1);
            CHECK(refused[place].count(high + 1) == 1);
        }
    }
}

TEST_CASE("every argument of every preset is seen with two values") {
    std::map<std::tuple<std::string, unsigned, unsigned>, std::set<std::uint64_t>> seen;
    test::for_each_record([&](const Record& record) {
        if (record.kind() != RecordKind::block) return;
        for (std::size_t i = 0; i < record.values(); ++i)
            seen[{test::string_of(record.preset()), record.value(i).argument, record.value(i).index}].insert(
                record.value(i).value);
    });
    for (const Preset& preset : presets)
        for (std::size_t i = 0; i < argument_count; ++i) {
            const Argument argument = static_cast<Argument>(i);
            if (!reachable(argument, preset)) continue;
            for (const unsigned index : indices(argument)) {
                INFO(std::string(preset.name) << " " << std::string(row_of(argument).dump) << " " << index);
                CHECK(seen[std::tuple{std::string(preset.name), static_cast<unsigned>(i), index}].size() >= 2);
            }
        }
}

TEST_CASE("alpha and beta are seen in every type that a preset can pack") {
    std::set<std::tuple<std::string, DataType, bool>> seen;
    test::for_each_record([&](const Record& record) {
        if (record.kind() != RecordKind::block) return;
        const Form form = vectors::to_form(record);
        seen.insert({test::string_of(record.preset()), form.type.alphaType, false});
        seen.insert({test::string_of(record.preset()), form.type.betaType, true});
    });
    for (const Preset& preset : presets)
        for (std::size_t i = 0; i < data_type_count; ++i) {
            Kind written{}, held{};
            const DataType type = static_cast<DataType>(i);
            if (scalar_kind(type, preset.dialect.scalars, written, held) != Status::ok) continue;
            INFO(std::string(preset.name) << " " << std::string(row_of(type).name));
            CHECK(seen.count({preset.name, type, false}) == 1);
            CHECK(seen.count({preset.name, type, true}) == 1);
        }
}

TEST_CASE("every flag marks a record somewhere") {
    std::uint64_t flags = 0;
    test::for_each_record([&](const Record& record) { flags |= record.flags(); });
    for (std::size_t i = 0; i < vectors::flag_count; ++i) {
        INFO(std::string(vectors::flag_names[i]));
        CHECK(((flags >> i) & 1) == 1);
    }
}

TEST_CASE("the signature page's dumps are there under their own version") {
    std::set<std::string> found;
    test::for_each_record([&](const Record& record) {
        if (record.provenance() == vectors::Provenance::page) found.insert(test::string_of(record.id()));
    });
    for (const char* id : {"v0.block.signature_page", "v1.block.signature_page", "v2.block.signature_page"})
        CHECK(found.count(id) == 1);
}
