# SPDX-License-Identifier: MIT
"""Binary floating-point arithmetic from exact fractions: one rounding, nearest even, signed zeros, infinities and NaN.
A value of any format is held in a Python float, which holds each of them exactly."""
import math
from fractions import Fraction

# name: (exponent bits, mantissa bits)
FORMAT = {"Double": (11, 52), "Float": (8, 23), "Half": (5, 10), "BFloat16": (8, 7)}


def _negative(x):
    return math.copysign(1.0, x) < 0


def nearest(fmt, exact):
    """The fraction rounded to the format; past its range an infinity, below it a zero with its sign."""
    if exact == 0:
        return 0.0
    ebits, mbits = FORMAT[fmt]
    bias = (1 << (ebits - 1)) - 1
    top, bottom = abs(exact.numerator), exact.denominator
    exponent = top.bit_length() - bottom.bit_length()
    if (top << max(-exponent, 0)) < (bottom << max(exponent, 0)):
        exponent -= 1  # now 2^exponent <= size < 2^(exponent + 1)
    unit = max(exponent, 1 - bias) - mbits  # log2 of the distance between neighbours
    top, bottom = top << max(-unit, 0), bottom << max(unit, 0)
    steps, rest = divmod(top, bottom)
    if 2 * rest > bottom or (2 * rest == bottom and steps % 2):
        steps += 1
    size = math.inf if steps.bit_length() + unit > bias + 1 else math.ldexp(steps, unit)
    return -size if exact < 0 else size


def mul(fmt, a, b):
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b
    exact = Fraction(a) * Fraction(b)
    if exact == 0:
        return -0.0 if _negative(a) != _negative(b) else 0.0
    return nearest(fmt, exact)


def fma(fmt, a, b, c):
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c
    product = Fraction(a) * Fraction(b)
    exact = product + Fraction(c)
    if exact == 0:
        negative = product == 0 and (_negative(a) != _negative(b)) and _negative(c)
        return -0.0 if negative else 0.0
    return nearest(fmt, exact)


def add(fmt, a, b):
    return fma(fmt, a, 1.0, b)


def convert(fmt, x):
    """Another format's value in this one."""
    if not math.isfinite(x) or x == 0:
        return x
    return nearest(fmt, Fraction(x))
