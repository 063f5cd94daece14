// SPDX-License-Identifier: MIT
#include "conformance/codeobject/mapped_file.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kernabi::codeobject {

MappedFile::~MappedFile() {
    if (memory_ != nullptr) ::munmap(memory_, bytes_.size);
}

std::string MappedFile::open(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return std::strerror(errno);
    struct stat facts {};
    std::string wrong;
    if (::fstat(file, &facts) != 0) {
        wrong = std::strerror(errno);
    } else if (!S_ISREG(facts.st_mode)) {
        wrong = S_ISDIR(facts.st_mode) ? "a folder" : "not a regular file";
    } else if (facts.st_size > 0) {
        const auto size = static_cast<std::size_t>(facts.st_size);
        void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (memory == MAP_FAILED) {
            wrong = std::strerror(errno);
        } else {
            memory_ = memory;
            bytes_ = {static_cast<const std::uint8_t*>(memory), size};
        }
    }
    ::close(file);
    return wrong;
}

} // namespace kernabi::codeobject
