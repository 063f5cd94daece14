# SPDX-License-Identifier: MIT
"""What the kernel writer's functions give, worked out from their description: counts, the accumulator map by walking all digits, lists
as trees of plain Python values."""
from itertools import product


class Refused(Exception):
    """Status name and the input at fault."""

    def __init__(self, status, name):
        super().__init__(status, name)
        self.status, self.name = status, name


# Waits

def tensor_writes(k, prefix):
    nrp, nrc, nwcv, nwpv, nwcvpi = (k[f"{prefix}.{part}"] for part in ("nrp", "nrc", "nwcv", "nwpv", "nwcvpi"))
    if nwcvpi == 0:
        raise Refused("refused", f"{prefix}.nwcvpi")
    return nrp * nrc * max(nwcv, nwpv) // nwcvpi


def per_write(k, meta):
    total = 0
    for t in "AB":
        if not k["DirectToLds" + t] and not k["DirectToVgpr" + t]:
            total += tensor_writes(k, f"tP{t}")
            if k["MXBlock" + t]:
                total += tensor_writes(k, f"tP{t}.MX")
    if meta:
        total += tensor_writes(k, "tPA.tpsMetadata" if k["tPA.is_sparse"] else "tPB.tpsMetadata")
    return total


def per_read(k):
    total = k["numReadsPerIterMetadata"]
    for t in "AB":
        if not k["DirectToVgpr" + t]:
            total += k["numReadsPerIter" + t] * (2 if k[f"tP{t}.blockWidth"] == 6 else 1)
        if k["MXBlock" + t] and not k["DirectToVgprMXS" + t]:
            total += k["numReadsPerIterMXS" + t]
    return total


def per_global(k, meta):
    names = [t for t in "AB"] + ["MXS" + t for t in "AB" if k["MXBlock" + t]] + (["Metadata"] if meta else [])
    return sum(k["NumLoadsPerpendicular" + n] * k["NumLoadsCoalesced" + n] for n in names)


def wait(k, comment):
    g, w, r, i, c = (k[name] for name in ("skipGlobalRead", "skipLocalWrite", "skipLocalRead", "skipGlobalReadInst", "conservativeWaitCnt"))
    meta = k["Sparse"] != 0 and not k["DirectToVgprSparseMetadata"]
    ds = vl = -1
    if w > -1 or r > -1:
        ds = (w * per_write(k, meta) if w > -1 else 0) + (r * per_read(k) if r > -1 else 0)
    if g > -1 or i > -1:
        vl = (g * per_global(k, meta) if g > -1 else 0) + max(i, 0)
        if ds > -1 and not k["BufferLoad"]:
            ds += vl
    if (c & 2 and (g > -1 or i > -1)) or (c & 4 and w != -1) or (c & 8 and r != -1):
        return ("Module", "ConservativeWaitCnt", [("SWaitCnt", 0, 0, 0, "debug " + comment), ("SBarrier", None, "debug")])
    return ("SWaitCnt", ds, vl if ds == -1 else -1, -1, comment)


def tdm_wait(k, comment):
    drain = [("SWaitCnt", -1, 0, -1, "")] if k["tensorcnt"] >= 0 else []
    return ("Module", "", drain + [("SWaitTensorcnt", k["tensorcnt"], comment)])


def sync_threads(k, comment, tokens):
    if k["WavefrontSize"] <= 0:
        raise Refused("refused" if k["WavefrontSize"] == 0 else "value_out_of_range", "WavefrontSize")
    if k["NumThreads"] <= k["WavefrontSize"]:
        return ("Module", "syncThreads", [("Comment", f"Skip barrier: NumThreads={k['NumThreads']}{comment}")])
    if k["SeparateVscnt"]:
        first = [("SWaitCnt", 0, -1, -1, "extra navi wait")]
    elif k["_ScheduleIterAlg"] == 2 or k["PrefetchGlobalRead"] >= 2 or k["skipForceWaitcnt0"]:
        first = [("Comment", "Skip force waitcnt0")]
    else:
        first = [("SWaitCnt", 0, 0, 0, "force waitcnt0")] if k["Waitcnt0Disabled"] else []
    return ("Module", "syncThreads", first + [("SBarrier", tokens, comment)])


# Accumulator maps

def extents(k):
    """BM BN T VW0 VW1 outer0 outer1."""
    for name in ("MatrixInstM", "MatrixInstN", "MatrixInstBM", "MatrixInstBN", "MIWaveTile_0", "MIWaveTile_1", "MIRegPerOut"):
        if k[name] < 0:
            raise Refused("value_out_of_range", name)
    if k["WavefrontSize"] <= 0:
        raise Refused("refused" if k["WavefrontSize"] == 0 else "value_out_of_range", "WavefrontSize")
    for name in ("VectorWidthA", "VectorWidthB"):
        if k[name] == 0 or k[name] < -1:
            raise Refused("refused" if k[name] == 0 else "value_out_of_range", name)
    m, n, bm, bn = k["MatrixInstM"], k["MatrixInstN"], k["MatrixInstBM"], k["MatrixInstBN"]
    if m == 4:
        m, bm = 4 * bm, 1
    if n == 4:
        n, bn = 4 * bn, 1
    vw0, vw1 = k["VectorWidthA"], k["VectorWidthB"]
    return [bm, bn, m * n // k["WavefrontSize"], vw0, vw1, k["MIWaveTile_0"] // vw0, k["MIWaveTile_1"] // vw1]


def acc_to_arch(k):
    """Position by accumulator index: every combination of digits is given its two readings."""
    bm, bn, t, vw0, vw1, outer0, outer1 = extents(k)
    size = {"t": t, "b0": bm, "b1": bn, "v0": vw0, "v1": vw1, "w0": outer0, "w1": outer1}
    acc = "t b0 b1 v0 w0 v1 w1" if k["SourceSwap"] else "t b1 b0 v0 w0 v1 w1"
    arch = "v0 b0 w0 v1 t b1 w1" if k["SourceSwap"] else "v0 t b0 w0 v1 b1 w1"
    names = list(size)

    def reading(order, digits):
        value, weight = 0, 1
        for name in order.split():
            value, weight = value + digits[name] * weight, weight * size[name]
        return value
    pairs = {}
    for combination in product(*(range(size[name]) for name in names)):
        digits = dict(zip(names, combination))
        pairs[reading(acc, digits)] = reading(arch, digits)
    return [pairs[s] for s in range(len(pairs))]


def acc_map(k):
    if not k["EnableMatrixInstruction"]:
        return "sequential 0\n"
    info, forth = extents(k), acc_to_arch(k)
    length = 1
    for extent in info:
        length *= extent
    back = [0] * len(forth)
    for s, d in enumerate(forth):
        back[d] = s

    def row(name, values):
        return " ".join([name, *map(str, values)]) + "\n"
    return (row("info", info) + row("len", [length]) + row("sequential", [int(forth == list(range(len(forth))))])
            + row("imagOffset", [len(forth) * k["MIRegPerOut"]]) + row("acc2arch", forth) + row("arch2acc", back))


# Lists: registers are (text without its width, width)

def acc_regs(k):
    forth, r_count = acc_to_arch(k), k["MIRegPerOut"]
    parts = 2 if k["DataType"] in ("ComplexFloat", "ComplexDouble") else 1
    base = k["spilledVgprBase"]
    items = [None] * (len(forth) * parts * r_count)
    for part in range(parts):
        for s, d in enumerate(forth):
            for r in range(r_count):
                flat, at = (part * len(forth) + s) * r_count + r, (d * parts + part) * r_count + r
                op, there, what = "VMovB32", f"v[ValuC+{flat}]", "MI out reg"
                if k["MIArchVgpr"]:
                    if k["CompactLoopStore"] and not k["write"]:
                        op = "VMovRelsD2B32"
                elif flat < k["maxAgpr"]:
                    op, there, what = "VAccvgprWriteB32" if k["write"] else "VAccvgprReadB32", f"a{flat}", "acc"
                else:
                    there = f"v[ValuC+{flat - k['maxAgpr']}]" if base is None else f"v{base + flat - k['maxAgpr']}"
                if k["write"]:
                    items[at] = (op, [(there, 1), ("v{ValuC}", 1)], f"copy vreg[{at}] to {what}")
                else:
                    items[at] = (op, [("v{ValuC}", 1), (there, 1)], f"copy {what} to vreg[{at}]")
    return ("Module", "AccVgprWrite" if k["write"] else "AccVgprRead", items)


SIMPLE = {"Double": ("VMulF64", 2), "Float": ("VMulF32", 1), "Half": ("VMulPKF16", 1), "Int32": ("VMulLOU32", 1)}
FORMULAS = ("tmp1 = a.real * b.real", "tmp2 = a.imag * b.real", "c.real = a.real * b.real - a.imag * b.imag = tmp1 - a.imag * b.imag",
            "c.imag = a.real * b.imag + a.imag * b.real = a.real * b.imag + tmp2")


def alpha_item(k, re, im):
    kind = k["ComputeDataType"]
    if kind in SIMPLE:
        op, w = SIMPLE[kind]
        if kind == "Half" and k["HighPrecisionAccumulate"]:
            op = "VMulF32"
        return (op, [("v{ValuC}", w), ("s[Alpha]", w), (f"v[ValuC+{re}]", w)], "Multiply MI out reg with alpha")
    if kind not in ("ComplexFloat", "ComplexDouble"):
        return None
    w = 1 if kind == "ComplexFloat" else 2
    bits = 32 * w
    say = FORMULAS if w == 1 else ("",) * 4
    t1, t2 = f"v{k['startVgprAlphaTmp']}", f"v{k['startVgprAlphaTmp'] + w}"
    a_re, a_im = ("s[Alpha+0]", w), (f"s[Alpha+{w}]", w)
    rows = [(f"VMulF{bits}", [(t1, w), a_re, (f"v[ValuC+{re}]", w)]), (f"VMulF{bits}", [(t2, w), a_im, (f"v[ValuC+{re}]", w)]),
            (f"VFmaF{bits}", [("v{ValuC}", w), a_im, (f"-v[ValuC+{im}]", w), (t1, w)]),
            (f"VFmaF{bits}", [("v{ValuC+%d}" % w, w), a_re, (f"v[ValuC+{im}]", w), (t2, w)])]
    return ("Module", "", [(op, operands, text) for (op, operands), text in zip(rows, say)])


def move_item(k, re, im):
    kind, text = k["ComputeDataType"], "Rearrange MI out reg"
    op, w = ("VLShiftLeftB64", 2) if kind in ("Double", "ComplexDouble") else ("VMovB32", 1)
    if kind in SIMPLE:
        return (op, [("v{ValuC}", w), (f"v[ValuC+{re}]", w)], text)
    if kind not in ("ComplexFloat", "ComplexDouble"):
        return None
    return ("Module", "", [(op, [("v{ValuC}", w), (f"v[ValuC+{re}]", w)], text),
                           (op, [("v{ValuC+%d}" % w, w), (f"v[ValuC+{im}]", w)], text)])


def alpha_list(k, item):
    forth, r = acc_to_arch(k), k["MIRegPerOut"]
    items = [None] * len(forth)
    for s, d in enumerate(forth):
        items[d] = item(k, s * r, s * r + len(forth) * r)
    return ("Module", "MulAlpha", items)


def result(function, k, comment="", tokens=None):
    """A tree, or for acc_map its text."""
    if function == "wait":
        return wait(k, comment)
    if function == "tdm_wait":
        return tdm_wait(k, comment)
    if function == "sync_threads":
        return sync_threads(k, comment, tokens)
    if function == "acc_map":
        return acc_map(k)
    if function == "acc_regs":
        return acc_regs(k)
    return alpha_list(k, alpha_item if function == "mul_alpha" else move_item)
