// SPDX-License-Identifier: MIT
// The kernel that obeys a block against the vectors: exact fractions in the generator, software arithmetic here.
#include "backends/cpu/element.hpp"
#include "backends/cpu/run_block.hpp"
#include "tests/vectors/load.hpp"
#include "vectors/reader/to_form.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using vectors::Access;
using vectors::Record;
using vectors::RecordKind;

namespace {

/// A record's block and buffers as memory of this process, `shift` bytes from where the record puts them.
struct Launch {
    std::vector<std::uint8_t> args;
    std::vector<vectors::Buffer> buffers;
    std::vector<std::vector<std::uint8_t>> bytes;
    std::vector<cpu::Region> regions;

    Launch(const Record& record, std::uint64_t shift) : args(record.block().begin(), record.block().end()) {
        for (std::size_t i = 0; i < record.buffers(); ++i) {
            buffers.push_back(record.buffer(i));
            bytes.emplace_back();
            for (std::uint64_t at = 0; at < buffers[i].length; ++at)
                bytes[i].push_back(vectors::initial_byte(buffers[i], at));
            buffers[i].address += shift;
        }
        if (shift != 0) relocate(record);
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            // What is unread is not even readable: whoever looks at it is refused.
            const bool reads = buffers[i].access != Access::unread, writes = buffers[i].access != Access::read;
            regions.push_back({buffers[i].address, {bytes[i].data(), bytes[i].size()}, reads, writes});
        }
    }

    void relocate(const Record& record) {
        for (std::size_t i = 0; i < record.relocations(); ++i) {
            const vectors::Relocation row = record.relocation(i);
            std::vector<std::uint8_t>& place = row.place == vectors::in_block ? args : bytes[row.place];
            store_le(place.data() + row.offset, buffers[row.buffer].address + static_cast<std::uint64_t>(row.addend),
                     8);
        }
    }

    cpu::BlockOutcome run(const Record& record) {
        return cpu::run_block({args.data(), args.size()}, vectors::to_form(record), {{regions.data(), regions.size()}});
    }
};

/// An element as f64, to hold it against the ends of its band.
double number(DataType type, const std::uint8_t* at) { return cpu::load<cpu::Twice>(type, at); }

void compare_band(const vectors::Buffer& buffer, const std::vector<std::uint8_t>& bytes) {
    const std::size_t size = element_bytes(buffer.type);
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        const std::uint8_t *got = bytes.data() + at, *low = buffer.expected.data + at,
                           *high = buffer.expected_high.data + at;
        if (load_le(low, size) == load_le(high, size))
            CHECK(load_le(got, size) == load_le(low, size));
        else
            CHECK((number(buffer.type, low) <= number(buffer.type, got) &&
                   number(buffer.type, got) <= number(buffer.type, high)));
    }
}

void compare(const Launch& launch, const Launch& before) {
    for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
        const vectors::Buffer& buffer = launch.buffers[i];
        INFO("buffer " << i << " " << test::string_of(buffer.name));
        if (buffer.rule == vectors::Rule::scratch) continue;
        if (buffer.rule == vectors::Rule::band) {
            compare_band(buffer, launch.bytes[i]);
            continue;
        }
        std::vector<std::uint8_t> want(buffer.expected.begin(), buffer.expected.end());
        if (buffer.rule == vectors::Rule::unchanged) want = before.bytes[i];
        for (std::size_t at = 0; at < want.size(); ++at)
            if (launch.bytes[i][at] != want[at])
                FAIL_CHECK("byte " << at << ": " << int{launch.bytes[i][at]} << ", not " << int{want[at]});
    }
}

constexpr std::uint64_t shifts[] = {0, 0x1'0000'0100};

} // namespace

TEST_CASE("GEMM records: the reference leaves every buffer as the record says, here and at other addresses") {
    std::size_t seen = 0;
    test::for_each_record([&](const Record& record) {
        if (record.kind() != RecordKind::gemm) return;
        ++seen;
        INFO("record " << test::string_of(record.id()));
        for (const std::uint64_t shift : shifts) {
            Launch launch(record, shift);
            CHECK(launch.run(record).status == Status::ok);
            compare(launch, Launch(record, shift));
        }
    });
    CHECK(seen > 0);
}

TEST_CASE("refused GEMM records: the reference names the slot and writes nothing") {
    std::size_t seen = 0;
    test::for_each_record([&](const Record& record) {
        if (record.kind() != RecordKind::refuse_gemm) return;
        ++seen;
        INFO("record " << test::string_of(record.id()));
        Launch launch(record, 0);
        const cpu::BlockOutcome outcome = launch.run(record);
        CHECK(outcome.status == record.expected_status());
        CHECK(outcome.names_slot);
        CHECK(static_cast<unsigned>(outcome.slot) == record.fault_number());
        compare(launch, Launch(record, 0));
    });
    CHECK(seen > 0);
}
