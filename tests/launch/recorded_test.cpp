// SPDX-License-Identifier: MIT
// Launches of the published host, byte for byte as recorded.
#include "tests/launch/request.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using test::base_request;
using test::launch_bytes;
using test::launch_of;

TEST_CASE("launch: the ordinary request of version 2") {
    CHECK(launch_bytes(base_request(Version::v2)) ==
          "01000000010020010800c1ff300000000004000000030000010000000002000000020440127f000080010330127f000080000110127f"
          "0000"
          "00010220127f00000004000000000c000004000000000c00000400000000080000020000000006000000c03f0000003f");
}

TEST_CASE("launch: the page's version 2 dump, from its request") {
    Request request = base_request(Version::v2);
    request.sizes.macroTile[1] = 64;
    request.map.staggerUMapping = 1;
    request.map.staggerStrideShift = 0;
    request.map.gsu = 2;
    request.map.wgm = -8;
    request.map.wgmxcc = 63;
    request.map.wgmxccg = 1023;
    request.form.type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    request.form.type.transA = true;
    Problem& p = request.problem;
    p.m = p.ldc = p.ldd = 1280;
    p.n = 960;
    p.k = 8192;
    p.lda = p.ldb = 8320;
    p.strideA = 10649600;
    p.strideB = 7987200;
    p.strideC = p.strideD = 1228800;
    request.inputs.alpha[0] = 0x3f800000;
    request.inputs.beta[0] = 0;
    Pointers& at = request.pointers;
    at.a = 0x7f68c2600000;
    at.b = 0x7f68c3a4ff00;
    at.c = 0x7f68c498be00;
    at.d = 0x7f68c4be3e00;
    at.ws = 0x7f68b9800000;
    at.Synchronizer = 0x7f68c4e3be00;
    CHECK(launch_bytes(request) == "0100000002002020f8ffffff2c01000000050000c00300000100000000200000000080b9687f000000b"
                                   "e98c4687f0000000060c2687f0000"
                                   "00ffa4c3687f00000005000000c012000005000000c01200802000000080a2008020000000e07900000"
                                   "0803f00000000003ebec4687f0000"
                                   "00bee3c4687f000000000000");
    const Launch launch = launch_of(request);
    CHECK(launch.numWorkGroups.x == 300);
    CHECK(launch.numWorkGroups.y == 1);
    CHECK(launch.workGroupSize == 256);
}

TEST_CASE("launch: version 1 with GSU 4 and a single kernel sends the workspace as D and the real D last") {
    Request request = base_request(Version::v1);
    request.map.gsu = 4;
    request.form.type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    CHECK(launch_bytes(request) == "010000000400200108000000c00000000004000000030000010000000002000000091220137f0000800"
                                   "10330127f000080000110127f0000"
                                   "00010220127f00000004000000000c000004000000000c0000040000000008000002000000000600000"
                                   "0c03f0000003f00020440127f0000"
                                   "80091330137f000000000000");
}

TEST_CASE("launch: version 0 clamps GSU 16384 in the word, not in the grid") {
    Request request = base_request(Version::v0);
    request.map.gsu = 16384;
    request.form.type.globalAccumulation = Accumulation::multiple_buffer;
    CHECK(launch_bytes(request).substr(0, 16) == "01000000ff082001");
    CHECK(launch_of(request).numWorkGroups.x == 8);
    CHECK(launch_of(request).numWorkGroups.y == 98304);
}

TEST_CASE("launch: gfx1200 keeps three dimensions and counts x alone") {
    Request request = base_request(Version::v2);
    request.map.gsu = 3;
    request.form.type.globalAccumulation = Accumulation::multiple_buffer;
    request.device.is_gfx12 = true;
    request.device.cuCount = 64;
    const Launch launch = launch_of(request);
    CHECK(launch.numWorkGroups.x == 8);
    CHECK(launch.numWorkGroups.y == 18);
    CHECK(launch.words[Word::numWorkGroups] == 8u);
}

TEST_CASE("launch: an override of wgm -8 is read as 248") {
    Request request = base_request(Version::v2);
    request.params.wgm = -8;
    CHECK(launch_of(request).words[Word::internalArgs1] == 0xffc100f8u);
}

TEST_CASE("launch: strides over 32 bits are cut") {
    Request request = base_request(Version::v0);
    request.problem.strideA = 4294967296;
    request.problem.strideB = 4294967297;
    request.problem.strideC = 4294967298;
    request.problem.strideD = 8589934595;
    CHECK(launch_bytes(request) == "01000000010820010004000000030000010000000002000000020440127f000080010330127f0000800"
                                   "00110127f000000010220127f0000"
                                   "00040000030000000004000002000000000400000000000000020000010000000000c03f0000003f");
}

TEST_CASE("launch: the compressed operand's strides are recomputed, the padding of its input is lost") {
    Request request = base_request(Version::v2);
    request.form.type.transA = true;
    request.form.type.sparse = 1;
    request.problem.batch = 2;
    request.problem.lda = 512;
    CHECK(launch_bytes(request) == "01000000010020010800c1ff600000000004000000030000020000000002000000020440127f0000800"
                                   "10330127f000080000110127f0000"
                                   "00010220127f0000000a1440137f00000004000000000c000004000000000c000001000000000400000"
                                   "20000000006004000000000000100"
                                   "0000c03f0000003f");
}

TEST_CASE("launch: halves stand twice") {
    Request request = base_request(Version::v2);
    ProblemType& type = request.form.type;
    type.aType = type.bType = type.cType = type.dType = type.computeType = type.alphaType = type.betaType =
        DataType::Half;
    request.inputs.alpha[0] = 0x3554;
    request.inputs.beta[0] = 0xbf00;
    CHECK(launch_bytes(request).substr(192) == "5435543500bf00bf");
}

TEST_CASE("launch: every option at once") {
    Request request = base_request(Version::v2);
    ProblemType& type = request.form.type;
    type.useBias = type.useScaleAlphaVec = 3;
    type.useE = type.useScaleCD = type.outputAmaxD = true;
    type.useScaleAB = ScaleAB::vector;
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    type.biasType = DataType::BFloat16;
    request.params.activationEnum = Activation::Geluscaling;
    request.params.factorDim = 1;
    request.problem.strideBias = 1024;
    request.inputs.activation[0] = 0x3f000000;
    request.inputs.activation[1] = 0x3f400000;
    request.inputs.activation_count = 2;
    CHECK(launch_bytes(request).substr(208) == "80060dd0127f000000070ee0127f000080070ff0127f000000081000137f00008008111"
                                               "0137f000000060cc0127f00000700000000040000"
                                               "0100000080020550127f00000004000000000c000000003f0000403f090000000003066"
                                               "0127f000000091220137f000080091330137f0000");
}

TEST_CASE("launch: without universal arguments the words follow beta and the count is 0") {
    Request request = base_request(Version::v2);
    request.form.dialect = default_preset(Version::v2, false).dialect;
    request.support.useUniversalArgs = false;
    CHECK(launch_bytes(request) ==
          "0004000000030000010000000002000000020440127f000080010330127f000080000110127f000000010220127f0000000400000000"
          "0c00"
          "0004000000000c00000400000000080000020000000006000000c03f0000003f010020010800c1ff00000000");
}

TEST_CASE("launch: fewer activation values than the kernel takes: all of them are sent as 0") {
    Request request = base_request(Version::v0);
    request.form.type.activationType = Activation::Clippedrelu;
    request.form.type.activationArgLength = 2;
    request.inputs.activation[0] = 0x3f800000;
    request.inputs.activation_count = 1;
    CHECK(launch_bytes(request).substr(192) == "0000000000000000");
}

TEST_CASE("launch: zero sizes are let through: an empty m gives an empty grid, k 0 an ordinary one") {
    for (const Policy policy : {Policy::host_2024, Policy::strict}) {
        Request request = base_request(Version::v2);
        request.policy = policy;
        request.map.wgmxccg = 304;
        request.problem.m = 0;
        CHECK(launch_bytes(request).size() == 208);
        CHECK(launch_of(request).numWorkGroups.x == 0);
        request = base_request(Version::v2);
        request.policy = policy;
        request.map.wgmxccg = 304;
        request.problem.k = 0;
        CHECK(launch_bytes(request).size() == 208);
        CHECK(launch_of(request).numWorkGroups.x == 48);
    }
}
