// SPDX-License-Identifier: MIT
#include "conformance/gemm/mapped_file.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kernabi::gemm {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
    throw std::runtime_error(path + ": " + std::strerror(error) + (error == EEXIST ? "; name a new place" : ""));
}

struct Descriptor {
    int number;
    explicit Descriptor(int n) : number(n) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
};

Bytes map(const std::string& path, int file, std::uint64_t size, bool writes) {
    if (size == 0) return {};
    if (size > std::numeric_limits<std::size_t>::max() / 2) fail(path, EFBIG);
    void* const at =
        ::mmap(nullptr, size, writes ? PROT_READ | PROT_WRITE : PROT_READ, writes ? MAP_SHARED : MAP_PRIVATE, file, 0);
    if (at == MAP_FAILED) fail(path, errno);
    return {static_cast<std::uint8_t*>(at), size};
}

} // namespace

MappedFile MappedFile::open(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat about {};
    if (file.number < 0 || ::fstat(file.number, &about) != 0) fail(path, errno);
    if (!S_ISREG(about.st_mode)) throw std::runtime_error(path + ": no regular file");
    return {path, map(path, file.number, static_cast<std::uint64_t>(about.st_size), false), false};
}

MappedFile MappedFile::create(const std::string& path, std::uint64_t size) {
    const Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (file.number < 0) fail(path, errno);
    try {
        if (size > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) fail(path, EFBIG);
        const int error = size == 0 ? 0 : ::posix_fallocate(file.number, 0, static_cast<off_t>(size));
        if (error != 0) fail(path, error);
        return {path, map(path, file.number, size, true), true};
    } catch (...) {
        ::unlink(path.c_str());
        throw;
    }
}

MappedFile::~MappedFile() {
    if (bytes_.data != nullptr) ::munmap(bytes_.data, bytes_.size);
    if (is_new_ && !is_kept_) ::unlink(path_.c_str());
}

} // namespace kernabi::gemm
