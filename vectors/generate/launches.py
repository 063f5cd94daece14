# SPDX-License-Identifier: MIT
"""What the published host of October 2024 launches for a request, written from its recorded behaviour: helper launches,
groups, user records. A request is a dict by the names of numbers_of.REQUEST, short: the last part alone."""
from host import header
from numbers_of import ACTIVATION_NUMBER, BIAS_NUMBER
from pack import pack, slots
from scalars import scalar
from words import encode

LETTER = {"Float": "S", "Double": "D", "Half": "H", "Int32": "I", "BFloat16": "B", "Int8": "I8", "Float8": "F8",
          "BFloat8": "B8", "ComplexFloat": "C"}
BITS = {"Float": 32, "Double": 64, "Half": 16, "Int32": 32, "BFloat16": 16, "Int8": 8, "Float8": 8, "BFloat8": 8}
ONE = {"Float": 0x3F800000, "Double": 0x3FF0000000000000, "Half": 0x3C00, "BFloat16": 0x3F80, "Int32": 1, "Int8": 1}


def up(a, b):
    return -(-a // b)


def u32(*values):
    return b"".join((v % 2**32).to_bytes(4, "little") for v in values)


def u64(*values):
    return b"".join((v % 2**64).to_bytes(8, "little") for v in values)


def gsu_of(r):
    return r["params.gsu"] % 256 or r["map.gsu"]


def tiles_of(r):
    m, n, batch = r["problem.m"], r["problem.n"], r["problem.batch"]
    pack_dims = r["sizes.packBatchDims"]
    x, y = m * (batch if pack_dims & 1 else 1), n * (batch if pack_dims & 2 else 1)
    if r["problem.transposeC01"]:
        x, y = y, x
    return [up(x, r["sizes.macroTile[0]"]), up(y, r["sizes.macroTile[1]"]), 1 if pack_dims else batch]


def stream_k_grid(r):
    x, y, z = tiles_of(r)
    tiles, cus = x * y * z, r["device.cuCount"]
    mode = r["device.skDynamicGrid"]
    if r["device.skFixedGrid"]:
        return r["device.skFixedGrid"]
    if mode == 1:
        return min(tiles, cus)
    if mode == 2:
        grid = cus
        for i in (1, 2, 4, 8, 16, 32) if tiles > cus else ():
            less = up(i * tiles, up(i * tiles, cus))
            if less / cus > 0.75:
                grid = less if less < cus else grid
                break
        return min(grid, tiles)
    if mode == 3:
        steps = up(r["problem.k"], r["sizes.depthU"])

        def cost(grid):
            share = up(x * y * steps, grid)
            peers = up(steps, share)
            return 1334 + (547 + 1859 * (peers - 1) if peers > 1 else 0) + 417 * share
        return min(range(cus, 305), key=cost, default=cus)
    if r["device.skMaxCUs"]:
        return min(cus, r["device.skMaxCUs"])
    return cus * max(1, r["device.skGridMultiplier"])


def magic(d):
    """The smallest power of two that makes division by multiplication exact for every 32-bit number."""
    if d == 0:
        return 0, 0
    for s in range(33):
        number = up(2**(32 + s), d)
        if (number * d - 2**(32 + s)) * (2**32 - 1 - (2**32 - d) % d) < 2**(32 + s):
            return number % 2**32, s + (2**31 if number >> 32 else 0)
    raise AssertionError(d)


def stream_k_words(r, q):
    x, y, z = tiles_of(r)
    tiles, steps, grid = x * y * z, up(r["problem.k"], r["sizes.depthU"]), stream_k_grid(r)
    split = grid if tiles % grid == 0 else grid + tiles % grid if tiles > grid else tiles
    a, b, c = magic(x), magic(steps), magic(x * y)
    return {
        "magicNumberProblemNumGroupTiles0": a[0], "magicShiftProblemNumGroupTiles0": a[1], "itersPerTile": steps,
        "magicNumberItersPerTile": b[0], "magicShiftItersPerTile": b[1], "magicNumProblemNumGroupTiles0By1": c[0],
        "magicShiftProblemNumGroupTiles0By1": c[1], "totalIters": tiles * steps,
        "SKItersPerWG": up(tiles * steps, grid) if q["streamK"] == 1 else split * steps // grid, "skGrid": grid,
        "skTiles": split, "skExtraIters": split * steps % grid, "PersistentGrid": grid}


def workspace(r, q):
    """Bytes that the host asks for."""
    p = {k[8:]: v for k, v in r.items() if k.startswith("problem.")}
    c, g = r["sizes.workspaceSizePerElemC"], gsu_of(r)
    mt0, mt1 = r["sizes.macroTile[0]"], r["sizes.macroTile[1]"]
    if q["streamK"] and not q["streamKAtomic"]:
        return stream_k_grid(r) * mt0 * mt1 * c
    size = p["m"] * p["n"] * p["batch"] * c * g if g > 1 else 0
    per = r["sizes.workspaceSizePerElemBias"]
    if q["useGradient"] and q["useBias"]:
        if q["biasSrc"] == "D":
            size += p["m"] * p["n"] * p["batch"] * per * g if g <= 1 else 0
        elif g > 1:
            size += {"A": p["m"], "B": p["n"]}[q["biasSrc"]] * per * g
    if q["outputAmaxD"]:
        x, y, z = tiles_of(r)
        size += 4 * x * y * z
    if q["globalAccumulation"] == 3 and g > 1:
        size += up(p["m"], mt0) * up(p["n"], mt1) * r["sizes.waveNum"] * 4
    return size


def strides(r, q, q_gsu):
    """{argument: (stride 1, stride 2)}"""
    p = {k[8:]: v for k, v in r.items() if k.startswith("problem.")}
    s = {t: (p["ld" + t.lower()], p["stride" + t]) for t in "ABCDE"}
    if q_gsu > 1 and q["globalAccumulation"] and not q["streamK"]:
        s["C"] = s["D"] = (p["m"], p["m"] * p["n"])
    if q["sparse"]:
        which = "A" if q["sparse"] == 1 else "B"
        free = p["m"] if which == "A" else p["n"]
        contiguous = q["transA"] if which == "A" else not q["transB"]
        s[which] = (p["k"] // 2, p["k"] // 2 * free) if contiguous else (s[which][0], s[which][0] * (p["k"] // 2))
        s["Metadata"] = (p["k"] // 8, p["k"] // 8 * free)
    return s


def activation_values(r, q, year=2024):
    given = r["inputs.activation_count"]
    short = given < q["activationArgLength"]
    return [0 if short else r[f"inputs.activation[{i}]"] for i in range(q["activationArgLength"])]


def gemm_values(preset, q, r, ws):
    """(argument, index) -> value of everything but the words."""
    at = {k[9:]: v for k, v in r.items() if k.startswith("pointers.")}
    g = gsu_of(r)
    ga = q["globalAccumulation"]
    redirected = g > 1 and not q["streamK"] and (
        ga in (2, 3) or (ga == 1 and (q["computeType"] != q["dType"] or q["activationType"] != "None")))
    strided = q["stridedBatched"]
    v = {("size", i): r["problem." + k] for i, k in enumerate(("m", "n", "batch", "k"))}
    v["d", 0] = ws if redirected else at["d"] if strided else at["batchD"]
    v["c", 0] = (ws if redirected and ga != 3 else at["c"] if strided or redirected else at["batchC"])
    v["a", 0], v["b", 0] = (at["a"], at["b"]) if strided else (at["batchA"], at["batchB"])
    for tensor, (one, two) in strides(r, q, g).items():
        v["stride" + tensor, 0], v["stride" + tensor, 1], v["stride" + tensor, 2] = 1, one, two
    for name in ("alpha", "beta"):
        v[name, 0] = r[f"inputs.{name}[0]"]
        v[name, 1] = r[f"inputs.{name}[1]"]
    if not q["useBeta"]:
        v["beta", 0] = v["beta", 1] = 0
    for name in "scaleA scaleB scaleC scaleD scaleAlphaVec e metadata Synchronizer".split():
        v[name, 0] = at[name]
    gathers = q["useGradient"] and q["biasSrc"] == "D" and at["bias"] != 0
    v["bias", 0] = ws if gathers else at["bias"] if strided else at["batchBias"]
    v["bias_type", 0] = BIAS_NUMBER[preset.year][q["biasType"]]
    v["strideBias", 0], v["factorDim", 0] = r["problem.strideBias"], r["params.factorDim"]
    for i, value in enumerate(activation_values(r, q)):
        v["activation", i] = value
    v["activationType", 0] = ACTIVATION_NUMBER[preset.year][r["activationEnum"]]
    v["AddrAmaxOut", 0], v["AmaxWS", 0], v["AmaxSync", 0] = at["amaxD"], ws, at["Synchronizer"]
    v["ws", 0], v["Flags", 0] = ws, at["Synchronizer"]
    v["dstD", 0], v["GSUSync", 0], v["debugBuffer", 0] = at["d"], 0, 0
    for t in "DCAB":
        v["batchOffset" + t, 0] = r["problem.batchOffset" + t]
    return v


def words(preset, r, count, kind, groups):
    """The header's bytes as that host fills them."""
    if preset.year == 2026:
        return words_2026(preset, r, count, kind, groups)
    h = {"ias." + k[8:]: v for k, v in r.items() if k.startswith("support.")}
    h.update({k: v for k, v in r.items() if k.startswith("map.")})
    h.update({"param." + k[7:]: v for k, v in r.items() if k.startswith("params.")})
    h.update(cuCount=r["device.cuCount"], gemmCount=count, argType=kind, numWorkGroups=groups)
    return header(preset.version, h)


def words_2026(preset, r, count, kind, groups):
    """No cut on the way: overrides whole, the group resolved wherever XCCs are counted."""
    xcc, group = r["params.wgmxcc"] or r["map.wgmxcc"], r["params.wgmxccg"] or r["map.wgmxccg"]
    fields = dict(gemmCount=count, argType=kind, gsu=r["params.gsu"] or r["map.gsu"], nta=0, ntb=0,
                  gsuc=int(bool(r["params.gsuc"] or r["map.gsuc"])),
                  gsuwgmrr=int(bool(r["params.gsuwgmrr"] or r["map.gsuwgmrr"])),
                  wgm=r["params.wgm"] or r["map.wgm"], wgmxcc=xcc,
                  wgmxccg=r["device.cuCount"] if xcc >= 1 and group == -1 else group, staggerU=r["map.staggerU"],
                  staggerUMapping=r["map.staggerUMapping"], staggerStrideShift=r["map.staggerStrideShift"],
                  numWorkGroups=groups)
    return b"".join(u32(w) for w in encode(preset.version, preset.args1, preset.universal, fields).values())


def gemm_launch(preset, q, r):
    x, y, z = tiles_of(r)
    g = gsu_of(r)
    if q["streamK"]:
        x, y, z = stream_k_grid(r), 1, 1
    elif g > 0:
        y *= g
    flat = preset.version >= 1 and not (r["device.is_gfx12"] and preset.year == 2024)
    if flat:
        x, y, z = x * y * z, 1, 1
    v = gemm_values(preset, q, r, r["pointers.ws"])
    if q["streamK"] or q["persistentKernel"]:
        v.update({(k, 0): n for k, n in stream_k_words(r, q).items()})
    head = words(preset, r, 1, 3 if preset.year == 2026 and not q["stridedBatched"] else 0, x if preset.universal else 0)
    whole = ["gemm_count", "internalArgs", "internalArgs1", "numWorkGroups"]
    for i in range(len(head) // 4):
        v[whole[i], 0] = int.from_bytes(head[4 * i:4 * i + 4], "little")
    threads = r["sizes.workGroupSize[0]"] * r["sizes.workGroupSize[1]"] * r["sizes.workGroupSize[2]"]
    return (0, "", threads, (x, y, z), x * threads, pack(preset, q, v), 0)


def grouping(q):
    return "_GG" if q["groupedGemm"] else "" if q["stridedBatched"] else "_GB"


def factor(number):
    return {2: "_FDN", 3: "_FDMN"}.get(number, "")


def activation_name(q):
    kind = q["activationType"]
    return {"None": "", "All": "_A", "Hipblaslt_all": "_HA"}.get(kind, kind.upper())


def elements(r):
    return r["problem.m"] * r["problem.n"] * r["problem.batch"]


def helper(name, groups, block, threads=256):
    return (2, name, threads, (groups, 1, 1), groups * threads, block, 0)


def once(kind, bits, widened):
    """Alpha or beta of a helper: never doubled."""
    data = scalar(kind, bits, 0, widened)
    return data[:-2] if kind == "Half" else data


def collapsed(r, one, two):
    return u32(0 if r["problem.n"] == 1 else one, 0 if r["problem.batch"] == 1 else two)


def beta_only(preset, q, r):
    at = {k[9:]: v for k, v in r.items() if k.startswith("pointers.")}
    direct, strided = q["globalAccumulation"] == 0, q["stridedBatched"]
    bias = direct and q["useBias"] and not q["useGradient"]
    name = "Cijk_" + LETTER[q["dType"]] + grouping(q)
    if bias:
        name += "_Bias" + LETTER[q["biasType"]]
    if direct:
        name += factor(q["useScaleAlphaVec"] | (q["useBias"] if bias else 0))
    else:
        name += "_GA"
    out = u64((at["d"] if strided else at["batchD"]) if direct else at["ws"], at["c"] if strided else at["batchC"])
    if bias:
        out += u64(at["bias"] if strided else at["batchBias"])
    if direct:
        for present, pointers in ((q["useScaleAB"], "scaleA scaleB"), (q["useScaleCD"], "scaleC scaleD"),
                                  (q["useScaleAlphaVec"], "scaleAlphaVec")):
            out += u64(*(at[p] for p in pointers.split())) if present else b""
    p = {k[8:]: v for k, v in r.items() if k.startswith("problem.")}
    out += collapsed(r, p["ldd"], p["strideD"]) if direct else collapsed(r, p["m"], p["m"] * p["n"])
    out += collapsed(r, p["ldc"], p["strideC"])
    out += u32(p["strideBias"]) if bias else b""
    if direct and ((bias and q["useBias"] == 3) or q["useScaleAlphaVec"] == 3):
        out += u32(r["params.factorDim"])
    out += u32(p["m"], p["n"], p["batch"]) + once(q["betaType"], r["inputs.beta[0]"], preset.widened)
    return helper(name, up(elements(r), 256), out)


def conversion_name(q, r, vw):
    name = "Cijk_" + {"Int8": "I", "Int32": "I", "Double": "D"}.get(q["aType"], "S") + LETTER[q["dType"]] + grouping(q)
    if q["useBias"] and not q["useGradient"]:
        name += "_Bias" + LETTER[q["biasType"]]
    elif q["useBias"] and r["pointers.bias"]:
        letter = LETTER[q["computeType"] if q["biasSrc"] == "D" else q["biasType"]]
        name += f"_DBias{letter}_BiasSrc{q['biasSrc']}"
    name += factor(max(0 if q["useGradient"] else q["useBias"], q["useScaleAlphaVec"]))
    if q["useE"]:
        name += ("_Grad" if q["useGradient"] else "_Aux") + LETTER[q["eType"]]
    if q["activationType"] != "None":
        name += activation_name(q) + LETTER[q["activationComputeDataType"]]
    name += ("", "_ScaleAB", "_ScaleABVec")[q["useScaleAB"]]
    name += "_ScaleCD" * q["useScaleCD"] + "_ScaleAlphaVec" * (q["useScaleAlphaVec"] != 0)
    parts = 1 if q["globalAccumulation"] == 1 else gsu_of(r)
    power = 1
    while power < parts:
        power *= 2
    return f"{name}_PostGSU{min(power, r['sizes.globalSplitUPGR'])}_VW{vw}"


def activation_block(q, r, values):
    size = {"Double": 8, "Half": 2, "Int8": 1}.get(q["activationComputeDataType"], 4)
    return b"".join((v % 256**size).to_bytes(size, "little") for v in values)


def conversion_block(preset, q, r, ws):
    at = {k[9:]: v for k, v in r.items() if k.startswith("pointers.")}
    p = {k[8:]: v for k, v in r.items() if k.startswith("problem.")}
    strided, many = q["stridedBatched"], q["globalAccumulation"] == 2
    bias = q["useBias"] and (not q["useGradient"] or q["biasSrc"] in ("A", "B"))
    out = u64(at["e"] if strided else 0) if q["useE"] else b""
    out += u64(at["d"] if strided else at["batchD"], ws, at["c"] if strided else at["batchC"])
    out += u64(at["bias"] if strided else at["batchBias"]) if bias else b""
    for present, pointers in ((q["useScaleAB"], "scaleA scaleB"), (q["useScaleCD"], "scaleC scaleD"),
                              (q["useScaleAlphaVec"], "scaleAlphaVec")):
        out += u64(*(at[x] for x in pointers.split())) if present else b""
    if many:
        out += once(q["alphaType"], r["inputs.alpha[0]"], preset.widened)
        out += once(q["betaType"], r["inputs.beta[0]"] if q["useBeta"] else 0, preset.widened)
    else:
        out += once(q["betaType"], ONE[q["betaType"]], preset.widened) + once(q["betaType"], 0, preset.widened)
    if q["activationType"] != "None" and q["activationFused"]:
        out += activation_block(q, r, activation_values(r, q))
        if q["activationType"] in ("All", "Hipblaslt_all"):
            out += u32(ACTIVATION_NUMBER[preset.year][r["activationEnum"]])
    out += u32(p["lde"], p["strideE"]) if q["useE"] else b""
    out += u32(p["ldd"], p["strideD"], p["m"], p["m"] * p["n"], p["ldc"], p["strideC"])
    out += u32(p["strideBias"]) if bias else b""
    out += u32(p["m"], p["n"], p["batch"], 1 if q["globalAccumulation"] == 1 else gsu_of(r))
    vec = q["useScaleAlphaVec"] if preset.year == 2024 else q["useScaleAlphaVec"] == 3
    return out + (u32(r["params.factorDim"]) if (bias and q["useBias"] == 3) or vec else b"")


def conversion(preset, q, r):
    m, vw = r["problem.m"], 1
    if elements(r) > 2048:
        vw = 4 if m % 4 == 0 and BITS[q["aType"]] < 64 else 1 if m % 2 else 2
    return helper(conversion_name(q, r, vw), up(elements(r), 256 * vw),
                  conversion_block(preset, q, r, r["pointers.ws"]))


def activation_only(preset, q, r):
    p = {k[8:]: v for k, v in r.items() if k.startswith("problem.")}
    name = "Dijk_" + LETTER[q["dType"]] + activation_name(q)
    if q["activationComputeDataType"] == q["computeType"] and q["highPrecisionAccumulate"]:
        name += "h"
    out = u64(r["pointers.d"] if q["stridedBatched"] else r["pointers.batchD"])
    if q["activationType"] in ("All", "Hipblaslt_all"):
        out += u32(ACTIVATION_NUMBER[preset.year][r["activationEnum"]])
    out += activation_block(q, r, [r[f"inputs.activation[{i}]"] for i in range(r["inputs.activation_count"])])
    out += collapsed(r, p["m"], p["m"] * p["n"]) if q["globalAccumulation"] else collapsed(r, p["ldd"], p["strideD"])
    return helper(name, up(elements(r), 256), out + u32(p["m"], p["n"], p["batch"]))


def reduction(q, r):
    m, n = r["problem.m"], r["problem.n"]
    threads, mt1, vw = (1024, 32, 4) if n >= 8192 else (256, 32 if n >= 32 else n // 2 * 2 or 1, 1)
    mt0 = threads // mt1
    name = f"Dijk_{LETTER[q['biasType']]}{LETTER[q['betaType']]}_MT{mt0}x{mt1}_VW{vw}_Reduction"
    return helper(name, up(m, mt0 * vw), u64(r["pointers.ws"], r["pointers.bias"]) + u32(m, n, m), threads)


def solve(preset, q, r):
    """All launches of one problem, in order."""
    split, ga = gsu_of(r) > 1, q["globalAccumulation"]
    result = [beta_only(preset, q, r)] if split and ga in (0, 1) else []
    result.append(gemm_launch(preset, q, r))
    if split and ga in (1, 2):
        result.append(conversion(preset, q, r))
    if split and not q["activationFused"] and q["activationType"] != "None":
        result.append(activation_only(preset, q, r))
    if q["useGradient"] and q["useBias"] and q["biasSrc"] == "D" and r["pointers.bias"]:
        result.append(reduction(q, r))
    return result


def user_record(preset, q, r):
    at = {k[9:]: v for k, v in r.items() if k.startswith("pointers.")}
    p = {k[8:]: v for k, v in r.items() if k.startswith("problem.")}
    out = u32(p["m"], p["n"], p["batch"], p["k"]) + u64(at["d"], at["c"], at["a"], at["b"])
    for t in "dcab":
        out += u32(p["ld" + t], p["stride" + t.upper()])
    for name in ("alpha", "beta"):
        data = once(q[name + "Type"], r[f"inputs.{name}[0]"], False)
        out += data + bytes(16 - len(data))
    out += u64(*(at[x] for x in "scaleA scaleB scaleC scaleD scaleAlphaVec bias".split()))
    out += u32(BIAS_NUMBER[preset.year][q["biasType"]] if q["useBias"] else 0, 0) + u64(at["e"])
    out += u32(p["lde"], p["strideE"]) if q["useE"] else u32(0, 0)
    count = r["inputs.activation_count"]
    out += u32(*(r[f"inputs.activation[{i}]"] if i < count else 0 for i in (0, 1)))
    out += u32(ACTIVATION_NUMBER[preset.year][r["activationEnum"]])
    assert len(out) == 196
    return out


def grouped(preset, q, gemms, user):
    """(launches, table, bytes of workspace, host's bytes a problem) of a group."""
    n = len(gemms)
    size = sum(width for _, _, width in slots(preset, q))
    spare = 4 + len(conversion_block(preset, q, gemms[0], 0)) if q["globalAccumulation"] else 0
    per = 4 + size + spare
    converts = gsu_of(gemms[0]) > 1 and q["globalAccumulation"] in ((1, 2) if user else (2,))
    grids, groups, offset, starts = [], 0, per * n, []
    head, records = b"", b""
    for r in gemms:
        x, y, z = tiles_of(r)
        grids.append((x, y * (gsu_of(r) or 1), z))
        head += u32(groups)
        groups += grids[-1][0] * grids[-1][1] * z
        starts.append(r["pointers.ws"] + offset % 2**32)
        records += pack(preset, q, gemm_values(preset, q, r, starts[-1]))
        offset += workspace(r, q)
    total = per * n + sum(workspace(r, q) for r in gemms)
    table = b"".join(user_record(preset, q, r) for r in gemms) if user else head + records
    first = gemms[0]
    ws, threads = first["pointers.ws"], first["sizes.workGroupSize[0]"]
    tail = u64(first["pointers.Synchronizer"], ws + per * n)
    if preset.universal:
        block = words(preset, first, n, 2 if user else 1, groups) + u64(first["userArgs"] if user else ws) + tail
    else:
        inner = words(preset, first, 0, 0, 0)[4:]  # a second, empty count ends it from version 1 on
        block = u32(n) + u64(first["userArgs"] if user else 0, ws) + u32(groups) + inner + tail
    launches = [(1, "", threads, grids[-1], groups * threads, block, 0)]
    if converts:
        vw = 1
        if not user and sum(elements(r) for r in gemms) > 2048:
            rest = {r["problem.m"] % 4 for r in gemms}
            vw = 4 if rest == {0} or BITS[q["aType"]] >= 64 else 1 if rest & {1, 3} else 2
        counts = [up(elements(r), 256 * vw) for r in gemms]
        at = ws if user else ws + len(table)
        if not user:
            items = 0
            for count in counts:
                table += u32(items)
                items += 256 * count
            for r, start in zip(gemms, starts):
                table += conversion_block(preset, q, r, start)
        name = "" if user else conversion_name(q, first, vw)
        block = u64(at, 0, at + 4 * n) + u32(n)
        launches.append((2, name, 256, (counts[-1], 0 if user else 1, 0 if user else 1), 256 * sum(counts), block, int(user)))
    return launches, table, total, per
