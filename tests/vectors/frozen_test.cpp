// SPDX-License-Identifier: MIT
// A closed set's files never change. The digests stand here as literals, so that a change of file and MANIFEST together
// fails as well.
#include "conformance/vectors/sha256.hpp"
#include "tests/vectors/load.hpp"
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

namespace {

struct Frozen {
    const char* path;
    const char* sha256;
};

/// Set 1, closed on 29 November 2026. A wrong case is withdrawn in ERRATA.md; the file stays.
constexpr Frozen set_1[] = {
    {"v0/block.kav", "8742163deeb353486d69dab290138659b8a7cee8ef3af1a74788c0756bb5a513"},
    {"v0/gemm.kav", "7c6c62c7feea2079609c410526fea8c4cadf0ac4d4bbc7869b740d1ab234a5de"},
    {"v0/header.kav", "3619c09052614a0c3e30f97709a3a00e92e00d2a02e8f3234b747fd590ff5aa8"},
    {"v0/refuse.kav", "3603f7c15eb6be14ee9e09ac0abfd415409987f1d8f0e4b39f4396f9a3b0ee97"},
    {"v1/block.kav", "b9482599b5e31db2723fdb64fb334d6c21c7d9fff12e222c4888513425c754f5"},
    {"v1/gemm.kav", "860825263ed5f7e37f5b564b2edeaab05a7b1664c0b037573f4b1d667567903d"},
    {"v1/header.kav", "5ac0522043a34de8db1b6ce5006ceaa46c3c73c8d511cf2cfdbc9eb62931c663"},
    {"v1/refuse.kav", "9578bbc5259d637e62f99ae1836c865e93c3a68bfe2af0099e0d8173a7f2c9d1"},
    {"v2/block.kav", "5242c188f42de105eae77deb6fb7356c3de4ca6b9836c12b6392f1551ce157e5"},
    {"v2/gemm.kav", "57a6e4c440d75ef31064c5347e8a87551209af5d3775009e12b1959fbb78c2b8"},
    {"v2/header.kav", "a1698059ed0a6eab006a77d144542a20067c3e4f155808fbebf09e114d80f0f4"},
    {"v2/refuse.kav", "9deb95b4aa8de14704d00fe7db777468e59f832e9d9ee0b89b393e7f4c97cf43"},
    {"v3/block.kav", "ab004489b63b1e899b0c6658f800444030ba7d075eaa1f5d21094c3d3dda8551"},
    {"v3/gemm.kav", "79d2af39b07fe3b9d8d4d75bb39de79684832bd72962e9be98f60b9cde803c55"},
    {"v3/header.kav", "784363881c64dd753c6051e4b21e53070d6f8ffdd4e95ec67cbc20438e5ccb4b"},
    {"v3/refuse.kav", "5d356a7535cb5c592eae06cca702756a61cc55341d0480b9e51df5de8c82c1bf"},
};

/// Set 2, closed on the same day.
constexpr Frozen set_2[] = {
    {"kernel/acc_map.kav", "b8d90c49a9a4c77516266fd44fe44fed03725707c9335ca4bc0851a0426010d6"},
    {"kernel/acc_regs.kav", "f76d502c225db1b256bb7fba3ae9fe55c5ddfdd73238fc927b7082631100af01"},
    {"kernel/move.kav", "f26cd42b4a47f369b26bb9f4ea65b5af9cf8736add0eeae000c1fa50b2954868"},
    {"kernel/mul_alpha.kav", "22b1e4c7ce31d67b4858ffbebd355dd8fd5399e4a1446c7854287389f12230f1"},
    {"kernel/sync_threads.kav", "1fb9a32526089b9f8b7539cc0f1289b09f61c7864e0ff0f321ae15b798f4c2fb"},
    {"kernel/tdm_wait.kav", "9a7104a348844f018f47a19c82943293e26bd4b9784f423b7674000be20534bd"},
    {"kernel/wait.kav", "4ca8c868a3f531fe03c5c88ed596e5ddc030a211305b4d3b8469137589a4364c"},
};

/// Set 3.
constexpr Frozen set_3[] = {
    {"invocation/v0.kav", "9f01018a155eddf1fb84bd06a1ced7c7829b5084fde58c62d5e56ce8f221834e"},
    {"invocation/v1.kav", "783d68f0ee5ec41fceaf80bd394a6a49e6199dae022d79d445df16fb68036b2e"},
    {"invocation/v2.kav", "d4f430488dfbf7d6160034b32ecc51823a1727de1d6183154b6c746ee3f85456"},
    {"invocation/v3.kav", "8333dde64d5b764232f5b9a2e246c3fa07433ef27b42ca0da0ab67040d5e9a9b"},
};

/// Set 4.
constexpr Frozen set_4[] = {
    {"gemm/activations.kav", "6e34019b4b7de1199440ed17210401ad649e3e8fed888808bd1714c8ab059e75"},
    {"gemm/epilogues.kav", "cb7fb03649d7614d022c91ca73f98fff9ee3d89827b92329b3068c85506ef968"},
    {"gemm/layouts.kav", "4fd3f90c9bf560947b4d760ccda7ea86149364b2bd5a9511d78a8f36b9053ccb"},
    {"gemm/splits.kav", "c02dbc2f54478a7a0f61dd8dbe5c25e8141fb5ea7271ae618e0eb604e574b948"},
    {"gemm/types.kav", "83c3338c7110c7575a9f8c10c67a558e38aebf16d4cc7d6c4800a0f00d133a11"},
};

constexpr Frozen set_5[] = {
    {"group/v0.kav", "bb673c779ac5aa12579754293b557d45471c3c25e205531839e27ad9489b0bbe"},
    {"group/v1.kav", "82028ae24b25f9bc8755c6de663cc9e0b2d551e07f60293c170a7bbb1fd78db0"},
    {"group/v2.kav", "78477803e6bd4d853859d5db4720c4d4fcf27377c9a5eb41ed921c1daecae121"},
    {"group/v3.kav", "dfc230c213bee3de755c1b5c530df893f4cf2f49c6d3de6739870d1ec51184c5"},
};

std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

TEST_CASE("the files of closed sets are as they were when they closed") {
    const auto check = [](const Frozen& file) {
        INFO(file.path);
        const std::vector<std::uint8_t> bytes = bytes_of(kernabi::test::vectors_root() / file.path);
        CHECK(kernabi::vectors::sha256({bytes.data(), bytes.size()}) == file.sha256);
    };
    for (const Frozen& file : set_1) check(file);
    for (const Frozen& file : set_2) check(file);
    for (const Frozen& file : set_3) check(file);
    for (const Frozen& file : set_4) check(file);
    for (const Frozen& file : set_5) check(file);
}
