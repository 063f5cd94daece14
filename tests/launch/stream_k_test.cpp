// SPDX-License-Identifier: MIT
// Stream-K grids and words, as recorded.
#include "tests/launch/request.hpp"
#include <doctest/doctest.h>

using namespace kernabi;

namespace {

struct Recorded {
    std::uint64_t m, n, k, batch;
    std::uint32_t tile0, tile1, depthU;
    std::uint8_t mode;
    std::uint32_t packBatchDims;
    std::uint64_t share, tiles, extra; ///< SKItersPerWG, skTiles, skExtraIters
};

// All on 304 CUs with a grid of 304.
constexpr Recorded plain[] = {
    {1024, 768, 512, 1, 128, 128, 32, 2, 0, 2, 48, 160}, {4096, 4096, 512, 1, 128, 128, 32, 3, 0, 21, 416, 272},
    {128, 256, 8192, 2, 64, 80, 64, 2, 0, 6, 16, 224},   {4096, 33, 511, 1, 64, 16, 16, 3, 2, 20, 192, 64},
    {17, 256, 1, 1, 128, 64, 32, 2, 0, 0, 4, 4},         {128, 5000, 8192, 9, 16, 16, 32, 3, 0, 289, 344, 208},
    {17, 33, 8192, 1, 128, 16, 16, 3, 0, 5, 3, 16},      {128, 5000, 1, 9, 96, 128, 32, 3, 1, 1, 480, 176},
    {17, 256, 1, 9, 16, 128, 32, 3, 1, 0, 20, 20},       {1, 999, 8192, 1, 16, 80, 32, 3, 1, 10, 13, 288},
    {1000, 1, 1, 1, 64, 64, 32, 2, 0, 0, 16, 16},        {128, 5000, 1, 1, 128, 64, 64, 3, 0, 0, 79, 79},
    {128, 33, 1, 1, 96, 16, 16, 2, 0, 0, 6, 6},          {1000, 33, 8192, 1, 256, 16, 64, 3, 0, 5, 12, 16},
    {1000, 256, 511, 1, 128, 80, 64, 2, 2, 0, 32, 256},
};

Request request_of(const Recorded& row) {
    Request request = test::base_request(Version::v1);
    request.problem.m = row.m;
    request.problem.n = row.n;
    request.problem.k = row.k;
    request.problem.batch = row.batch;
    request.sizes.macroTile[0] = row.tile0;
    request.sizes.macroTile[1] = row.tile1;
    request.sizes.depthU = row.depthU;
    request.sizes.packBatchDims = row.packBatchDims;
    request.form.type.streamK = row.mode;
    return request;
}

Request large() { return request_of({3000, 5000, 777, 1, 128, 128, 32, 3, 0, 0, 0, 0}); }

} // namespace

TEST_CASE("stream-K: recorded shares, split tiles and left-over steps") {
    for (const Recorded& row : plain) {
        INFO(row.m << " x " << row.n << " x " << row.k);
        const Launch launch = test::launch_of(request_of(row));
        CHECK(launch.numWorkGroups.x == 304);
        CHECK(launch.values.at(Argument::skGrid) == 304);
        CHECK(launch.values.at(Argument::SKItersPerWG) == row.share);
        CHECK(launch.values.at(Argument::skTiles) == row.tiles);
        CHECK(launch.values.at(Argument::skExtraIters) == row.extra);
    }
}

TEST_CASE("stream-K mode 1: the share is rounded up") {
    const struct {
        std::uint64_t m, n, k, batch;
        std::uint32_t tile0, tile1, depthU, pack;
        std::uint64_t share;
    } all[] = {{1024, 768, 512, 1, 128, 128, 32, 0, 3},
               {1000, 33, 64, 9, 256, 80, 64, 0, 1},
               {1000, 33, 8192, 1, 128, 128, 16, 1, 14},
               {4096, 256, 64, 1, 256, 80, 64, 1, 1}};
    for (const auto& row : all) {
        const Request request =
            request_of({row.m, row.n, row.k, row.batch, row.tile0, row.tile1, row.depthU, 1, row.pack, 0, 0, 0});
        CHECK(test::launch_of(request).values.at(Argument::SKItersPerWG) == row.share);
    }
}

TEST_CASE("stream-K grid: a fixed one wins over everything") {
    Request request = test::base_request(Version::v2);
    request.form.type.streamK = 3;
    request.device.skFixedGrid = 17;
    request.device.skDynamicGrid = 2;
    const Launch launch = test::launch_of(request);
    CHECK(launch.numWorkGroups.x == 17);
    CHECK(launch.values.at(Argument::SKItersPerWG) == 29);
    CHECK(launch.values.at(Argument::skTiles) == 31);
    CHECK(launch.values.at(Argument::skExtraIters) == 3);
}

TEST_CASE("stream-K grid: by rounds 240, by cost 304 for 3000 x 5000 x 777") {
    Request request = large();
    request.device.skDynamicGrid = 2;
    CHECK(test::launch_of(request).numWorkGroups.x == 240);
    CHECK(test::launch_of(request).requiredWorkspaceSize == 15728640);
    request.device.skDynamicGrid = 3;
    CHECK(test::launch_of(request).numWorkGroups.x == 304);
    CHECK(test::launch_of(request).requiredWorkspaceSize == 19922944);
}

TEST_CASE("stream-K grid: the lesser of CUs and tiles, a limit, a multiple") {
    Request request = large(); // 24 x 40 tiles
    request.device.skDynamicGrid = 1;
    CHECK(stream_k_grid(request) == 304);
    request.problem.m = request.problem.n = 128;
    CHECK(stream_k_grid(request) == 1);
    request = large();
    request.device.skMaxCUs = 100;
    CHECK(stream_k_grid(request) == 100);
    request.device.skMaxCUs = 1000;
    CHECK(stream_k_grid(request) == 304);
    request.device.skMaxCUs = 0;
    request.device.skGridMultiplier = 2;
    CHECK(stream_k_grid(request) == 608);
}

TEST_CASE("stream-K: a device of no CUs gives no division by zero") {
    for (const std::uint32_t dynamic : {0u, 1u, 2u, 3u}) {
        Request request = large();
        request.device.cuCount = 0;
        request.device.skDynamicGrid = dynamic;
        Launch launch{};
        Refusal refusal{};
        CHECK(make_launch(request, launch, refusal) == Status::ok);
    }
}

TEST_CASE("stream-K: atomics need no workspace, and no buffers stand in the block") {
    Request request = test::base_request(Version::v1);
    request.form.type.streamK = 1;
    CHECK(test::launch_of(request).requiredWorkspaceSize == 19922944);
    const std::size_t with = test::launch_bytes(request).size();
    request.form.type.streamKAtomic = true;
    CHECK(test::launch_of(request).requiredWorkspaceSize == 0);
    CHECK(with - test::launch_bytes(request).size() == 32); // two pointers in hexadecimal
}

TEST_CASE("stream-K of 2026: mode 4 counts items and splits a tile in two; k 0 is one step") {
    Request request = test::base_request(Version::v3);
    request.map.wgmxccg = 304;
    request.form.type.streamK = 4;
    const Launch launch = test::launch_of(request);
    CHECK(launch.values.at(Argument::itersPerTile) == 16);
    CHECK(launch.values.at(Argument::TotalItems) == 48);
    CHECK(launch.values.at(Argument::SKItersPerWI) == 8);
    CHECK(launch.values.at(Argument::SKSplit) == 2);
    CHECK(launch.values.at(Argument::skTiles) == 0);
    request.problem.k = 0;
    CHECK(test::launch_of(request).values.at(Argument::itersPerTile) == 1);
}
