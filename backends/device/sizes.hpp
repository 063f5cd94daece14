// SPDX-License-Identifier: MIT
// The sizes of segments that kernels exist for: a compiler fixes a kernel's segment, so each size is a kernel of its
// own.
#pragma once

/// Every multiple of 8 from 16 to 1024 bytes.
// clang-format off
#define KERNABI_SEGMENT_SIZES(X) \
    X(16) X(24) X(32) X(40) X(48) X(56) X(64) X(72) \
    X(80) X(88) X(96) X(104) X(112) X(120) X(128) X(136) \
    X(144) X(152) X(160) X(168) X(176) X(184) X(192) X(200) \
    X(208) X(216) X(224) X(232) X(240) X(248) X(256) X(264) \
    X(272) X(280) X(288) X(296) X(304) X(312) X(320) X(328) \
    X(336) X(344) X(352) X(360) X(368) X(376) X(384) X(392) \
    X(400) X(408) X(416) X(424) X(432) X(440) X(448) X(456) \
    X(464) X(472) X(480) X(488) X(496) X(504) X(512) X(520) \
    X(528) X(536) X(544) X(552) X(560) X(568) X(576) X(584) \
    X(592) X(600) X(608) X(616) X(624) X(632) X(640) X(648) \
    X(656) X(664) X(672) X(680) X(688) X(696) X(704) X(712) \
    X(720) X(728) X(736) X(744) X(752) X(760) X(768) X(776) \
    X(784) X(792) X(800) X(808) X(816) X(824) X(832) X(840) \
    X(848) X(856) X(864) X(872) X(880) X(888) X(896) X(904) \
    X(912) X(920) X(928) X(936) X(944) X(952) X(960) X(968) \
    X(976) X(984) X(992) X(1000) X(1008) X(1016) X(1024)

/// Ends at every alignment, behind the ends of registers, cache lines and pages of arguments.
#define KERNABI_END_SIZES(X) \
    X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) \
    X(57) X(58) X(59) X(60) X(61) X(62) X(63) X(64) \
    X(121) X(122) X(123) X(124) X(125) X(126) X(127) X(128) \
    X(249) X(250) X(251) X(252) X(253) X(254) X(255) X(256) \
    X(505) X(506) X(507) X(508) X(509) X(510) X(511) X(512) \
    X(1017) X(1018) X(1019) X(1020) X(1021) X(1022) X(1023) X(1024)

/// For kernels that are large: a block shorter than its segment leaves a gap before the address.
#define KERNABI_BLOCK_SIZES(X) X(128) X(192) X(256) X(320) X(384) X(512) X(1024)
#define KERNABI_GEMM_SIZES(X) X(256) X(512)
// clang-format on
