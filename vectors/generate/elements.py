# SPDX-License-Identifier: MIT
"""Numbers to stored elements and back. A NaN is stored as the positive quiet one without payload."""
import math
import struct

import f8
from rounding import FORMAT, convert

SIZE = {"Double": 8, "Float": 4, "Half": 2, "BFloat16": 2, "Int8": 1, "Int32": 4, **{name: 1 for name in f8.FORMS}}
_CODE = {"Double": "<d", "Float": "<f", "Half": "<e", "Int8": "<b", "Int32": "<i"}
_NAN = {"Double": "000000000000f87f", "Float": "0000c07f", "Half": "007e", "BFloat16": "c07f"}


def store(kind, x):
    if kind == "Int8":
        x = 0 if x != x else max(-128, min(127, x))  # a NaN is not equal to itself
        return struct.pack("<b", round(x))           # Python rounds to even
    if kind == "Int32":
        return struct.pack("<i", x)
    if kind in f8.FORMS:
        return bytes([f8.to_byte(kind, float(x))])
    if math.isnan(x):
        return bytes.fromhex(_NAN[kind])
    x = convert(kind, float(x))
    if kind == "BFloat16":
        return struct.pack("<f", x)[2:]
    return struct.pack(_CODE[kind], x)


def load(kind, data):
    if kind in f8.FORMS:
        return f8.TABLE[kind][data[0]]
    if kind == "BFloat16":
        return struct.unpack("<f", b"\0\0" + data)[0]
    return struct.unpack(_CODE[kind], data)[0]


def bits(kind, x):
    """The scalar as the bits of its own type, integers sign-extended to 64."""
    if kind in ("Int8", "Int32"):
        return x & (2**64 - 1)
    return int.from_bytes(store(kind, x), "little")


def is_float(kind):
    return kind in FORMAT or kind in f8.FORMS
