// SPDX-License-Identifier: MIT
#include "conformance/bringup/code_objects.hpp"
#include "abi/bytes.hpp"
#include "abi/span.hpp"
#include "backends/hip/runtime.hpp"
#include "conformance/codeobject/mapped_file.hpp"
#include <algorithm>
#include <filesystem>
#include <iterator>

namespace kernabi::bringup {

namespace fs = std::filesystem;

namespace {

std::uint64_t number_at(ConstBytes image, std::size_t at, std::size_t size) {
    return at + size <= image.size ? load_le(image.data + at, size) : ~std::uint64_t{0};
}

/// Whether every section of an ELF file lies in the file. Drivers are given no size: they follow what a damaged file
/// says and fall over it.
bool is_whole_elf(ConstBytes image) {
    constexpr unsigned char magic[] = {0x7f, 'E', 'L', 'F', 2, 1};
    if (image.size < 64 || !std::equal(std::begin(magic), std::end(magic), image.data)) return false;
    const std::uint64_t table = number_at(image, 40, 8), entry = number_at(image, 58, 2),
                        count = number_at(image, 60, 2);
    if (entry != 64 || count == 0 || table > image.size || count * entry > image.size - table) return false;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::size_t row = table + i * entry;
        constexpr std::uint64_t no_bits = 8;
        const std::uint64_t offset = number_at(image, row + 24, 8), size = number_at(image, row + 32, 8);
        if (number_at(image, row + 4, 4) == no_bits) continue;
        if (offset > image.size || size > image.size - offset) return false;
    }
    return true;
}

} // namespace

std::string default_modules() {
    std::error_code error;
    return fs::exists(KERNABI_MODULES_BUILT, error) ? KERNABI_MODULES_BUILT : KERNABI_MODULES_INSTALLED;
}

std::vector<unsigned char> module_for(const std::string& folder, const std::string& target) {
    const bool nvidia = target.starts_with("sm_");
    std::vector<std::string> names = {target + (nvidia ? ".cubin" : ".hsaco")};
    if (nvidia) names.push_back("nvidia.ptx");
    for (const std::string& name : names) {
        const fs::path path = fs::path(folder) / ("kernabi_" + name);
        std::error_code error;
        if (!fs::exists(path, error)) continue;
        codeobject::MappedFile file;
        if (const std::string wrong = file.open(path.string()); !wrong.empty())
            throw hip::RuntimeError(path.string() + ": " + wrong + "; build it again");
        const ConstBytes image = file.bytes();
        if (!name.ends_with(".ptx") && !is_whole_elf(image))
            throw hip::RuntimeError(path.string() + " is damaged: its sections do not lie in the file; build it again");
        std::vector<unsigned char> bytes(image.begin(), image.end());
        bytes.push_back(0);
        return bytes;
    }
    throw hip::Unavailable("no code object for " + target + " in " + folder +
                           ": build one with clang, or name the folder with --modules");
}

} // namespace kernabi::bringup
