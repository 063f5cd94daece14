// SPDX-License-Identifier: MIT
// A GEMM's buffers, their files, and the numbers in them.
#include "conformance/gemm/buffers.hpp"
#include "conformance/gemm/inputs.hpp"
#include "conformance/gemm/mapped_file.hpp"
#include "tests/gemm/judged.hpp"
#include "tests/support/folder.hpp"
#include <string>

using namespace kernabi;

namespace {

std::uint64_t bytes_of(const cpu::Gemm& g, const std::string& name) {
    for (const gemm::Buffer& buffer : gemm::buffers_of(g))
        if (name == buffer.name) return buffer.bytes;
    return 0;
}

} // namespace

TEST_CASE("buffers are as long as the last element needs") {
    kernabi::test::Judged p(DataType::Half, 5, 3, 4, 2);
    p.g.a.ld = 10;
    p.g.a.stride = 100;
    CHECK(bytes_of(p.g, "a") == (100 + 3 * 10 + 5) * 2);
    p.g.beta = {DataType::Float, 0, 0};
    CHECK(bytes_of(p.g, "c") == 0); // not read
    p.g.alpha = {DataType::Float, 0, 0};
    CHECK(bytes_of(p.g, "a") == 0);
    CHECK(bytes_of(p.g, "amaxD") == 0);
    p.g.outputAmaxD = true;
    CHECK(bytes_of(p.g, "amaxD") == 4);
    p.g.alpha = {DataType::Float, 0x3f800000, 0};
    p.g.a.type = DataType::Float4;
    p.g.mxBlockA = 32;
    p.g.mxsa.type = DataType::E8;
    CHECK(bytes_of(p.g, "a") == (100 + 3 * 10 + 5 + 1) / 2);
    CHECK(bytes_of(p.g, "mxsa") == 5 * 2);
    p.g.a.stride = std::uint64_t{1} << 62;
    CHECK(gemm::buffers_of(p.g)[0].is_too_large);
}

TEST_CASE("a refusal says what is needed") {
    kernabi::test::Judged p(DataType::Float, 8, 8, 8);
    CHECK(gemm::text_of(p.g, {Status::source_too_short, cpu::Argument::b}) ==
          "b: too short, needs " + std::to_string(bytes_of(p.g, "b")) + " bytes");
}

TEST_CASE("a created file goes again unless it is kept, and one that exists is not touched") {
    const ::test::TemporaryFolder folder;
    const std::string path = (folder.path / "x.bin").string();
    { const auto file = gemm::MappedFile::create(path, 100); }
    CHECK(!std::filesystem::exists(path));
    {
        auto file = gemm::MappedFile::create(path, 100);
        file.writable().data[7] = 9;
        file.keep();
    }
    CHECK(gemm::MappedFile::open(path).bytes().data[7] == 9);
    CHECK(gemm::MappedFile::open(path).writable().empty());
    CHECK_THROWS(gemm::MappedFile::create(path, 1));
    CHECK(std::filesystem::file_size(path) == 100);
    CHECK_THROWS(gemm::MappedFile::open((folder.path / "none").string()));
    CHECK_THROWS(gemm::MappedFile::open(folder.path.string()));
}

TEST_CASE("inputs are the same for the same seed, and of their kind") {
    using gemm::Values;
    std::vector<std::uint8_t> x(4096), y(4096), z(4096);
    for (const DataType type :
         {DataType::Float, DataType::Half, DataType::Float8_fnuz, DataType::Int8, DataType::Double}) {
        gemm::fill(type, Values::small, 5, {x.data(), x.size()});
        gemm::fill(type, Values::small, 5, {y.data(), y.size()});
        gemm::fill(type, Values::small, 6, {z.data(), z.size()});
        CHECK(x == y);
        CHECK(x != z);
        for (std::size_t at = 0; at < x.size(); at += cpu::size_of(type)) {
            const double value = cpu::load<cpu::Twice>(type, x.data() + at);
            CHECK(value == static_cast<double>(static_cast<int>(value)));
            CHECK(value >= -4);
            CHECK(value <= 4);
        }
    }
    std::size_t nans = 0;
    gemm::fill(DataType::Half, Values::special, 5, {x.data(), x.size()});
    for (std::size_t at = 0; at < x.size(); at += 2) {
        const double value = cpu::load<cpu::Twice>(DataType::Half, x.data() + at);
        nans += value != value ? 1u : 0u;
    }
    CHECK(nans > 0);
    gemm::fill(DataType::Half, Values::adversarial, 5, {x.data(), x.size()});
    for (std::size_t at = 0; at < x.size(); at += 2) {
        const double value = cpu::load<cpu::Twice>(DataType::Half, x.data() + at);
        CHECK(value - value == 0);
    }
}
