# SPDX-License-Identifier: MIT
"""The three orders of a block, written out in full. `header` and `words` stand for the header at the front and, where
there is none, for its words behind beta; `sk` for the Stream-K words of that year. Whether an argument is there is
`present`'s question."""

ORDER = {
    "2024": """
        header debugBuffer size.0 size.1 size.2 size.3
        d c a b metadata ws Flags
        strideD.0 strideD.1 strideD.2 strideC.0 strideC.1 strideC.2 strideA.0 strideA.1 strideA.2 strideB.0 strideB.1
        strideB.2
        strideMetadata.0 strideMetadata.1 strideMetadata.2
        alpha beta words
        scaleA scaleB scaleC scaleD scaleAlphaVec bias bias_type strideBias factorDim
        e strideE.0 strideE.1 strideE.2 activation activationType AddrAmaxOut AmaxWS AmaxSync
        dstD Synchronizer GSUSync sk RNDSeed""",
    "2026": """
        header debugBuffer size.0 size.1 size.2 size.3
        d c a mxsa b mxsb metadata ws Flags
        strideD.0 strideD.1 strideD.2 strideC.0 strideC.1 strideC.2 strideA.0 strideA.1 strideA.2
        strideMXSA.0 strideMXSA.1 strideMXSA.2 strideB.0 strideB.1 strideB.2 strideMXSB.0 strideMXSB.1 strideMXSB.2
        strideMetadata.0 strideMetadata.1 strideMetadata.2
        alpha beta ESMRuntimeSupported sk words
        scaleA scaleB scaleC scaleD scaleAlphaVec bias bias_type strideBias gateResidual gate_type strideGate.1
        strideGate.2 factorDim
        e strideE.0 strideE.1 strideE.2 activation activationType AddrAmaxOut AmaxWS AmaxSync
        dstD Synchronizer GSUSync batchOffsetD batchOffsetC batchOffsetA batchOffsetB RNDSeed""",
    "reordered": """
        header debugBuffer size.0 size.1 size.2 size.3
        a mxsa b mxsb strideA.0 strideA.1 strideA.2 strideMXSA.0 strideMXSA.1 strideMXSA.2
        strideB.0 strideB.1 strideB.2 strideMXSB.0 strideMXSB.1 strideMXSB.2 strideMetadata.0 strideMetadata.1
        strideMetadata.2
        metadata Flags sk alpha beta ws d c
        strideD.0 strideD.1 strideD.2 strideC.0 strideC.1 strideC.2 ESMRuntimeSupported
        scaleA scaleB scaleC scaleD scaleAlphaVec bias bias_type strideBias gateResidual gate_type strideGate.1
        strideGate.2 factorDim
        e strideE.0 strideE.1 strideE.2 activation activationType AddrAmaxOut AmaxWS AmaxSync
        dstD Synchronizer GSUSync batchOffsetD batchOffsetC batchOffsetA batchOffsetB RNDSeed""",
}

SK_2024 = """magicNumberProblemNumGroupTiles0 magicShiftProblemNumGroupTiles0 itersPerTile magicNumberItersPerTile
    magicShiftItersPerTile magicNumProblemNumGroupTiles0By1 magicShiftProblemNumGroupTiles0By1 totalIters SKItersPerWG
    skGrid skTiles skExtraIters""".split()
SK_STATIC = "itersPerTile magicNumberItersPerTile magicShiftItersPerTile SKItersPerWG skGrid skTiles".split()
SK_DYNAMIC = "itersPerTile TotalItems skTiles SKSplit SKItersPerWI skGrid".split()
SK_LOOP = "itersPerTile PersistentGrid".split()


def stream_k_words(order, q):
    """q: the problem type by member names."""
    mode = q["streamK"]
    if order == "2024":
        if q["groupedGemm"]:
            return []
        if mode == 0:
            return SK_2024[:2] if q["persistentKernel"] else []
        return SK_2024[:9] if mode == 1 else SK_2024
    if q["persistentLoopArgsVersion"] == 1:
        return SK_LOOP
    return {0: [], 3: SK_STATIC, 4: SK_DYNAMIC, 5: SK_STATIC}[mode]


def present(token, order, q):
    """Whether the argument stands in the block of this problem type."""
    name, _, index = token.partition(".")
    if name.startswith("stride") and index == "0":
        if not (q["useInitialStridesCD"] if name in ("strideD", "strideC", "strideE") else q["useInitialStridesAB"]):
            return False
    grad_d = q["useGradient"] and q["biasSrc"] in ("C", "D")
    both = {
        "debugBuffer": q["debugKernel"],
        "mxsa": q["mxBlockA"] and q["stridedBatched"], "strideMXSA": q["mxBlockA"],
        "mxsb": q["mxBlockB"] and q["stridedBatched"], "strideMXSB": q["mxBlockB"],
        "metadata": q["sparse"], "strideMetadata": q["sparse"],
        "ws": q["streamK"] and not q["streamKAtomic"], "Flags": q["streamK"] and not q["streamKAtomic"],
        "beta": q["useBeta"] or order == "reordered",
        "ESMRuntimeSupported": q["expertSchedulingMode"],
        "scaleA": q["useScaleAB"], "scaleB": q["useScaleAB"], "scaleC": q["useScaleCD"], "scaleD": q["useScaleCD"],
        "scaleAlphaVec": q["useScaleAlphaVec"],
        "bias": q["useBias"], "bias_type": q["useBias"] and not grad_d, "strideBias": q["useBias"] and not grad_d,
        "gateResidual": q["useGateResidual"], "gate_type": q["useGateResidual"], "strideGate": q["useGateResidual"],
        "factorDim": 3 in (q["useScaleAlphaVec"], q["useBias"]),
        "e": q["useE"], "strideE": q["useE"],
        "activation": q["activationType"] != "None" and q["activationFused"],
        "activationType": q["activationType"] in ("All", "Hipblaslt_all") and q["activationFused"],
        "AddrAmaxOut": q["outputAmaxD"], "AmaxWS": q["outputAmaxD"], "AmaxSync": q["outputAmaxD"],
        "dstD": q["globalAccumulation"] == 3, "Synchronizer": q["globalAccumulation"] == 3,
        "GSUSync": q["globalAccumulation"] == 3,
        "batchOffsetD": not q["groupedGemm"], "batchOffsetC": not q["groupedGemm"],
        "batchOffsetA": not q["groupedGemm"], "batchOffsetB": not q["groupedGemm"],
        "RNDSeed": q["stochasticRounding"] and not q["groupedGemm"],
    }
    return bool(both.get(name, True))
