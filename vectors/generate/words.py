# SPDX-License-Identifier: MIT
"""The header words as the signature page lists them: runs of bits from the high end down. A negative width is a signed
field."""

STAGGER = [("staggerUMapping", 3), ("staggerStrideShift", 5), ("staggerU", 8)]

GEMM_COUNT = [("argType", 2), ("gemmCount", 30)]
INTERNAL_ARGS = {
    0: STAGGER + [("wgm", 8), ("gsu", 8)],
    1: STAGGER + [("gsu", 16)],
    2: STAGGER + [("gsuc", 1), ("gsuwgmrr", 1), ("gsu", 14)],
    3: STAGGER + [("gsuc", 1), ("gsuwgmrr", 1), ("ntb", 1), ("nta", 1), ("gsu", 12)],
}
INTERNAL_ARGS_1 = {
    "wgm32": [("wgm", -32)],
    "xccg": [("wgmxccg", 10), ("wgmxcc", 6), ("wgm", -16)],
    "chunk": [("chunk", 10), ("wgmxcc", 6), ("wgm", -16)],
    "split_k": [("splitK", 10), ("chunk", 8), ("wgmxcc", 4), ("wgm", -10)],
    "sfc": [("sfc", 32)],
}
NUM_WORK_GROUPS = [("numWorkGroups", 32)]


def words_of(version, args1, universal):
    """[(word, runs)] in the order of the block."""
    words = [("gemm_count", GEMM_COUNT)] if universal else []
    words.append(("internalArgs", INTERNAL_ARGS[version]))
    if version >= 1:
        words.append(("internalArgs1", INTERNAL_ARGS_1[args1]))
        words.append(("numWorkGroups", NUM_WORK_GROUPS))
    return words


def join(runs, fields):
    """One word; every field must fit."""
    word = 0
    for name, width in runs:
        bits, value = abs(width), fields[name]
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if width < 0 else (0, (1 << bits) - 1)
        assert low <= value <= high, (name, value)
        word = (word << bits) | (value & ((1 << bits) - 1))
    return word


def split(runs, word):
    fields = {}
    for name, width in reversed(runs):
        bits = abs(width)
        value = word & ((1 << bits) - 1)
        word >>= bits
        if width < 0 and value >> (bits - 1):
            value -= 1 << bits
        fields[name] = value
    return fields


def encode(version, args1, universal, fields):
    """{word: value} of a header."""
    return {word: join(runs, fields) for word, runs in words_of(version, args1, universal)}


def decode(version, args1, universal, data):
    fields = {}
    for i, (_, runs) in enumerate(words_of(version, args1, universal)):
        fields.update(split(runs, int.from_bytes(data[4 * i:4 * i + 4], "little")))
    return fields


def widths(version, args1, universal):
    """{field: width} (negative: signed) of everything that the header holds."""
    return {name: width for _, runs in words_of(version, args1, universal) for name, width in runs}
