// SPDX-License-Identifier: MIT
// The recorded cases' common request, and its launch as bytes.
#pragma once
#include "abi/kernarg/launch.hpp"
#include <cstdint>
#include <string>

namespace kernabi::test {

/// 1024 x 768 x 512, f32, tiles of 128 x 128, on 304 CUs.
[[nodiscard]] inline Request base_request(Version version) {
    Request request{};
    request.form.version = version;
    request.form.dialect = default_preset(version).dialect;
    request.support.version = version;
    request.map.wgm = 8;
    request.map.staggerU = 32;
    request.map.staggerStrideShift = 1;
    Problem& p = request.problem;
    p.m = p.lda = p.ldc = p.ldd = p.lde = 1024;
    p.n = 768;
    p.k = p.ldb = 512;
    p.strideA = 524288;
    p.strideB = 393216;
    p.strideC = p.strideD = p.strideE = 786432;
    request.inputs.alpha[0] = 0x3fc00000;
    request.inputs.beta[0] = 0x3f000000;
    Pointers& at = request.pointers;
    at.a = 0x7f1210010080;
    at.b = 0x7f1220020100;
    at.c = 0x7f1230030180;
    at.d = 0x7f1240040200;
    at.e = 0x7f1250050280;
    at.amaxD = 0x7f1260060300;
    at.batchA = 0x7f1270070380;
    at.batchB = 0x7f1280080400;
    at.batchC = 0x7f1290090480;
    at.batchD = 0x7f12a00a0500;
    at.batchBias = 0x7f12b00b0580;
    at.bias = 0x7f12c00c0600;
    at.scaleA = 0x7f12d00d0680;
    at.scaleB = 0x7f12e00e0700;
    at.scaleC = 0x7f12f00f0780;
    at.scaleD = 0x7f1300100800;
    at.scaleAlphaVec = 0x7f1310110880;
    at.ws = 0x7f1320120900;
    at.Synchronizer = 0x7f1330130980;
    at.metadata = 0x7f1340140a00;
    return request;
}

/// The launch's bytes in hexadecimal, or "" when there is none.
[[nodiscard]] inline std::string launch_bytes(const Request& request) {
    Launch launch{};
    Refusal refusal{};
    std::uint8_t bytes[1024];
    std::size_t written = 0;
    if (make_launch(request, launch, refusal) != Status::ok) return "";
    if (pack(launch, request.policy, bytes, written, refusal) != Status::ok) return "";
    std::string text;
    for (std::size_t i = 0; i < written; ++i) {
        text += "0123456789abcdef"[bytes[i] >> 4];
        text += "0123456789abcdef"[bytes[i] & 15];
    }
    return text;
}

[[nodiscard]] inline Launch launch_of(const Request& request) {
    Launch launch{};
    Refusal refusal{};
    if (make_launch(request, launch, refusal) != Status::ok) return Launch{};
    return launch;
}

} // namespace kernabi::test
