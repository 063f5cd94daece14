# SPDX-License-Identifier: MIT
"""The four 8-bit forms, as tables of exact values: what a byte means, and the byte nearest to a number."""
import bisect
import math
from fractions import Fraction

# name: (exponent bits, mantissa bits, bias, OCP or FNUZ)
FORMS = {"Float8": (4, 3, 7, "ocp"), "BFloat8": (5, 2, 15, "ocp"), "Float8_fnuz": (4, 3, 8, "fnuz"),
         "BFloat8_fnuz": (5, 2, 16, "fnuz")}


def _value(name, byte):
    ebits, mbits, bias, family = FORMS[name]
    sign, exponent, mantissa = byte >> 7, byte >> mbits & (1 << ebits) - 1, byte & (1 << mbits) - 1
    if family == "fnuz" and byte == 0x80:
        return math.nan
    if name == "Float8" and byte & 0x7f == 0x7f:
        return math.nan
    if name == "BFloat8" and exponent == 31:
        return math.nan if mantissa else -math.inf if sign else math.inf
    size = math.ldexp(mantissa, 1 - bias - mbits) if exponent == 0 else \
        math.ldexp(mantissa + (1 << mbits), exponent - bias - mbits)
    return -size if sign else size


TABLE = {name: [_value(name, byte) for byte in range(256)] for name in FORMS}
# Finite sizes in ascending order: the byte is the position.
_SIZES = {name: [Fraction(x) for x in TABLE[name][:128] if math.isfinite(x)] for name in FORMS}
_NAN = {"Float8": 0x7f, "BFloat8": 0x7f, "Float8_fnuz": 0x80, "BFloat8_fnuz": 0x80}


def to_byte(name, x):
    """To nearest even; too large and infinite becomes the largest finite value."""
    if math.isnan(x):
        return _NAN[name]
    sizes, negative = _SIZES[name], math.copysign(1.0, x) < 0
    if math.isinf(x) or Fraction(abs(x)) >= sizes[-1]:
        byte = len(sizes) - 1
    else:
        exact = Fraction(abs(x))
        byte = bisect.bisect_right(sizes, exact) - 1  # the last that is not larger
        below, above = exact - sizes[byte], sizes[byte + 1] - exact
        if below > above or (below == above and byte % 2):
            byte += 1
    if negative and (byte or FORMS[name][3] == "ocp"):
        byte |= 0x80
    return byte
