# SPDX-License-Identifier: MIT
"""Set 3: whole launch sequences, one feature at a time and combined."""
import launches as model
import numbers_of as n
from kav import Record
from presets import Preset
from problem import problem, stored

BASE = {
    "support.gsu": 1, "support.wgm": 1, "support.staggerU": 1, "sizes.waveNum": 4, "sizes.workGroupSize[0]": 256,
    "sizes.workGroupSize[1]": 1, "sizes.workGroupSize[2]": 1, "sizes.macroTile[0]": 128, "sizes.macroTile[1]": 64,
    "sizes.depthU": 32, "sizes.globalSplitUPGR": 16, "sizes.packBatchDims": 0, "sizes.workspaceSizePerElemC": 4,
    "sizes.workspaceSizePerElemBias": 0, "map.gsu": 1, "map.gsuc": 0, "map.gsuwgmrr": 0, "map.wgm": 8, "map.wgmxcc": 1,
    "map.wgmxccg": -1, "map.staggerU": 32, "map.staggerUMapping": 1, "map.staggerStrideShift": 2, "params.gsu": 0,
    "params.gsuc": 0, "params.gsuwgmrr": 0, "params.wgm": 0, "params.wgmxcc": 0, "params.wgmxccg": 0,
    "params.factorDim": 0, "problem.m": 1284, "problem.n": 771, "problem.k": 522, "problem.batch": 3,
    "problem.lda": 1291, "problem.strideA": 700001, "problem.ldb": 533, "problem.strideB": 500007,
    "problem.ldc": 1297, "problem.strideC": 1100003, "problem.ldd": 1301, "problem.strideD": 1200005,
    "problem.lde": 1303, "problem.strideE": 1300009, "problem.strideBias": 1284, "problem.transposeC01": 0,
    "problem.batchOffsetD": 0, "problem.batchOffsetC": 0, "problem.batchOffsetA": 0, "problem.batchOffsetB": 0,
    "inputs.alpha[0]": 0x3FC00000, "inputs.alpha[1]": 0, "inputs.beta[0]": 0x3E99999A, "inputs.beta[1]": 0,
    "inputs.activation[0]": 0, "inputs.activation[1]": 0, "inputs.activation[2]": 0, "inputs.activation[3]": 0,
    "inputs.activation_count": 0, "inputs.rndSeed": 0, "device.is_gfx12": 0, "device.cuCount": 304,
    "device.skDynamicGrid": 0, "device.skMaxCUs": 0, "device.skGridMultiplier": 1, "device.skFixedGrid": 0,
    "userArgs": 0x7F6655443320, "activationEnum": "None",
}
POINTERS = "a b c d e amaxD batchA batchB batchC batchD batchBias bias scaleA scaleB scaleC scaleD scaleAlphaVec ws Synchronizer metadata".split()
BASE.update({"pointers." + p: 0x7F1A00000000 + 0x0111010F0 * (i + 1) for i, p in enumerate(POINTERS)})
# The request's own defaults; only what differs is stored.
ZERO = {k: 0 for k in BASE}
ZERO.update({k: BASE[k] for k in BASE if k.startswith(("support.", "sizes."))})
ZERO.update({"sizes.macroTile[1]": 128, "map.gsu": 1, "map.wgm": 8, "map.wgmxcc": 1, "map.wgmxccg": -1, "device.cuCount": 304,
             "device.skGridMultiplier": 1, "activationEnum": "None"})
ZERO.update({"problem." + k: 1 for k in "m n k batch lda strideA ldb strideB ldc strideC ldd strideD lde strideE".split()})

HALF = dict(aType="Half", bType="Half", cType="Half", dType="Half", computeInputType="Half")
ACT = {"inputs.activation[0]": 0x3F000000, "inputs.activation[1]": 0x40200000, "inputs.activation_count": 2}


def one(name, comment, flags=(), q=None, **r):
    """A case: members of the problem type, rows of the request (dots and brackets as __ and _N)."""
    rows = {}
    for key, value in r.items():
        head, _, rest = key.partition("__")
        rows[f"{head}.{rest}" if rest else head] = value
    return name, comment, flags, q or {}, rows


GSU = {"map__gsu": 4}
SINGLE = [
    one("plain", "the ordinary launch", ("order",)),
    one("batch_packed_x", "batches packed into the first tile dimension", sizes__packBatchDims=1),
    one("batch_packed_y", "batches packed into the second", sizes__packBatchDims=2),
    one("transposed_c", "the sizes of C change places before they are cut into tiles", problem__transposeC01=1),
    one("gsu4_direct", "beta-only launch before a split GEMM that adds to D", ("split_k",), **GSU),
    one("gsu4_single_buffer", "one buffer: beta-only to the workspace, conversion with alpha 1, beta 0", ("split_k", "workspace_slot"),
        dict(HALF, globalAccumulation=1, highPrecisionAccumulate=1), **GSU),
    one("gsu4_single_buffer_plain", "one buffer without a change of type: real pointers, packed strides", ("split_k", "workspace_slot"),
        dict(globalAccumulation=1), **GSU),
    one("gsu4_multiple_buffer", "conversion sums the parts", ("split_k", "workspace_slot"), dict(globalAccumulation=2), **GSU),
    one("gsu4_single_kernel", "the real D last, no helper", ("split_k", "workspace_slot"), dict(globalAccumulation=3), **GSU),
    one("gsu5_rounded", "the conversion's name has the next power of two", ("split_k",), dict(globalAccumulation=2), map__gsu=5),
    one("gsu300_limit", "the name stops at the library's limit", ("split_k",), dict(globalAccumulation=2), map__gsu=300, sizes__globalSplitUPGR=64),
    one("gsu_override", "an override of the kernel's split", ("split_k", "host_choice"), dict(globalAccumulation=2), params__gsu=3),
    one("gsu1_multiple_buffer", "not split: no helper, no redirection", ("split_k",), dict(globalAccumulation=2)),
    one("gsu1_single_kernel", "not split: D twice", ("split_k",), dict(globalAccumulation=3)),
    one("narrow_odd_m", "an odd m: one element a thread", ("split_k",), dict(globalAccumulation=2), map__gsu=2, problem__m=1283),
    one("narrow_even_m", "an even m: two", ("split_k",), dict(globalAccumulation=2), map__gsu=2, problem__m=1286),
    one("narrow_small", "2048 elements: one", ("split_k",), dict(globalAccumulation=2), map__gsu=2, problem__m=64, problem__n=32, problem__batch=1),
    one("unit_sizes", "stride 0 in the helpers where a size is 1", ("split_k", "empty"), map__gsu=2, problem__n=1, problem__batch=1),
    one("beta_only_bias_vec", "bias and scaleAlphaVec or-ed to both dimensions", ("bias",), dict(useBias=1, useScaleAlphaVec=2), **GSU),
    one("beta_only_everything", "all that a beta-only launch can hold", ("bias", "optional_slot"),
        dict(useBias=3, useScaleAlphaVec=1, useScaleAB=1, useScaleCD=1, biasType="Half"), map__gsu=4, params__factorDim=1),
    one("conversion_everything", "all that a conversion launch can hold", ("bias", "activation", "optional_slot"),
        dict(useBias=3, useScaleAlphaVec=3, useScaleAB=2, useScaleCD=1, useE=1, biasType="BFloat16", activationType="All",
             activationArgLength=2, globalAccumulation=2), map__gsu=6, params__factorDim=1, activationEnum="Geluscaling", **ACT),
    one("conversion_vec_dim", "factorDim for any scaleAlphaVec", ("optional_slot",), dict(useScaleAlphaVec=1, globalAccumulation=2), **GSU),
    one("conversion_no_beta", "no beta: 0 is sent", ("beta_pad",), dict(useBeta=0, globalAccumulation=2), **GSU),
    one("conversion_half", "half alpha and beta once, not twice", ("half_twice",),
        dict(HALF, computeType="Half", alphaType="Half", betaType="Half", globalAccumulation=2), map__gsu=4,
        **{"inputs.alpha[0]": 0x3E00, "inputs.beta[0]": 0xB800}),
    one("conversion_double", "f64: no more than two a thread", ("width",),
        dict({t: "Double" for t in "aType bType cType dType computeInputType computeType alphaType betaType".split()}, globalAccumulation=2),
        map__gsu=4, **{"inputs.alpha[0]": 0x3FF8000000000000, "inputs.beta[0]": 0xBFE0000000000000}),
    one("conversion_int8", "whole numbers are summed as Int32", ("width",),
        dict(aType="Int8", bType="Int8", cType="Int8", dType="Int8", computeInputType="Int8", globalAccumulation=2), **GSU),
    one("activation_apart", "activation in a launch of its own: the kind before the values", ("activation",),
        dict(activationType="Hipblaslt_all", activationArgLength=2, activationFused=0, globalAccumulation=2), map__gsu=4,
        activationEnum="Clippedrelu", **ACT),
    one("activation_apart_direct", "the same on D itself, named by its kind", ("activation",),
        dict(activationType="Leakyrelu", activationArgLength=1, activationFused=0, highPrecisionAccumulate=1), map__gsu=4,
        **{"inputs.activation[0]": 0x3DCCCCCD, "inputs.activation_count": 1}),
    one("activation_missing", "fewer values than the kernel takes: zeros", ("activation",),
        dict(activationType="All", activationArgLength=2), activationEnum="Clippedrelu",
        **{"inputs.activation[0]": 0x3F000000, "inputs.activation_count": 1}),
    one("gradient_of_a", "bias gradient of A, finished by the conversion", ("bias",),
        dict(useGradient=1, useBias=1, biasSrc="A", globalAccumulation=2), map__gsu=4, sizes__workspaceSizePerElemBias=4),
    one("gradient_of_b", "bias gradient of B, not split", ("bias",), dict(useGradient=1, useBias=1, biasSrc="B")),
    one("gradient_of_d", "bias gradient of D: reduction launch", ("bias",), dict(useGradient=1, useBias=1), sizes__workspaceSizePerElemBias=4),
    one("gradient_of_d_null", "no bias, no reduction", ("bias",), dict(useGradient=1, useBias=1), pointers__bias=0),
    one("gradient_of_d_wide", "8192 columns: 1024 threads", ("bias",), dict(useGradient=1, useBias=1), problem__n=8200),
    one("gradient_of_d_narrow", "few columns: an even tile", ("bias",), dict(useGradient=1, useBias=1), problem__n=21),
    one("gradient_e", "gradient of E is read", ("activation",), dict(useGradient=1, useE=1, globalAccumulation=2), **GSU),
    one("pointer_batches", "arrays of pointers everywhere", ("pointer_array",), dict(stridedBatched=0, useBias=1, globalAccumulation=2), **GSU),
    one("pointer_batches_direct", "the same added to D", ("pointer_array",), dict(stridedBatched=0, useBias=1), **GSU),
    one("initial_strides", "stride 0 is sent by the GEMM alone", ("stride_index",),
        dict(useInitialStridesAB=1, useInitialStridesCD=1, globalAccumulation=2), **GSU),
    one("sparse_a", "compressed A", ("order",), dict(sparse=1, transA=1), problem__k=512),
    one("sparse_b", "compressed B", ("order",), dict(sparse=2, transB=1), problem__k=512),
    one("amax", "amax: workspace by workgroups", ("optional_slot",), dict(outputAmaxD=1)),
    one("xcc8", "eight XCCs: the group is the CU count", ("host_choice",), map__wgmxcc=8),
    one("wgm_negative", "a negative workgroup mapping", ("sign",), map__wgm=-8),
    one("no_wgm_support", "a kernel without workgroup mapping", ("host_choice",), support__wgm=0),
    one("gfx12", "three dimensions, x alone is counted", ("word_form",), dict(globalAccumulation=2), device__is_gfx12=1, map__gsu=2),
    one("empty_m", "no rows: an empty grid", ("empty",), problem__m=0),
    one("empty_k", "nothing to sum: an ordinary launch", ("empty",), problem__k=0),
    one("null_operand_alpha_0", "no A, but alpha is 0", ("empty",), pointers__a=0, **{"inputs.alpha[0]": 0}),
    one("wide_strides", "strides past 32 bits are cut", ("silent_cut",), problem__strideA=2**32 + 5, problem__strideD=2**33 + 7),
]
STREAM_K = [
    one("stream_k_1", "Stream-K, basic", ("stream_k_place",), dict(streamK=1)),
    one("stream_k_2", "Stream-K, two tiles", ("stream_k_place",), dict(streamK=2)),
    one("stream_k_3", "Stream-K 3", ("stream_k_place",), dict(streamK=3)),
    one("stream_k_atomic", "no workspace, no flags", ("stream_k_place",), dict(streamK=3, streamKAtomic=1)),
    one("stream_k_split", "gsu in the word alone; the conversion is launched all the same", ("stream_k_place", "split_k"),
        dict(streamK=3, globalAccumulation=2), map__gsu=4),
    one("stream_k_dynamic_1", "no more workgroups than tiles", ("stream_k_place",), dict(streamK=3), device__skDynamicGrid=1, problem__n=64),
    one("stream_k_dynamic_2", "as few as keep three quarters busy", ("stream_k_place",), dict(streamK=3), device__skDynamicGrid=2, problem__batch=4),
    one("stream_k_dynamic_3", "the cheapest grid", ("stream_k_place",), dict(streamK=3), device__skDynamicGrid=3, device__cuCount=240),
    one("stream_k_most_cus", "a limit on CUs", ("stream_k_place",), dict(streamK=2), device__skMaxCUs=100),
    one("stream_k_multiplier", "twice the CUs", ("stream_k_place",), dict(streamK=1), device__skGridMultiplier=2),
    one("stream_k_fixed", "a fixed grid", ("stream_k_place",), dict(streamK=3), device__skFixedGrid=17),
    one("persistent", "magic number of the tiles alone", ("stream_k_place",), dict(persistentKernel=1)),
]
MEMBERS = [
    dict(),
    {"problem.m": 513, "problem.n": 65, "problem.batch": 1, "pointers.a": 0x7F5540000010, "pointers.b": 0x7F5541000120,
     "pointers.c": 0x7F5542000230, "pointers.d": 0x7F5543000340, "pointers.bias": 0x7F5544000450, "inputs.beta[0]": 0x3F000000},
    {"problem.m": 64, "problem.n": 4, "problem.k": 4096, "pointers.a": 0x7F5580000010, "pointers.d": 0x7F5583000340,
     "pointers.e": 0x7F5586000770, "inputs.alpha[0]": 0x40400000},
]
FULL = dict(useBias=1, useE=1, useScaleAB=1, useScaleCD=1, useScaleAlphaVec=1, activationType="All", activationArgLength=2)
GROUPS = [
    one("one", "a group of one", ("grouped",), count=1),
    one("three", "three problems", ("grouped",), count=3),
    one("full", "every epilogue argument and the conversion behind the table", ("grouped", "bias", "activation"),
        dict(FULL, globalAccumulation=2), count=3, map__gsu=2, activationEnum="Relu", **ACT),
    one("even", "all m even: two elements a thread", ("grouped", "split_k"), dict(globalAccumulation=2), count=1, map__gsu=4, problem__m=1286),
    one("single_buffer", "one buffer: no helper in a group", ("grouped", "split_k"), dict(globalAccumulation=1), count=3, map__gsu=4),
    one("direct", "split and added to D: no helper either", ("grouped", "split_k"), count=2, map__gsu=4),
    one("single_kernel", "the real D in each record", ("grouped", "split_k"), dict(globalAccumulation=3), count=3, map__gsu=4),
    one("half", "halves twice in the records", ("grouped", "half_twice"), dict(HALF, computeType="Half", alphaType="Half", betaType="Half"),
        count=3, **{"inputs.alpha[0]": 0x3E00, "inputs.beta[0]": 0xB800}),
]
USERS = [
    one("plain", "user records", ("grouped", "argument_type"), count=2),
    one("full", "user records with every epilogue argument", ("grouped", "argument_type", "activation"), FULL, count=3,
        activationEnum="Relu", **ACT),
    one("half", "a half alpha in the low bytes of 16", ("grouped", "half_twice"), dict(HALF, computeType="Half", alphaType="Half", betaType="Half"),
        count=2, **{"inputs.alpha[0]": 0x3E00, "inputs.beta[0]": 0xB800}),
    one("conversion", "a conversion launch without a name", ("grouped", "split_k"), dict(globalAccumulation=2), count=2, map__gsu=4),
]
REFUSALS = [
    ("null_a", "A is null though alpha and k are not 0", "refused", ("none", 0, 0), "host_2024", {}, {"pointers.a": 0}),
    ("null_b", "B is null", "refused", ("none", 0, 0), "host_2024", {}, {"pointers.b": 0}),
    ("alpha_f8", "a scalar type without packing", "refused", ("none", 0, 0), "host_2024", dict(alphaType="Float8"), {}),
    ("alpha_complex", "complex has none in 2024", "refused", ("none", 0, 0), "host_2024", dict(alphaType="ComplexFloat"), {}),
    ("lda_short", "lda below the rows that it spans", "value_out_of_range", ("argument", n.ARGUMENT["strideA"], 1), "strict", {}, {"problem.lda": 1283}),
    ("ldb_short", "ldb below them", "value_out_of_range", ("argument", n.ARGUMENT["strideB"], 1), "strict", {}, {"problem.ldb": 521}),
    ("stride_wide", "a stride of 2^32", "value_out_of_range", ("argument", n.ARGUMENT["strideA"], 2), "strict", {}, {"problem.strideA": 2**32}),
    ("size_wide", "k of 2^32", "value_out_of_range", ("argument", n.ARGUMENT["size"], 3), "strict", {}, {"problem.k": 2**32, "problem.ldb": 2**32}),
    ("work_items", "2^32 work-items", "value_out_of_range", ("none", 0, 0), "strict", {}, {"problem.batch": 2**20}),
    ("gsu_wide", "a split that the word cannot hold", "value_out_of_range", ("field", n.FIELD["gsu"], 0), "strict", {}, {"map.gsu": 16384, "problem.m": 64, "problem.n": 4, "problem.batch": 1}),
    ("stagger_wide", "staggerU 256", "value_out_of_range", ("field", n.FIELD["staggerU"], 0), "strict", {}, {"map.staggerU": 256}),
    ("override_wgm", "an override that is read back as 248", "value_out_of_range", ("field", n.FIELD["wgm"], 0), "strict", {}, {"params.wgm": -8}),
    ("activation_missing", "fewer activation values than the kernel takes", "value_out_of_range", ("none", 0, 0), "strict",
     dict(activationType="All", activationArgLength=2), {}),
]
XCC = [
    ("xcc_32", "32 XCCs on 304 CUs lose no bit and are never valid", "value_out_of_range", ("field", n.FIELD["wgmxcc"], 0), "strict", {}, {"map.wgmxcc": 32}),
    ("xcc_63", "63 is no power of two", "value_out_of_range", ("field", n.FIELD["wgmxcc"], 0), "strict", {}, {"map.wgmxcc": 63}),
    ("xcc_64", "64 needs 7 bits", "value_out_of_range", ("field", n.FIELD["wgmxcc"], 0), "strict", {}, {"map.wgmxcc": 64}),
]


def rows_of(r, base, problem_number):
    rows = {}
    for key, value in r.items():
        if value == base.get(key):
            continue
        rows[problem_number, key] = n.ACTIVATION[value] if key == "activationEnum" else value
    return rows


def record(preset, area, name, comment, flags, q, request, **rest):
    return Record(id=f"v{preset.version}.{area}.{preset.prefix.replace('2026_', 'y2026_')}{name}", kind=rest.pop("kind", "invocation"), comment=comment,
                  preset=preset.name, dialect=preset.dialect, version=preset.version, policy=rest.pop("policy", "host_2024"),
                  provenance=rest.pop("provenance", "recorded"), flags=flags, problem=stored(q), request=request, **rest)


def derived(preset, case):
    """Forms of 2026: no recorded launch backs them."""
    made = single(preset, case)
    made.provenance = "derived"
    return made


def single(preset, case):
    name, comment, flags, members, changes = case
    q = problem(**members)
    r = dict(BASE, **changes)
    request = rows_of(r, ZERO, 0)
    request[0, "wantedWorkspace"] = model.workspace(r, q)
    return record(preset, "solve", name, comment, flags, q, request, launches=model.solve(preset, q, r))


def group(preset, case, user):
    name, comment, flags, members, changes = case
    changes = dict(changes)
    count = changes.pop("count")
    q = problem(groupedGemm=1, supportDeviceUserArguments=1, **members)
    common = dict(BASE, **changes)
    gemms = [dict(common, **MEMBERS[i]) for i in range(count)] if count > 1 else [common]
    if "half" in name:
        gemms = [dict(g, **{k: v for k, v in changes.items() if k.startswith("inputs.")}) for g in gemms]
    request = rows_of(common, ZERO, 0)
    for i, r in enumerate(gemms):
        request.update(rows_of(r, common, i + 1))
    made, table, total, per = model.grouped(preset, q, gemms, user)
    request.update({(0, "call"): n.CALL["groupedUser" if user else "grouped"], (0, "gemms"): count,
                    (0, "wantedWorkspace"): total, (0, "wantedHostBytes"): per})
    return record(preset, "user" if user else "group", name, comment, flags, q, request, launches=made, table=table)


def refusal(preset, case):
    name, comment, status, fault, policy, members, changes = case
    q = problem(**members)
    request = rows_of(dict(BASE, **changes), ZERO, 0)
    return record(preset, "refuse_solve", name, comment, (), q, request, kind="refuse_invocation", status=status, fault=fault, policy=policy)


def strict(preset, case):
    """The same launches under `strict`: nothing in them is cut."""
    made = single(preset, case)
    made.id = made.id.replace(".solve.", ".strict_solve.")
    made.policy = "strict"
    return made


NEWER = {"plain", "batch_packed_x", "transposed_c", "xcc8", "wgm_negative", "empty_m", "empty_k", "amax", "gradient_of_b", "sparse_a",
         "initial_strides_plain", "gsu1_single_kernel"}


def newer(*names):
    return [derived(Preset(name), c) for name in names for c in SINGLE if c[0] in NEWER]


def records(version):
    if version == 3:
        return newer("v3-early", "v3")
    preset = Preset(f"v{version}")
    cases = SINGLE + STREAM_K
    if version == 0:
        cases = [c for c in cases if c[0] != "gsu300_limit"]
    made = [single(preset, c) for c in cases]
    made += [group(preset, c, False) for c in GROUPS] + [group(preset, c, True) for c in USERS]
    made += [refusal(preset, c) for c in REFUSALS + (XCC if version == 2 else [])]
    careful = {"plain", "gsu4_direct", "gsu4_multiple_buffer", "conversion_everything", "gradient_of_d", "stream_k_3", "pointer_batches"}
    made += [strict(preset, c) for c in cases if c[0] in careful]
    headless = Preset({0: "v0-legacy", 1: "v1-nonuniversal", 2: "v2-nonuniversal"}[version])
    made += [single(headless, c) for c in SINGLE if c[0] in ("plain", "gsu4_direct", "conversion_everything", "gsu4_single_kernel")]
    made += [group(headless, c, False) for c in GROUPS if c[0] in ("three", "full")]
    made += [group(headless, c, True) for c in USERS if c[0] == "plain"]
    return made + (newer("v2-2026") if version == 2 else [])
