// SPDX-License-Identifier: MIT
#include "abi/numeric/to_int.hpp"
#include <doctest/doctest.h>
#include <limits>

using namespace kernabi::numeric;

TEST_CASE("int8 rounds to nearest even") {
    CHECK(int8_nearest(0.5f) == 0);
    CHECK(int8_nearest(1.5f) == 2);
    CHECK(int8_nearest(2.5f) == 2);
    CHECK(int8_nearest(-2.5f) == -2);
    CHECK(int8_nearest(-3.5) == -4);
    CHECK(int8_nearest(0.50000001) == 1);
    CHECK(int8_nearest(-0.25f) == 0);
    CHECK(int8_nearest(1e-300) == 0);
}

TEST_CASE("int8 clamps, and NaN is 0") {
    CHECK(int8_nearest(127.4f) == 127);
    CHECK(int8_nearest(127.5f) == 127);
    CHECK(int8_nearest(-128.5f) == -128);
    CHECK(int8_nearest(-1e30f) == -128);
    CHECK(int8_nearest(std::numeric_limits<double>::infinity()) == 127);
    CHECK(int8_nearest(-std::numeric_limits<float>::infinity()) == -128);
    CHECK(int8_nearest(std::numeric_limits<float>::quiet_NaN()) == 0);
}

TEST_CASE("int32 truncates toward zero and clamps") {
    CHECK(int32_toward_zero(2.9f) == 2);
    CHECK(int32_toward_zero(-2.9) == -2);
    CHECK(int32_toward_zero(0x1p-70) == 0);
    CHECK(int32_toward_zero(2147483647.5) == 2147483647);
    CHECK(int32_toward_zero(2147483648.0f) == 2147483647);
    CHECK(int32_toward_zero(-2147483648.9) == std::numeric_limits<std::int32_t>::min());
    CHECK(int32_toward_zero(-4e9f) == std::numeric_limits<std::int32_t>::min());
    CHECK(int32_toward_zero(std::numeric_limits<float>::quiet_NaN()) == 0);
}
