// SPDX-License-Identifier: MIT
// Any numbers as inputs of any function: a result or a refusal, within the caller's memory, and lint beside it.
#include "abi/bytes.hpp"
#include "abi/kernel/lint.hpp"
#include "abi/kernel/result.hpp"
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace kernabi;

namespace {

/// Reads what there is; behind the end all is 0.
struct Reader {
    const std::uint8_t* data;
    std::size_t size;

    std::uint64_t take(std::size_t bytes) {
        if (bytes > size) bytes = size;
        const std::uint64_t value = bytes == 0 ? 0 : load_le(data, bytes);
        data += bytes, size -= bytes;
        return value;
    }
    /// Mostly small numbers, sometimes any.
    std::int64_t number() {
        const std::uint64_t kind = take(1);
        if (kind < 0xf0) return static_cast<std::int64_t>(kind % 20) - 2;
        return static_cast<std::int64_t>(take(8));
    }
};

/// Entries whose lists are walked; larger maps are asked by index.
constexpr std::uint64_t most = 4096;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Reader reader{data, size};
    const kernel::Function function = static_cast<kernel::Function>(reader.take(1) % kernel::function_count);
    kernel::Inputs in;
    for (const kernel::InputRow& row : kernel::inputs)
        if (kernel::takes(function, row.input) || row.functions == 0) in[row.input] = reader.number();
    kernel::AccMap map{};
    if (kernel::make_acc_map(in, map).ok() && map.size != 0) {
        const std::uint64_t at = reader.take(8) % map.size;
        if (map.to_acc(map.to_arch(at)) != at) __builtin_trap();
        std::uint64_t registers = 0;
        if (kernel::acc_register_count(map, in, registers).ok() && registers > most) return 0;
        if (map.size > most) return 0;
    }
    const kernel::Extra extra{{reinterpret_cast<const char*>(reader.data), reader.size}, true, {}};
    std::size_t needed = 0, written = 0, findings = 0;
    if (!kernel::write_result(function, in, extra, Span<char>(), needed).ok()) needed = 0;
    std::vector<char> to(needed); // exact: a character past it is an error that the sanitizer sees
    if (needed != 0 && (!kernel::write_result(function, in, extra, Span<char>(to.data(), to.size()), written).ok() ||
                        written != needed))
        __builtin_trap();
    (void)kernel::lint(function, in, extra, [&findings](const kernel::Finding&) noexcept { ++findings; });
    return 0;
}
