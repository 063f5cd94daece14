// SPDX-License-Identifier: MIT
// Any bytes are either refused or safe to read. The magic, the size and the checksums are made right first, or the
// fuzzer would never see what is behind them; one input in two is taken as it is.
#include "tests/vectors/walk.hpp"
#include "vectors/reader/file.hpp"
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace kernabi;

namespace {

void mend(std::vector<std::uint8_t>& bytes) {
    if (bytes.size() < vectors::file_header_size + vectors::digest_size) return;
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = vectors::magic[i];
    store_le(bytes.data() + 32, bytes.size(), 8);
    const ConstBytes all{bytes.data(), bytes.size()};
    const std::size_t count = vectors::size_at(all, 24),
                      room = (bytes.size() - vectors::file_header_size) / vectors::index_row_size;
    for (std::size_t i = 0; i < count && i < room; ++i) {
        const std::size_t row = vectors::file_header_size + vectors::index_row_size * i;
        const std::size_t at = vectors::size_at(all, row), length = vectors::size_at(all, row + 4);
        if (length < 8 || at > bytes.size() || length > bytes.size() - at) continue;
        store_le(bytes.data() + at, length, 4);
        store_le(bytes.data() + at + 4, vectors::crc32c({bytes.data() + at + 8, length - 8}), 4);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::vector<std::uint8_t> bytes(data, data + size -
                                              1); // an exact copy: a byte past it is an error that the sanitizer sees
    if ((data[size - 1] & 1) == 0) mend(bytes);
    vectors::File file;
    const vectors::ReadFault fault = vectors::open({bytes.data(), bytes.size()}, file);
    if (fault.ok()) {
        volatile std::uint64_t kept = test::walk(file);
        (void)kept;
    }
    return 0;
}
