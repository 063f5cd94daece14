// SPDX-License-Identifier: MIT
// The four functions that a compiler may call on its own: whoever has no library brings them.
#include <cstddef>

extern "C" {
void* memcpy(void* to, const void* from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) static_cast<volatile char*>(to)[i] = static_cast<const char*>(from)[i];
    return to;
}
void* memmove(void* to, const void* from, std::size_t size) {
    if (to < from) return memcpy(to, from, size);
    while (size-- > 0) static_cast<volatile char*>(to)[size] = static_cast<const char*>(from)[size];
    return to;
}
void* memset(void* to, int value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) static_cast<volatile char*>(to)[i] = static_cast<char>(value);
    return to;
}
int memcmp(const void* a, const void* b, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        const unsigned char x = static_cast<const unsigned char*>(a)[i], y = static_cast<const unsigned char*>(b)[i];
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}
}
