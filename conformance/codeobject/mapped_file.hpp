// SPDX-License-Identifier: MIT
#pragma once
#include "abi/span.hpp"
#include <string>

namespace kernabi::codeobject {

/// A regular file's bytes, mapped for reading. A file that another process cuts meanwhile ends this one, as with every
/// mapping.
class MappedFile {
  public:
    MappedFile() = default;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    /// Answers why it cannot be read; empty when it can. Never waits on a pipe or a device.
    [[nodiscard]] std::string open(const std::string& path);
    [[nodiscard]] ConstBytes bytes() const noexcept { return bytes_; }

  private:
    ConstBytes bytes_{};
    void* memory_ = nullptr;
};

} // namespace kernabi::codeobject
