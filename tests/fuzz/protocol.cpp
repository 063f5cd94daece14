// SPDX-License-Identifier: MIT
// Any line gets one reply: a JSON object on one line.
#include "conformance/protocol/server.hpp"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string line(size, '\0');
    for (std::size_t i = 0; i < size; ++i) line[i] = static_cast<char>(data[i]);
    const std::string reply = kernabi::protocol::answer(line);
    if (!reply.starts_with("{\"") || !reply.ends_with("}") || reply.find('\n') != std::string::npos) std::abort();
    return 0;
}
