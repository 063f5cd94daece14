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
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    quantum = Fraction(2) ** (max(exponent, 1 - bias) - mbits)
    steps, rest = divmod(size, quantum)
    if 2 * rest > quantum or (2 * rest == quantum and steps % 2):
        steps += 1
    size = steps * quantum
    result = math.inf if size >= Fraction(2) ** (bias + 1) else float(size)
    return -result if exact < 0 else result


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
