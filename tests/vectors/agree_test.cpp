// SPDX-License-Identifier: MIT
// The packer against the vectors: two implementations that share nothing must say the same, record by record.
#include "abi/kernarg/pack.hpp"
#include "abi/kernarg/unpack.hpp"
#include "tests/vectors/load.hpp"
#include "vectors/reader/to_form.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using vectors::Record;
using vectors::RecordKind;

namespace {

std::vector<std::uint8_t> bytes_of(ConstBytes b) { return {b.begin(), b.end()}; }

std::string hex(const std::vector<std::uint8_t>& bytes) {
    std::string text;
    for (const std::uint8_t b : bytes) {
        text += "0123456789abcdef"[b >> 4];
        text += "0123456789abcdef"[b & 15];
    }
    return text;
}

template <typename Check>
std::size_t each(RecordKind kind, Check check) {
    std::size_t seen = 0;
    test::for_each_record([&](const Record& record) {
        if (record.kind() != kind) return;
        ++seen;
        INFO("record " << test::string_of(record.id()));
        check(record);
    });
    return seen;
}

std::vector<std::uint8_t> written(const Record& record, const Words& words) {
    std::uint8_t to[16] = {};
    std::size_t size = 0;
    REQUIRE(write_words(record.version(), record.dialect(), words, to, size) == Status::ok);
    return {to, to + size};
}

Words read(const Record& record) {
    Words words{};
    REQUIRE(read_words(record.version(), record.dialect(), record.block(), words) == Status::ok);
    return words;
}

/// The header words as the published host chooses them.
Words chosen(const vectors::HostInputs& in) {
    const HostWordValues values = host_2024_choose(in.map, in.params, in.cuCount);
    Words words{};
    words[Word::gemm_count] =
        (static_cast<std::uint32_t>(in.gemmCount) & 0x3fffffffu) | (static_cast<std::uint32_t>(in.argType) << 30);
    words[Word::internalArgs] = host_2024_internalArgs(in.support, in.map, in.params, values);
    if (in.support.version != Version::v0) {
        words[Word::internalArgs1] = host_2024_internalArgs1(in.support, values);
        words[Word::numWorkGroups] = static_cast<std::uint32_t>(in.numWorkGroups);
    }
    return words;
}

} // namespace

TEST_CASE("header records: fields give the words and the words give the fields") {
    const std::size_t seen = each(RecordKind::header, [](const Record& record) {
        if (record.host_inputs() != 0) {
            CHECK(hex(written(record, chosen(vectors::to_host_inputs(record)))) == hex(bytes_of(record.block())));
            return;
        }
        Words words{};
        FieldFault fault{};
        const HeaderFields fields = vectors::to_header_fields(record);
        REQUIRE(encode(record.version(), record.dialect(), record.policy(), fields, words, fault) == Status::ok);
        CHECK(hex(written(record, words)) == hex(bytes_of(record.block())));
        if (record.policy() != Policy::strict) return;
        const HeaderFields back = decode(record.version(), record.dialect(), read(record));
        for (std::size_t i = 0; i < record.fields(); ++i)
            CHECK(back.value[record.field(i).field] == record.field(i).value);
    });
    CHECK(seen > 0);
}

TEST_CASE("decode records: any words read as the fields listed") {
    CHECK(each(RecordKind::decode, [](const Record& record) {
              const HeaderFields back = decode(record.version(), record.dialect(), read(record));
              for (std::size_t i = 0; i < record.fields(); ++i) {
                  INFO(std::string(field_names[record.field(i).field]));
                  CHECK(back.value[record.field(i).field] == record.field(i).value);
              }
          }) > 0);
}

TEST_CASE("refused headers: strict encoding names the field at fault") {
    CHECK(each(RecordKind::refuse_header, [](const Record& record) {
              Words words{};
              FieldFault fault{};
              const Status status = encode(record.version(), record.dialect(), Policy::strict,
                                           vectors::to_header_fields(record), words, fault);
              CHECK(status == record.expected_status());
              CHECK(static_cast<unsigned>(fault.field) == record.fault_number());
          }) > 0);
}

TEST_CASE("block records: both packers write the bytes, and unpacking gives the values back") {
    CHECK(each(RecordKind::block, [](const Record& record) {
              const Form form = vectors::to_form(record);
              const Values values = vectors::to_values(record);
              Layout layout{};
              REQUIRE(make_layout(form, layout) == Status::ok);
              std::uint8_t walked[1024] = {}, laid[1024] = {};
              std::size_t size = 0, size2 = 0;
              ArgumentFault fault{};
              REQUIRE(pack(form, values, record.policy(), walked, size, fault) == Status::ok);
              REQUIRE(pack(layout, values, record.policy(), laid, size2, fault) == Status::ok);
              const std::string want = hex(bytes_of(record.block()));
              CHECK(hex({walked, walked + size}) == want);
              CHECK(hex({laid, laid + size2}) == want);

              Values back{};
              REQUIRE(unpack(layout, record.block(), back) == Status::ok);
              for (const Entry& entry : layout) {
                  const std::size_t at = slot_of(entry);
                  std::uint64_t given = values.slot[at];
                  if (record.policy() == Policy::host_2024 && entry.size == 4) given &= 0xffffffffu;
                  if (row_of(entry.argument).times == Times::scalar && entry.index == 1) continue;
                  if (entry.kind != entry.source) given = widen(given, entry.source, entry.kind);
                  if (entry.kind == Kind::i32) given = static_cast<std::uint64_t>(sign_extend(given, 32));
                  INFO(std::string(row_of(entry.argument).dump) << " " << unsigned{entry.index});
                  CHECK(back.slot[at] == given);
                  if (entry.kind == Kind::c32 || entry.kind == Kind::c64)
                      CHECK(back.slot[at + 1] == values.slot[at + 1]);
              }
              if (record.fields() == 0) return;
              Words words{};
              FieldFault wrong{};
              REQUIRE(encode(record.version(), record.dialect(), Policy::strict, vectors::to_header_fields(record),
                             words, wrong) == Status::ok);
              for (std::size_t w = 0; w < word_count; ++w)
                  if (has_word(static_cast<Word>(w), record.version(), record.dialect()))
                      CHECK(words.value[w] == static_cast<std::uint32_t>(values.at(static_cast<Argument>(w))));
          }) > 0);
}

TEST_CASE("block records list a value for every argument of the layout and no other") {
    each(RecordKind::block, [](const Record& record) {
        Layout layout{};
        REQUIRE(make_layout(vectors::to_form(record), layout) == Status::ok);
        for (std::size_t i = 0; i < record.values(); ++i) {
            const vectors::ArgumentValue row = record.value(i);
            const Argument argument = static_cast<Argument>(row.argument);
            const bool part = row_of(argument).times == Times::scalar; // index 1 is an imaginary part
            INFO(std::string(row_of(argument).dump) << " " << row.index);
            CHECK(layout.find(argument, part ? 0 : row.index) != nullptr);
        }
    });
}

TEST_CASE("refused blocks: nothing is written, and the argument at fault is named") {
    CHECK(each(RecordKind::refuse_block, [](const Record& record) {
              const Form form = vectors::to_form(record);
              const Values values = vectors::to_values(record);
              std::uint8_t to[1024];
              for (std::uint8_t& byte : to) byte = 0xaa;
              std::size_t size = 0;
              ArgumentFault fault{};
              CHECK(pack(form, values, record.policy(), to, size, fault) == record.expected_status());
              for (const std::uint8_t byte : to) REQUIRE(byte == 0xaa);
              if (record.fault_space() == vectors::FaultSpace::none) return;
              CHECK(static_cast<unsigned>(fault.entry.argument) == record.fault_number());
              CHECK(unsigned{fault.entry.index} == record.fault_index());
              Layout layout{};
              REQUIRE(make_layout(form, layout) == Status::ok);
              ArgumentFault again{};
              CHECK(pack(layout, values, record.policy(), to, size, again) == record.expected_status());
              CHECK(again.entry == fault.entry);
          }) > 0);
}
