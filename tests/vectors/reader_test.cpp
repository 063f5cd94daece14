// SPDX-License-Identifier: MIT
#include "tests/vectors/load.hpp"
#include "tests/vectors/walk.hpp"
#include "vectors/reader/file.hpp"
#include <algorithm>
#include <doctest/doctest.h>

using namespace kernabi;
using vectors::File;
using vectors::ReadError;
using vectors::Record;

namespace {

std::vector<std::uint8_t> sample() { return test::read_file(test::vectors_root() / "v0" / "header.kav"); }

ReadError error_of(const std::vector<std::uint8_t>& bytes) {
    File file;
    return vectors::open({bytes.data(), bytes.size()}, file).error;
}

/// Makes a changed record's checksum right again, so that the checks behind it are reached.
void mend(std::vector<std::uint8_t>& bytes, std::size_t at) {
    const std::size_t length = vectors::size_at({bytes.data(), bytes.size()}, at);
    if (length < 8 || length > bytes.size() - at) return;
    store_le(bytes.data() + at + 4, vectors::crc32c({bytes.data() + at + 8, length - 8}), 4);
}

} // namespace

TEST_CASE("CRC-32C of 123456789 is e3069283") {
    constexpr std::uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    static_assert(vectors::crc32c(digits) == 0xe3069283u);
    CHECK(vectors::crc32c(digits) == 0xe3069283u);
    CHECK(vectors::crc32c({}) == 0u);
}

TEST_CASE("every frozen file opens, and its records have ids of its set and family in order") {
    std::size_t records = 0;
    for (const std::filesystem::path& path : test::vector_files()) {
        INFO(path.string());
        const std::vector<std::uint8_t> bytes = test::read_file(path);
        File file;
        const vectors::ReadFault fault = vectors::open({bytes.data(), bytes.size()}, file);
        INFO(std::string(vectors::read_error_texts[static_cast<std::size_t>(fault.error)]) << " at " << fault.offset);
        REQUIRE(fault.ok());
        const std::string family = test::string_of(file.family());
        CHECK(path.stem().string() == family);
        // Set 2 has no version; the families of later sets are within one area.
        const std::string version = "v" + std::to_string(static_cast<int>(file.version())) + ".",
                          head = file.set_number() == 1   ? version + family + "."
                                 : file.set_number() == 2 ? "kernel." + family + "."
                                                          : version;
        std::string last;
        for (std::size_t i = 0; i < file.size(); ++i) {
            const std::string id = test::string_of(file[i].id());
            CHECK(id > last);
            CHECK(id.starts_with(head));
            CHECK(file.find(file[i].id()) == i);
            last = id;
        }
        records += file.size();
    }
    CHECK(records > 0);
}

TEST_CASE("an id that no record has is not found") {
    const std::vector<std::uint8_t> bytes = sample();
    File file;
    REQUIRE(vectors::open({bytes.data(), bytes.size()}, file).ok());
    constexpr std::uint8_t missing[] = {'v', '0', '.', 'x', '.', 'y'};
    CHECK(file.find({missing}) == file.size());
    CHECK(file.find({}) == file.size());
}

TEST_CASE("a file cut at any length does not open") {
    std::vector<std::uint8_t> bytes = sample();
    const std::vector<std::uint8_t> whole = bytes;
    while (!bytes.empty()) {
        bytes.pop_back();
        if (error_of(bytes) == ReadError::ok) FAIL("opened at " << bytes.size());
        // Even when the header owns up to the cut.
        if (bytes.size() >= 96) {
            store_le(bytes.data() + 32, bytes.size(), 8);
            if (error_of(bytes) == ReadError::ok) FAIL("opened at " << bytes.size() << " with its size mended");
            std::copy(whole.begin() + 32, whole.begin() + 40, bytes.begin() + 32);
        }
    }
}

TEST_CASE("a file with a byte too many does not open") {
    std::vector<std::uint8_t> bytes = sample();
    bytes.push_back(0);
    CHECK(error_of(bytes) == ReadError::bad_size);
}

TEST_CASE("a changed byte anywhere in front of the digest is noticed") {
    std::vector<std::uint8_t> bytes = sample();
    for (std::size_t i = 0; i + vectors::digest_size < bytes.size(); i += i < 512 ? 1 : 5) {
        const std::uint8_t bit = static_cast<std::uint8_t>(1u << (i % 8));
        bytes[i] ^= bit;
        // The set number is any number but 0, and the family any text: nobody but SHA-256 can know those two.
        const bool free_choice = (i >= 20 && i < 24) || (i >= 48 && i < 64);
        if (!free_choice && error_of(bytes) == ReadError::ok) FAIL("byte " << i << " changed unnoticed");
        bytes[i] ^= bit;
    }
    CHECK(error_of(bytes) == ReadError::ok);
}

TEST_CASE("a changed record whose checksum is right is refused or safe to read") {
    for (const char* name : {"header", "refuse", "gemm"}) {
        std::vector<std::uint8_t> bytes = test::read_file(test::vectors_root() / "v1" / (std::string(name) + ".kav"));
        // One record is enough: a file of its own is made of it.
        const std::size_t first = vectors::size_at({bytes.data(), bytes.size()}, 64),
                          length = vectors::size_at({bytes.data(), bytes.size()}, 68);
        std::vector<std::uint8_t> one(bytes.begin(), bytes.begin() + 72);
        one.insert(one.end(), bytes.begin() + static_cast<std::ptrdiff_t>(first),
                   bytes.begin() + static_cast<std::ptrdiff_t>(first + length));
        one.resize(one.size() + vectors::digest_size);
        store_le(one.data() + 24, 1, 4);
        store_le(one.data() + 32, one.size(), 8);
        store_le(one.data() + 64, 72, 4);
        REQUIRE(error_of(one) == ReadError::ok);
        const std::vector<std::uint8_t> whole = one;
        std::size_t refused = 0;
        const std::uint8_t marks[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
        for (std::size_t i = 72; i < 72 + length; ++i)
            for (const std::uint8_t mark : marks) {
                one = whole;
                one[i] = mark;
                mend(one, 72);
                File file;
                if (!vectors::open({one.data(), one.size()}, file).ok())
                    ++refused;
                else
                    test::walk(file);
            }
        CHECK(refused > length);
    }
}

TEST_CASE("each reason to refuse a file has its own number") {
    std::vector<std::uint8_t> bytes = sample();
    const auto with = [&](std::size_t at, std::uint8_t value) {
        std::vector<std::uint8_t> changed = bytes;
        changed[at] = value;
        return error_of(changed);
    };
    CHECK(error_of({}) == ReadError::too_short);
    CHECK(with(0, 'X') == ReadError::bad_magic);
    CHECK(with(8, 2) == ReadError::unknown_format);
    CHECK(with(16, 4) == ReadError::bad_header);
    CHECK(with(16, 1) == ReadError::bad_record);
    CHECK(with(28, 1) == ReadError::reserved_not_zero);
    CHECK(with(32, 0x5a) == ReadError::bad_size);
    CHECK(with(64, 0xff) == ReadError::bad_index);
    CHECK(with(26, 0xff) == ReadError::bad_index);
}

TEST_CASE("records out of order do not open") {
    std::vector<std::uint8_t> bytes = sample();
    // Two records of one length change places.
    const auto size = [&](std::size_t at) { return vectors::size_at({bytes.data(), bytes.size()}, at); };
    const std::size_t count = size(24);
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const std::size_t row = 64 + 8 * i;
        if (size(row + 4) != size(row + 12)) continue;
        const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(size(row));
        std::swap_ranges(first, first + static_cast<std::ptrdiff_t>(size(row + 4)),
                         bytes.begin() + static_cast<std::ptrdiff_t>(size(row + 8)));
        CHECK(error_of(bytes) == ReadError::bad_order);
        return;
    }
    FAIL("no two neighbours of one length");
}

TEST_CASE("generated buffers: one byte repeated, and a stream by seed") {
    vectors::Buffer buffer;
    buffer.generator = vectors::Generator::one_byte;
    buffer.seed = 0xaa;
    CHECK(vectors::initial_byte(buffer, 12345) == 0xaa);
    buffer.generator = vectors::Generator::stream;
    buffer.seed = 1234567;
    // The first number of SplitMix64 from 1234567 is 6457827717110365317.
    CHECK(vectors::initial_byte(buffer, 0) == (6457827717110365317u & 0xff));
    CHECK(vectors::initial_byte(buffer, 7) == (6457827717110365317u >> 56));
    // The second is 3203168211198807973.
    CHECK(vectors::initial_byte(buffer, 8) == (3203168211198807973u & 0xff));
}
