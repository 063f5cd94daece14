// SPDX-License-Identifier: MIT
#include "conformance/vectors/sha256.hpp"
#include "conformance/protocol/object.hpp"
#include <nettle/sha2.h>

namespace kernabi::vectors {

std::string sha256(ConstBytes bytes) {
    sha256_ctx context;
    std::uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, bytes.size, bytes.data);
    sha256_digest(&context, sizeof(digest), digest);
    return protocol::to_hex(digest, sizeof(digest));
}

} // namespace kernabi::vectors
