// SPDX-License-Identifier: MIT
// Drives a fuzz harness without libFuzzer: the files given, each of them changed in many ways, and bytes out of
// nothing. The same every time.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

class Random {
  public:
    std::uint32_t below(std::size_t limit) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::uint32_t>((state_ >> 32) % limit);
    }

  private:
    std::uint64_t state_ = 0x9e3779b97f4a7c15;
};

/// One to four changes: a byte replaced, a piece removed, repeated, or the end cut off.
Input changed(Input input, Random& random) {
    for (std::uint32_t i = 0, count = 1 + random.below(4); i < count && !input.empty(); ++i) {
        const std::ptrdiff_t at = random.below(input.size());
        const std::ptrdiff_t size = 1 + random.below(input.size() - static_cast<std::size_t>(at) < 64
                                                         ? input.size() - static_cast<std::size_t>(at)
                                                         : 64);
        switch (random.below(4)) {
        case 0: input[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(random.below(256)); break;
        case 1: input.erase(input.begin() + at, input.begin() + at + size); break;
        case 2: {
            const Input piece(input.begin() + at, input.begin() + at + size);
            input.insert(input.begin() + at, piece.begin(), piece.end());
            break;
        }
        default: input.resize(static_cast<std::size_t>(at)); break;
        }
    }
    return input;
}

void run(const Input& input) { (void)LLVMFuzzerTestOneInput(input.data(), input.size()); }

} // namespace

int main(int argc, char** argv) {
    constexpr unsigned rounds = 1000;
    Random random;
    std::size_t inputs = 0;
    const auto feed = [&](const Input& input) {
        run(input);
        ++inputs;
    };
    for (int i = 1; i < argc; ++i) {
        std::ifstream in(argv[i], std::ios::binary);
        const Input file{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        if (file.empty()) {
            std::fprintf(stderr, "cannot read %s\n", argv[i]);
            return EXIT_FAILURE;
        }
        feed(file);
        for (unsigned round = 0; round < rounds; ++round) feed(changed(file, random));
    }
    for (unsigned round = 0; round < rounds; ++round) {
        Input noise(random.below(512));
        for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random.below(256));
        feed(noise);
    }
    std::printf("%zu inputs\n", inputs);
    return EXIT_SUCCESS;
}
