// SPDX-License-Identifier: MIT
#pragma once
#include "abi/span.hpp"
#include <cstdint>
#include <string>
#include <utility>

namespace kernabi::gemm {

/// A file in memory. Errors are std::runtime_error with the path and the reason. Whoever shortens the file meanwhile
/// ends this process, as with every mapping.
class MappedFile {
  public:
    /// An existing file, to be read.
    [[nodiscard]] static MappedFile open(const std::string& path);
    /// A new file of that size, its place on disk reserved; one that exists is not touched. Removed again when this
    /// object goes without `keep`.
    [[nodiscard]] static MappedFile create(const std::string& path, std::uint64_t size);

    MappedFile(MappedFile&& other) noexcept
        : path_(std::move(other.path_)), bytes_(std::exchange(other.bytes_, {})),
          is_new_(std::exchange(other.is_new_, false)) {}
    MappedFile& operator=(MappedFile&&) = delete;
    ~MappedFile();

    [[nodiscard]] ConstBytes bytes() const { return bytes_; }
    /// Of a created file.
    [[nodiscard]] Bytes writable() const { return is_new_ ? bytes_ : Bytes{}; }
    [[nodiscard]] const std::string& path() const { return path_; }
    void keep() { is_kept_ = true; }

  private:
    MappedFile(std::string path, Bytes bytes, bool is_new) : path_(std::move(path)), bytes_(bytes), is_new_(is_new) {}

    std::string path_;
    Bytes bytes_;
    bool is_new_, is_kept_ = false;
};

} // namespace kernabi::gemm
