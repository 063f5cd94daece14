# SPDX-License-Identifier: MIT
"""The signature page's three dumps: offset, name, bytes, as numbers read off the page."""
from problem import problem

V0 = """
gemm_count 01000000 internalArgs 01082001 size.0 ff000000 size.1 ff000000 size.2 01000000 size.3 ff000000
d 0000a49c467f0000 c 0020fc9c467f0000 a 0000f09c467f0000 b 0010f69c467f0000
strideD.1 ff000000 strideD.2 01fe0000 strideC.1 ff000000 strideC.2 01fe0000
strideA.1 ff000000 strideA.2 01fe0000 strideB.1 ff000000 strideB.2 01fe0000
alpha 0000803f beta 00000000 scaleAlphaVec 0080fe9c467f0000 bias 0040fe9c467f0000 bias_type 00000000 strideBias 00000000
activation.0 00000040 activation.1 00000040 activationType 05000000"""

V1 = """
gemm_count 01000000 internalArgs 02002020 internalArgs1 f8ffffff numWorkGroups 2c010000
size.0 00050000 size.1 c0030000 size.2 01000000 size.3 00200000
d 000080b9687f0000 c 00be98c4687f0000 a 000060c2687f0000 b 00ffa4c3687f0000
strideD.1 00050000 strideD.2 00c01200 strideC.1 00050000 strideC.2 00c01200
strideA.1 80200000 strideA.2 0080a200 strideB.1 80200000 strideB.2 00e07900
alpha 0000803f beta 00000000 dstD 003ebec4687f0000 Synchronizer 00bee3c4687f0000 GSUSync 00000000"""

V2 = V1  # byte for byte the same

FIELDS = {
    0: dict(gemmCount=1, argType=0, staggerUMapping=0, staggerStrideShift=1, staggerU=32, wgm=8, gsu=1),
    1: dict(gemmCount=1, argType=0, staggerUMapping=1, staggerStrideShift=0, staggerU=32, gsu=2, wgm=-8,
            numWorkGroups=300),
    2: dict(gemmCount=1, argType=0, staggerUMapping=1, staggerStrideShift=0, staggerU=32, gsuc=0, gsuwgmrr=0, gsu=2,
            wgmxccg=1023,
            wgmxcc=63, wgm=-8, numWorkGroups=300),
}


def _rows(text):
    words = text.split()
    return list(zip(words[0::2], words[1::2]))


def bytes_of(text):
    return bytes.fromhex("".join(h for _, h in _rows(text)))


def problem_of(version):
    if version == 0:
        return problem(useScaleAlphaVec=1, useBias=1, activationType="All", activationArgLength=2)
    return problem(transA=1, gsu=2, globalAccumulation=3)


def values_of(version, preset):
    raw = {}
    for name, text in _rows({0: V0, 1: V1, 2: V2}[version]):
        base, _, index = name.partition(".")
        raw[base, int(index or 0)] = int.from_bytes(bytes.fromhex(text), "little", signed=base == "internalArgs1")
    fields = dict(FIELDS[version])
    if version == 1 and preset.version == 2:
        fields.update(gsuc=0, gsuwgmrr=0)
    return raw, fields
