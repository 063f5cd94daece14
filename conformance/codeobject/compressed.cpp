// SPDX-License-Identifier: MIT
#include "conformance/codeobject/compressed.hpp"
#include "conformance/codeobject/image.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <sys/mman.h>
#include <zlib.h>
#include <zstd.h>

namespace kernabi::codeobject {

namespace {

std::string unpack_zstd(ConstBytes payload, Bytes out, std::uint64_t& used) {
    const std::size_t frame = ZSTD_findFrameCompressedSize(payload.data, payload.size);
    if (ZSTD_isError(frame) != 0)
        return fmt::format("zstd: {}; the payload is cut or damaged", ZSTD_getErrorName(frame));
    used = frame;
    const std::size_t size = ZSTD_decompress(out.data, out.size, payload.data, frame);
    if (ZSTD_isError(size) != 0)
        return fmt::format("zstd: {}; the payload is damaged or larger than the header says", ZSTD_getErrorName(size));
    if (size != out.size) return fmt::format("unpacks to {} bytes where its header says {}", size, out.size);
    return {};
}

/// zlib counts in 32 bits, so it is fed and emptied in pieces.
std::string unpack_zlib(ConstBytes payload, Bytes out, std::uint64_t& used) {
    constexpr std::size_t piece = std::size_t{1} << 30;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return "zlib: no memory";
    std::size_t taken = 0, made = 0;
    int status = Z_OK;
    do {
        const std::size_t in = std::min(piece, payload.size - taken), room = std::min(piece, out.size - made);
        stream.next_in = payload.data + taken;
        stream.avail_in = static_cast<uInt>(in);
        stream.next_out = out.data + made;
        stream.avail_out = static_cast<uInt>(room);
        status = inflate(&stream, Z_NO_FLUSH);
        taken += in - stream.avail_in;
        made += room - stream.avail_out;
    } while (status == Z_OK && taken < payload.size && made < out.size);
    // A full buffer may leave the stream's end unread.
    if (status == Z_OK && made == out.size) {
        std::uint8_t extra = 0;
        const std::size_t in = std::min(piece, payload.size - taken);
        stream.next_in = payload.data + taken;
        stream.avail_in = static_cast<uInt>(in);
        stream.next_out = &extra;
        stream.avail_out = 1;
        status = inflate(&stream, Z_NO_FLUSH);
        taken += in - stream.avail_in;
        if (stream.avail_out == 0) status = Z_BUF_ERROR;
    }
    inflateEnd(&stream);
    used = taken;
    if (status == Z_DATA_ERROR || status == Z_NEED_DICT) return "zlib: the payload is damaged";
    if (status != Z_STREAM_END)
        return made == out.size ? "zlib: the payload is larger than the header says" : "zlib: the payload is cut";
    if (made != out.size) return fmt::format("unpacks to {} bytes where its header says {}", made, out.size);
    return {};
}

} // namespace

std::string read_header(ConstBytes bytes, CompressedHeader& header) {
    header = {};
    header.version = static_cast<unsigned>(number(bytes, 4, 2));
    const std::uint64_t method = number(bytes, 6, 2);
    if (header.version < 1 || header.version > 3)
        return bytes.size < 8 ? "a compressed bundle whose header is cut"
                              : fmt::format("a compressed bundle of version {}; 1, 2 and 3 are known", header.version);
    constexpr std::uint64_t sizes[] = {20, 24, 32};
    header.header_bytes = sizes[header.version - 1];
    if (bytes.size < header.header_bytes) return "a compressed bundle whose header is cut";
    if (method > 1) return fmt::format("a compressed bundle of method {}; 0 (zlib) and 1 (zstd) are known", method);
    header.method = static_cast<Method>(method);
    switch (header.version) {
    case 1: header.unpacked_bytes = number(bytes, 8, 4); break;
    case 2:
        header.total_bytes = number(bytes, 8, 4);
        header.unpacked_bytes = number(bytes, 12, 4);
        break;
    default:
        header.total_bytes = number(bytes, 8, 8);
        header.unpacked_bytes = number(bytes, 16, 8);
        break;
    }
    return {};
}

bool Unpacked::reserve(std::uint64_t size) {
    release();
    if (size == 0 || size > SIZE_MAX / 2) return false;
    const std::size_t bytes{size};
    void* const memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    data_ = static_cast<std::uint8_t*>(memory);
    size_ = bytes;
    return true;
}

void Unpacked::release() noexcept {
    if (data_ != nullptr) ::munmap(data_, size_);
    data_ = nullptr;
    size_ = 0;
}

std::string unpack(ConstBytes bytes, const CompressedHeader& header, std::uint64_t most, Unpacked& unpacked,
                   std::uint64_t& used) {
    used = 0;
    if (header.total_bytes != 0) {
        if (header.total_bytes <= header.header_bytes || header.total_bytes > bytes.size)
            return fmt::format(
                "a compressed bundle that claims {} bytes where {} are left: the file is cut or the header lies",
                header.total_bytes, bytes.size);
        used = header.total_bytes;
    } else if (header.version != 1) {
        return "a compressed bundle that claims 0 bytes";
    }
    if (header.unpacked_bytes == 0) return "a compressed bundle that claims to unpack to nothing";
    if (header.unpacked_bytes > most)
        return fmt::format("a compressed bundle that claims to unpack to {} bytes, over the {} left of --max-size",
                           header.unpacked_bytes, most);
    if (!unpacked.reserve(header.unpacked_bytes))
        return fmt::format("no memory for the {} bytes that the compressed bundle unpacks to", header.unpacked_bytes);
    const std::uint64_t payload_bytes = (used != 0 ? used : bytes.size) - header.header_bytes;
    const ConstBytes payload = part(bytes, header.header_bytes, payload_bytes);
    std::uint64_t taken = 0;
    const std::string wrong = header.method == Method::zstd ? unpack_zstd(payload, unpacked.bytes(), taken)
                                                            : unpack_zlib(payload, unpacked.bytes(), taken);
    if (used == 0 && taken != 0) used = header.header_bytes + taken;
    return wrong.empty() ? wrong : "compressed bundle: " + wrong;
}

} // namespace kernabi::codeobject
