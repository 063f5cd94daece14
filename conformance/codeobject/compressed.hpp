// SPDX-License-Identifier: MIT
// Compressed offload bundles: magic CCOB, versions 1 to 3.
#pragma once
#include "abi/span.hpp"
#include <cstdint>
#include <string>

namespace kernabi::codeobject {

inline constexpr const char* compressed_magic = "CCOB";

enum class Method : std::uint16_t { zlib = 0, zstd = 1 };

struct CompressedHeader {
    unsigned version = 0;
    Method method = Method::zlib;
    std::uint64_t header_bytes = 0;
    std::uint64_t total_bytes = 0;    ///< header and payload; 0 in version 1, where only the payload's own end tells
    std::uint64_t unpacked_bytes = 0; ///< as the header claims
};

/// Reads the header; answers what is wrong, empty when nothing is. Nothing that it claims has been believed yet.
[[nodiscard]] std::string read_header(ConstBytes bytes, CompressedHeader& header);

/// Memory that costs nothing until it is written to, so that a claimed size may be wrong.
class Unpacked {
  public:
    Unpacked() = default;
    Unpacked(const Unpacked&) = delete;
    Unpacked& operator=(const Unpacked&) = delete;
    ~Unpacked() { release(); }

    [[nodiscard]] bool reserve(std::uint64_t size);
    [[nodiscard]] Bytes bytes() const noexcept { return {data_, size_}; }

  private:
    void release() noexcept;

    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Unpacks at most `most` bytes. `used` is what the bundle takes of `bytes`, header included, also where unpacking
/// fails, if that can be known. Answers what is wrong.
[[nodiscard]] std::string unpack(ConstBytes bytes, const CompressedHeader& header, std::uint64_t most,
                                 Unpacked& unpacked, std::uint64_t& used);

} // namespace kernabi::codeobject
