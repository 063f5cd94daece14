# SPDX-License-Identifier: MIT
"""A problem type by member names; what differs from the default goes into the record."""
import numbers_of as n

TYPES = """aType bType cType dType eType computeInputType computeType activationComputeDataType alphaType betaType
    biasType""".split()
DEFAULT = {t: "Float" for t in TYPES}
DEFAULT.update({
    "transA": 0, "transB": 0, "highPrecisionAccumulate": 0, "useBeta": 1, "useGradient": 0, "useE": 0, "useScaleCD": 0,
    "useInitialStridesAB": 0, "useInitialStridesCD": 0, "stridedBatched": 1, "outputAmaxD": 0, "groupedGemm": 0,
    "stochasticRounding": 0, "supportDeviceUserArguments": 0, "useGateResidual": 0, "useScaleAB": 0, "useBias": 0,
    "useScaleAlphaVec": 0, "biasSrc": "D", "activationType": "None", "activationArgLength": 0, "sparse": 0,
    "mxBlockA": 0,
    "mxBlockB": 0, "activationFused": 1, "debugKernel": 0, "streamK": 0, "streamKAtomic": 0, "persistentKernel": 0,
    "persistentLoopArgsVersion": 0, "expertSchedulingMode": 0, "globalAccumulation": 0, "gsu": 1, "biasIsNull": 0,
})
assert set(DEFAULT) == set(n.MEMBER)


def problem(**members):
    assert set(members) <= set(DEFAULT), members
    return {**DEFAULT, **members}


def number(member, value):
    if member in TYPES:
        return n.DATA_TYPE[value]
    if member == "activationType":
        return n.ACTIVATION[value]
    return n.BIAS_SOURCE[value] if member == "biasSrc" else int(value)


def stored(q):
    """{member: number} of what differs from the default."""
    return {m: number(m, v) for m, v in q.items() if v != DEFAULT[m]}
