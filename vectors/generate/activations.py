# SPDX-License-Identifier: MIT
"""Activations in a compute type: (low, high), equal for all that need no exp or tanh."""
import decimal
import math
from fractions import Fraction

from rounding import FORMAT, mul, nearest

decimal.getcontext().prec = 60
ARGUMENTS = {"Clippedrelu": 2, "Tanh": 2, "Leakyrelu": 1, "Geluscaling": 1}


def _exp(x):
    """exp of a fraction, to about 55 digits."""
    return Fraction((decimal.Decimal(x.numerator) / decimal.Decimal(x.denominator)).exp())


def _tanh(x):
    return (_exp(2 * x) - 1) / (_exp(2 * x) + 1)


def _band(fmt, exact, units, slack=Fraction(0)):
    """Around the exact value: so many units in its last place, and an absolute part where a difference loses digits."""
    step = Fraction(1, 2 ** FORMAT[fmt][1])
    reach = (units * abs(exact) + slack) * step
    return nearest(fmt, exact - reach), nearest(fmt, exact + reach)


def activate(kind, fmt, x, args):
    if fmt == "Int32":
        return _integer(kind, x, args)
    a, b = (list(args) + [0.0, 0.0])[:2]
    if kind == "None":
        return x, x
    if kind == "Abs":
        return math.fabs(x), math.fabs(x)
    if kind == "Relu":
        return (x, x) if x > 0 else (0.0, 0.0)
    if kind == "Clippedrelu":
        y = (x if x < b else b) if x > a else 0.0
        return y, y
    if kind == "Leakyrelu":
        y = x if x > 0 else mul(fmt, x, a)
        return y, y
    v = Fraction(x)
    if kind == "Exp":
        return _band(fmt, _exp(v), 4)
    if kind == "Sigmoid":
        return _band(fmt, 1 / (1 + _exp(-v)), 8)
    if kind == "Silu":
        return _band(fmt, v / (1 + _exp(-v)), 8)
    if kind == "Tanh":
        return _band(fmt, _tanh(v * Fraction(a)) * Fraction(b), 8)
    if kind in ("Gelu", "Geluscaling"):
        u = Fraction(0.7978845608028654) * v * (1 + Fraction(0.044715) * v * v)
        scale = Fraction(a) if kind == "Geluscaling" else Fraction(1)
        # 1 + tanh(u) loses digits where u is negative: an absolute part for it.
        return _band(fmt, v * (1 + _tanh(u)) / 2 * scale, 8, abs(v * scale) * 4)
    raise KeyError(kind)


def _integer(kind, x, args):
    a, b = (list(args) + [0, 0])[:2]
    if kind == "Abs":
        y = abs(x) if x > -2**31 else x
    elif kind == "Relu":
        y = max(x, 0)
    elif kind == "Clippedrelu":
        y = min(x, b) if x > a else 0
    elif kind == "Leakyrelu":
        y = x if x > 0 else (x * a + 2**31) % 2**32 - 2**31
    else:
        y = x
    return y, y
